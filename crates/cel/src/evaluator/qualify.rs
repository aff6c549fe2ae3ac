//! Steps from a value to a part of it: fields, keys and indexes.

use sekisho_document as document;

use super::{Evaluator, Reached, lead, length};
use crate::collection::{List, Map};
use crate::fault::Fault;
use crate::number;
use crate::observer::Observer;
use crate::plan::{Attribute, By, Root};
use crate::show;
use crate::value::{Str, Value};

impl<'a, O: Observer> Evaluator<'a, '_, O> {
    /// The part of a value; nothing where there is none and `optional` says that this is no error. A step
    /// is charged one unit, unless it finds nothing and need not.
    pub(super) fn qualify(
        &mut self,
        value: &Value<'a>,
        by: &'a By,
        optional: bool,
    ) -> Result<Option<Value<'a>>, Fault> {
        let found = match by {
            By::Field(name) => part(value, &Value::String(Str::Borrowed(name)), optional),
            By::Constant(key) => part(value, key, optional),
            By::Step(step) => match self.part(*step) {
                Ok(key) => {
                    self.meter.read(length(&key))?;
                    let found = allowed(&key).and_then(|()| part(value, &key, optional));
                    if let Err(Fault::Error(text)) = &found {
                        self.meter.take(text.len())?;
                    }
                    found
                }
                Err(fault @ Fault::Stopped(_)) => return Err(fault),
                Err(fault) => Err(fault),
            },
        };
        if matches!(found, Ok(Some(_))) || !optional {
            self.meter.spend(1)?;
        }
        found
    }

    /// `has()`: every step but the last must succeed.
    pub(super) fn presence(&mut self, attribute: &'a Attribute) -> Result<bool, Fault> {
        let Some((last, before)) = attribute.qualifiers.split_last() else {
            return Ok(true);
        };
        let By::Field(name) = &last.by else {
            return Ok(false);
        };
        if let Some((map, _)) = self.document_at(&attribute.root) {
            let holder = match before {
                [] => Some(map),
                before => match lead(map, before) {
                    Some(document::Value::Map(inner)) => Some(inner),
                    _ => None,
                },
            };
            if let Some(holder) = holder {
                self.meter.spend_singly(attribute.qualifiers.len() as u64)?;
                return Ok(holder.contains_key(name));
            }
        }
        if before.is_empty()
            && let Root::Variable(slot) = attribute.root
            && let Some(answer) = self.activation.field(slot as usize, name, self.meter)
        {
            self.meter.spend(1)?;
            return answer.map(|_| true);
        }
        let value = match self.reach(&attribute.root, before)? {
            Reached::Optional(None) => return Ok(false),
            Reached::Plain(Value::Optional(inner)) if before.is_empty() => match inner {
                None => return Ok(false),
                Some(inner) => inner.as_ref().clone(),
            },
            Reached::Plain(value) | Reached::Optional(Some(value)) => value,
        };
        let found = match &value {
            Value::Map(Map::Document(map) | Map::Typed(map)) => Ok(map.contains_key(name)),
            value => part(value, &Value::String(Str::Borrowed(name)), true).map(|found| found.is_some()),
        };
        self.meter.spend(1)?;
        found
    }
}

/// Whether a computed value can name a part at all.
fn allowed(key: &Value<'_>) -> Result<(), Fault> {
    match key {
        Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::String(_) => Ok(()),
        other => Err(Fault::new(invalid_qualifier(other))),
    }
}

/// What the reference says of a value that can name no part.
pub(crate) fn invalid_qualifier(key: &Value<'_>) -> String {
    format!("invalid qualifier type: {}", show::go_type(key))
}

fn part<'a>(value: &Value<'a>, key: &Value<'_>, optional: bool) -> Result<Option<Value<'a>>, Fault> {
    let missing = |fault: &dyn Fn() -> String| match optional {
        true => Ok(None),
        false => Err(Fault::new(fault())),
    };
    match value {
        Value::Map(map) => {
            map.takes(key)?;
            let found = match key {
                Value::String(name) => map.field(name.as_str()),
                key => map.get(key),
            };
            match found {
                Some(found) => Ok(Some(found)),
                None => missing(&|| format!("no such key: {}", show::plain(key))),
            }
        }
        Value::List(List::Typed(_)) if !matches!(key, Value::Int(_)) => {
            let ty = show::go_type(key);
            Err(Fault::new(format!("unsupported index type: {ty}")))
        }
        Value::List(list) => {
            let index = index(key)?;
            let found = usize::try_from(index).ok().and_then(|index| list.get(index));
            match found {
                Some(found) => Ok(Some(found)),
                None => missing(&|| format!("index out of bounds: {}", show::plain(key))),
            }
        }
        Value::Object(object) => {
            let name = key.as_str().unwrap_or_default();
            match object.field(name) {
                Some(found) => Ok(Some(crate::message::plain(found))),
                // What was left out of a literal is null.
                None if optional => Ok(None),
                None => Ok(Some(Value::Null)),
            }
        }
        Value::Opaque(opaque) => {
            let name = key.as_str().unwrap_or_default();
            match opaque.field(name) {
                Some(found) if !optional || opaque.has(name) => Ok(Some(found)),
                _ => missing(&|| format!("no such key: {}", show::plain(key))),
            }
        }
        _ => missing(&|| format!("no such key: {}", show::plain(key))),
    }
}

fn index(key: &Value<'_>) -> Result<i64, Fault> {
    let whole = match key {
        Value::Int(index) => Some(*index),
        Value::Uint(index) => i64::try_from(*index).ok(),
        Value::Double(index) => number::to_int_exactly(*index),
        other => {
            let ty = other.type_name();
            return Err(Fault::new(format!("unsupported index type '{ty}' in list")));
        }
    };
    whole.ok_or_else(|| Fault::new(format!("unsupported index value {} in list", show::plain(key))))
}
