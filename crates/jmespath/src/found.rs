//! What evaluation finds: a value borrowed from the document or made on the way, and two odd kinds.

use std::borrow::Cow;

use sekisho_document::{List, Map, Text, Value};

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Found<'a> {
    Value(Cow<'a, Value>),
    /// The result of `items()`: a list that many functions do not take for one (reference §1).
    Objects(List),
    /// `&expression`, an argument of functions such as `map`.
    Lambda(Lambda),
}

/// An expression given to a function; only the evaluation that made it can apply it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lambda(pub(crate) u32);

impl<'a> Found<'a> {
    pub const NULL: Found<'static> = Found::Value(Cow::Owned(Value::Null));

    /// The document value; nothing for the odd kinds.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match self {
            Found::Value(value) => Some(value),
            Found::Objects(_) | Found::Lambda(_) => None,
        }
    }

    /// The value as it leaves the language: an `items()` list becomes an ordinary list, a lambda `{}`.
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Found::Value(value) => value.into_owned(),
            Found::Objects(list) => Value::List(list),
            Found::Lambda(_) => Value::Map(Map::new()),
        }
    }

    #[must_use]
    pub fn is_null(&self) -> bool {
        self.value().is_some_and(Value::is_null)
    }

    /// Everything is true but `false`, null, and empty text, lists and maps.
    #[must_use]
    pub fn is_true(&self) -> bool {
        match self {
            Found::Value(value) => match &**value {
                Value::Null => false,
                Value::Bool(truth) => *truth,
                Value::Int(_) | Value::UInt(_) | Value::Float(_) => true,
                Value::String(text) => !text.is_empty(),
                Value::List(list) => !list.is_empty(),
                Value::Map(map) => !map.is_empty(),
            },
            Found::Objects(list) => !list.is_empty(),
            Found::Lambda(_) => true,
        }
    }

    /// A part of the value: borrowed from the document where the value is, shared otherwise; null when
    /// there is no such part.
    #[must_use]
    pub fn part(&self, pick: impl for<'v> FnOnce(&'v Value) -> Option<&'v Value>) -> Found<'a> {
        match self {
            Found::Value(Cow::Borrowed(value)) => pick(value).map_or(Found::NULL, Found::from),
            Found::Value(Cow::Owned(value)) => pick(value).map_or(Found::NULL, |part| part.clone().into()),
            Found::Objects(_) | Found::Lambda(_) => Found::NULL,
        }
    }

    /// The items of a list, an `items()` list included.
    #[must_use]
    pub fn items(&self) -> Option<&[Value]> {
        match self {
            Found::Value(value) => value.as_list().map(|list| &**list),
            Found::Objects(list) => Some(list),
            Found::Lambda(_) => None,
        }
    }

    /// The items of a list one by one, borrowed from the document where the list is.
    #[must_use]
    pub fn elements<'s>(&'s self) -> Option<Elements<'s, 'a>> {
        match self {
            Found::Value(Cow::Borrowed(value)) => {
                value.as_list().map(|list| Elements(Side::Document(list.iter())))
            }
            Found::Value(Cow::Owned(_)) | Found::Objects(_) | Found::Lambda(_) => {
                self.items().map(|items| Elements(Side::Made(items.iter())))
            }
        }
    }
}

/// Items of a list as [`Found`]; see [`Found::elements`].
#[derive(Debug, Clone)]
pub struct Elements<'s, 'a>(Side<'s, 'a>);

#[derive(Debug, Clone)]
enum Side<'s, 'a> {
    Document(std::slice::Iter<'a, Value>),
    Made(std::slice::Iter<'s, Value>),
}

impl<'a> Iterator for Elements<'_, 'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Found<'a>> {
        match &mut self.0 {
            Side::Document(items) => items.next().map(Found::from),
            Side::Made(items) => items.next().map(|item| Found::from(item.clone())),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Side::Document(items) => items.size_hint(),
            Side::Made(items) => items.size_hint(),
        }
    }
}

impl ExactSizeIterator for Elements<'_, '_> {}

impl<'a> From<&'a Value> for Found<'a> {
    fn from(value: &'a Value) -> Found<'a> {
        Found::Value(Cow::Borrowed(value))
    }
}

impl From<Value> for Found<'_> {
    fn from(value: Value) -> Self {
        Found::Value(Cow::Owned(value))
    }
}

impl From<bool> for Found<'_> {
    fn from(truth: bool) -> Self {
        Value::Bool(truth).into()
    }
}

impl From<f64> for Found<'_> {
    fn from(number: f64) -> Self {
        Value::Float(number).into()
    }
}

impl From<&str> for Found<'_> {
    fn from(text: &str) -> Self {
        Value::text(text).into()
    }
}

impl From<String> for Found<'_> {
    fn from(text: String) -> Self {
        Value::from(text).into()
    }
}

impl From<Text> for Found<'_> {
    fn from(text: Text) -> Self {
        Value::String(text).into()
    }
}

impl From<List> for Found<'_> {
    fn from(list: List) -> Self {
        Value::List(list).into()
    }
}

impl From<Map> for Found<'_> {
    fn from(map: Map) -> Self {
        Value::Map(map).into()
    }
}
