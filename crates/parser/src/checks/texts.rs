//! Every text of a document with its path, and the placeholders in it.

use std::ops::Range;

use sekisho_diagnostics::Span;
use sekisho_document::{Cursor, Value};

/// A text in a document: a string or a key.
pub(super) struct Leaf<'t> {
    pub(super) text: &'t str,
    pub(super) at: Cursor<'t>,
    pub(super) is_key: bool,
}

impl Leaf<'_> {
    /// The place of a part of the text.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        if self.is_key {
            self.at.places.within_key(range)
        } else {
            self.at.places.within(range)
        }
    }
}

/// Visits every string and every key. The path is that of the substitution: `/validate/deny/0/key`, with
/// `\/` for a slash in a key; a key has the path of its map. Branches that `enter` refuses are left out.
pub(super) fn visit<'t>(
    at: Cursor<'t>,
    path: &mut String,
    enter: &impl Fn(&str) -> bool,
    leaf: &mut impl FnMut(&str, Leaf<'t>),
) {
    match at.value {
        Value::String(text) => leaf(
            path,
            Leaf {
                text,
                at,
                is_key: false,
            },
        ),
        Value::Map(_) => {
            for (key, at) in at.entries() {
                leaf(
                    path,
                    Leaf {
                        text: key,
                        at,
                        is_key: true,
                    },
                );
                step(path, &key.replace('/', "\\/"), |path| {
                    if enter(path) {
                        visit(at, path, enter, leaf);
                    }
                });
            }
        }
        Value::List(_) => {
            for (position, at) in at.items().enumerate() {
                step(path, &position.to_string(), |path| visit(at, path, enter, leaf));
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => {}
    }
}

fn step(path: &mut String, part: &str, inside: impl FnOnce(&mut String)) {
    let length = path.len();
    path.push('/');
    path.push_str(part);
    inside(path);
    path.truncate(length);
}

/// The placeholders of a text: `{{`, then characters other than braces or groups `{…}` without braces in
/// them, then `}}`; not after a backslash (JMESPath reference §8.1).
pub(super) fn placeholders(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = find(bytes, from, b"{{") {
        let escaped = at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'\\');
        match end_of(bytes, at + 2).filter(|_| !escaped) {
            Some(end) => {
                found.push(at..end);
                from = end;
            }
            None => from = at + 1,
        }
    }
    found
}

fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    bytes
        .get(from..)?
        .windows(wanted.len())
        .position(|window| window == wanted)
        .map(|position| from + position)
}

/// Where the placeholder ends whose inside begins here.
fn end_of(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b'}' => return (bytes.get(at + 1) == Some(&b'}')).then_some(at + 2),
            b'{' => {
                let length = bytes
                    .get(at + 1..)?
                    .iter()
                    .position(|byte| matches!(byte, b'{' | b'}'))?;
                let close = at + 1 + length;
                if bytes.get(close) != Some(&b'}') {
                    return None;
                }
                at = close + 1;
            }
            _ => at += 1,
        }
    }
}

/// What is asked by a placeholder: without braces and blanks around, and without the mark `-`.
pub(super) fn query_of(placeholder: &str) -> String {
    let text = placeholder.replace("{{", "").replace("}}", "");
    let text = text.trim();
    text.strip_prefix('-').map_or(text, str::trim).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_found_innermost_first() {
        for (text, expected) in [
            ("{{ a }}", vec!["{{ a }}"]),
            ("x {{a}} y {{ b }}", vec!["{{a}}", "{{ b }}"]),
            ("{{ a.{{ b }} }}", vec!["{{ b }}"]),
            ("{{ {a: b} }}", vec!["{{ {a: b} }}"]),
            ("{{{a: b}}}", vec!["{{{a: b}}}"]),
            ("{{ {a: {b: c}} }}", vec![]),
            (r"\{{ a }}", vec![]),
            ("{{ 'a}}b' }}", vec!["{{ 'a}}"]),
            ("{{ a", vec![]),
            ("é{{ a }}", vec!["{{ a }}"]),
            ("{{ '}' }}", vec![]),
        ] {
            let found: Vec<&str> = placeholders(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn the_query_is_what_is_between_the_braces() {
        for (text, expected) in [("{{ a }}", "a"), ("{{- a }}", "a"), ("{{{a: b}}}", "{a: b}")] {
            assert_eq!(query_of(text), expected);
        }
    }
}
