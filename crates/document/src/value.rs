//! The value: null, booleans, three kinds of number, text, lists and ordered maps.

use std::fmt;

use crate::number::{self, Digits, Notation};
use crate::walk::{self, Keys, Step, Walk};
use crate::{List, Map};

/// A short text that is stored in place when it has at most 24 bytes.
pub type Text = compact_str::CompactString;

/// A document or a part of one.
///
/// Integers and floats are different things to Kyverno and to CEL, so they are different here
/// (engine reference §0.2). `UInt` holds only what `Int` can not. Containers are shared: a clone is
/// one counter, an edit copies one level (`docs/architecture.md`). `==` is strict on the number kind
/// and ignores the order of keys.
#[derive(Clone, Default)]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Int(i64),
    /// INVARIANT: greater than `i64::MAX`.
    UInt(u64),
    Float(f64),
    String(Text),
    List(List),
    Map(Map),
}

/// How a reader or [`Value::renumber`] treats whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers written whole are `Int`, or `UInt` from a reader that has no better way; others `Float`.
    AsWritten,
    /// Every number is `Float`, as in Kyverno's offline driver.
    AllFloat,
}

/// The JSON kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Null,
    Bool,
    Number,
    String,
    List,
    Map,
}

impl Kind {
    /// The user's word for it, with its article: `a list`.
    #[must_use]
    pub fn with_article(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "a boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::List => "a list",
            Kind::Map => "a map",
        }
    }
}

impl Value {
    /// How many lists and maps may lie in one another in what a reader gives, unless it is told
    /// otherwise. This crate itself works on any depth; those who recurse over a value may not.
    pub const DEPTH: usize = 500;

    /// A string value.
    #[must_use]
    pub fn text(text: impl AsRef<str>) -> Value {
        Value::String(Text::new(text))
    }

    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Bool,
            Value::Int(_) | Value::UInt(_) | Value::Float(_) => Kind::Number,
            Value::String(_) => Kind::String,
            Value::List(_) => Kind::List,
            Value::Map(_) => Kind::Map,
        }
    }

    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number, if this is an `Int`.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Any number as a float, with the rounding that implies.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the caller asks for the nearest float")]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(*value as f64),
            Value::UInt(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_list(&self) -> Option<&List> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The entry of a map; nothing when this is no map or has no such key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_map()?.get(key)
    }

    /// The value below a path of map keys.
    #[must_use]
    pub fn at(&self, path: &[&str]) -> Option<&Value> {
        path.iter().try_fold(self, |value, key| value.get(key))
    }

    /// The text below a path of map keys; empty when there is none.
    #[must_use]
    pub fn str_at(&self, path: &[&str]) -> &str {
        self.at(path).and_then(Value::as_str).unwrap_or_default()
    }

    /// The same value with its whole numbers treated as `numbers` says. Costs a walk; subtrees without
    /// a number that changes stay shared.
    #[must_use]
    pub fn renumber(&self, numbers: Numbers) -> Value {
        self.renumbered(numbers).unwrap_or_else(|| self.clone())
    }

    /// The value where it differs; nothing where nothing changes.
    fn renumbered(&self, numbers: Numbers) -> Option<Value> {
        let mut open: Vec<Renumbering<'_>> = Vec::new();
        let mut value = self;
        loop {
            let mut done = match value {
                Value::List(_) | Value::Map(_) => {
                    open.push(Renumbering {
                        value,
                        position: 0,
                        changed: None,
                    });
                    None
                }
                _ => Some(renumbered_leaf(value, numbers)),
            };
            loop {
                if let Some(changed) = done {
                    let Some(parent) = open.last_mut() else {
                        return changed;
                    };
                    parent.take(changed);
                }
                if let Some(child) = open.last()?.child() {
                    value = child;
                    break;
                }
                done = open.pop().map(|parent| parent.changed);
            }
        }
    }

    /// How heavy the value is: one for every value in it, and one for every byte of its texts and keys.
    /// Nothing when it is heavier or deeper than the bounds; then it is not walked to its end, because
    /// parts that are shared many times can make a small document endless.
    #[must_use]
    pub fn weigh(&self, bounds: Bounds) -> Option<usize> {
        let mut weight: usize = 0;
        let mut walk = Walk::new(self, Keys::AsTheyCome);
        while let Some(step) = walk.next() {
            if let Step::Enter { value, key, .. } = step {
                let own = value.as_str().map_or(0, str::len);
                weight += 1 + own + key.map_or(0, |key| key.len());
            }
            if weight > bounds.weight || walk.depth() > bounds.depth {
                return None;
            }
        }
        Some(weight)
    }
}

/// How heavy and how deep a value may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub weight: usize,
    /// How many lists and maps may lie in one another.
    pub depth: usize,
}

