//! Requests as policies see them: what a file leaves out is empty, as in the messages of the originals.

use sekisho_document::{Map, Value};

/// What a field holds.
enum Part {
    Text,
    Number,
    /// Whatever lies in a map.
    Map,
    Message(&'static [Field]),
}

/// A field: as expressions call it, and as files may call it besides.
struct Field {
    name: &'static str,
    json: &'static str,
    part: Part,
}

const fn field(name: &'static str, part: Part) -> Field {
    Field {
        name,
        json: name,
        part,
    }
}

const fn renamed(name: &'static str, json: &'static str, part: Part) -> Field {
    Field { name, json, part }
}

const HTTP: &[Field] = &[field(
    "attributes",
    Part::Message(&[
        field("body", Part::Text),
        field("contentLength", Part::Number),
        field("fragment", Part::Text),
        field("header", Part::Map),
        field("host", Part::Text),
        field("method", Part::Text),
        field("path", Part::Text),
        field("protocol", Part::Text),
        field("query", Part::Text),
        field("scheme", Part::Text),
    ]),
)];

const PEER: Part = Part::Message(&[
    field("address", Part::Map),
    field("certificate", Part::Text),
    field("labels", Part::Map),
    field("principal", Part::Text),
    field("service", Part::Text),
]);

const ENVOY: &[Field] = &[field(
    "attributes",
    Part::Message(&[
        renamed("context_extensions", "contextExtensions", Part::Map),
        field("destination", PEER),
        renamed(
            "metadata_context",
            "metadataContext",
            Part::Message(&[renamed("filter_metadata", "filterMetadata", Part::Map)]),
        ),
        field(
            "request",
            Part::Message(&[field(
                "http",
                Part::Message(&[
                    field("body", Part::Text),
                    field("fragment", Part::Text),
                    field("headers", Part::Map),
                    field("host", Part::Text),
                    field("id", Part::Text),
                    field("method", Part::Text),
                    field("path", Part::Text),
                    field("protocol", Part::Text),
                    field("query", Part::Text),
                    renamed("raw_body", "rawBody", Part::Text),
                    field("scheme", Part::Text),
                    field("size", Part::Number),
                ]),
            )]),
        ),
        field("source", PEER),
    ]),
)];

/// A request of Envoy, from the JSON form of a CheckRequest.
#[must_use]
pub fn envoy_request(payload: &Value) -> Value {
    filled(payload, ENVOY)
}

/// An HTTP request.
#[must_use]
pub fn http_request(payload: &Value) -> Value {
    filled(payload, HTTP)
}

/// A message with all its fields; what it has besides stays. Messages lie in one another a few levels deep.
fn filled(value: &Value, fields: &[Field]) -> Value {
    let mut map = match value {
        Value::Map(map) => map.clone(),
        Value::Null => Map::new(),
        other => return other.clone(),
    };
    for Field { name, json, part } in fields {
        let given = map
            .get(name)
            .or_else(|| map.get(json))
            .cloned()
            .unwrap_or_default();
        let value = match (part, given) {
            (Part::Message(fields), given) => filled(&given, fields),
            (Part::Text, Value::Null) => Value::from(""),
            (Part::Map, Value::Null) => Value::Map(Map::new()),
            (Part::Number, Value::Null) => Value::Int(0),
            // Numbers of 64 bits are texts in the JSON form.
            (Part::Number, Value::String(text)) => text
                .parse()
                .map_or_else(|_| Value::String(text.clone()), Value::Int),
            (Part::Text | Part::Map | Part::Number, given) => given,
        };
        map.insert(*name, value);
    }
    Value::Map(map)
}

#[cfg(test)]
mod tests {
    use sekisho_document::json::{Rules, read};

    use super::*;

    #[test]
    fn what_a_file_leaves_out_is_empty() {
        let payload = read(
            br#"{"attributes": {"request": {"http": {"path": "/a", "size": "12"}}, "metadataContext": {"filterMetadata": {"a": 1}}}}"#,
            Rules::KUBERNETES,
        )
        .unwrap();
        let request = envoy_request(&payload);
        let http = |name: &str| request.at(&["attributes", "request", "http", name]).cloned();
        for (name, expected) in [
            ("path", Some(Value::from("/a"))),
            ("size", Some(Value::Int(12))),
            ("method", Some(Value::from(""))),
            ("headers", Some(Value::Map(Map::new()))),
            ("nope", None),
        ] {
            assert_eq!(http(name), expected, "{name}");
        }
        let metadata = request.at(&["attributes", "metadata_context", "filter_metadata", "a"]);
        assert_eq!(metadata, Some(&Value::Int(1)));
        let empty = http_request(&Value::Null);
        assert_eq!(empty.at(&["attributes", "method"]), Some(&Value::from("")));
        assert_eq!(http_request(&Value::Int(1)), Value::Int(1));
    }
}
