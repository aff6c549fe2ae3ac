//! Recorded JSON as documents, and how two documents are compared and shown.
//!
//! The recordings are read by `serde_json` and not by sekisho's own reader, which is under test.

use std::cmp::Ordering;
use std::fmt;

use sekisho_document::{List, Map, Text, Value};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// A document that was recorded: a number with a point or an exponent is a float, any other an integer,
/// and keys keep their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Json(pub(super) Value);

/// Equal as JSON: numbers by value, maps in any order of keys.
pub(super) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, item)| right.get(key).is_some_and(|other| same(item, other)))
        }
        (Value::Int(_) | Value::UInt(_) | Value::Float(_), _) => {
            right.as_f64().is_some() && left.as_f64() == right.as_f64() && exactly(left, right)
        }
        _ => left == right,
    }
}

/// Whole numbers of 64 bits are compared without rounding.
fn exactly(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Float(_), _) | (_, Value::Float(_)) => true,
        _ => left == right,
    }
}

/// The same document with every list sorted: to compare lists as multisets.
pub(super) fn sorted(value: &Value) -> Value {
    match value {
        Value::List(list) => {
            let mut items: Vec<(String, Value)> =
                list.iter().map(sorted).map(|item| (show(&item), item)).collect();
            items.sort_by(|(left, _), (right, _)| left.cmp(right));
            Value::List(items.into_iter().map(|(_, item)| item).collect())
        }
        Value::Map(map) => {
            let mut entries: Vec<(Text, Value)> = map
                .iter()
                .map(|(key, item)| (key.clone(), sorted(item)))
                .collect();
            entries.sort_by(|(left, _), (right, _)| left.cmp(right));
            Value::Map(entries.into_iter().collect())
        }
        _ => value.renumber(sekisho_document::Numbers::AsWritten),
    }
}

/// Compact JSON, keys in the order of the document.
pub(super) fn show(value: &Value) -> String {
    serde_json::to_string(&Shown(value)).unwrap_or_else(|error| error.to_string())
}

/// Compact JSON with sorted keys: texts to compare and to name cases by.
pub(super) fn show_sorted(value: &Value) -> String {
    serde_json::to_string(&SortedKeys(value)).unwrap_or_else(|error| error.to_string())
}

struct Shown<'a>(&'a Value);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer, |_, _| Ordering::Equal)
    }
}

struct SortedKeys<'a>(&'a Value);

impl Serialize for SortedKeys<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer, str::cmp)
    }
}

/// An item that is serialized like the document around it.
struct Item<'a>(&'a Value, fn(&str, &str) -> Ordering);

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer, self.1)
    }
}

fn serialize<S: Serializer>(
    value: &Value,
    serializer: S,
    order: fn(&str, &str) -> Ordering,
) -> Result<S::Ok, S::Error> {
    match value {
        Value::Null => serializer.serialize_unit(),
        Value::Bool(value) => serializer.serialize_bool(*value),
        Value::Int(value) => serializer.serialize_i64(*value),
        Value::UInt(value) => serializer.serialize_u64(*value),
        Value::Float(value) => serializer.serialize_f64(*value),
        Value::String(text) => serializer.serialize_str(text),
        Value::List(list) => {
            let mut items = serializer.serialize_seq(Some(list.len()))?;
            for item in list {
                items.serialize_element(&Item(item, order))?;
            }
            items.end()
        }
        Value::Map(map) => {
            let mut keys: Vec<(&Text, &Value)> = map.iter().collect();
            keys.sort_by(|(left, _), (right, _)| order(left, right));
            let mut entries = serializer.serialize_map(Some(keys.len()))?;
            for (key, item) in keys {
                entries.serialize_entry(key.as_str(), &Item(item, order))?;
            }
            entries.end()
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json(Value::Bool(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json(Value::Int(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json(Value::from(value)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json(Value::Float(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json(Value::text(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(Json(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Json(Value::List(List::from(list))))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut map = Map::new();
        while let Some((key, Json(item))) = entries.next_entry::<String, Json>()? {
            map.insert(key, item);
        }
        Ok(Json(Value::Map(map)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Value {
        serde_json::from_str::<Json>(text).unwrap().0
    }

    #[test]
    fn documents_are_the_same_by_value() {
        assert!(same(
            &read("[1, {\"a\": 2.0, \"b\": null}]"),
            &read("[1.0, {\"b\": null, \"a\": 2}]")
        ));
        assert!(!same(&read("9007199254740993"), &read("9007199254740992")));
        assert!(!same(&read("[1]"), &read("[1, 1]")));
        assert!(!same(&read("{\"a\": 1}"), &read("{\"b\": 1}")));
        assert!(!same(&read("1"), &read("\"1\"")));
    }

    #[test]
    fn sorting_makes_multisets_equal() {
        assert!(same(
            &sorted(&read("[[2, 1], {\"a\": [3, 2]}]")),
            &sorted(&read("[{\"a\": [2, 3]}, [1, 2]]"))
        ));
        assert!(!same(&sorted(&read("[1, 1, 2]")), &sorted(&read("[1, 2, 2]"))));
    }

    #[test]
    fn shown_is_what_was_read() {
        for text in [
            "{\"b\":1,\"a\":[null,true,1.5,\"x\"]}",
            "18446744073709551615",
            "1e300",
        ] {
            assert!(same(&read(&show(&read(text))), &read(text)), "{text}");
        }
        assert_eq!(show_sorted(&read("{\"b\":1,\"a\":2}")), "{\"a\":2,\"b\":1}");
    }
}
