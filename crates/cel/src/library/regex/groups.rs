//! Groups of matches.

use std::borrow::Cow;
use std::ops::Range;

use sekisho_document::regex::Regex;

use crate::library::pattern;
use crate::value::Str;
use crate::{Arguments, Fault, Meter, Value};

/// Text and pattern of a call whose pattern may have one group; the reference wants no more.
pub(super) fn text_and_pattern<'a>(
    arguments: &mut Arguments<'_, 'a>,
) -> Result<(Str<'a>, Cow<'a, Regex>), Fault> {
    let (Value::String(text), Value::String(pattern)) = (arguments.get(0).clone(), arguments.get(1).clone())
    else {
        return Err(arguments.no_overload());
    };
    let regex = pattern::second(arguments)?;
    match regex.group_count() {
        0 | 1 => Ok((text, regex)),
        _ => {
            let pattern = sekisho_document::print::quote(pattern.as_str());
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
