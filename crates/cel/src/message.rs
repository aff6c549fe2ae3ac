//! Message literals, and the types that have names: those of the language, the well-known ones of protocol
//! buffers, and the object types of an environment.

use std::sync::Arc;

use sekisho_document::Text;

use crate::collection::{Entries, Map};
use crate::environment::Environment;
use crate::fault::Fault;
use crate::time::Timestamp;
use crate::types::Type;
use crate::value::{Object, Str, Value};

/// What a message literal makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MessageKind {
    WellKnown(WellKnown),
    /// An object of a type of the environment.
    Object(Text),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WellKnown {
    Any,
    Bool,
    Bytes,
    Double,
    Duration,
    Empty,
    Float,
    Int32,
    Int64,
    ListValue,
    String,
    Struct,
    Timestamp,
    Uint32,
    Uint64,
    Value,
}

const WELL_KNOWN: &[(&str, WellKnown)] = &[
    ("google.protobuf.Any", WellKnown::Any),
    ("google.protobuf.BoolValue", WellKnown::Bool),
    ("google.protobuf.BytesValue", WellKnown::Bytes),
    ("google.protobuf.DoubleValue", WellKnown::Double),
    ("google.protobuf.Duration", WellKnown::Duration),
    ("google.protobuf.Empty", WellKnown::Empty),
    ("google.protobuf.FloatValue", WellKnown::Float),
    ("google.protobuf.Int32Value", WellKnown::Int32),
    ("google.protobuf.Int64Value", WellKnown::Int64),
    ("google.protobuf.ListValue", WellKnown::ListValue),
    ("google.protobuf.StringValue", WellKnown::String),
    ("google.protobuf.Struct", WellKnown::Struct),
    ("google.protobuf.Timestamp", WellKnown::Timestamp),
    ("google.protobuf.UInt32Value", WellKnown::Uint32),
    ("google.protobuf.UInt64Value", WellKnown::Uint64),
    ("google.protobuf.Value", WellKnown::Value),
];

/// The type that a well-known name stands for.
pub(crate) fn well_known_type(name: &str) -> Option<Type> {
    well_known(name)
        .filter(|kind| *kind != WellKnown::Empty)
        .map(WellKnown::ty)
}

fn well_known(name: &str) -> Option<WellKnown> {
    let position = WELL_KNOWN.binary_search_by_key(&name, |(it, _)| it).ok()?;
    WELL_KNOWN.get(position).map(|(_, kind)| *kind)
}

/// The type of a name, if it names one.
pub(crate) fn type_named(name: &str, environment: &Environment) -> Option<Type> {
    let ty = match name {
        "bool" => Type::Bool,
        "bytes" => Type::Bytes,
        "double" => Type::Double,
        "dyn" => Type::Dyn,
        "int" => Type::Int,
        "list" => Type::list(Type::Dyn),
        "map" => Type::map(Type::Dyn, Type::Dyn),
        "null_type" => Type::Null,
        "string" => Type::String,
        "type" => Type::Type(None),
        "uint" => Type::Uint,
        "optional_type" => Type::optional(Type::Dyn),
        _ => match well_known(name) {
            Some(kind) => kind.ty(),
            None if environment.is_object(name) => Type::object(name),
            None => return environment.type_named(name).cloned(),
        },
    };
    Some(ty)
}

/// Whether a literal can make values of the type with this name.
pub(crate) fn is_message(name: &str, environment: &Environment) -> bool {
    well_known(name).is_some() || environment.is_object(name)
}

/// What a literal of this name makes.
pub(crate) fn kind(name: &str) -> MessageKind {
    match well_known(name) {
        Some(kind) => MessageKind::WellKnown(kind),
        None => MessageKind::Object(Text::new(name)),
    }
}

/// The type of a field of a message.
pub(crate) fn field(name: &str, field: &str, environment: &Environment) -> Option<Type> {
    match well_known(name) {
        Some(kind) => kind.field(field),
        None => environment.object_field(name, field),
    }
}

impl WellKnown {
    fn ty(self) -> Type {
        match self {
            WellKnown::Any => Type::Any,
            WellKnown::Bool => Type::wrapper(Type::Bool),
            WellKnown::Bytes => Type::wrapper(Type::Bytes),
            WellKnown::Double | WellKnown::Float => Type::wrapper(Type::Double),
            WellKnown::Duration => Type::Duration,
            WellKnown::Empty => Type::object("google.protobuf.Empty"),
            WellKnown::Int32 | WellKnown::Int64 => Type::wrapper(Type::Int),
            WellKnown::ListValue => Type::list(Type::Dyn),
            WellKnown::String => Type::wrapper(Type::String),
            WellKnown::Struct => Type::map(Type::String, Type::Dyn),
            WellKnown::Timestamp => Type::Timestamp,
            WellKnown::Uint32 | WellKnown::Uint64 => Type::wrapper(Type::Uint),
            WellKnown::Value => Type::Dyn,
        }
    }

