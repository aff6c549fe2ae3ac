//! The notation of the corpus for values and types.

use sekisho_cel::{Map, Type, Value};
use serde_json::{Value as Json, json};

/// A value as the corpus writes it.
pub(crate) fn write(value: &Value<'_>) -> Json {
    match value {
        Value::Null => json!({ "null": null }),
        Value::Bool(value) => json!({ "bool": value }),
        Value::Int(value) => json!({ "int": value.to_string() }),
        Value::Uint(value) => json!({ "uint": value.to_string() }),
        Value::Double(value) => json!({ "double": double(*value) }),
        Value::String(text) => json!({ "string": text.as_str() }),
        Value::Bytes(bytes) => json!({ "bytes": base64(bytes.as_slice()) }),
        Value::Timestamp(moment) => json!({ "timestamp":
            { "seconds": moment.seconds.to_string(), "nanos": moment.nanoseconds() } }),
        Value::Duration(span) => json!({ "duration":
            { "seconds": (span / 1_000_000_000).to_string(), "nanos": span % 1_000_000_000 } }),
        Value::List(list) => json!({ "list": list.iter().map(|item| write(&item)).collect::<Vec<_>>() }),
        Value::Map(map) => json!({ "map": entries(map) }),
        Value::Type(name) => json!({ "type": name.as_str() }),
        Value::Optional(None) => json!({ "optional": null }),
        Value::Optional(Some(inner)) => json!({ "optional": write(inner) }),
        Value::Object(object) => {
            json!({ "object": { "type": object.type_name.as_str() } })
        }
        Value::Opaque(value) => json!({ "opaque": { "type": value.type_name(), "text": value.text() } }),
    }
}

fn entries(map: &Map<'_>) -> Vec<Json> {
    let mut entries: Vec<Json> = map
        .iter()
        .map(|(key, value)| json!([write(&key), write(&value)]))
        .collect();
    entries.sort_by_key(Json::to_string);
    entries
}

/// The same value with the entries of its maps in one order.
pub(crate) fn normal(value: &Json) -> Json {
    match value {
        Json::Object(object) => object
            .iter()
            .map(|(key, value)| {
                let mut value = normal(value);
                if let ("map", Json::Array(entries)) = (key.as_str(), &mut value) {
                    entries.sort_by_key(Json::to_string);
                }
                (key.clone(), value)
            })
            .collect(),
        Json::Array(items) => items.iter().map(normal).collect(),
        other => other.clone(),
    }
}

fn double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    value.to_string()
}

/// Doubles are compared by what they are, not by how they are written.
pub(crate) fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| {
                    right
                        .get(key)
                        .is_some_and(|other| match (key.as_str(), value, other) {
                            ("double", Json::String(left), Json::String(right)) => {
                                let (left, right): (f64, f64) =
                                    (left.parse().unwrap(), right.parse().unwrap());
                                left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan()
                            }
                            _ => same(value, other),
                        })
                })
        }
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (left, right) => left == right,
    }
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut bits = [0_u8; 3];
        bits[..chunk.len()].copy_from_slice(chunk);
        let bits = u32::from_be_bytes([0, bits[0], bits[1], bits[2]]);
        for position in 0..4 {
            let digit = (bits >> (18 - 6 * position)) as usize & 0x3f;
            text.push(if position > chunk.len() {
                '='
            } else {
                char::from(ALPHABET[digit])
            });
        }
    }
    text
}

fn unbase64(text: &str) -> Vec<u8> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.trim_end_matches('=').chars() {
        bits = bits << 6 | u32::try_from(ALPHABET.find(letter).unwrap()).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}

