//! Patches from their documents.

use super::dialect::Habits;
use super::{JsonPatchDialect, Operation, Patch, PatchError, PatchFault};
use crate::json::{self, Form};
use crate::yaml::{self, Limits};
use crate::{Map, Numbers, Pointer, Value};

pub(super) fn read(patch: &Value, dialect: JsonPatchDialect) -> Result<Patch, PatchError> {
    let habits = dialect.habits();
    let operations = match patch {
        Value::List(operations) => operations,
        // To Go, null is a list without items.
        Value::Null if habits.go_indices => return Ok(Patch::default()),
        _ => {
            return Err(PatchError::new(
                PatchFault::Unreadable,
                unmarshal(patch, "jsonpatch.Patch"),
            ));
        }
    };
    let operations = operations.iter().map(|value| {
        let map = match value {
            Value::Map(map) => map,
            Value::Null if habits.go_indices => &Map::new(),
            _ => {
                let message = unmarshal(value, "jsonpatch.Operation");
                return Err(PatchError::new(PatchFault::Unreadable, message));
            }
        };
        match operation(map, dialect) {
            Ok(operation) => Ok(operation),
            Err(fault) if habits.checks_first => {
                let text = json::write(value, Form::GO);
                let fault = fault.said_first();
                let message = format!("invalid operation {text}: {fault}");
                Err(PatchError::new(PatchFault::Operation, message))
            }
            Err(fault) => {
                let message = fault.said_later();
                Ok(Operation::Faulty(PatchError::new(PatchFault::Operation, message)))
            }
        }
    });
    operations.collect::<Result<_, _>>().map(Patch)
}

pub(super) fn read_text(text: &str) -> Result<Patch, PatchError> {
    let unreadable = |message: String| PatchError::new(PatchFault::Unreadable, message);
    let value = if text.is_empty() || text.starts_with('[') {
        json::read(text.as_bytes(), json::Rules::KUBERNETES)
            .map_err(|_| unreadable("invalid state detected".to_owned()))?
    } else {
        yaml::read(text, &Limits::DEFAULT, Numbers::AsWritten)
            .map_err(|error| unreadable(error.upstream()))?
            .renumber(Numbers::AsWritten)
    };
    read(&value, JsonPatchDialect::Kyverno)
}

fn operation(map: &Map, dialect: JsonPatchDialect) -> Result<Operation, Fault> {
    let habits = dialect.habits();
    let name = map.get("op").and_then(Value::as_str).unwrap_or("unknown");
    let path = || pointer(map, name, "path", dialect);
    let from = || pointer(map, name, "from", dialect);
    // The Go tools look at what an operation has of its own before they look at its path.
    match name {
        "add" => value(map, name, habits).and_then(|value| Ok(Operation::Add { path: path()?, value })),
        "replace" => {
            value(map, name, habits).and_then(|value| Ok(Operation::Replace { path: path()?, value }))
        }
        "move" => from().and_then(|from| Ok(Operation::Move { from, path: path()? })),
        "copy" => from().and_then(|from| Ok(Operation::Copy { from, path: path()? })),
        "remove" => Ok(Operation::Remove { path: path()? }),
        "test" => {
            let path = path()?;
            let value = match dialect {
                JsonPatchDialect::Rfc6902 => value(map, name, habits)?,
                // To the Go library a test without value is one for null.
                JsonPatchDialect::ApiServer | JsonPatchDialect::Kyverno => {
                    map.get("value").cloned().unwrap_or_default()
                }
            };
            Ok(Operation::Test { path, value })
        }
        _ => Err(Fault {
            operation: name.to_owned(),
            member: "op",
            cause: "unsupported operation".to_owned(),
        }),
    }
}

fn value(map: &Map, name: &str, habits: &Habits) -> Result<Value, Fault> {
    match map.get("value") {
        Some(value) => Ok(value.clone()),
        None if habits.absent_is_null => Ok(Value::Null),
        None => Err(Fault {
            operation: name.to_owned(),
            member: "value",
            cause: "operation, missing value field: missing value".to_owned(),
        }),
    }
}

fn pointer(map: &Map, name: &str, member: &'static str, dialect: JsonPatchDialect) -> Result<Pointer, Fault> {
    let cause = match map.get(member) {
        Some(Value::String(text)) if dialect == JsonPatchDialect::Rfc6902 => match Pointer::parse(text) {
            Ok(pointer) => return Ok(pointer),
            Err(error) => error.to_string(),
        },
        Some(Value::String(text)) => return Ok(Pointer::as_written(text)),
        None | Some(Value::Null) if member == "from" => {
            "operation, missing from field: missing value".to_owned()
        }
        None | Some(Value::Null) => "operation missing path field: missing value".to_owned(),
        Some(other) => unmarshal(other, "string"),
    };
    Err(Fault {
        operation: name.to_owned(),
        member,
        cause,
    })
}

/// What is wrong with an operation.
struct Fault {
    operation: String,
    member: &'static str,
    cause: String,
}

impl Fault {
    /// As the tools say it that check first.
    fn said_first(&self) -> String {
        match self.member {
            "op" => self.cause.clone(),
            member => format!("failed to decode '{member}': {}", self.cause),
        }
    }

    /// As the tools say it that notice it when the operation is reached.
    fn said_later(&self) -> String {
        let operation = &self.operation;
        match (operation.as_str(), self.member) {
            (_, "op") => format!("Unexpected kind: {operation}"),
            ("add" | "remove" | "copy", "path") => {
                format!("{operation} operation failed to decode path: missing value")
            }
            (_, member) => format!("{operation} operation failed to decode {member}: {}", self.cause),
        }
    }
}

/// Go's complaint about a JSON value of the wrong kind.
pub(super) fn unmarshal(value: &Value, wanted: &str) -> String {
    let found = match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::UInt(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
    };
    format!("json: cannot unmarshal {found} into Go value of type {wanted}")
}
