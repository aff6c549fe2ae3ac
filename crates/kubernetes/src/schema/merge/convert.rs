//! An object that a merge gave, as the Go structure of its kind.

use sekisho_document::{List, Map, Value, base64};

use super::DEPTH;
use crate::schema::strict::own_fault;
use crate::schema::{Shape, Structure, Type};
use crate::{Gvk, Schema};

impl Schema {
    /// The object with numbers of the kinds that its type has. Objects of kinds that are not built in stay
    /// as they are.
    ///
    /// # Errors
    /// A value can not become one of its type, in the words of the API server.
    pub fn go_object(&self, object: &Value, kind: &Gvk) -> Result<Value, String> {
        let converted = match self.find(kind) {
            Some(structure) if structure.is_go => self.structure_converted(structure, object, DEPTH),
            _ => Ok(None),
        };
        match converted {
            Ok(converted) => Ok(converted.unwrap_or_else(|| object.clone())),
            Err(why) => {
                let Gvk { group, version, kind } = kind;
                Err(format!(
                    "unable to convert unstructured object to {group}/{version}, Kind={kind}: {why}"
                ))
            }
        }
    }

    /// Nothing where nothing changes; so for the rest.
    fn structure_converted(
        &self,
        structure: &Structure,
        value: &Value,
        depth: usize,
    ) -> Result<Option<Value>, String> {
        let Some(map) = value.as_map() else {
            return Ok(None);
        };
        let mut changed: Option<Map> = None;
        for (key, value) in map {
            if let Some(field) = structure.field(key)
                && let Some(value) = self.type_converted(&field.ty, value, depth.saturating_sub(1))?
            {
                let changed = changed.get_or_insert_with(|| map.clone());
                changed.insert(key.clone(), value);
            }
        }
        Ok(changed.map(Value::Map))
    }

    fn type_converted(&self, ty: &Type, value: &Value, depth: usize) -> Result<Option<Value>, String> {
        if depth == 0 {
            return Err("nested too deep".to_owned());
        }
        match (&ty.shape, value) {
            (Shape::Structure(id), value) => self.structure_converted(self.structure(*id), value, depth),
            (Shape::List(items, _), Value::List(list)) => {
                let mut changed: Option<List> = None;
                for (position, item) in list.iter().enumerate() {
                    if let Some(item) = self.type_converted(items, item, depth - 1)? {
                        let changed = changed.get_or_insert_with(|| list.clone());
                        if let Some(slot) = changed.edit().get_mut(position) {
                            *slot = item;
                        }
                    }
                }
                Ok(changed.map(Value::List))
            }
            (Shape::Map(values, _), Value::Map(map)) => {
                let mut changed: Option<Map> = None;
                for (key, value) in map {
                    if let Some(value) = self.type_converted(values, value, depth - 1)? {
                        let changed = changed.get_or_insert_with(|| map.clone());
                        changed.insert(key.clone(), value);
                    }
                }
                Ok(changed.map(Value::Map))
            }
            (Shape::Int32, Value::Float(float)) => whole(*float, "int32").map(Some),
            (Shape::Int64, Value::Float(float)) => whole(*float, "int64").map(Some),
            (Shape::Bytes, Value::String(text)) => match base64::decode(text) {
                Ok(_) => Ok(None),
                Err(why) => Err(format!("error decoding from json: {why}")),
            },
            (_, Value::Null) => Ok(None),
            (shape, value) => own_fault(shape, value).map_or(Ok(None), Err),
        }
    }
}

fn whole(float: f64, ty: &str) -> Result<Value, String> {
    let refused = || format!("cannot convert float64 to {ty}");
    if float.fract() != 0.0 {
        return Err(refused());
    }
    format!("{float:.0}")
        .parse()
        .map(Value::Int)
        .map_err(|_| refused())
}
