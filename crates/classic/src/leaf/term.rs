//! One term of a string pattern: an operator or a range, and what it compares with.

use std::cmp::Ordering;

use sekisho_document::Value;
use sekisho_kubernetes::wildcard::Wildcard;
use sekisho_kubernetes::{Duration, Format, Quantity};

use super::duration;
use crate::print;

/// How two things have to stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl Relation {
    #[must_use]
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Relation::Equal => ordering.is_eq(),
            Relation::NotEqual => ordering.is_ne(),
            Relation::Greater => ordering.is_gt(),
            Relation::GreaterOrEqual => ordering.is_ge(),
            Relation::Less => ordering.is_lt(),
            Relation::LessOrEqual => ordering.is_le(),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) enum Term {
    Single(Relation, Operand),
    /// `1-10`
    Within(Operand, Operand),
    /// `1!-10`
    Outside(Operand, Operand),
}

/// What a term compares with, read in each way it may be meant.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    text: Wildcard,
    duration: Option<Duration>,
    quantity: Option<Quantity>,
}

/// Operators in the order in which they are looked for.
const OPERATORS: [(&str, Relation); 5] = [
    (">=", Relation::GreaterOrEqual),
    ("<=", Relation::LessOrEqual),
    (">", Relation::Greater),
    ("<", Relation::Less),
    ("!", Relation::NotEqual),
];

impl Term {
    /// Reads a term; a single byte is never an operator (engine reference A.2).
    pub(super) fn read(term: &str) -> Term {
        if term.len() >= 2 {
            for (operator, relation) in OPERATORS {
                if let Some(operand) = term.strip_prefix(operator) {
                    return Term::Single(relation, Operand::read(operand));
                }
            }
            if let Some((low, high)) = range(term, "!-") {
                return Term::Outside(Operand::read(low), Operand::read(high));
            }
            if let Some((low, high)) = range(term, "-") {
                return Term::Within(Operand::read(low), Operand::read(high));
            }
        }
        Term::Single(Relation::Equal, Operand::read(term))
    }

    pub(super) fn holds(&self, value: &Value) -> bool {
        match self {
            Term::Single(relation, operand) => operand.compares(*relation, value),
            Term::Within(low, high) => {
                low.compares(Relation::GreaterOrEqual, value) && high.compares(Relation::LessOrEqual, value)
            }
            Term::Outside(low, high) => {
                low.compares(Relation::Less, value) || high.compares(Relation::Greater, value)
            }
        }
    }
}

impl Operand {
    fn read(text: &str) -> Operand {
        let text = text.trim();
        Operand {
            text: Wildcard::new(text),
            duration: duration(text),
            quantity: Quantity::parse(text).ok(),
        }
    }

    /// Compares as durations, else as quantities, else as texts; the first way that both sides allow
    /// decides.
    fn compares(&self, relation: Relation, value: &Value) -> bool {
        if let Some(wanted) = self.duration
            && let Some(found) = duration_of(value)
        {
            return relation.holds(found.cmp(&wanted));
        }
        if let Some(wanted) = &self.quantity
            && let Some(found) = quantity_of(value)
        {
            return relation.holds(found.cmp(wanted));
        }
        let matches = || print::pattern_text(value).map(|text| self.text.matches(&text));
        match relation {
            Relation::Equal => matches() == Some(true),
            Relation::NotEqual => matches() == Some(false),
            Relation::Greater | Relation::GreaterOrEqual | Relation::Less | Relation::LessOrEqual => false,
        }
    }
}

fn duration_of(value: &Value) -> Option<Duration> {
    match value {
        Value::String(text) => duration(text),
        // Of all numbers only the text `0` needs no unit.
        Value::Null | Value::Int(0) => Some(Duration::default()),
        Value::Bool(_)
        | Value::Int(_)
        | Value::UInt(_)
        | Value::Float(_)
        | Value::List(_)
        | Value::Map(_) => None,
    }
}

fn quantity_of(value: &Value) -> Option<Quantity> {
    match value {
        Value::Int(number) => Some(Quantity::from_i64(*number, Format::DecimalSi)),
        _ => Quantity::parse(&print::number_text(value)?).ok(),
    }
}

/// Whether the whole text has the form `a-b`.
pub(crate) fn is_range(text: &str) -> bool {
    range(text, "-").is_some()
}

/// Splits `a-b` or `a!-b`, where both sides are numbers with an optional suffix of letters (engine
/// reference A.2).
fn range<'t>(term: &'t str, dash: &str) -> Option<(&'t str, &'t str)> {
    let low = bound(term)?;
    let (low, rest) = term.split_at_checked(low)?;
    let high = rest.strip_prefix(dash)?;
    (bound(high)? == high.len()).then_some((low, high))
}

/// How many bytes at the start are a bound: `[-|+]? digits (. digits)? letters*`.
fn bound(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let count = |start: usize, is: fn(&u8) -> bool| {
        let rest = bytes.get(start..).unwrap_or_default();
        start + rest.iter().take_while(|byte| is(byte)).count()
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'-' | b'|' | b'+')));
    let mut end = count(sign, u8::is_ascii_digit);
    if end == sign {
        return None;
    }
    if bytes.get(end) == Some(&b'.') {
        let fraction = count(end + 1, u8::is_ascii_digit);
        if fraction > end + 1 {
            end = fraction;
        }
    }
    Some(count(end, u8::is_ascii_alphabetic))
}
