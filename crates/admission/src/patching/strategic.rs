//! The strategic merge: lists with keys are merged item by item, as the types say (schema reference §1).
//!
//! New items stand behind those that were there; `$setElementOrder` is not followed.

use sekisho_document::{List, Map, Text, Value};
use sekisho_kubernetes::Schema;
use sekisho_kubernetes::schema::{Field, ListKind, Merge, Shape, Structure, Type};

use super::{DEEPEST, PatchRefused};

const PATCH: &str = "$patch";
const RETAIN: &str = "$retainKeys";
const DELETE_ITEMS: &str = "$deleteFromPrimitiveList/";

pub(super) fn patched(
    schema: &Schema,
    structure: &Structure,
    stored: &Value,
    patch: &Value,
) -> Result<Value, PatchRefused> {
    Merger { schema }.structure(Some(structure), Some(stored), patch, DEEPEST)
}

struct Merger<'s> {
    schema: &'s Schema,
}

impl Merger<'_> {
    /// A structure, or a map of which no fields are known.
    fn structure(
        &self,
        structure: Option<&Structure>,
        old: Option<&Value>,
        patch: &Value,
        depth: usize,
    ) -> Result<Value, PatchRefused> {
        let Value::Map(patch) = patch else {
            return Ok(patch.clone());
        };
        let depth = depth.checked_sub(1).ok_or(PatchRefused::TooDeep)?;
        let mut map = old.and_then(Value::as_map).cloned().unwrap_or_else(Map::new);
        match patch.get(PATCH).map(|directive| directive.as_str()) {
            None | Some(Some("merge")) => {}
            Some(Some("replace")) => map = Map::new(),
            Some(Some("delete")) => return Ok(Value::Map(Map::new())),
            Some(other) => {
                let text = other.unwrap_or_default();
                return Err(PatchRefused::Directive(format!("Unknown patch type: {text}")));
            }
        }
        if let Some(kept) = patch.get(RETAIN).and_then(Value::as_list) {
            map.retain(|key, _| kept.iter().any(|name| name.as_str() == Some(key)));
        }
        for (key, value) in patch {
            if let Some(field) = key.strip_prefix(DELETE_ITEMS) {
                delete_items(&mut map, field, value);
            }
            if key.starts_with('$') {
                continue;
            }
            if value.is_null() {
                map.remove(key);
                continue;
            }
            let field = structure.and_then(|structure| structure.field(key));
            let value = self.field(field, map.get(key), value, depth)?;
            map.insert(key.clone(), value);
        }
        Ok(Value::Map(map))
    }

    fn field(
        &self,
        field: Option<&Field>,
        old: Option<&Value>,
        patch: &Value,
        depth: usize,
    ) -> Result<Value, PatchRefused> {
        match field.map(|field| (&field.ty.shape, field)) {
            Some((Shape::Structure(id), _)) => {
                self.structure(Some(self.schema.structure(*id)), old, patch, depth)
            }
            Some((Shape::List(item, kind), field)) => self.list(item, key(field, kind), old, patch, depth),
            Some((Shape::Map(..) | Shape::Object, _)) => self.structure(None, old, patch, depth),
            _ => Ok(patch.clone()),
        }
    }

    fn list(
        &self,
        item: &Type,
        by: By<'_>,
        old: Option<&Value>,
        patch: &Value,
        depth: usize,
    ) -> Result<Value, PatchRefused> {
        let Value::List(patch) = patch else {
            return Ok(patch.clone());
        };
        let mut items: Vec<Value> = old
            .and_then(Value::as_list)
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let key = match by {
            By::Nothing => return Ok(Value::List(patch.clone())),
            By::Item => {
                for new in patch {
                    if !items.contains(new) {
                        items.push(new.clone());
                    }
                }
                return Ok(Value::List(List::from(items)));
            }
            By::Key(key) => key,
        };
        if patch.iter().any(|new| new.str_at(&[PATCH]) == "replace") {
            let kept = patch.iter().filter(|new| new.get(PATCH).is_none());
            return Ok(Value::List(kept.cloned().collect()));
        }
        let structure = match &item.shape {
            Shape::Structure(id) => Some(self.schema.structure(*id)),
            _ => None,
        };
        for new in patch {
            let Some(name) = new.get(key) else {
                return Err(PatchRefused::Directive(format!(
                    "map: {} does not contain declared merge key: {key}",
                    sekisho_document::print::go_text(new)
                )));
            };
            let position = items.iter().position(|old| old.get(key) == Some(name));
            match (new.str_at(&[PATCH]), position) {
                ("delete", position) => {
                    if let Some(position) = position {
                        items.remove(position);
                    }
                }
                (_, Some(position)) => {
                    let merged = self.structure(structure, items.get(position), new, depth)?;
                    if let Some(slot) = items.get_mut(position) {
                        *slot = merged;
                    }
                }
                (_, None) => items.push(self.structure(structure, None, new, depth)?),
            }
        }
        Ok(Value::List(List::from(items)))
    }
}

/// What tells the items of a list apart.
enum By<'f> {
    Nothing,
    Item,
    Key(&'f Text),
}

fn key<'f>(field: &'f Field, kind: &'f ListKind) -> By<'f> {
    match (&field.merge, kind) {
        (Merge::Replace, _) => By::Nothing,
        (Merge::Unite, _) => By::Item,
        (Merge::By(key), _) => By::Key(key),
        // Only the first of several keys counts here.
        (Merge::AsTyped | Merge::RetainKeys, ListKind::Map(keys)) => {
            keys.first().map_or(By::Nothing, By::Key)
        }
        (Merge::AsTyped | Merge::RetainKeys, ListKind::Set) => By::Item,
        (Merge::AsTyped | Merge::RetainKeys, ListKind::Atomic) => By::Nothing,
    }
}

fn delete_items(map: &mut Map, field: &str, unwanted: &Value) {
    let unwanted = unwanted.as_list();
    if let (Some(Value::List(items)), Some(unwanted)) = (map.get_mut(field), unwanted) {
        items.edit().retain(|item| !unwanted.contains(item));
    }
}
