//! The values of Kyverno's libraries: the objects that functions are called on, and records with fields.

use std::any::Any;

use sekisho_cel::{Meter, Opaque, Str, Value, equal};

/// The type of `generator`.
pub(super) const GENERATOR: &str = "generator.Context";
/// The type of `globalContext`.
pub(super) const GLOBAL_CONTEXT: &str = "globalcontext.Context";
/// The type of `http`.
pub(super) const HTTP: &str = "http.Context";
/// The type of `image`.
pub(super) const IMAGE_DATA: &str = "imagedata.Context";
/// The type of `json`.
pub(super) const JSON: &str = "json.Json";
/// The type of `resource`.
pub(super) const RESOURCE: &str = "resource.Context";
/// The type of `yaml`.
pub(super) const YAML: &str = "yaml.Yaml";

/// What stands before the dot of a call such as `resource.Get(…)`. It has no content: what it stands for is
/// the world, which the activation asks.
#[derive(Debug)]
struct Receiver(&'static str);

/// The variables that functions are called on, with their types, sorted by name.
pub(super) const RECEIVERS: &[(&str, &str)] = &[
    ("generator", GENERATOR),
    ("globalContext", GLOBAL_CONTEXT),
    ("http", HTTP),
    ("image", IMAGE_DATA),
    ("json", JSON),
    ("resource", RESOURCE),
    ("yaml", YAML),
];

/// The value of a variable that functions are called on; nothing if the variable is none of those.
#[must_use]
pub fn receiver(variable: &str) -> Option<Value<'static>> {
    let mut receivers = RECEIVERS.iter();
    let (_, type_name) = receivers.find(|(name, _)| *name == variable)?;
    Some(Value::opaque(Receiver(type_name)))
}

impl Opaque for Receiver {
    fn type_name(&self) -> &str {
        self.0
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        Some(
            other
                .as_opaque::<Receiver>()
                .is_some_and(|other| other.0 == self.0),
        )
    }

    fn text(&self) -> Option<String> {
        None
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A value with fields of known names, as the structs of the reference are: a field that was never set has
/// the empty value of its type, and `has()` sees only those that are not empty.
#[derive(Debug)]
pub struct Record {
    pub type_name: &'static str,
    pub fields: Vec<Field>,
}

/// A field of a [`Record`].
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    /// What JSON calls it.
    pub json: &'static str,
    pub value: Value<'static>,
}

impl Opaque for Record {
    fn type_name(&self) -> &str {
        self.type_name
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        let mut meter = Meter::new(sekisho_cel::Limits::STANDARD, None);
        let mut same = |field: &Field, other: Option<&Value<'_>>| match other {
            Some(other) => equal(&field.value, other, &mut meter).unwrap_or(false),
            None => field.value.is_zero(),
        };
        let found = |name: &'static str| move |field: &&Field| field.name == name;
        Some(match other {
            Value::Object(object) if object.type_name.as_str() == self.type_name => self
                .fields
                .iter()
                .all(|field| same(field, object.field(field.name))),
            other => other.as_opaque::<Record>().is_some_and(|other| {
                other.type_name == self.type_name
                    && self.fields.iter().all(|field| {
                        let other = other.fields.iter().find(found(field.name));
                        same(field, other.map(|field| &field.value))
                    })
            }),
        })
    }

    fn text(&self) -> Option<String> {
        None
    }

    fn bytes(&self) -> usize {
        let texts = self.fields.iter().filter_map(|field| field.value.as_str());
        size_of_val(self.fields.as_slice()) + texts.map(str::len).sum::<usize>()
    }

    fn is_zero(&self) -> bool {
        self.fields.iter().all(|field| field.value.is_zero())
    }

    fn field(&self, name: &str) -> Option<Value<'static>> {
        let mut fields = self.fields.iter();
        fields.find_map(|field| (field.name == name).then(|| field.value.clone()))
    }

    fn has(&self, name: &str) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| field.name == name && !field.value.is_zero())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What exceptions of a policy allow: the value of the variable `exceptions` (reference §9.3).
#[must_use]
pub fn exceptions(images: &[&str], values: &[&str]) -> Value<'static> {
    let list = |texts: &[&str]| {
        let texts = texts
            .iter()
            .map(|text| Value::String(Str::from((*text).to_owned())));
        Value::list(texts.collect())
    };
    Value::opaque(Record {
        type_name: EXCEPTION,
        fields: vec![
            Field {
                name: "allowedImages",
                json: "AllowedImages",
                value: list(images),
            },
            Field {
                name: "allowedValues",
                json: "AllowedValues",
                value: list(values),
            },
        ],
    })
}

/// The type of `exceptions`.
pub(super) const EXCEPTION: &str = "libs.Exception";
