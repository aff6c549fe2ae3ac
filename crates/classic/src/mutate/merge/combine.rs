//! The merge of a patch into a resource: maps key by key, lists as their type says (engine reference §6.4).
//!
//! The whole resource is walked where its type has lists that are merged, whether the patch mentions them or
//! not: that puts such lists in order.

use sekisho_document::{List, Map, Text, Value};

use super::schema::{self, Shape, Type};
use super::{Budget, same, text};

/// What becomes of a part of the resource.
#[derive(Debug)]
pub(super) enum Merged {
    Same,
    Gone,
    New(Value),
}

/// What a map of the patch asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Directive {
    Merge,
    Replace,
    Delete,
}

/// The key that holds a directive.
pub(super) const DIRECTIVE: &str = "$patch";

pub(super) struct Merger<'b> {
    pub(super) budget: &'b mut Budget,
}

impl Merger<'_> {
    /// Merges a patch into a whole object.
    pub(super) fn object(&mut self, resource: &Value, patch: &Value) -> Result<Merged, String> {
        let ty = schema::of(resource.str_at(&["apiVersion"]), resource.str_at(&["kind"]));
        let shape = ty.map(Shape::Map);
        self.merge(Some(resource), Some(patch), shape.as_ref())
    }

    pub(super) fn merge(
        &mut self,
        dest: Option<&Value>,
        patch: Option<&Value>,
        shape: Option<&Shape>,
    ) -> Result<Merged, String> {
        self.budget.spend(1)?;
        let present = |value: Option<&Value>| value.is_some_and(|value| !value.is_null());
        let first = if present(dest) { dest } else { patch };
        match first {
            Some(Value::Map(_)) => {
                expect("MappingNode", dest, |value| value.as_map().is_some())?;
                expect("MappingNode", patch, |value| value.as_map().is_some())?;
                let ty = match shape {
                    Some(Shape::Map(ty)) => *ty,
                    Some(Shape::Keyed { .. } | Shape::Set) | None => &[],
                };
                self.maps(dest, patch, ty)
            }
            Some(Value::List(_)) => {
                expect("SequenceNode", dest, |value| value.as_list().is_some())?;
                expect("SequenceNode", patch, |value| value.as_list().is_some())?;
                match shape {
                    Some(shape @ (Shape::Keyed { .. } | Shape::Set)) => self.lists(dest, patch, shape),
                    Some(Shape::Map(_)) | None => Ok(replaced(dest, patch)),
                }
            }
            Some(_) | None => {
                let is_scalar = |value: &Value| !matches!(value, Value::Map(_) | Value::List(_));
                expect("ScalarNode", dest, is_scalar)?;
                expect("ScalarNode", patch, is_scalar)?;
                Ok(replaced(dest, patch))
            }
        }
    }

    fn maps(&mut self, dest: Option<&Value>, patch: Option<&Value>, ty: Type) -> Result<Merged, String> {
        let patch_map = patch.and_then(Value::as_map);
        let directive = patch_map.map_or(Ok(Directive::Merge), directive)?;
        let dest_map = dest.and_then(Value::as_map);
        let (dest_map, patch_map) = match (dest_map, patch_map) {
            (Some(_), None) if patch.is_some() => return Ok(Merged::Gone),
            (_, Some(_)) if directive == Directive::Delete => return Ok(Merged::Gone),
            (Some(dest), patch) if directive == Directive::Merge => (dest, patch),
            (_, Some(patch)) => return self.taken(patch, ty).map(|map| Merged::New(Value::Map(map))),
            (_, None) => return Ok(Merged::Same),
        };
        let changed = self.fields(dest_map, patch_map, ty)?;
        Ok(changed.map_or(Merged::Same, |map| Merged::New(Value::Map(map))))
    }

    /// Merges the fields of two maps; nothing when none changes.
    fn fields(&mut self, dest: &Map, patch: Option<&Map>, ty: Type) -> Result<Option<Map>, String> {
        let mut changed: Option<Map> = None;
        let mut gone: Vec<&Text> = Vec::new();
        for (key, value) in patch.into_iter().flatten() {
            if key == DIRECTIVE {
                continue;
            }
            match self.merge(dest.get(key), Some(value), schema::field(ty, key))? {
                Merged::Same => {}
                Merged::Gone if dest.contains_key(key) => gone.push(key),
                Merged::Gone => {}
                Merged::New(value) => {
                    changed
                        .get_or_insert_with(|| dest.clone())
                        .insert(key.clone(), value);
                }
            }
        }
        let is_in_patch = |name: &str| patch.is_some_and(|patch| patch.contains_key(name));
        for (name, shape) in ty.iter().filter(|(name, _)| !is_in_patch(name)) {
            let Some(value) = dest.get(name) else { continue };
            match self.merge(Some(value), None, Some(shape))? {
                Merged::Same | Merged::Gone => {}
                Merged::New(value) => {
                    changed.get_or_insert_with(|| dest.clone()).insert(*name, value);
                }
            }
        }
        if !gone.is_empty() {
            gone.sort_unstable();
            let left = changed.get_or_insert_with(|| dest.clone());
            left.retain(|key, _| gone.binary_search_by(|gone| gone.as_str().cmp(key)).is_err());
        }
        Ok(changed)
    }

    /// A map of the patch where the resource has none: it is merged with itself, which takes out nulls and
    /// directives.
    fn taken(&mut self, patch: &Map, ty: Type) -> Result<Map, String> {
        let mut plain = patch.clone();
        if plain.contains_key(DIRECTIVE) {
            plain.remove(DIRECTIVE);
        }
        let changed = self.fields(&plain, Some(&plain), ty)?;
        Ok(changed.unwrap_or(plain))
    }

    fn lists(
        &mut self,
        dest: Option<&Value>,
        patch: Option<&Value>,
        shape: &Shape,
    ) -> Result<Merged, String> {
        let before = dest.and_then(Value::as_list);
        let given = patch.and_then(Value::as_list);
        let (from, with) = match (before, given) {
            (Some(_), None) if patch.is_some() => return Ok(Merged::Gone),
            (None, None) => return Ok(Merged::Same),
            (None, Some(given)) => (given.clone(), given.clone()),
            (Some(before), None) => (before.clone(), List::new()),
            (Some(before), Some(given)) => {
                let (directive, given) = list_directive(given)?;
                match directive {
                    Directive::Delete => return Ok(Merged::Gone),
                    Directive::Replace => (given.clone(), given),
                    Directive::Merge => (before.clone(), given),
                }
            }
        };
        let merged = match shape {
            Shape::Keyed { keys, item } => self.keyed(&from, &with, keys, item)?,
            Shape::Set | Shape::Map(_) => self.united(&from, &with)?,
        };
        let merged = Value::List(merged.unwrap_or(from));
        Ok(match dest {
            Some(dest) if same(dest, &merged) => Merged::Same,
            Some(_) | None => Merged::New(merged),
        })
    }

    /// Two lists of scalars without repeats, those of the patch first; nothing when that is the list as it was.
    fn united(&mut self, dest: &List, patch: &List) -> Result<Option<List>, String> {
        let mut seen = std::collections::HashSet::new();
        let mut united = Vec::with_capacity(dest.len() + patch.len());
        for item in patch.iter().chain(dest.iter()) {
            self.budget.spend(1)?;
            if matches!(item, Value::Map(_) | Value::List(_)) {
                return Err(text::wrong_kind("ScalarNode", item));
            }
            if seen.insert(text::scalar(item)) {
                united.push(item.clone());
            }
        }
        Ok((united.len() != dest.len() || !patch.is_empty()).then(|| united.into()))
    }
}

