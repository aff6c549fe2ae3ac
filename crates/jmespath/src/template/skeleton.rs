//! A document with holes.

use sekisho_document::{List, Map, Text, Value};

use crate::Setting;
use crate::observer::{Observer, Unobserved};
use crate::template::fault::FillError;
use crate::template::filling::Filling;
use crate::template::path::{Path, Segment};
use crate::template::scope::Scope;
use crate::template::walk::{Filled, expect_depth, new_key};
use crate::template::{Dialect, Template, reference};

/// A document whose placeholders are compiled. Its references are put in already.
#[derive(Debug, Clone, PartialEq)]
pub struct Skeleton {
    /// Where in its document it begins.
    pub base: Vec<Segment>,
    /// A reference that leads nowhere spoils the whole document, once it is filled.
    pub fault: Option<FillError>,
    pub root: Part,
}

/// A part of a [`Skeleton`].
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// No placeholder anywhere below.
    Fixed(Value),
    Leaf(Template),
    List(Box<[Part]>),
    Map(Box<[Entry]>),
}

/// An entry of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// As written.
    pub key: Text,
    /// What the key becomes, if it has placeholders.
    pub new_key: Option<Template>,
    pub value: Part,
}

impl Skeleton {
    #[must_use]
    pub fn compile(document: &Value, dialect: &Dialect<'_>) -> Skeleton {
        Skeleton::compile_below(document, &[], dialect)
    }

    /// Compiles the part of a document at a path. References are looked up in, and paths of messages begin
    /// at, the whole document. A path that leads nowhere gives null.
    #[must_use]
    pub fn compile_below(document: &Value, base: &[Segment], dialect: &Dialect<'_>) -> Skeleton {
        let compiled = match reference::resolved(document, dialect.limits) {
            None => part(descend(document, base), &Path::starting(base), dialect),
            Some(Ok(document)) => part(descend(&document, base), &Path::starting(base), dialect),
            Some(Err(fault)) => Err(fault),
        };
        let (root, fault) = match compiled {
            Ok(root) => (root, None),
            Err(fault) => (Part::Fixed(Value::Null), Some(fault)),
        };
        Skeleton {
            base: base.to_vec(),
            fault,
            root,
        }
    }

    /// The document, if nothing in it depends on a context.
    #[must_use]
    pub fn fixed(&self) -> Option<&Value> {
        match (&self.fault, &self.root) {
            (None, Part::Fixed(value)) => Some(value),
            _ => None,
        }
    }

    /// The document with all placeholders replaced.
    ///
    /// # Errors
    /// The first string, in the order of the document, that can not be filled.
    pub fn fill(&self, scope: &mut impl Scope, setting: Setting<'_>) -> Result<Value, FillError> {
        self.observe(scope, setting, &mut Unobserved)
    }

    /// Fills as [`Skeleton::fill`] does and shows every sub-expression to an observer.
    ///
    /// # Errors
    /// As [`Skeleton::fill`].
    pub fn observe(
        &self,
        scope: &mut impl Scope,
        setting: Setting<'_>,
        observer: &mut impl Observer,
    ) -> Result<Value, FillError> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let mut filling = Filling {
            scope,
            steps: setting.limits.steps,
            nesting: 0,
            setting,
            observer,
        };
        fill(&self.root, &Path::starting(&self.base), &mut filling)
    }

    /// Shows every template, with the path of its string; a key has the path of its map.
    pub fn each_template(&self, visit: &mut dyn FnMut(&Path<'_>, &Template)) {
        each_template(&self.root, &Path::starting(&self.base), visit);
    }
}

fn descend<'d>(document: &'d Value, path: &[Segment]) -> &'d Value {
    let below = path.iter().try_fold(document, |value, segment| match segment {
        Segment::Key(key) => value.get(key),
        Segment::Index(index) => value.as_list()?.get(*index),
    });
    below.unwrap_or(&Value::Null)
}

fn part(value: &Value, path: &Path<'_>, dialect: &Dialect<'_>) -> Result<Part, FillError> {
    expect_depth(path, dialect.limits)?;
    match value {
        Value::String(text) => Ok(leaf(text, path, dialect)),
        Value::List(list) => {
            let mut parts = Vec::with_capacity(list.len());
            for (index, item) in list.iter().enumerate() {
                parts.push(part(item, &path.index(index), dialect)?);
            }
            let fixed: Option<List> = parts.iter().map(Part::fixed).collect();
            Ok(fixed.map_or_else(|| Part::List(parts.into()), |list| Part::Fixed(list.into())))
        }
        Value::Map(map) => {
            let mut entries = Vec::with_capacity(map.len());
            for (key, item) in map {
                entries.push(Entry {
                    value: part(item, &path.key(key), dialect)?,
                    new_key: compiled_key(key, path, dialect),
                    key: key.clone(),
                });
            }
            let fixed: Option<Map> = entries.iter().map(Entry::fixed).collect();
            Ok(fixed.map_or_else(|| Part::Map(entries.into()), |map| Part::Fixed(map.into())))
        }
        other => Ok(Part::Fixed(other.clone())),
    }
}

fn leaf(text: &str, path: &Path<'_>, dialect: &Dialect<'_>) -> Part {
    match Template::compile(text, path, dialect) {
        Template::Literal(text) => Part::Fixed(text),
        template => Part::Leaf(template),
    }
}

fn compiled_key(key: &Text, path: &Path<'_>, dialect: &Dialect<'_>) -> Option<Template> {
    match Template::compile(key, path, dialect) {
        Template::Literal(Value::String(text)) if text == *key => None,
        template => Some(template),
    }
}

impl Part {
    fn fixed(&self) -> Option<Value> {
        match self {
            Part::Fixed(value) => Some(value.clone()),
            Part::Leaf(_) | Part::List(_) | Part::Map(_) => None,
        }
    }
}

impl Entry {
    fn fixed(&self) -> Option<(Text, Value)> {
        match &self.new_key {
            None => Some((self.key.clone(), self.value.fixed()?)),
            Some(_) => None,
        }
    }
}

fn fill<S: Scope, O: Observer>(
    part: &Part,
    path: &Path<'_>,
    filling: &mut Filling<'_, S, O>,
) -> Result<Value, FillError> {
    match part {
        Part::Fixed(value) => Ok(value.clone()),
        Part::Leaf(template) => template.fill_at(path, filling),
        Part::List(parts) => {
            let mut items = Vec::with_capacity(parts.len());
            for (index, part) in parts.iter().enumerate() {
                items.push(fill(part, &path.index(index), filling)?);
            }
            Ok(Value::List(items.into()))
        }
        Part::Map(entries) => {
            let mut filled = Filled::with_capacity(entries.len());
            for entry in entries {
                let value = fill(&entry.value, &path.key(&entry.key), filling)?;
                let new = match &entry.new_key {
                    None => entry.key.clone(),
                    Some(template) => new_key(template.fill_at(path, filling)?, &entry.key, path)?,
                };
                filled.insert(&entry.key, new, value);
            }
            Ok(Value::Map(filled.map))
        }
    }
}

fn each_template(part: &Part, path: &Path<'_>, visit: &mut dyn FnMut(&Path<'_>, &Template)) {
    match part {
        Part::Fixed(_) => {}
        Part::Leaf(template) => visit(path, template),
        Part::List(parts) => {
            for (index, part) in parts.iter().enumerate() {
                each_template(part, &path.index(index), visit);
            }
        }
        Part::Map(entries) => {
            for entry in entries {
                each_template(&entry.value, &path.key(&entry.key), visit);
                if let Some(template) = &entry.new_key {
                    visit(path, template);
                }
            }
        }
    }
}
