//! The strict reader: a document against the table of its kind.
//!
//! One walk reports unknown fields, wrong types, words that are not allowed, missing fields and bounds, each
//! at the smallest place, and fills in defaults. The two manners are those of the Kyverno command line:
//! policies are read by their CRD, its own files by Go's JSON decoder.

use std::sync::Arc;

use sekisho_diagnostics::{Diagnostic, Severity, Span};
use sekisho_document::number::go_float;
use sekisho_document::{Kind, Map, Places, Text, Tree, Value};

use crate::codes;
use crate::fields::{Demand, Field, METADATA, Preset, Shape, Type};
use crate::path::Path;

/// How closely a document is compared with its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As the API server does: everything the table says, and defaults.
    Schema,
    /// As Go's strict JSON decoder does: names in any capitals, scalars become texts where a text is
    /// wanted; nothing is required and nothing is filled in.
    Decoder,
}

/// What the walk found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Paths of unknown fields, as Kubernetes writes them.
    pub(crate) unknown: Vec<String>,
    /// Everything else that is wrong, in the words of Kubernetes.
    pub(crate) invalid: Vec<String>,
}

/// Compares a whole object with the shape of its kind and fills in what is absent.
pub(crate) fn read_object(tree: &mut Tree, shape: &'static Shape, manner: Manner) -> Findings {
    let mut walk = Walk {
        manner,
        findings: Findings::default(),
    };
    let Some(map) = edit(&mut tree.value) else {
        walk.wrong_type(&tree.value, tree.places.node, Kind::Map, &Path::ROOT);
        return walk.findings;
    };
    walk.map(Level::Object(shape), map, &mut tree.places, &Path::ROOT);
    walk.findings
}

/// Which fields a map has: those of its shape, or those and what every object has.
#[derive(Debug, Clone, Copy)]
enum Level {
    Object(&'static Shape),
    Inner(&'static Shape),
}

const ROOT: [(&str, Type); 4] = [
    ("apiVersion", Type::Text),
    ("kind", Type::Text),
    ("metadata", Type::Map(&METADATA)),
    ("status", Type::Any),
];

impl Level {
    fn shape(self) -> &'static Shape {
        match self {
            Level::Object(shape) | Level::Inner(shape) => shape,
        }
    }

    /// The name as the table has it, and the type.
    fn find(self, key: &str, manner: Manner) -> Option<(&'static str, Type)> {
        let shape = self.shape();
        let field = match manner {
            Manner::Schema => shape.field(key),
            Manner::Decoder => shape.field_in_any_case(key),
        };
        if let Some(field) = field {
            return Some((field.name, field.of));
        }
        let Level::Object(_) = self else {
            return None;
        };
        ROOT.into_iter().find(|(name, _)| match manner {
            Manner::Schema => *name == key,
            Manner::Decoder => name.eq_ignore_ascii_case(key),
        })
    }

    fn names(self) -> impl Iterator<Item = &'static str> {
        let everywhere: &[(&str, Type)] = match self {
            Level::Object(_) => &ROOT,
            Level::Inner(_) => &[],
        };
        self.shape()
            .fields
            .iter()
            .map(|field| field.name)
            .chain(everywhere.iter().map(|(name, _)| *name))
    }
}

struct Walk {
    manner: Manner,
    findings: Findings,
}

impl Walk {
    fn map(&mut self, level: Level, map: &mut Map, places: &mut Places, path: &Path<'_>) {
        let mut nulls = Vec::new();
        let mut renamed = false;
        for position in 0..map.len() {
            let Some((key, value)) = map.at(position) else {
                continue;
            };
            let key = key.clone();
            let Some(place) = Arc::make_mut(&mut places.children).get_mut(position) else {
                continue;
            };
            let Some((name, of)) = level.find(&key, self.manner) else {
                self.unknown(level, &key, place, path);
                continue;
            };
            renamed |= name != key.as_str();
            if value.is_null() {
                if !matches!(of, Type::Any) {
                    nulls.push(key);
                }
                continue;
            }
            let Some(value) = map.get_mut(&key) else { continue };
            self.value(of, value, place, &path.key(name));
        }
        if !nulls.is_empty() {
            remove(map, places, &nulls);
        }
        if renamed {
            rename(level, self.manner, map);
        }
        if self.manner == Manner::Schema {
            self.complete(level.shape(), map, places, path);
        }
    }

    /// Missing fields, defaults, demands.
    fn complete(&mut self, shape: &'static Shape, map: &mut Map, places: &mut Places, path: &Path<'_>) {
        for field in shape.fields {
            if map.contains_key(field.name) {
                continue;
            }
            match field.preset {
                Some(preset) => self.fill(field, preset, map, places, path),
                None if field.required => {
                    self.findings
                        .diagnostics
                        .push(codes::missing_field(path, field, name_place(places)));
                    self.invalid(&path.key(field.name), "Required value");
                }
                None => {}
            }
        }
        for demand in shape.demands {
            self.demand(demand, map, places, path);
        }
    }

