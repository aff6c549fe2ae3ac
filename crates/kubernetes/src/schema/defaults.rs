//! What a server sets in objects where nobody said anything: when it decodes them and after every patch
//! (schema reference §4).

mod admissionregistration;
mod admitted;
mod app_armor;
mod apps;
mod autoscaling;
mod batch;
mod core;
mod created;
mod custom;
mod extensions;
mod flowcontrol;
mod networking;
mod pod_level;
mod pods;
mod quality;
mod rbac;
mod resource;
mod storage;
mod volumes;

use sekisho_document::{List, Map, Text, Value};

use super::{Schema, Shape, Structure, Type};
use crate::{Gvk, Version};

/// Levels that are looked at; deeper ones stay as they are.
const DEPTH: usize = 500;

/// What is set in objects of one type.
#[derive(Debug)]
pub(super) struct Rule {
    /// Package and name of the type.
    of: (&'static str, &'static str),
    stage: Stage,
    /// The first version that does so.
    since: Version,
    /// What is set where nothing is.
    set: &'static [(&'static str, Given)],
    /// What depends on more than one field.
    more: Option<fn(&mut Map)>,
}

/// When something is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// When an object is decoded, and after every patch.
    Decoded,
    /// By plugins before the mutating policies, when an object is created.
    Admitted,
    /// Between the mutating and the validating phase, when an object is created.
    Created,
}

/// What is set.
#[derive(Debug, Clone, Copy)]
enum Given {
    Text(&'static str),
    Int(i64),
    Bool(bool),
    /// An empty map.
    Empty,
    Texts(&'static [&'static str]),
}

/// All rules; several for one type are applied in their order.
const RULES: &[&[Rule]] = &[
    admissionregistration::RULES,
    admitted::RULES,
    apps::RULES,
    autoscaling::RULES,
    batch::RULES,
    core::RULES,
    created::RULES,
    extensions::RULES,
    flowcontrol::RULES,
    networking::RULES,
    pods::RULES,
    rbac::RULES,
    resource::RULES,
    storage::RULES,
    volumes::RULES,
];

impl Rule {
    const USUAL: Rule = Rule {
        of: ("", ""),
        stage: Stage::Decoded,
        since: Version::new(1, 0),
        set: &[],
        more: None,
    };

    fn apply(&self, map: &mut Map) {
        for (key, given) in self.set {
            fill(map, key, || given.to_value());
        }
        if let Some(more) = self.more {
            more(map);
        }
    }
}

impl Given {
    fn to_value(self) -> Value {
        match self {
            Given::Text(text) => Value::text(text),
            Given::Int(number) => Value::Int(number),
            Given::Bool(value) => Value::Bool(value),
            Given::Empty => Value::Map(Map::new()),
            Given::Texts(texts) => Value::List(texts.iter().map(Value::text).collect()),
        }
    }
}

/// The rules of a type at a version.
pub(super) fn rules_of(package: &str, name: &str, version: Version) -> Vec<&'static Rule> {
    let all = RULES.iter().copied().flatten();
    let of_type = all.filter(|rule| rule.of == (package, name) && rule.since <= version);
    of_type.collect()
}

impl Schema {
    /// An object as a server has it after decoding: a built-in one as Go types show it
    /// ([`Schema::go_view`]) with the defaults of its kind, a custom one pruned and with the defaults of its
    /// schema. Doing it again changes nothing. Objects of unknown kinds stay as they are.
    #[must_use]
    pub fn default(&self, object: &Value, kind: &Gvk) -> Value {
        let Some(structure) = self.find(kind) else {
            return object.clone();
        };
        if !structure.is_go {
            return self.default_custom(structure, object);
        }
        let view = self.go_view(object, kind);
        let Value::Map(map) = &view else { return view };
        match self.apply(structure, map, Stage::Decoded, DEPTH) {
            Some(map) => Value::Map(map),
            None => view,
        }
    }

    /// Nothing where nothing changes; so for the rest.
    fn apply(&self, structure: &Structure, map: &Map, stage: Stage, depth: usize) -> Option<Map> {
        let depth = depth.checked_sub(1)?;
        let mut made = map.clone();
        for rule in structure.rules.iter().filter(|rule| rule.stage == stage) {
            rule.apply(&mut made);
        }
        if let Some(changed) = self.apply_below(structure, &made, stage, depth) {
            made = changed;
        }
        (!made.is_shared_with(map)).then_some(made)
    }