/// A list or map whose numbers are being changed.
struct Renumbering<'a> {
    value: &'a Value,
    position: usize,
    changed: Option<Value>,
}

impl<'a> Renumbering<'a> {
    fn child(&self) -> Option<&'a Value> {
        match self.value {
            Value::List(list) => list.get(self.position),
            Value::Map(map) => map.at(self.position).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Takes the child at the position, if it changed, and goes on to the next.
    fn take(&mut self, changed: Option<Value>) {
        if let Some(child) = changed {
            let slot = match self.changed.get_or_insert_with(|| self.value.clone()) {
                Value::List(list) => list.edit().get_mut(self.position),
                Value::Map(map) => map.value_at_mut(self.position),
                _ => None,
            };
            if let Some(slot) = slot {
                *slot = child;
            }
        }
        self.position += 1;
    }
}

fn renumbered_leaf(value: &Value, numbers: Numbers) -> Option<Value> {
    match (value, numbers) {
        (Value::Int(_) | Value::UInt(_), Numbers::AllFloat) => value.as_f64().map(Value::Float),
        (Value::Float(float), Numbers::AsWritten) => whole(*float),
        _ => None,
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        walk::equal(self, other)
    }
}

/// JSON text in which the kinds of numbers can be told apart: `80`, `80.0`, `80u`.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in Walk::new(self, Keys::AsTheyCome) {
            match step {
                Step::Enter { value, key, first } => {
                    f.write_str(if first { "" } else { ", " })?;
                    if let Some(key) = key {
                        write!(f, "{key:?}: ")?;
                    }
                    match value {
                        Value::Null => f.write_str("null")?,
                        Value::Bool(value) => write!(f, "{value}")?,
                        Value::Int(number) => write!(f, "{number}")?,
                        Value::UInt(number) => write!(f, "{number}u")?,
                        Value::Float(number) => write!(f, "{number:?}")?,
                        Value::String(text) => write!(f, "{text:?}")?,
                        Value::List(list) => f.write_str(if list.is_empty() { "[]" } else { "[" })?,
                        Value::Map(map) => f.write_str(if map.is_empty() { "{}" } else { "{" })?,
                    }
                }
                Step::Leave { value } => f.write_str(if value.as_list().is_some() { "]" } else { "}" })?,
            }
        }
        Ok(())
    }
}

/// A float without fraction as the whole number that Kubernetes reads from its JSON text, so above
/// 2^53 the digits are those of the text (YAML reference §3). What 64 bits do not hold stays a float.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
fn whole(float: f64) -> Option<Value> {
    const TWO_53: f64 = 9_007_199_254_740_992.0;
    if float.fract() != 0.0 {
        return None;
    }
    if float.abs() <= TWO_53 {
        return Some(Value::Int(float as i64));
    }
    let digits = number::format_float(float, Notation::Plain, Digits::Shortest);
    digits.parse().ok().map(Value::Int)
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::Int(value)
    }
}

impl From<u64> for Value {
    fn from(value: u64) -> Value {
        i64::try_from(value).map_or(Value::UInt(value), Value::Int)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Float(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Value {
        Value::String(Text::new(value))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Value {
        Value::String(Text::from(value))
    }
}

impl From<Text> for Value {
    fn from(value: Text) -> Value {
        Value::String(value)
    }
}

impl From<List> for Value {
    fn from(value: List) -> Value {
        Value::List(value)
    }
}

impl From<Map> for Value {
    fn from(value: Map) -> Value {
        Value::Map(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_three_words() {
        assert_eq!(size_of::<Value>(), 24);
    }

    #[test]
    fn renumbering_goes_both_ways_and_shares_what_stays() {
        let inner: Map = [("name", Value::from("web"))].into_iter().collect();
        let object: Map = [("spec", Value::Map(inner)), ("port", Value::Int(80))]
            .into_iter()
            .collect();
        let object = Value::Map(object);
        let floats = object.renumber(Numbers::AllFloat);
        assert_eq!(floats.get("port"), Some(&Value::Float(80.0)));
        assert_ne!(floats, object);
        assert_eq!(floats.renumber(Numbers::AsWritten), object);
        let rows: &[(f64, Value)] = &[
            (1.5, Value::Float(1.5)),
            (-0.0, Value::Int(0)),
            (1.234_567_890_123_456_7e18, Value::Int(1_234_567_890_123_456_800)),
            (
                18_446_744_073_709_551_615.0,
                Value::Float(18_446_744_073_709_551_615.0),
            ),
            (f64::INFINITY, Value::Float(f64::INFINITY)),
        ];
        for (float, number) in rows {
            assert_eq!(Value::Float(*float).renumber(Numbers::AsWritten), *number);
        }
    }
}
