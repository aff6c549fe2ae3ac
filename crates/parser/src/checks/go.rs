//! Faults of fields as Kubernetes' Go code prints them.

use sekisho_document::json::{self, Form};
use sekisho_document::{Cursor, Keys, List, Map, Value, print::quote};

/// `path: Invalid value: VALUE: detail`.
pub(super) fn invalid(path: &str, value: &Value, detail: &str) -> String {
    let shown = match value {
        Value::String(text) => quote(text),
        other => json::write(other, AS_IS),
    };
    format!("{path}: Invalid value: {shown}: {detail}")
}

/// `path: Forbidden: detail`.
pub(super) fn forbidden(path: &str, detail: &str) -> String {
    format!("{path}: Forbidden: {detail}")
}

/// `path: Required value: detail`.
pub(super) fn required(path: &str, detail: &str) -> String {
    format!("{path}: Required value: {detail}")
}

/// A whole rule as the invalid value.
pub(super) fn invalid_rule(path: &str, rule: Cursor<'_>, detail: &str) -> String {
    invalid(path, &as_struct(rule.value, RULE), detail)
}

/// A `match` or `exclude` block as the invalid value.
pub(super) fn invalid_block(path: &str, block: Cursor<'_>, detail: &str) -> String {
    invalid(path, &as_struct(block.value, BLOCK), detail)
}

const AS_IS: Form = Form {
    keys: Keys::AsTheyCome,
    ..Form::GO
};

/// The order of the fields of a Go struct, and how inner structs are ordered. Fields that are not listed
/// follow as they come.
#[derive(Debug)]
struct Order {
    fields: &'static [(&'static str, Option<&'static Order>)],
    /// A struct that is printed also when it is empty.
    always: Option<&'static str>,
}

static RULE: &Order = &Order {
    fields: &[
        ("name", None),
        ("context", None),
        ("reportProperties", None),
        ("match", Some(BLOCK)),
        ("exclude", Some(BLOCK)),
        ("imageExtractors", None),
        ("preconditions", None),
        ("celPreconditions", None),
        ("mutate", None),
        ("validate", None),
        ("generate", None),
        ("verifyImages", None),
        ("skipBackgroundRequests", None),
    ],
    always: None,
};

static BLOCK: &Order = &Order {
    fields: &[
        ("any", Some(FILTER)),
        ("all", Some(FILTER)),
        ("roles", None),
        ("clusterRoles", None),
        ("subjects", None),
        ("resources", Some(RESOURCES)),
    ],
    always: Some("resources"),
};

static FILTER: &Order = &Order {
    fields: &[
        ("roles", None),
        ("clusterRoles", None),
        ("subjects", None),
        ("resources", Some(RESOURCES)),
    ],
    always: Some("resources"),
};

static RESOURCES: &Order = &Order {
    fields: &[
        ("kinds", None),
        ("name", None),
        ("names", None),
        ("namespaces", None),
        ("annotations", None),
        ("selector", None),
        ("namespaceSelector", None),
        ("operations", None),
    ],
    always: None,
};

fn as_struct(value: &Value, order: &'static Order) -> Value {
    match value {
        Value::List(list) => Value::List(list.iter().map(|item| as_struct(item, order)).collect::<List>()),
        Value::Map(map) => Value::Map(ordered(map, order)),
        other => other.clone(),
    }
}

fn ordered(map: &Map, order: &'static Order) -> Map {
    let mut sorted = Map::new();
    for (field, inner) in order.fields {
        match (map.get(field), inner) {
            (Some(value), Some(inner)) => sorted.insert(*field, as_struct(value, inner)),
            (Some(value), None) => sorted.insert(*field, value.clone()),
            (None, _) if order.always == Some(field) => sorted.insert(*field, Value::Map(Map::new())),
            (None, _) => None,
        };
    }
    for (key, value) in map {
        if !sorted.contains_key(key) {
            sorted.insert(key.clone(), value.clone());
        }
    }
    sorted
}