    fn fill(&mut self, field: &Field, preset: Preset, map: &mut Map, places: &mut Places, path: &Path<'_>) {
        let mut value = match preset {
            Preset::Boolean(flag) => Value::Bool(flag),
            Preset::Integer(number) => Value::Int(number),
            Preset::Text(text) => Value::text(text),
            Preset::EmptyMap => Value::Map(Map::new()),
        };
        let mut place = Places::of(places.node);
        if let (Type::Map(shape), Some(inner)) = (field.of, edit(&mut value)) {
            self.map(Level::Inner(shape), inner, &mut place, &path.key(field.name));
        }
        map.insert(field.name, value);
        let mut children = places.children.to_vec();
        children.push(place);
        places.children = children.into();
    }

    fn demand(&mut self, demand: &Demand, map: &Map, places: &Places, path: &Path<'_>) {
        let given = |names: &'static [&'static str]| -> Vec<&'static str> {
            names
                .iter()
                .copied()
                .filter(|name| map.contains_key(name))
                .collect()
        };
        let key_place = |name: &&str| {
            let position = map.position(name)?;
            places.children.get(position)?.key
        };
        match demand {
            Demand::ExactlyOne(names) => match given(names).as_slice() {
                [_] => {}
                [] => {
                    self.findings
                        .diagnostics
                        .push(codes::none_given(path, names, name_place(places)));
                    self.invalid(path, "must have one of the alternatives");
                }
                several => {
                    let spans = several.iter().filter_map(key_place).collect();
                    self.findings
                        .diagnostics
                        .push(codes::several_given(path, several, spans));
                    self.invalid(path, "must have only one of the alternatives");
                }
            },
            Demand::NotTogether(names) => {
                let both = given(names);
                if both.len() == names.len() {
                    let spans = both.iter().filter_map(key_place).collect();
                    self.findings
                        .diagnostics
                        .push(codes::several_given(path, &both, spans));
                    self.invalid(path, &format!("\"{}\" must not validate the schema (not)", path));
                }
            }
        }
    }

    fn value(&mut self, of: Type, value: &mut Value, places: &mut Places, path: &Path<'_>) {
        match of {
            Type::Any => {}
            Type::Boolean => {
                if value.as_bool().is_none() {
                    self.wrong_type(value, places.node, Kind::Bool, path);
                }
            }
            Type::Integer => {
                self.integer(value, places.node, path);
            }
            Type::AtLeast(least) => {
                if self
                    .integer(value, places.node, path)
                    .is_some_and(|number| number < least)
                    && self.manner == Manner::Schema
                {
                    let message = format!("should be greater than or equal to {least}");
                    self.out_of_bounds(path, places.node, &format!("at least {least}"), value, &message);
                }
            }
            Type::Text => {
                self.text(value, places.node, path);
            }
            Type::Sized { min, max } => {
                let Some(text) = self.text(value, places.node, path) else {
                    return;
                };
                let length = text.chars().count();
                if self.manner == Manner::Schema && !(min..=max).contains(&length) {
                    let (bound, message) = if length > max {
                        let message = format!("Too long: may not be more than {max} bytes");
                        (format!("at most {max} characters"), message)
                    } else {
                        (
                            format!("at least {min} characters"),
                            format!("should be at least {min} chars long"),
                        )
                    };
                    self.out_of_bounds(path, places.node, &bound, value, &message);
                }
            }
            Type::Word(words) => {
                let Some(text) = self.text(value, places.node, path) else {
                    return;
                };
                if words.contains(&text.as_str()) {
                    return;
                }
                let mut diagnostic = codes::not_allowed(path, &text, words, places.node);
                if self.manner == Manner::Decoder {
                    diagnostic.severity = Severity::Warning;
                    self.findings.diagnostics.push(diagnostic);
                    return;
                }
                self.findings.diagnostics.push(diagnostic);
                let supported: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                let message = format!(
                    "Unsupported value: {text:?}: supported values: {}",
                    supported.join(", ")
                );
                self.invalid(path, &message);
            }
            Type::List(item) | Type::Filled(item) => {
                if matches!(of, Type::Filled(_)) && value.as_list().is_some_and(|list| list.is_empty()) {
                    let message = "should have at least 1 items";
                    self.out_of_bounds(path, places.node, "at least one item", value, message);
                }
                self.list(*item, value, places, path);
            }
            Type::Entries(item) => {
                let Some(map) = edit(value) else {
                    return self.wrong_type(value, places.node, Kind::Map, path);
                };
                let children = Arc::make_mut(&mut places.children);
                let keys: Vec<Text> = map.keys().cloned().collect();
                for (key, place) in keys.iter().zip(children) {
                    if let Some(value) = map.get_mut(key) {
                        self.value(*item, value, place, &path.key(key));
                    }
                }
            }
            Type::Map(shape) => {
                let Some(map) = edit(value) else {
                    return self.wrong_type(value, places.node, Kind::Map, path);
                };
                self.map(Level::Inner(shape), map, places, path);
            }
        }
    }

    fn list(&mut self, item: Type, value: &mut Value, places: &mut Places, path: &Path<'_>) {
        let Value::List(list) = value else {
            return self.wrong_type(value, places.node, Kind::List, path);
        };
        let children = Arc::make_mut(&mut places.children);
        for (index, (value, place)) in list.edit().iter_mut().zip(children).enumerate() {
            self.value(item, value, place, &path.index(index));
        }
    }

    fn integer(&mut self, value: &mut Value, place: Span, path: &Path<'_>) -> Option<i64> {
        if let Value::Float(float) = value
            && float.fract() == 0.0
        {
            *value = value.renumber(sekisho_document::Numbers::AsWritten);
        }
        let number = value.as_i64();
        if number.is_none() {
            self.findings
                .diagnostics
                .push(codes::wrong_type_at(path, "a whole number", value, place));
            self.invalid(path, &wrong_type_text(path, value, "integer"));
        }
        number
    }

    /// The text; in the manner of Go's decoder also that of a number or a boolean, which it becomes.
    fn text(&mut self, value: &mut Value, place: Span, path: &Path<'_>) -> Option<Text> {
        if self.manner == Manner::Decoder
            && let Some(text) = scalar_text(value)
        {
            *value = Value::String(text);
        }
        match value {
            Value::String(text) => Some(text.clone()),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => {
                self.wrong_type(value, place, Kind::String, path);
                None
            }
            Value::List(_) | Value::Map(_) => {
                self.wrong_type(value, place, Kind::String, path);
                None
            }
        }
    }

    fn wrong_type(&mut self, value: &Value, place: Span, expected: Kind, path: &Path<'_>) {
        self.findings
            .diagnostics
            .push(codes::wrong_type_at(path, expected.with_article(), value, place));
        self.invalid(path, &wrong_type_text(path, value, json_type(expected)));
    }

    fn out_of_bounds(&mut self, path: &Path<'_>, place: Span, bound: &str, value: &Value, message: &str) {
        self.findings
            .diagnostics
            .push(codes::out_of_bounds(path, bound, value, place));
        self.invalid(path, message);
    }

    fn invalid(&mut self, path: &Path<'_>, message: &str) {
        self.findings.invalid.push(match self.manner {
            Manner::Schema => format!("{path}: {message}"),
            Manner::Decoder => format!("error unmarshaling JSON: while decoding JSON: json: {message}"),
        });
    }

    fn unknown(&mut self, level: Level, key: &str, place: &Places, path: &Path<'_>) {
        self.findings
            .diagnostics
            .push(codes::unknown_field(path, key, level.names(), place));
        self.findings.unknown.push(match self.manner {
            Manner::Schema => path.key(key).to_string(),
            Manner::Decoder => key.to_owned(),
        });
    }
}