    fn field(self, name: &str) -> Option<Type> {
        let ty = match (self, name) {
            (WellKnown::Any, "type_url") | (WellKnown::String | WellKnown::Value, "string_value") => {
                Type::String
            }
            (WellKnown::Any, "value") => Type::Bytes,
            (WellKnown::Timestamp | WellKnown::Duration, "seconds" | "nanos") => Type::Int,
            (WellKnown::Struct, "fields") => Type::map(Type::String, Type::Dyn),
            (WellKnown::ListValue, "values") => Type::list(Type::Dyn),
            (WellKnown::Value, "null_value") => Type::Int,
            (WellKnown::Value, "bool_value") => Type::Bool,
            (WellKnown::Value, "number_value") => Type::Double,
            (WellKnown::Value, "struct_value") => Type::map(Type::String, Type::Dyn),
            (WellKnown::Value, "list_value") => Type::list(Type::Dyn),
            (_, "value") => match self.ty() {
                Type::Wrapper(inner) => inner.as_ref().clone(),
                _ => return None,
            },
            _ => return None,
        };
        Some(ty)
    }

    /// What a wrapper without its value holds.
    fn zero(self) -> Value<'static> {
        match self {
            WellKnown::Bool => Value::Bool(false),
            WellKnown::Bytes => Value::bytes(Vec::new()),
            WellKnown::Double | WellKnown::Float => Value::Double(0.0),
            WellKnown::Int32 | WellKnown::Int64 => Value::Int(0),
            WellKnown::String => Value::String(Str::Borrowed("")),
            WellKnown::Uint32 | WellKnown::Uint64 => Value::Uint(0),
            WellKnown::ListValue => Value::list(Vec::new()),
            WellKnown::Struct => Value::Map(Map::Shared(Arc::default())),
            _ => Value::Null,
        }
    }
}

/// Makes the value of a message literal.
pub(crate) fn make<'a>(kind: &MessageKind, fields: Vec<(Str<'a>, Value<'a>)>) -> Result<Value<'a>, Fault> {
    let known = match kind {
        MessageKind::WellKnown(known) => *known,
        MessageKind::Object(name) => {
            let type_name = Str::from(name.to_string());
            return Ok(Value::Object(Arc::new(Object { type_name, fields })));
        }
    };
    let field = |name: &str| {
        fields
            .iter()
            .rev()
            .find_map(|(it, value)| (it.as_str() == name).then_some(value))
    };
    let int = |name: &str| field(name).and_then(Value::as_int).unwrap_or_default();
    match known {
        WellKnown::Any => Err(Fault::fixed(
            "unsupported conversion to ref.Val: (*dynamicpb.Message)",
        )),
        WellKnown::Timestamp => {
            let nanoseconds = u32::try_from(int("nanos")).unwrap_or_default();
            Timestamp::new(int("seconds"), nanoseconds)
                .map(Value::Timestamp)
                .ok_or(Fault::fixed("timestamp overflow"))
        }
        WellKnown::Duration => int("seconds")
            .checked_mul(1_000_000_000)
            .and_then(|span| span.checked_add(int("nanos")))
            .map(Value::Duration)
            .ok_or(Fault::fixed("integer overflow")),
        WellKnown::Empty => Ok(Value::Object(Arc::new(Object {
            type_name: Str::Borrowed("google.protobuf.Empty"),
            fields,
        }))),
        WellKnown::ListValue => Ok(field("values").cloned().unwrap_or(known.zero())),
        WellKnown::Struct => Ok(field("fields").map_or(known.zero(), as_json)),
        WellKnown::Value => Ok(match fields.last() {
            Some((name, _)) if name.as_str() == "null_value" => Value::Null,
            Some((_, value)) => as_json(value),
            None => Value::Null,
        }),
        WellKnown::Int32 => ranged(
            field("value"),
            known,
            |value| matches!(value, Value::Int(it) if i32::try_from(*it).is_err()),
        ),
        WellKnown::Uint32 => ranged(
            field("value"),
            known,
            |value| matches!(value, Value::Uint(it) if u32::try_from(*it).is_err()),
        ),
        WellKnown::Float => Ok(match field("value") {
            Some(Value::Double(value)) => Value::Double(single(*value)),
            Some(other) => other.clone(),
            None => known.zero(),
        }),
        _ => Ok(field("value").cloned().unwrap_or(known.zero())),
    }
}

/// What selecting a field of an object gives: objects in it are maps then.
pub(crate) fn plain<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Object(object) => {
            let fields = object.fields.iter();
            let entries: Entries<'_> = fields
                .map(|(name, value)| (Value::String(name.clone()), plain(value)))
                .collect();
            Value::Map(Map::Shared(Arc::new(entries)))
        }
        Value::List(list) if list.iter().any(|item| matches!(item, Value::Object(_))) => {
            Value::list(list.iter().map(|item| plain(&item)).collect())
        }
        other => other.clone(),
    }
}

fn ranged<'a>(
    value: Option<&Value<'a>>,
    kind: WellKnown,
    is_out: fn(&Value<'_>) -> bool,
) -> Result<Value<'a>, Fault> {
    match value {
        Some(value) if is_out(value) => Err(match kind {
            WellKnown::Uint32 => Fault::fixed("unsigned integer overflow"),
            _ => Fault::fixed("integer overflow"),
        }),
        Some(value) => Ok(value.clone()),
        None => Ok(kind.zero()),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the field holds a single float")]
fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

/// Numbers of JSON values are doubles.
#[expect(clippy::cast_precision_loss, reason = "the field holds a double")]
fn as_json<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Int(value) => Value::Double(*value as f64),
        Value::Uint(value) => Value::Double(*value as f64),
        Value::Map(map) => {
            let entries: Entries<'_> = map.iter().map(|(key, value)| (key, as_json(&value))).collect();
            Value::Map(Map::Shared(Arc::new(entries)))
        }
        Value::List(list) => Value::list(list.iter().map(|item| as_json(&item)).collect()),
        other => other.clone(),
    }
}
