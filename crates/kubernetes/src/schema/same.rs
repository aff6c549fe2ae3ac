//! Whether two objects mean the same (admission reference §1.6 step 17, §7): nothing is as good as an empty
//! list or map, and quantities are compared by their value.

use sekisho_document::{List, Map, Value};

use super::{Schema, Shape, Structure};
use crate::{Gvk, Quantity};

/// Levels that are compared; below, any difference counts.
const DEPTH: usize = 500;

impl Schema {
    /// Whether the server takes two objects of a kind for equal.
    #[must_use]
    pub fn means_the_same(&self, left: &Value, right: &Value, kind: &Gvk) -> bool {
        match self.find(kind) {
            Some(structure) if structure.is_go => self.same_parts(structure, left, right, DEPTH),
            // Objects of custom kinds are data: empty and absent differ.
            _ => left == right,
        }
    }

    fn same_parts(&self, structure: &Structure, left: &Value, right: &Value, depth: usize) -> bool {
        let empty = Map::new();
        let (Some(left), Some(right)) = (map_or(left, &empty), map_or(right, &empty)) else {
            return left == right;
        };
        let names = left.iter().map(|(key, _)| key);
        let mut names = names.chain(
            right
                .iter()
                .map(|(key, _)| key)
                .filter(|key| left.get(key).is_none()),
        );
        names.all(|name| {
            let (left, right) = (part(left, name), part(right, name));
            let shape = structure.field(name).map(|field| &field.ty.shape);
            self.same_values(shape.unwrap_or(&Shape::Any), left, right, depth)
        })
    }

    fn same_values(&self, shape: &Shape, left: &Value, right: &Value, depth: usize) -> bool {
        if left == right || (is_nothing(left) && is_nothing(right)) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        match shape {
            Shape::Quantity => quantity(left).is_some_and(|left| quantity(right) == Some(left)),
            Shape::Structure(id) => self.same_parts(self.structure(*id), left, right, depth),
            Shape::Map(of, _) => {
                let empty = Map::new();
                let (Some(left), Some(right)) = (map_or(left, &empty), map_or(right, &empty)) else {
                    return false;
                };
                left.len() == right.len()
                    && left.iter().all(|(key, value)| {
                        right
                            .get(key)
                            .is_some_and(|right| self.same_values(&of.shape, value, right, depth))
                    })
            }
            Shape::List(of, _) => {
                let empty = List::new();
                let (Some(left), Some(right)) = (list_or(left, &empty), list_or(right, &empty)) else {
                    return false;
                };
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right)
                        .all(|(left, right)| self.same_values(&of.shape, left, right, depth))
            }
            _ => false,
        }
    }
}

fn part<'v>(map: &'v Map, name: &str) -> &'v Value {
    map.get(name).unwrap_or(&Value::Null)
}

fn map_or<'v>(value: &'v Value, empty: &'v Map) -> Option<&'v Map> {
    match value {
        Value::Null => Some(empty),
        value => value.as_map(),
    }
}

fn list_or<'v>(value: &'v Value, empty: &'v List) -> Option<&'v List> {
    match value {
        Value::Null => Some(empty),
        value => value.as_list(),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::List(list) => list.is_empty(),
        Value::Map(map) => map.is_empty(),
        _ => false,
    }
}

fn quantity(value: &Value) -> Option<Quantity> {
    match value {
        Value::String(text) => Quantity::parse(text).ok(),
        Value::Int(number) => Quantity::parse(&number.to_string()).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use sekisho_document::json;

    use super::*;
    use crate::Version;

    #[test]
    fn built_in_objects_are_compared_by_meaning() {
        let schema = Schema::builtin(Version::KUBERNETES);
        let pod = |spec: &str| {
            let text = format!(r#"{{"apiVersion": "v1", "kind": "Pod", "spec": {spec}}}"#);
            json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
        };
        for (left, right, expected) in [
            ("{}", r#"{"imagePullSecrets": [], "nodeSelector": {}}"#, true),
            (
                r#"{"containers": [{"name": "a", "resources": {"limits": {"memory": "1Gi"}}}]}"#,
                r#"{"containers": [{"name": "a", "resources": {"limits": {"memory": "1024Mi"}}}]}"#,
                true,
            ),
            (r#"{"hostNetwork": true}"#, "{}", false),
            (
                r#"{"containers": [{"name": "a"}, {"name": "b"}]}"#,
                r#"{"containers": [{"name": "b"}, {"name": "a"}]}"#,
                false,
            ),
        ] {
            let (left, right) = (pod(left), pod(right));
            let kind = Gvk::of(&left);
            assert_eq!(schema.means_the_same(&left, &right, &kind), expected, "{left:?}");
        }
    }
}