/// Where a map is named: its key, or its first byte.
fn name_place(places: &Places) -> Span {
    places.key.unwrap_or_else(|| {
        let first = places.children.first().and_then(|child| child.key);
        first.unwrap_or(places.node)
    })
}

fn edit(value: &mut Value) -> Option<&mut Map> {
    match value {
        Value::Map(map) => Some(map),
        _ => None,
    }
}

fn remove(map: &mut Map, places: &mut Places, keys: &[Text]) {
    let kept = map.keys().zip(places.children.iter());
    let children: Vec<Places> = kept
        .filter(|(key, _)| !keys.contains(key))
        .map(|(_, place)| place.clone())
        .collect();
    places.children = children.into();
    map.retain(|key, _| keys.iter().all(|gone| gone != key));
}

/// Gives the keys the spelling of the table.
fn rename(level: Level, manner: Manner, map: &mut Map) {
    let spelt = map
        .iter()
        .map(|(key, value)| match level.find(key, manner) {
            Some((name, _)) => (Text::new(name), value.clone()),
            None => (key.clone(), value.clone()),
        })
        .collect::<Vec<_>>();
    let mut names: Vec<&Text> = spelt.iter().map(|(key, _)| key).collect();
    names.sort_unstable();
    names.dedup();
    // Two spellings of one field would lose a place.
    if names.len() == map.len() {
        *map = spelt.into_iter().collect();
    }
}

fn scalar_text(value: &Value) -> Option<Text> {
    match value {
        Value::Bool(flag) => Some(Text::new(if *flag { "true" } else { "false" })),
        Value::Int(number) => Some(Text::from(number.to_string())),
        Value::UInt(number) => Some(Text::from(number.to_string())),
        Value::Float(number) => Some(Text::from(go_float(*number))),
        Value::Null | Value::String(_) | Value::List(_) | Value::Map(_) => None,
    }
}

fn json_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "boolean",
        Kind::Number => "number",
        Kind::String => "string",
        Kind::List => "array",
        Kind::Map => "object",
    }
}

fn wrong_type_text(path: &Path<'_>, value: &Value, expected: &str) -> String {
    let found = match value {
        Value::Int(_) | Value::UInt(_) => "integer",
        other => json_type(other.kind()),
    };
    format!("Invalid value: \"{found}\": {path} in body must be of type {expected}: \"{found}\"")
}

#[cfg(test)]
mod tests;
