//! A part of an apply configuration, and how Go shows its values in faults.

use sekisho_document::{Map, Text, Value};

/// A part of an object that is to be applied.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// As in a document, with all that lies below it.
    Value(Value),
    /// Entries in order.
    Map(Vec<(Text, Part)>),
    List(Vec<Part>),
    Foreign(Box<Foreign>),
}

/// A value that an expression made and that is none of JSON where it stands, such as a time: it fits no type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// What Go prints for it alone (`%v`).
    pub text: String,
    /// What Go writes for it in source text (`%#v`).
    pub source: String,
    /// The name of its type in Go.
    pub type_name: &'static str,
}

/// A part that is looked at, whatever holds it.
#[derive(Debug, Clone, Copy)]
pub(super) enum View<'p> {
    Null,
    Bool(bool),
    Number(&'p Value),
    Text(&'p str),
    List(Items<'p>),
    Map(Entries<'p>),
    Foreign(&'p Foreign),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Items<'p> {
    Values(&'p [Value]),
    Parts(&'p [Part]),
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Entries<'p> {
    Values(&'p Map),
    Parts(&'p [(Text, Part)]),
}

impl Part {
    pub(super) fn view(&self) -> View<'_> {
        match self {
            Part::Value(value) => View::of(value),
            Part::Map(entries) => View::Map(Entries::Parts(entries)),
            Part::List(items) => View::List(Items::Parts(items)),
            Part::Foreign(foreign) => View::Foreign(foreign),
        }
    }

    /// The part as a document. Foreign values have none and become their text; a check refuses them before.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Part::Value(value) => value.clone(),
            Part::Map(entries) => {
                let mut map = Map::with_capacity(entries.len());
                for (key, part) in entries {
                    map.insert(key.clone(), part.to_value());
                }
                Value::Map(map)
            }
            Part::List(items) => Value::List(items.iter().map(Part::to_value).collect()),
            Part::Foreign(foreign) => Value::from(foreign.text.as_str()),
        }
    }
}

impl<'p> View<'p> {
    pub(super) fn of(value: &'p Value) -> View<'p> {
        match value {
            Value::Null => View::Null,
            Value::Bool(flag) => View::Bool(*flag),
            Value::Int(_) | Value::UInt(_) | Value::Float(_) => View::Number(value),
            Value::String(text) => View::Text(text),
            Value::List(list) => View::List(Items::Values(list)),
            Value::Map(map) => View::Map(Entries::Values(map)),
        }
    }

    /// As Go prints it (`%v`).
    pub(super) fn text(self) -> String {
        match self {
            View::Null => "<nil>".to_owned(),
            View::Bool(flag) => flag.to_string(),
            View::Number(number) => number_text(number),
            View::Text(text) => text.to_owned(),
            View::List(items) => {
                let items: Vec<String> = items.iter().map(View::text).collect();
                format!("[{}]", items.join(" "))
            }
            View::Map(entries) => {
                let mut entries: Vec<(&str, View<'_>)> = entries.iter().collect();
                entries.sort_by_key(|(key, _)| *key);
                let entries: Vec<String> = entries
                    .into_iter()
                    .map(|(key, value)| format!("{key}:{}", value.text()))
                    .collect();
                format!("map[{}]", entries.join(" "))
            }
            View::Foreign(foreign) => foreign.text.clone(),
        }
    }

    /// As Go writes it in source text (`%#v`).
    pub(super) fn source(self) -> String {
        match self {
            View::Null => "interface {}(nil)".to_owned(),
            View::Bool(flag) => flag.to_string(),
            View::Number(number) => number_text(number),
            View::Text(text) => sekisho_document::print::quote(text),
            View::List(items) => {
                let items: Vec<String> = items.iter().map(View::source).collect();
                format!("[]interface {{}}{{{}}}", items.join(", "))
            }
            View::Map(entries) => {
                let mut entries: Vec<(&str, View<'_>)> = entries.iter().collect();
                entries.sort_by_key(|(key, _)| *key);
                let entries: Vec<String> = entries
                    .into_iter()
                    .map(|(key, value)| format!("{}:{}", sekisho_document::print::quote(key), value.source()))
                    .collect();
                format!("map[string]interface {{}}{{{}}}", entries.join(", "))
            }
            View::Foreign(foreign) => foreign.source.clone(),
        }
    }

    /// The name of its type in Go.
    pub(super) fn type_name(self) -> &'static str {
        match self {
            View::Null => "<nil>",
            View::Bool(_) => "bool",
            View::Number(Value::Float(_)) => "float64",
            View::Number(_) => "int64",
            View::Text(_) => "string",
            View::List(_) => "[]interface {}",
            View::Map(_) => "map[string]interface {}",
            View::Foreign(foreign) => foreign.type_name,
        }
    }
}

fn number_text(number: &Value) -> String {
    sekisho_document::json::write(number, sekisho_document::json::Form::COMPACT)
}

impl<'p> Items<'p> {
    pub(super) fn iter(self) -> impl Iterator<Item = View<'p>> {
        let (values, parts): (&[Value], &[Part]) = match self {
            Items::Values(values) => (values, &[]),
            Items::Parts(parts) => (&[], parts),
        };
        values.iter().map(View::of).chain(parts.iter().map(Part::view))
    }
}

impl<'p> Entries<'p> {
    pub(super) fn iter(self) -> impl Iterator<Item = (&'p str, View<'p>)> {
        let (values, parts) = match self {
            Entries::Values(map) => (Some(map), [].as_slice()),
            Entries::Parts(parts) => (None, parts),
        };
        let values = values.into_iter().flatten();
        let values = values.map(|(key, value)| (key.as_str(), View::of(value)));
        values.chain(parts.iter().map(|(key, part)| (key.as_str(), part.view())))
    }

    pub(super) fn get(self, key: &str) -> Option<View<'p>> {
        match self {
            Entries::Values(map) => map.get(key).map(View::of),
            Entries::Parts(parts) => {
                let mut entries = parts.iter();
                let (_, part) = entries.find(|(name, _)| name == key)?;
                Some(part.view())
            }
        }
    }
}