    fn apply_below(&self, structure: &Structure, map: &Map, stage: Stage, depth: usize) -> Option<Map> {
        let depth = depth.checked_sub(1)?;
        let mut changed: Option<Map> = None;
        for field in &structure.fields {
            if holds_structures(&field.ty)
                && let Some(value) = map.get(&field.name)
                && let Some(value) = self.apply_to_part(&field.ty, value, stage, depth)
            {
                changed
                    .get_or_insert_with(|| map.clone())
                    .insert(field.name.clone(), value);
            }
        }
        changed
    }

    fn apply_to_part(&self, ty: &Type, value: &Value, stage: Stage, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        match (&ty.shape, value) {
            (Shape::Structure(id), Value::Map(map)) => {
                let structure = self.structure(*id);
                // An object inside another one, such as a claim in its template, is not created yet.
                let made = if structure.is_kind && stage != Stage::Decoded {
                    self.apply_below(structure, map, stage, depth)
                } else {
                    self.apply(structure, map, stage, depth)
                };
                made.map(Value::Map)
            }
            (Shape::List(items, _), Value::List(list)) => {
                let mut changed: Option<List> = None;
                for (position, item) in list.iter().enumerate() {
                    if let Some(item) = self.apply_to_part(items, item, stage, depth)
                        && let Some(slot) = changed
                            .get_or_insert_with(|| list.clone())
                            .edit()
                            .get_mut(position)
                    {
                        *slot = item;
                    }
                }
                changed.map(Value::List)
            }
            (Shape::Map(values, _), Value::Map(map)) => {
                let mut changed: Option<Map> = None;
                for (key, value) in map {
                    if let Some(value) = self.apply_to_part(values, value, stage, depth) {
                        changed
                            .get_or_insert_with(|| map.clone())
                            .insert(key.clone(), value);
                    }
                }
                changed.map(Value::Map)
            }
            _ => None,
        }
    }
}

fn holds_structures(ty: &Type) -> bool {
    match &ty.shape {
        Shape::Structure(_) => true,
        Shape::List(items, _) => holds_structures(items),
        Shape::Map(values, _) => holds_structures(values),
        _ => false,
    }
}

/// Sets a field that is absent or null.
fn fill(map: &mut Map, key: &str, value: impl FnOnce() -> Value) {
    if map.get(key).is_none_or(Value::is_null) {
        map.insert(Text::new(key), value());
    }
}

/// Sets a field that is absent or zero: of a plain number Go can not tell the two apart.
fn fill_zero(map: &mut Map, key: &str, number: i64) {
    if matches!(map.get(key), None | Some(Value::Int(0))) {
        map.insert(Text::new(key), Value::Int(number));
    }
}

fn text<'m>(map: &'m Map, key: &str) -> &'m str {
    map.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Changes the map in a field, if there is one.
fn edit(map: &mut Map, key: &str, change: impl FnOnce(&mut Map)) {
    let Some(Value::Map(inner)) = map.get(key) else {
        return;
    };
    let mut made = inner.clone();
    change(&mut made);
    if !made.is_shared_with(inner) {
        map.insert(Text::new(key), Value::Map(made));
    }
}

/// Changes the map in a field; one is made first where there is none.
fn edit_or_make(map: &mut Map, key: &str, change: impl FnOnce(&mut Map)) {
    fill(map, key, || Value::Map(Map::new()));
    edit(map, key, change);
}

/// Changes the maps in a list.
fn edit_items(map: &mut Map, key: &str, mut change: impl FnMut(&mut Map)) {
    let Some(Value::List(list)) = map.get(key) else {
        return;
    };
    let mut made: Option<List> = None;
    for (position, item) in list.iter().enumerate() {
        let Value::Map(inner) = item else { continue };
        let mut item = inner.clone();
        change(&mut item);
        if !item.is_shared_with(inner)
            && let Some(slot) = made.get_or_insert_with(|| list.clone()).edit().get_mut(position)
        {
            *slot = Value::Map(item);
        }
    }
    if let Some(made) = made {
        map.insert(Text::new(key), Value::List(made));
    }
}

#[cfg(test)]
mod tests;
