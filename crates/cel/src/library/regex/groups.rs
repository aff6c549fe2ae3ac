//! Groups of matches.

use std::ops::Range;

use sekisho_document::regex::Regex;

use crate::{Fault, Meter};

/// Whether an expression has a group at most; the reference wants no more.
pub(super) fn at_most_one(regex: &Regex, pattern: &str) -> Result<(), Fault> {
    match regex.group_count() {
        0 | 1 => Ok(()),
        _ => {
            let pattern = sekisho_document::print::quote(pattern);
            let message = format!("regular expression has more than one capturing group: {pattern}");
            Err(Fault::new(message))
        }
    }
}

/// What the last group matched; without groups, the whole.
pub(super) fn last<'t>(groups: &[Option<Range<usize>>], text: &'t str) -> &'t str {
    let last = groups.last().cloned().flatten();
    last.and_then(|range| text.get(range)).unwrap_or_default()
}

/// Adds a replacement to a text: a group for `\\1`, a backslash for two.
pub(super) fn expand(
    replacement: &str,
    groups: &[Option<Range<usize>>],
    text: &str,
    made: &mut String,
    meter: &mut Meter,
) -> Result<(), Fault> {
    meter.take(replacement.len())?;
    let mut characters = replacement.chars();
    let invalid = |what: &str| {
        Err(Fault::new(format!(
            "invalid replacement string: '{replacement}' \\ {what}"
        )))
    };
    while let Some(character) = characters.next() {
        if character != '\\' {
            made.push(character);
            continue;
        }
        let number = match characters.next() {
            None => return invalid("not allowed at end"),
            Some('\\') => {
                made.push('\\');
                continue;
            }
            Some(digit) => match digit.to_digit(10) {
                Some(number) => number as usize,
                None => return invalid("must be followed by a digit or \\"),
            },
        };
        let Some(group) = groups.get(number) else {
            let count = groups.len().saturating_sub(1);
            return Err(Fault::new(format!(
                "replacement string references group {number} but regex has only {count} group(s)"
            )));
        };
        let piece = group
            .clone()
            .and_then(|range| text.get(range))
            .unwrap_or_default();
        meter.take(piece.len())?;
        made.push_str(piece);
    }
    Ok(())
}
