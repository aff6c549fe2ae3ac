//! The values of an evaluation. What lies in a document or in a compiled expression is borrowed from it.

use std::fmt;
use std::sync::Arc;

use sekisho_document as document;
use sekisho_document::Text;

use crate::collection::{List, Map};
use crate::time::Timestamp;

/// A value.
///
/// Cloning one costs at most a counter. `==` of Rust is not defined, because that of CEL can fail: see
/// [`crate::equal`].
///
/// The tag has a whole word: with a byte for it, what follows would be moved in pieces that lie across the
/// words it was written in, and processors wait for those (a fifth of the time of typical expressions).
#[derive(Clone)]
#[repr(u64)]
pub enum Value<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(Str<'a>),
    Bytes(Octets<'a>),
    Timestamp(Timestamp),
    /// In nanoseconds.
    Duration(i64),
    List(List<'a>),
    Map(Map<'a>),
    /// A type, by its name.
    Type(Str<'a>),
    Optional(Option<Arc<Value<'a>>>),
    Object(Arc<Object<'a>>),
    Opaque(Arc<dyn Opaque>),
}

/// A text that is borrowed or shared.
#[derive(Clone)]
pub enum Str<'a> {
    Borrowed(&'a str),
    Shared(Arc<str>),
}

/// Bytes that are borrowed or shared.
#[derive(Clone)]
pub enum Octets<'a> {
    Borrowed(&'a [u8]),
    Shared(Arc<[u8]>),
}

/// A value made by a message literal.
#[derive(Debug, Clone)]
pub struct Object<'a> {
    pub type_name: Str<'a>,
    /// In the order of the literal.
    pub fields: Vec<(Str<'a>, Value<'a>)>,
}

/// A value of a type that the language itself does not know, such as a quantity.
pub trait Opaque: fmt::Debug + Send + Sync {
    /// The name of its type: `kubernetes.Quantity`.
    fn type_name(&self) -> &str;

    /// Whether both are the same; nothing when they can not be compared.
    fn equals(&self, other: &Value<'_>) -> Option<bool>;

    /// The text that represents it, if one does.
    fn text(&self) -> Option<String>;

    /// Whether it is the empty value of its type.
    fn is_zero(&self) -> bool {
        false
    }

    /// Its size, where costs ask for it.
    fn size(&self) -> u64 {
        1
    }

    /// How many bytes it holds, about: what it was read from, if it keeps that.
    fn bytes(&self) -> usize {
        64
    }

    /// The value of a field, of a type that has fields.
    fn field(&self, _name: &str) -> Option<Value<'static>> {
        None
    }

    /// Whether `has()` sees a field.
    fn has(&self, name: &str) -> bool {
        self.field(name).is_some()
    }

    /// Whether `type()` can be asked for its type. The reference can not tell every type.
    fn tells_type(&self) -> bool {
        true
    }

    /// For the functions of its type, to get at what is inside.
    fn as_any(&self) -> &dyn std::any::Any;
}

impl<'a> Str<'a> {
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Str::Borrowed(text) => text,
            Str::Shared(text) => text,
        }
    }

    /// The same, borrowed from this one.
    #[must_use]
    pub fn reborrow(&'a self) -> Str<'a> {
        Str::Borrowed(self.as_str())
    }
}

impl<'a> Octets<'a> {
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        match self {
            Octets::Borrowed(bytes) => bytes,
            Octets::Shared(bytes) => bytes,
        }
    }
}

impl PartialEq for Str<'_> {
    fn eq(&self, other: &Str<'_>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl fmt::Debug for Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Octets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.as_slice().escape_ascii())
    }
}

impl<'a> From<&'a str> for Str<'a> {
    fn from(text: &'a str) -> Str<'a> {
        Str::Borrowed(text)
    }
}

impl From<String> for Str<'_> {
    fn from(text: String) -> Self {
        Str::Shared(text.into())
    }
}

impl<'a> Object<'a> {
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value<'a>> {
        self.fields
            .iter()
            .find_map(|(it, value)| (it.as_str() == name).then_some(value))
    }
}

