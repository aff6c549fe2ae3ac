//! The Go view: a built-in object as the API server's Go types show it (CEL reference §7, schema reference
//! §4.1).

use std::borrow::Cow;

use sekisho_document::{List, Map, Text, Value};

use super::{Empty, Field, Schema, Shape, Structure, Type};
use crate::time::Time;
use crate::{Gvk, Quantity};

/// Levels that are looked at; deeper ones stay as they are.
const DEPTH: usize = 500;

/// The layout of times with six decimals.
pub(super) const MICRO: &str = "2006-01-02T15:04:05.000000Z07:00";

impl Schema {
    /// An object as the API server holds it: what decoding it into a Go structure and printing that
    /// gives. Structures that are no pointers are there even if nobody wrote them, empty values vanish where
    /// Go leaves them out, fields that the type does not have are dropped, quantities and times have their
    /// canonical text.
    ///
    /// Objects of kinds that are not built in stay as they are. What does not change is shared, and so is
    /// what has a wrong type: decoding would have refused it.
    #[must_use]
    pub fn go_view(&self, object: &Value, kind: &Gvk) -> Value {
        let view = match self.find(kind) {
            Some(structure) if structure.is_go => self.view_structure(structure, object, DEPTH),
            _ => None,
        };
        view.unwrap_or_else(|| object.clone())
    }

    /// Nothing where nothing changes; so for the rest.
    pub(super) fn view_structure(&self, structure: &Structure, value: &Value, depth: usize) -> Option<Value> {
        let map = value.as_map()?;
        let mut changed: Option<Map> = None;
        for (key, value) in map {
            match structure.field(key) {
                Some(field) if field.is_kept(value) => {
                    if let Some(value) = self.view(&field.ty, value, depth.saturating_sub(1)) {
                        changed
                            .get_or_insert_with(|| map.clone())
                            .insert(key.clone(), value);
                    }
                }
                Some(field) if value.is_null() && field.is_printed_null() => (),
                _ => {
                    changed.get_or_insert_with(|| map.clone()).remove(key);
                }
            }
        }
        for position in &structure.always {
            let Some(field) = structure.fields.get(usize::from(*position)) else {
                continue;
            };
            if !changed.as_ref().unwrap_or(map).contains_key(&field.name) {
                let absent = self.absent(field, depth.saturating_sub(1));
                changed
                    .get_or_insert_with(|| map.clone())
                    .insert(field.name.clone(), absent);
            }
        }
        changed.map(Value::Map)
    }

    fn view(&self, ty: &Type, value: &Value, depth: usize) -> Option<Value> {
        if depth == 0 {
            return None;
        }
        match &ty.shape {
            Shape::Structure(id) => {
                let structure = self.structure(*id);
                if structure.is_go {
                    return self.view_structure(structure, value, depth);
                }
                None
            }
            Shape::List(items, _) => {
                let list = value.as_list()?;
                let mut changed: Option<List> = None;
                for (position, item) in list.iter().enumerate() {
                    let item = match item {
                        Value::Null => Some(self.zero(items, depth - 1)),
                        item => self.view(items, item, depth - 1),
                    };
                    if let Some(item) = item
                        && let Some(slot) = changed
                            .get_or_insert_with(|| list.clone())
                            .edit()
                            .get_mut(position)
                    {
                        *slot = item;
                    }
                }
                changed.map(Value::List)
            }
            Shape::Map(values, _) => {
                let map = value.as_map()?;
                let mut changed: Option<Map> = None;
                for (key, value) in map {
                    let value = match value {
                        Value::Null => Some(self.zero(values, depth - 1)),
                        value => self.view(values, value, depth - 1),
                    };
                    if let Some(value) = value {
                        changed
                            .get_or_insert_with(|| map.clone())
                            .insert(key.clone(), value);
                    }
                }
                changed.map(Value::Map)
            }
            Shape::Quantity => quantity(value),
            Shape::Time => time(value.as_str()?, |time| time.rfc3339()),
            Shape::MicroTime => time(value.as_str()?, |time| time.format(MICRO)),
            Shape::Bool
            | Shape::Int32
            | Shape::Int64
            | Shape::Double
            | Shape::Text
            | Shape::Bytes
            | Shape::Duration
            | Shape::IntOrString
            | Shape::Object
            | Shape::Any => None,
        }
    }

    /// What stands in a field that nobody wrote.
    fn absent(&self, field: &Field, depth: usize) -> Value {
        if field.pointer {
            return Value::Null;
        }
        self.zero(&field.ty, depth)
    }

