//! Custom objects: pruned to their schema, with its defaults (schema reference §4.1, custom resources).

use sekisho_document::{List, Map, Numbers, Value};

use super::super::{Schema, Shape, Structure, Type};
use super::DEPTH;

impl Schema {
    pub(super) fn default_custom(&self, structure: &Structure, object: &Value) -> Value {
        match object {
            Value::Map(map) => match self.custom_structure(structure, map, DEPTH) {
                Some(map) => Value::Map(map),
                None => object.clone(),
            },
            _ => object.clone(),
        }
    }

    /// Nothing where nothing changes; so for the rest.
    fn custom_structure(&self, structure: &Structure, map: &Map, depth: usize) -> Option<Map> {
        let depth = depth.checked_sub(1)?;
        if structure.is_go {
            let whole = Value::Map(map.clone());
            return match self.view_structure(structure, &whole, depth)? {
                Value::Map(made) => Some(made),
                _ => None,
            };
        }
        let mut made = map.clone();
        for (key, value) in map {
            let Some(field) = structure.field(key) else {
                if !structure.keeps_unknown {
                    made.remove(key);
                }
                continue;
            };
            match value {
                // A default takes the place of null, unless null is a value here; without one it goes.
                Value::Null if !field.ty.nullable => {
                    made.remove(key);
                }
                Value::Null => (),
                value => {
                    if let Some(value) = self.custom_part(&field.ty, value, depth) {
                        made.insert(key.clone(), value);
                    }
                }
            }
        }
        for field in &structure.fields {
            if let Some(default) = &field.ty.default
                && !made.contains_key(&field.name)
            {
                let default = self
                    .custom_part(&field.ty, default, depth)
                    .unwrap_or_else(|| default.clone());
                made.insert(field.name.clone(), default);
            }
        }
        (!made.is_shared_with(map)).then_some(made)
    }

    fn custom_part(&self, ty: &Type, value: &Value, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        match (&ty.shape, value) {
            (Shape::Structure(id), Value::Map(map)) => self
                .custom_structure(self.structure(*id), map, depth)
                .map(Value::Map),
            (Shape::List(items, _), Value::List(list)) => {
                let mut changed: Option<List> = None;
                for (position, item) in list.iter().enumerate() {
                    if let Some(item) = self.custom_item(items, item, depth)
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
                    if let Some(value) = self.custom_item(values, value, depth) {
                        changed
                            .get_or_insert_with(|| map.clone())
                            .insert(key.clone(), value);
                    }
                }
                changed.map(Value::Map)
            }
            // A number is whole however it was written.
            (Shape::Int32 | Shape::Int64 | Shape::Double, Value::Float(number)) if number.fract() == 0.0 => {
                Some(value.renumber(Numbers::AsWritten))
            }
            _ => None,
        }
    }

    fn custom_item(&self, ty: &Type, value: &Value, depth: usize) -> Option<Value> {
        match (value, &ty.default) {
            (Value::Null, Some(default)) if !ty.nullable => Some(default.clone()),
            _ => self.custom_part(ty, value, depth),
        }
    }
}