/// A value of the corpus.
pub(crate) fn read(value: &Json) -> Value<'static> {
    let (kind, inner) = value.as_object().unwrap().iter().next().unwrap();
    let text = || inner.as_str().unwrap();
    match kind.as_str() {
        "null" => Value::Null,
        "bool" => Value::Bool(inner.as_bool().unwrap()),
        "int" => Value::Int(text().parse().unwrap()),
        "uint" => Value::Uint(text().parse().unwrap()),
        "double" => Value::Double(text().parse().unwrap()),
        "string" => Value::text(text()),
        "bytes" => Value::bytes(unbase64(text())),
        "list" => Value::list(inner.as_array().unwrap().iter().map(read).collect()),
        "map" => {
            let pairs = inner.as_array().unwrap().iter();
            let entries: sekisho_cel::Entries<'static> =
                pairs.map(|pair| (read(&pair[0]), read(&pair[1]))).collect();
            Value::Map(Map::Shared(entries.into()))
        }
        "timestamp" => {
            let seconds = inner["seconds"].as_str().unwrap().parse().unwrap();
            let nanos = u32::try_from(inner["nanos"].as_u64().unwrap_or_default()).unwrap();
            Value::Timestamp(sekisho_cel::Timestamp::new(seconds, nanos).unwrap())
        }
        "duration" => {
            let seconds: i64 = inner["seconds"].as_str().unwrap().parse().unwrap();
            Value::Duration(seconds * 1_000_000_000 + inner["nanos"].as_i64().unwrap_or_default())
        }
        "type" => Value::Type(text().to_owned().into()),
        "optional" if inner.is_null() => Value::none(),
        "optional" => Value::some(read(inner)),
        other => panic!("no value of kind {other}"),
    }
}

/// A type of the corpus: `map(string, list(int))`.
pub(crate) fn read_type(text: &str) -> Type {
    let (name, inner) = match text.split_once('(') {
        Some((name, rest)) => (name, rest.strip_suffix(')').unwrap()),
        None => (text, ""),
    };
    match name {
        "int" => Type::Int,
        "uint" => Type::Uint,
        "double" => Type::Double,
        "bool" => Type::Bool,
        "string" => Type::String,
        "bytes" => Type::Bytes,
        "dyn" => Type::Dyn,
        "null_type" => Type::Null,
        "timestamp" => Type::Timestamp,
        "duration" => Type::Duration,
        "any" => Type::Any,
        "list" => Type::list(read_type(inner)),
        "optional_type" => Type::optional(read_type(inner)),
        "wrapper" => Type::wrapper(read_type(inner)),
        "type" if inner.is_empty() => Type::Type(None),
        "type" => Type::type_of(read_type(inner)),
        "map" => {
            let split = top_level_comma(inner).unwrap();
            Type::map(read_type(&inner[..split]), read_type(inner[split + 1..].trim()))
        }
        "message" => Type::object(inner),
        other if !inner.is_empty() && other != "message" && other != "param" => {
            let mut parameters = Vec::new();
            let mut rest = inner;
            while let Some(split) = top_level_comma(rest) {
                parameters.push(read_type(&rest[..split]));
                rest = rest[split + 1..].trim();
            }
            parameters.push(read_type(rest));
            Type::Abstract(sekisho_document::Text::new(other), parameters.into())
        }
        "param" => Type::Parameter(sekisho_document::Text::new(inner)),
        other => Type::object(other),
    }
}

fn top_level_comma(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(position, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => return Some(position),
            _ => (),
        }
        None
    })
}

/// A type as the corpus writes it.
pub(crate) fn write_type(ty: &Type) -> String {
    match ty {
        Type::Abstract(name, parameters) if parameters.is_empty() => name.to_string(),
        Type::Abstract(name, parameters) => {
            let parameters: Vec<String> = parameters.iter().map(write_type).collect();
            format!("{name}({})", parameters.join(", "))
        }
        Type::Type(Some(of)) if **of == Type::Timestamp => "type(google.protobuf.Timestamp)".to_owned(),
        Type::Type(Some(of)) if **of == Type::Duration => "type(google.protobuf.Duration)".to_owned(),
        Type::Null => "null_type".to_owned(),
        Type::List(of) => format!("list({})", write_type(of)),
        Type::Map(of) => format!("map({}, {})", write_type(&of.0), write_type(&of.1)),
        Type::Optional(of) => format!("optional_type({})", write_type(of)),
        Type::Type(Some(of)) => format!("type({})", write_type(of)),
        Type::Wrapper(of) => format!("wrapper({})", write_type(of)),
        other => other.to_string(),
    }
}

/// A type as Go names it.
pub(crate) fn write_type_as_go(ty: &Type) -> String {
    let name = write_type(ty);
    let name = name.replace("google.protobuf.", "");
    let words = [
        ("timestamp", "Timestamp"),
        ("duration", "Duration"),
        ("any", "Any"),
    ];
    let mut words = words.iter();
    let known = words.find(|(word, _)| name == *word || name.contains(&format!("({word})")));
    match known {
        Some((word, go)) => name.replace(word, &format!("google.protobuf.{go}")),
        None => write_type(ty),
    }
}
