//! One expression, evaluated by both.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sekisho_cel::{Environment, Limits, Meter, Program, Release, Rules, Type, Value, Values, library};
use sekisho_document::{self as document, json};

const OBJECT: &str = r#"{
    "name": "web", "count": 3, "ratio": 1.5, "flag": true, "off": false, "nothing": null,
    "tags": ["a", "b"], "numbers": [3, 1, 2], "labels": {"app": "x", "tier": "y"},
    "nested": {"list": [{"deep": 1}]}
}"#;

static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
    let rules = Rules {
        homogeneous: false,
        literals: true,
    };
    let mut environment = Environment::new(library::KUBERNETES, Release::STORED, rules, Limits::STANDARD);
    environment.declare_variable("object", Type::Dyn);
    environment
});

static DOCUMENT: LazyLock<document::Value> =
    LazyLock::new(|| json::read(OBJECT.as_bytes(), json::Rules::KUBERNETES).unwrap());

/// What ours and theirs give; nothing for any failure. Values are written in one notation.
pub(crate) fn both(expression: &str) -> (Option<String>, Option<String>) {
    (ours(expression), theirs(expression))
}

fn ours(expression: &str) -> Option<String> {
    let program = Program::compile(expression, &ENVIRONMENT).ok()?;
    let mut values = Values::new();
    values.set(0, "object", Value::of(&DOCUMENT));
    let mut meter = Meter::new(Limits::STANDARD, None);
    let value = program.evaluate(&values, &mut meter).ok()?;
    Some(write(&value))
}

fn write(value: &Value<'_>) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => format!("{value}u"),
        Value::Double(value) => write_double(*value),
        Value::String(text) => format!("{:?}", text.as_str()),
        Value::Bytes(bytes) => format!("b{:?}", bytes.as_slice()),
        Value::List(list) => write_list(list.iter().map(|item| write(&item))),
        Value::Map(map) => write_map(map.iter().map(|(key, value)| (write(&key), write(&value)))),
        other => format!("{other:?}"),
    }
}

fn write_double(value: f64) -> String {
    match value == 0.0 {
        // Whether zero has a sign is no part of the answer.
        true => "0.0".to_owned(),
        false => format!("{value:?}"),
    }
}

fn write_list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn write_map(entries: impl Iterator<Item = (String, String)>) -> String {
    let sorted: BTreeMap<String, String> = entries.collect();
    let entries: Vec<String> = sorted
        .into_iter()
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    format!("{{{}}}", entries.join(", "))
}

fn theirs(expression: &str) -> Option<String> {
    let program = cel::Program::compile(expression).ok()?;
    let mut context = cel::Context::default();
    let object: serde_json::Value = serde_json::from_str(OBJECT).unwrap();
    context.add_variable("object", their_value(&object)).unwrap();
    let value = program.execute(&context).ok()?;
    Some(write_theirs(&value))
}

/// Their own conversion makes numbers without sign of whole numbers.
fn their_value(value: &serde_json::Value) -> cel::Value {
    match value {
        serde_json::Value::Null => cel::Value::Null,
        serde_json::Value::Bool(value) => cel::Value::Bool(*value),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(whole) => cel::Value::Int(whole),
            None => cel::Value::Float(number.as_f64().unwrap()),
        },
        serde_json::Value::String(text) => cel::Value::from(text.as_str()),
        serde_json::Value::Array(items) => {
            cel::Value::List(std::sync::Arc::new(items.iter().map(their_value).collect()))
        }
        serde_json::Value::Object(map) => {
            let entries: std::collections::HashMap<String, cel::Value> = map
                .iter()
                .map(|(key, value)| (key.clone(), their_value(value)))
                .collect();
            cel::Value::from(entries)
        }
    }
}

fn write_theirs(value: &cel::Value) -> String {
    match value {
        cel::Value::Null => "null".to_owned(),
        cel::Value::Bool(value) => value.to_string(),
        cel::Value::Int(value) => value.to_string(),
        cel::Value::UInt(value) => format!("{value}u"),
        cel::Value::Float(value) => write_double(*value),
        cel::Value::String(text) => format!("{text:?}"),
        cel::Value::Bytes(bytes) => format!("b{:?}", bytes.as_slice()),
        cel::Value::List(items) => write_list(items.iter().map(write_theirs)),
        cel::Value::Map(map) => {
            let entries = map.map.iter();
            write_map(entries.map(|(key, value)| (write_key(key), write_theirs(value))))
        }
        other => format!("{other:?}"),
    }
}

fn write_key(key: &cel::objects::Key) -> String {
    match key {
        cel::objects::Key::Int(value) => value.to_string(),
        cel::objects::Key::Uint(value) => format!("{value}u"),
        cel::objects::Key::Bool(value) => value.to_string(),
        cel::objects::Key::String(text) => format!("{text:?}"),
    }
}
