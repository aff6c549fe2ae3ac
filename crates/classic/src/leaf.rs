//! Leaf patterns: scalars with operators, ranges, quantities, durations and wildcards.

mod term;

#[cfg(test)]
mod tests;

use sekisho_document::{Text, Value, number, print};
use sekisho_kubernetes::Duration;

use term::Term;

pub use term::Relation;
pub(crate) use term::is_range;

/// A scalar of a pattern, read once (engine reference §5.4.7).
#[derive(Debug, Clone)]
pub struct LeafPattern {
    /// The pattern as messages show it.
    text: Text,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A map where a scalar belongs: any map will do.
    Map,
    /// A list where a scalar belongs: nothing will do.
    List,
    /// A string that is one term.
    Term(Term),
    /// Alternatives, each of which needs all its terms.
    Terms(Box<[Box<[Term]>]>),
}

impl LeafPattern {
    #[must_use]
    pub fn compile(pattern: &Value) -> LeafPattern {
        let kind = match pattern {
            Value::Null => Kind::Null,
            Value::Bool(value) => Kind::Bool(*value),
            Value::Int(value) => Kind::Int(*value),
            Value::UInt(_) | Value::Float(_) => Kind::Float(pattern.as_f64().unwrap_or_default()),
            Value::Map(_) => Kind::Map,
            Value::List(_) => Kind::List,
            Value::String(text) => return LeafPattern::text_pattern(text),
        };
        LeafPattern {
            text: Text::from(print::go_text(pattern)),
            kind,
        }
    }

    pub(crate) fn text_pattern(text: &str) -> LeafPattern {
        let term = |text: &str| Term::read(text.trim_matches(' '));
        let kind = if text.contains(['|', '&']) {
            let terms = |text: &str| text.split('&').map(term).collect();
            Kind::Terms(text.split('|').map(terms).collect())
        } else {
            Kind::Term(term(text))
        };
        LeafPattern {
            text: Text::new(text),
            kind,
        }
    }

    /// The pattern as messages show it.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// Whether the pattern was written as a string.
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Term(_) | Kind::Terms(_))
    }

    #[must_use]
    pub fn matches(&self, value: &Value) -> bool {
        match &self.kind {
            Kind::Null => is_empty(value),
            Kind::Bool(wanted) => value.as_bool() == Some(*wanted),
            Kind::Int(wanted) => match value {
                Value::Int(found) => found == wanted,
                Value::UInt(_) | Value::Float(_) => whole(value) == Some(*wanted),
                Value::String(text) => number::parse_int(text) == Ok(*wanted),
                Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => false,
            },
            Kind::Float(wanted) => match value {
                Value::Int(found) => whole(&Value::Float(*wanted)) == Some(*found),
                Value::UInt(_) | Value::Float(_) => value.as_f64() == Some(*wanted),
                Value::String(text) => number::parse_float(text) == Ok(*wanted),
                Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => false,
            },
            Kind::Map => matches!(value, Value::Map(_)),
            Kind::List => false,
            Kind::Term(term) => value.as_str() == Some(self.text.as_str()) || term.holds(value),
            Kind::Terms(alternatives) => {
                value.as_str() == Some(self.text.as_str())
                    || alternatives
                        .iter()
                        .any(|terms| terms.iter().all(|term| term.holds(value)))
            }
        }
    }

    /// How much work [`LeafPattern::matches`] is at most, where one comparison of short texts is 1.
    #[must_use]
    pub fn work(&self, value: &Value) -> usize {
        /// Characters of a pattern times characters of a text that cost about as much as one comparison.
        const PAIRS: usize = 4096;
        let alternatives = match &self.kind {
            Kind::Terms(alternatives) => alternatives.len(),
            _ => 1,
        };
        let Value::String(text) = value else {
            return alternatives;
        };
        alternatives + self.text.len().saturating_mul(text.len()) / PAIRS
    }
}

/// What the pattern null accepts.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Int(number) => *number == 0,
        Value::UInt(_) => false,
        Value::Float(number) => *number == 0.0,
        Value::String(text) => text.is_empty(),
        Value::List(_) | Value::Map(_) => false,
    }
}

/// A text as a duration. Most texts are none, and saying why not costs more than a look at the first
/// character.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let may_be = |first: &u8| first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.');
    text.as_bytes().first().filter(|first| may_be(first))?;
    Duration::parse(text).ok()
}

/// A number without fraction as an integer of 64 bits. The bounds are those of the exact conversion;
/// beyond them the reference compares whatever its processor makes of the number.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    const TWO_63: f64 = 9_223_372_036_854_775_808.0;
    match value {
        Value::Int(number) => Some(*number),
        Value::Float(number) if number.fract() == 0.0 && (-TWO_63..TWO_63).contains(number) =>
        {
            #[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
            Some(*number as i64)
        }
        _ => None,
    }
}