    /// The empty value of a type, as Go prints it.
    fn zero(&self, ty: &Type, depth: usize) -> Value {
        match &ty.shape {
            Shape::Bool => Value::Bool(false),
            Shape::Int32 | Shape::Int64 | Shape::Double | Shape::IntOrString => Value::Int(0),
            Shape::Text | Shape::Duration => Value::text(""),
            Shape::Quantity => Value::text("0"),
            Shape::Structure(id) if depth > 0 => {
                let empty = Value::Map(Map::new());
                self.view_structure(self.structure(*id), &empty, depth)
                    .unwrap_or(empty)
            }
            Shape::Structure(_) => Value::Map(Map::new()),
            Shape::Bytes
            | Shape::Time
            | Shape::MicroTime
            | Shape::Object
            | Shape::Any
            | Shape::List(..)
            | Shape::Map(..) => Value::Null,
        }
    }
}

impl Field {
    /// Whether null is what stands here when nobody wrote anything.
    fn is_printed_null(&self) -> bool {
        let is_nothing = match &self.ty.shape {
            Shape::Time | Shape::MicroTime | Shape::Object | Shape::Any => true,
            Shape::Bytes | Shape::List(..) | Shape::Map(..) => true,
            Shape::Bool
            | Shape::Int32
            | Shape::Int64
            | Shape::Double
            | Shape::Text
            | Shape::Duration
            | Shape::Quantity
            | Shape::IntOrString
            | Shape::Structure(_) => false,
        };
        self.is_always_there() && (self.pointer || is_nothing)
    }

    /// Whether a written value stays: null never does (what has to be there is put in its place), and
    /// an empty one only where Go prints it.
    fn is_kept(&self, value: &Value) -> bool {
        let is_empty = match value {
            Value::Null => return false,
            Value::Bool(value) => !value,
            Value::Int(value) => *value == 0,
            Value::UInt(_) => false,
            Value::Float(value) => *value == 0.0,
            Value::String(text) => text.is_empty(),
            Value::List(list) => list.is_empty(),
            Value::Map(map) => map.is_empty(),
        };
        let vanishes = match &self.ty.shape {
            Shape::Bool
            | Shape::Int32
            | Shape::Int64
            | Shape::Double
            | Shape::Text
            | Shape::Bytes
            | Shape::Duration
            | Shape::List(..)
            | Shape::Map(..) => self.empty != Empty::Printed && !self.pointer,
            Shape::Time
            | Shape::MicroTime
            | Shape::Quantity
            | Shape::IntOrString
            | Shape::Object
            | Shape::Any
            | Shape::Structure(_) => self.empty == Empty::OmittedAlways,
        };
        !(is_empty && vanishes)
    }
}

/// The canonical text of a quantity. Signs, zeros and points that do not change the number and its suffix
/// stay, as on the server (schema reference §4.1, quantities).
fn quantity(value: &Value) -> Option<Value> {
    let text = match value {
        Value::String(text) => Cow::Borrowed(text.as_str()),
        Value::Int(number) => Cow::Owned(number.to_string()),
        Value::UInt(number) => Cow::Owned(number.to_string()),
        Value::Float(number) => Cow::Owned(number.to_string()),
        _ => return None,
    };
    let trimmed = text.trim();
    // Most quantities are written as they are printed: a few digits with or without a suffix.
    let canonical = Quantity::parse(trimmed).ok()?.to_string();
    let is_exponent =
        trimmed.contains(['e', 'E']) && !trimmed.contains('.') && !trimmed.ends_with(['E', 'i']);
    let printed = if is_exponent || canonical == plain(trimmed) {
        trimmed
    } else {
        &canonical
    };
    (value.as_str() != Some(printed)).then(|| Value::text(printed))
}

/// Without plus sign, leading zeros, and a point that nothing follows.
fn plain(text: &str) -> Cow<'_, str> {
    let unsigned = text.trim_start_matches(['+', '-']);
    let digits = unsigned.trim_start_matches('0');
    let sign = if text.starts_with('-') { "-" } else { "" };
    let digits = if digits.starts_with(|first: char| first.is_ascii_digit()) {
        digits
    } else {
        unsigned
    };
    match digits.split_once('.') {
        Some((number, suffix)) if !suffix.starts_with(|first: char| first.is_ascii_digit()) => {
            Cow::Owned(format!("{sign}{number}{suffix}"))
        }
        _ if sign.is_empty() => Cow::Borrowed(digits),
        _ => Cow::Owned(format!("{sign}{digits}")),
    }
}

/// A time told in UTC.
fn time(text: &str, print: impl Fn(&Time) -> String) -> Option<Value> {
    let printed = print(&Time::parse_rfc3339(text).ok()?.utc());
    (printed != text).then(|| Value::String(Text::from(printed)))
}