/// Refuses a value of the wrong kind; null is of every kind.
fn expect(kind: &str, value: Option<&Value>, is_right: impl Fn(&Value) -> bool) -> Result<(), String> {
    match value {
        Some(value) if !value.is_null() && !is_right(value) => Err(text::wrong_kind(kind, value)),
        Some(_) | None => Ok(()),
    }
}

/// The value of the patch in the place of the one of the resource; null takes it away.
fn replaced(dest: Option<&Value>, patch: Option<&Value>) -> Merged {
    match patch {
        None => Merged::Same,
        Some(Value::Null) => Merged::Gone,
        Some(patch) if dest.is_some_and(|dest| same(dest, patch)) => Merged::Same,
        Some(patch) => Merged::New(patch.clone()),
    }
}

pub(super) fn directive(map: &Map) -> Result<Directive, String> {
    match map.get(DIRECTIVE) {
        None | Some(Value::Null) => Ok(Directive::Merge),
        Some(word) => directive_word(word),
    }
}

fn directive_word(word: &Value) -> Result<Directive, String> {
    match &*text::scalar(word) {
        "merge" => Ok(Directive::Merge),
        "replace" => Ok(Directive::Replace),
        "delete" => Ok(Directive::Delete),
        other => Err(format!("unknown patch strategy '{other}'")),
    }
}

/// The directive that a list holds as an item of its own, and the list without that.
fn list_directive(list: &List) -> Result<(Directive, List), String> {
    let found = list.iter().position(|item| item.get(DIRECTIVE).is_some());
    let Some(position) = found else {
        return Ok((Directive::Merge, list.clone()));
    };
    let word = match list.get(position) {
        Some(Value::Map(map)) if map.len() == 1 => map.get(DIRECTIVE),
        _ => None,
    };
    let Some(word) = word else {
        return Ok((Directive::Merge, list.clone()));
    };
    let directive = directive_word(word)?;
    let mut rest = list.clone();
    rest.edit().remove(position);
    Ok((directive, rest))
}
