//! What takes the place of a match: text with `$1` and `${name}` in it.

use super::{Groups, class};

/// A part of a template.
pub(super) enum Piece<'t> {
    Text(&'t str),
    /// Any of these groups, the first that took part in the match. None for an unknown name.
    Groups(Vec<usize>),
}

/// Cuts a template. The name behind a `$` is as long as letters, digits and `_` go; a `$` without a name
/// is text.
pub(super) fn pieces<'t>(mut template: &'t str, names: &[Option<Box<str>>]) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let mut words = Words::default();
    while let Some((before, after)) = template.split_once('$') {
        pieces.push(Piece::Text(before));
        if let Some(rest) = after.strip_prefix('$') {
            pieces.push(Piece::Text("$"));
            template = rest;
            continue;
        }
        match words.name(after) {
            Some((name, rest)) => {
                pieces.push(Piece::Groups(groups(name, names)));
                template = rest;
            }
            None => {
                pieces.push(Piece::Text("$"));
                template = after;
            }
        }
    }
    pieces.push(Piece::Text(template));
    pieces
}

/// Appends what a template makes of a match.
pub(super) fn expand<E>(
    pieces: &[Piece<'_>],
    result: &mut String,
    text: &str,
    found: &Groups,
    room: impl Fn(usize) -> Result<(), E>,
) -> Result<(), E> {
    for piece in pieces {
        let part = match piece {
            Piece::Text(text) => text,
            Piece::Groups(groups) => {
                let span = groups.iter().find_map(|group| found.get(*group)?.clone());
                span.and_then(|span| text.get(span)).unwrap_or_default()
            }
        };
        room(result.len() + part.len())?;
        result.push_str(part);
    }
    Ok(())
}

/// The groups a name means: a number without leading zeros, or all groups of that name.
fn groups(name: &str, names: &[Option<Box<str>>]) -> Vec<usize> {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    match name.parse::<usize>() {
        Ok(number) if is_number && number < 1_000_000_000 => {
            if number < names.len() {
                vec![number]
            } else {
                Vec::new()
            }
        }
        _ => names
            .iter()
            .enumerate()
            .filter(|(_, known)| known.as_deref() == Some(name))
            .map(|(number, _)| number)
            .collect(),
    }
}

/// Letters and digits, beyond ASCII only looked up when met.
#[derive(Default)]
struct Words {
    beyond_ascii: Option<regex_syntax::hir::ClassUnicode>,
}

impl Words {
    /// The name at the start of a text, with or without braces, and what follows.
    fn name<'t>(&mut self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let inner = text.strip_prefix('{').unwrap_or(text);
        let length = inner
            .find(|character| !self.contains(character))
            .unwrap_or(inner.len());
        let (name, rest) = inner.split_at_checked(length)?;
        if name.is_empty() {
            return None;
        }
        let rest = if text.starts_with('{') {
            rest.strip_prefix('}')?
        } else {
            rest
        };
        Some((name, rest))
    }

    fn contains(&mut self, character: char) -> bool {
        if character.is_ascii() {
            return character.is_ascii_alphanumeric() || character == '_';
        }
        let class = self.beyond_ascii.get_or_insert_with(|| {
            let mut class = class::unicode("L").unwrap_or_else(regex_syntax::hir::ClassUnicode::empty);
            if let Some(digits) = class::unicode("Nd") {
                class.union(&digits);
            }
            class
        });
        let ranges = class.ranges();
        let position = ranges.partition_point(|range| range.end() < character);
        ranges
            .get(position)
            .is_some_and(|range| range.start() <= character)
    }
}
