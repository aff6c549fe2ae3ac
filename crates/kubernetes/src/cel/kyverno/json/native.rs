//! Values as Go's JSON writer gets them: converted by kind, with the quirks of the conversion (CEL policies
//! reference §9.5).

use sekisho_cel::{Fault, List, Map, Value};
use sekisho_document as document;
use sekisho_document::{Text, base64};

use super::super::go;
use super::super::objects::Record;

/// A value as the writer gets it.
pub(super) fn document(value: &Value<'_>) -> Result<document::Value, Fault> {
    convert(value, Position::Whole, document::Value::DEPTH)
}

/// Where a value stands. A map that an expression made is taken only as the whole: inside of another value
/// it becomes a map whose keys may be anything, which the writer does not know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Whole,
    Inside,
}

const MAP_INSIDE: Fault = Fault::fixed("json: unsupported type: map[interface {}]interface {}");
const TOO_DEEP: Fault = Fault::fixed("json: the value is nested too deep");

fn convert(value: &Value<'_>, position: Position, depth: usize) -> Result<document::Value, Fault> {
    let depth = depth.checked_sub(1).ok_or(TOO_DEEP)?;
    Ok(match value {
        // Go's name for null is the first constant of an enumeration.
        Value::Null => document::Value::Int(0),
        Value::Bool(value) => document::Value::Bool(*value),
        Value::Int(value) | Value::Duration(value) => document::Value::Int(*value),
        Value::Uint(value) => document::Value::from(*value),
        Value::Double(value) if value.is_finite() => document::Value::Float(*value),
        Value::Double(value) => {
            let text = document::number::go_float(*value);
            return Err(Fault::new(format!("json: unsupported value: {text}")));
        }
        Value::String(text) => document::Value::from(text.as_str()),
        Value::Bytes(bytes) => document::Value::from(base64::encode(bytes.as_slice())),
        Value::Timestamp(moment) => document::Value::from(moment.to_string()),
        Value::List(List::Document(list)) => document::Value::List((*list).clone()),
        Value::List(List::Held(list)) => document::Value::List(list.clone()),
        Value::List(list) => {
            let items = list.iter().map(|item| convert(&item, Position::Inside, depth));
            document::Value::List(items.collect::<Result<Vec<_>, Fault>>()?.into())
        }
        Value::Map(Map::Document(map)) => document::Value::Map((*map).clone()),
        Value::Map(Map::Held(map)) => document::Value::Map(map.clone()),
        Value::Map(_) if position == Position::Inside => return Err(MAP_INSIDE),
        Value::Map(map) => {
            let entries = map.iter().map(|(key, value)| match key.as_str() {
                Some(key) => Ok((Text::new(key), convert(&value, Position::Inside, depth)?)),
                None => Err(go::no_text(&key)),
            });
            document::Value::Map(entries.collect::<Result<document::Map, Fault>>()?)
        }
        Value::Optional(Some(inner)) => return convert(inner, position, depth),
        Value::Optional(None) => return Err(Fault::fixed("optional.none() dereference")),
        Value::Object(object) => {
            let fields = object.fields.iter().map(|(name, value)| {
                Ok((Text::new(name.as_str()), convert(value, Position::Inside, depth)?))
            });
            document::Value::Map(fields.collect::<Result<document::Map, Fault>>()?)
        }
        Value::Opaque(opaque) => match opaque.as_any().downcast_ref::<Record>() {
            Some(record) => {
                let fields = record.fields.iter().map(|field| {
                    Ok((
                        Text::const_new(field.json),
                        convert(&field.value, Position::Inside, depth)?,
                    ))
                });
                document::Value::Map(fields.collect::<Result<document::Map, Fault>>()?)
            }
            None => match opaque.text() {
                Some(text) => document::Value::from(text),
                None => document::Value::Map(document::Map::new()),
            },
        },
        Value::Type(_) => return Err(Fault::fixed("type conversion not supported for 'type'")),
    })
}
