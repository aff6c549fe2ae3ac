//! Types: what the checker deduces, and how tables write them down.

use std::fmt;
use std::sync::Arc;

use sekisho_document::Text;

/// A type as the checker knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Anything; nothing is checked.
    Dyn,
    /// The type of what was refused.
    Error,
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Timestamp,
    Duration,
    /// `google.protobuf.Any`
    Any,
    /// A primitive type or null.
    Wrapper(Arc<Type>),
    List(Arc<Type>),
    Map(Arc<(Type, Type)>),
    /// `optional_type(T)`
    Optional(Arc<Type>),
    /// A type with a name, with or without fields: `kubernetes.Quantity`.
    Object(Text),
    /// A type with a name and parameters.
    Abstract(Text, Arc<[Type]>),
    /// The type of a type; nothing is known of some.
    Type(Option<Arc<Type>>),
    /// A parameter of a signature.
    Parameter(Text),
    /// A type that is still to be found.
    Variable(u32),
}

impl Type {
    #[must_use]
    pub fn list(of: Type) -> Type {
        Type::List(Arc::new(of))
    }

    #[must_use]
    pub fn map(key: Type, value: Type) -> Type {
        Type::Map(Arc::new((key, value)))
    }

    #[must_use]
    pub fn optional(of: Type) -> Type {
        Type::Optional(Arc::new(of))
    }

    /// The type of a name; the well-known messages of protocol buffers are types of the language.
    #[must_use]
    pub fn object(name: impl AsRef<str>) -> Type {
        let name = name.as_ref();
        crate::message::well_known_type(name).unwrap_or_else(|| Type::Object(Text::new(name)))
    }

    #[must_use]
    pub fn type_of(of: Type) -> Type {
        Type::Type(Some(Arc::new(of)))
    }

    #[must_use]
    pub fn wrapper(of: Type) -> Type {
        Type::Wrapper(Arc::new(of))
    }

    /// Whether nothing is checked. A message of any type is taken for anything too, but for the range of a
    /// macro.
    pub(crate) fn is_unchecked(&self) -> bool {
        matches!(self, Type::Dyn | Type::Any | Type::Error)
    }

    /// The name that the checker's messages use where they know only one: that of the type without its
    /// parameters.
    pub(crate) fn name(&self) -> Text {
        match self {
            Type::Null => Text::const_new("null_type"),
            Type::Timestamp => Text::const_new("google.protobuf.Timestamp"),
            Type::Duration => Text::const_new("google.protobuf.Duration"),
            Type::Any => Text::const_new("google.protobuf.Any"),
            Type::List(_) => Text::const_new("list"),
            Type::Map(_) => Text::const_new("map"),
            Type::Optional(_) => Text::const_new("optional_type"),
            Type::Type(_) => Text::const_new("type"),
            Type::Wrapper(of) => of.name(),
            Type::Abstract(name, _) => name.clone(),
            _ => Text::from(self.to_string()),
        }
    }
}

/// As the checker's messages show a type.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Dyn => f.write_str("dyn"),
            Type::Error => f.write_str("!error!"),
            Type::Null => f.write_str("null"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Uint => f.write_str("uint"),
            Type::Double => f.write_str("double"),
            Type::String => f.write_str("string"),
            Type::Bytes => f.write_str("bytes"),
            Type::Timestamp => f.write_str("timestamp"),
            Type::Duration => f.write_str("duration"),
            Type::Any => f.write_str("any"),
            Type::Wrapper(of) => write!(f, "wrapper({of})"),
            Type::List(of) => write!(f, "list({of})"),
            Type::Map(of) => write!(f, "map({}, {})", of.0, of.1),
            Type::Optional(of) => write!(f, "optional_type({of})"),
            Type::Object(name) | Type::Parameter(name) => f.write_str(name),
            Type::Abstract(name, parameters) if parameters.is_empty() => f.write_str(name),
            Type::Abstract(name, parameters) => {
                let parameters: Vec<String> = parameters.iter().map(Type::to_string).collect();
                write!(f, "{name}({})", parameters.join(", "))
            }
            Type::Type(None) => f.write_str("type"),
            Type::Type(Some(of)) => write!(f, "type({of})"),
            Type::Variable(number) => write!(f, "_var{number}"),
        }
    }
}

/// A type as tables of functions write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Dyn,
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Timestamp,
    Duration,
    Any,
    /// The type of anything.
    Type,
    /// The type of a given type.
    TypeOf(&'static Shape),
    List(&'static Shape),
    Map(&'static Shape, &'static Shape),
    Optional(&'static Shape),
    /// A type with a name, such as one of [`crate::Opaque`] values.
    Object(&'static str),
    /// A type with a name that is known to have no fields.
    Opaque(&'static str),
    /// Any type, the same wherever the name stands in one signature.
    Parameter(&'static str),
    /// Any primitive type or null.
    Wrapper(&'static Shape),
}

impl Shape {
    /// The same as the checker knows it.
    #[must_use]
    pub fn to_type(self) -> Type {
        match self {
            Shape::Dyn => Type::Dyn,
            Shape::Null => Type::Null,
            Shape::Bool => Type::Bool,
            Shape::Int => Type::Int,
            Shape::Uint => Type::Uint,
            Shape::Double => Type::Double,
            Shape::String => Type::String,
            Shape::Bytes => Type::Bytes,
            Shape::Timestamp => Type::Timestamp,
            Shape::Duration => Type::Duration,
            Shape::Any => Type::Any,
            Shape::Type => Type::Type(None),
            Shape::TypeOf(of) => Type::type_of(of.to_type()),
            Shape::List(of) => Type::list(of.to_type()),
            Shape::Map(key, value) => Type::map(key.to_type(), value.to_type()),
            Shape::Optional(of) => Type::optional(of.to_type()),
            Shape::Object(name) => Type::object(name),
            Shape::Opaque(name) => Type::Abstract(Text::new(name), Arc::new([])),
            Shape::Parameter(name) => Type::Parameter(Text::new(name)),
            Shape::Wrapper(of) => Type::wrapper(of.to_type()),
        }
    }
}