impl<'a> Value<'a> {
    /// A text of its own.
    #[must_use]
    pub fn text(text: impl Into<Arc<str>>) -> Value<'a> {
        Value::String(Str::Shared(text.into()))
    }

    /// Bytes of their own.
    #[must_use]
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Value<'a> {
        Value::Bytes(Octets::Shared(bytes.into()))
    }

    /// A list of its own.
    #[must_use]
    pub fn list(items: Vec<Value<'a>>) -> Value<'a> {
        Value::List(List::Shared(Arc::new(items)))
    }

    /// A value that the language itself does not know.
    #[must_use]
    pub fn opaque(value: impl Opaque + 'static) -> Value<'a> {
        Value::Opaque(Arc::new(value))
    }

    #[must_use]
    pub fn some(value: Value<'a>) -> Value<'a> {
        Value::Optional(Some(Arc::new(value)))
    }

    #[must_use]
    pub fn none() -> Value<'a> {
        Value::Optional(None)
    }

    /// A part of a document, as JSON gives it: whole numbers beyond 64 bits with sign are doubles.
    #[must_use]
    pub fn of(value: &'a document::Value) -> Value<'a> {
        match value {
            document::Value::String(text) => Value::String(Str::Borrowed(text)),
            document::Value::List(list) => Value::List(List::Document(list)),
            document::Value::Map(map) => Value::Map(Map::Document(map)),
            other => Value::scalar(other),
        }
    }

    /// As [`Value::of`], of an object that the API server holds as a Go structure: there only int is an index
    /// and only a text is a key (reference §4).
    #[must_use]
    pub fn typed(value: &'a document::Value) -> Value<'a> {
        match value {
            document::Value::List(list) => Value::List(List::Typed(list)),
            document::Value::Map(map) => Value::Map(Map::Typed(map)),
            other => Value::of(other),
        }
    }

    /// As [`Value::of`], of a document that is not kept as long as the value: containers are shared, texts
    /// copied.
    #[must_use]
    pub fn held(value: &document::Value) -> Value<'a> {
        match value {
            document::Value::String(text) => Value::text(text.as_str()),
            document::Value::List(list) => Value::List(List::Held(list.clone())),
            document::Value::Map(map) => Value::Map(Map::Held(map.clone())),
            other => Value::scalar(other),
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "such a number is a double to the reference too"
    )]
    fn scalar(value: &document::Value) -> Value<'a> {
        match value {
            document::Value::Bool(value) => Value::Bool(*value),
            document::Value::Int(value) => Value::Int(*value),
            document::Value::UInt(value) => Value::Double(*value as f64),
            document::Value::Float(value) => Value::Double(*value),
            _ => Value::Null,
        }
    }

    /// The same, borrowed from this one: touches no counter but those of opaque values and of objects.
    #[must_use]
    pub fn reborrow(&'a self) -> Value<'a> {
        match self {
            Value::String(text) => Value::String(text.reborrow()),
            Value::Bytes(bytes) => Value::Bytes(Octets::Borrowed(bytes.as_slice())),
            Value::List(list) => Value::List(list.reborrow()),
            Value::Map(map) => Value::Map(map.reborrow()),
            Value::Type(name) => Value::Type(name.reborrow()),
            other => other.clone(),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text.as_str()),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_list(&self) -> Option<&List<'a>> {
        match self {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_map(&self) -> Option<&Map<'a>> {
        match self {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The map of a document that the value is: what [`crate::Activation::document`] gives.
    #[must_use]
    pub fn document(&self) -> Option<Map<'a>> {
        match self {
            Value::Map(Map::Document(map)) => Some(Map::Document(map)),
            Value::Map(Map::Typed(map)) => Some(Map::Typed(map)),
            _ => None,
        }
    }

    /// What an opaque value of a known type is inside.
    #[must_use]
    pub fn as_opaque<T: 'static>(&self) -> Option<&T> {
        match self {
            Value::Opaque(value) => value.as_any().downcast_ref(),
            _ => None,
        }
    }

    /// The name of the type, as `type()` gives it and messages show it.
    #[must_use]
    pub fn type_name(&self) -> &str {
        match self {
            Value::Null => "null_type",
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Uint(_) => "uint",
            Value::Double(_) => "double",
            Value::String(_) => "string",
            Value::Bytes(_) => "bytes",
            Value::Timestamp(_) => "google.protobuf.Timestamp",
            Value::Duration(_) => "google.protobuf.Duration",
            Value::List(_) => "list",
            Value::Map(_) => "map",
            Value::Type(_) => "type",
            Value::Optional(_) => "optional_type",
            Value::Object(object) => object.type_name.as_str(),
            Value::Opaque(value) => value.type_name(),
        }
    }

    /// Whether the value is the empty one of its type.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match self {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Int(value) => *value == 0,
            Value::Uint(value) => *value == 0,
            Value::Double(value) => *value == 0.0,
            Value::String(text) => text.as_str().is_empty(),
            Value::Bytes(bytes) => bytes.as_slice().is_empty(),
            Value::Timestamp(moment) => moment.is_zero(),
            Value::Duration(span) => *span == 0,
            Value::List(list) => list.is_empty(),
            Value::Map(map) => map.is_empty(),
            Value::Type(_) => false,
            Value::Optional(inner) => inner.is_none(),
            Value::Object(object) => object.fields.is_empty(),
            Value::Opaque(value) => value.is_zero(),
        }
    }

    /// The size that costs are computed from (reference §6).
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Value::String(text) => text.as_str().chars().count() as u64,
            Value::Bytes(bytes) => bytes.as_slice().len() as u64,
            Value::List(list) => list.len() as u64,
            Value::Map(map) => map.len() as u64,
            Value::Optional(Some(inner)) => inner.size(),
            Value::Opaque(value) => value.size(),
            _ => 1,
        }
    }

    /// The value as a document, for what leaves the expression; nothing for what JSON has no form for.
    /// Bytes, times and durations become their JSON texts.
    #[must_use]
    pub fn to_document(&self) -> Option<document::Value> {
        crate::leaving::to_document(self)
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<f64> for Value<'_> {
    fn from(value: f64) -> Self {
        Value::Double(value)
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::String(Str::from(text))
    }
}

impl From<&Text> for Value<'_> {
    fn from(text: &Text) -> Self {
        Value::text(text.as_str())
    }
}

/// Near to how an expression would write it.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Uint(value) => write!(f, "{value}u"),
            Value::Double(value) => write!(f, "{value:?}"),
            Value::String(text) => write!(f, "{text:?}"),
            Value::Bytes(bytes) => write!(f, "{bytes:?}"),
            Value::Timestamp(moment) => write!(f, "timestamp(\"{moment}\")"),
            Value::Duration(span) => write!(f, "duration(\"{span}ns\")"),
            Value::List(list) => f.debug_list().entries(list.iter()).finish(),
            Value::Map(map) => f.debug_map().entries(map.iter()).finish(),
            Value::Type(name) => f.write_str(name.as_str()),
            Value::Optional(None) => f.write_str("optional.none()"),
            Value::Optional(Some(inner)) => write!(f, "optional.of({inner:?})"),
            Value::Object(object) => write!(f, "{}{:?}", object.type_name, object.fields),
            Value::Opaque(value) => match value.text() {
                Some(text) => write!(f, "{}({text:?})", value.type_name()),
                None => f.write_str(value.type_name()),
            },
        }
    }
}
