//! What a server says of an object that it decodes into a Go structure: fields that the type does not have,
//! and the first value of a wrong type (schema reference §4.1, `fieldValidation`).

use sekisho_document::json::{self, Form};
use sekisho_document::{Value, base64, print};

use super::{Schema, Shape, Structure, Type};
use crate::time::Time;
use crate::{Gvk, Quantity};

/// What was noticed while an object was decoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decoded {
    /// `unknown field "spec.bogus"`, in the order of the object. Refused with `fieldValidation=Strict`,
    /// warned of with `Warn`; such fields are dropped.
    pub unknown: Vec<String>,
    /// Why the object can not be decoded at all.
    pub refused: Option<String>,
}

/// Levels that are looked at.
const DEPTH: usize = 500;

/// Unknown fields that are told; those of a hostile object are endless.
const MOST: usize = 1000;

impl Schema {
    /// Decodes an object as one of a kind. Nothing is said of kinds that are not known, and of the values of
    /// custom objects only which fields are unknown. Keys that a text has twice are not seen here: they are
    /// gone once it is a value.
    #[must_use]
    pub fn decode_strict(&self, object: &Value, kind: &Gvk) -> Decoded {
        let mut decoding = Decoding {
            schema: self,
            found: Decoded::default(),
            path: String::new(),
            go_path: String::new(),
        };
        if let Some(structure) = self.find(kind) {
            decoding.structure(structure, object, DEPTH);
            if !structure.is_go {
                // Fields of custom objects are pruned, which tells them in the order of their paths.
                decoding.found.unknown.sort();
            }
        }
        decoding.found
    }
}

struct Decoding<'s> {
    schema: &'s Schema,
    found: Decoded,
    /// `spec.containers[0].image`
    path: String,
    /// `spec.volumes.VolumeSource.secret`: without places in lists, with embedded structures.
    go_path: String,
}

impl Decoding<'_> {
    fn structure(&mut self, structure: &Structure, value: &Value, depth: usize) {
        let (Some(map), Some(depth)) = (value.as_map(), depth.checked_sub(1)) else {
            return;
        };
        for (key, value) in map {
            let Some(field) = structure.field(key) else {
                if !structure.keeps_unknown && self.found.unknown.len() < MOST {
                    let dot = if self.path.is_empty() { "" } else { "." };
                    let path = print::quote(&format!("{}{dot}{key}", self.path));
                    self.found.unknown.push(format!("unknown field {path}"));
                }
                continue;
            };
            let lengths = (self.path.len(), self.go_path.len());
            step(&mut self.path, key);
            if !field.embedded.is_empty() {
                step(&mut self.go_path, &field.embedded);
            }
            step(&mut self.go_path, key);
            self.value(structure, &field.ty, value, depth);
            self.path.truncate(lengths.0);
            self.go_path.truncate(lengths.1);
        }
    }

    fn value(&mut self, owner: &Structure, ty: &Type, value: &Value, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match (&ty.shape, value) {
            (_, Value::Null) => {}
            (Shape::Structure(id), Value::Map(_)) => self.structure(self.schema.structure(*id), value, depth),
            (Shape::List(items, _), Value::List(list)) => {
                for (position, item) in list.iter().enumerate() {
                    let length = self.path.len();
                    self.path.push_str(&format!("[{position}]"));
                    self.value(owner, items, item, depth);
                    self.path.truncate(length);
                }
            }
            (Shape::Map(values, _), Value::Map(map)) => {
                for (key, value) in map {
                    let length = self.path.len();
                    step(&mut self.path, key);
                    self.value(owner, values, value, depth);
                    self.path.truncate(length);
                }
            }
            _ if owner.is_go && self.found.refused.is_none() => {
                self.found.refused = self.fault(owner, ty, value);
            }
            _ => {}
        }
    }

    /// Why a value can not be one of a type.
    fn fault(&self, owner: &Structure, ty: &Type, value: &Value) -> Option<String> {
        match (&ty.shape, value) {
            (Shape::Any | Shape::Object, _) => None,
            (Shape::Text, Value::String(_)) | (Shape::Bool, Value::Bool(_)) => None,
            (Shape::Bytes, Value::String(text)) => Some(base64::decode(text).err()?.to_string()),
            (Shape::Time | Shape::MicroTime | Shape::Quantity, _) => own_fault(&ty.shape, value),
            (Shape::IntOrString, Value::String(_)) => None,
            (Shape::Double, Value::Int(_) | Value::UInt(_) | Value::Float(_)) => None,
            (Shape::Int32 | Shape::IntOrString, Value::Int(number)) if i32::try_from(*number).is_ok() => None,
            (Shape::Int64, Value::Int(_)) => None,
            _ => {
                let (owner, path) = (&owner.name, &self.go_path);
                let (word, ty) = (shown(&ty.shape, value), self.go_type(ty));
                Some(format!(
                    "json: cannot unmarshal {word} into Go struct field {owner}.{path} of type {ty}"
                ))
            }
        }
    }

    fn go_type(&self, ty: &Type) -> String {
        if !ty.go_name.is_empty() {
            return ty.go_name.to_string();
        }
        match &ty.shape {
            Shape::Bool => "bool".to_owned(),
            Shape::Int32 | Shape::IntOrString => "int32".to_owned(),
            Shape::Int64 => "int64".to_owned(),
            Shape::Double => "float64".to_owned(),
            Shape::Text | Shape::Duration => "string".to_owned(),
            Shape::Bytes => "[]uint8".to_owned(),
            Shape::Time => "v1.Time".to_owned(),
            Shape::MicroTime => "v1.MicroTime".to_owned(),
            Shape::Quantity => "resource.Quantity".to_owned(),
            Shape::Object | Shape::Any => "interface {}".to_owned(),
            Shape::List(items, _) => format!("[]{}", self.go_type(items)),
            Shape::Map(values, _) => format!("map[string]{}", self.go_type(values)),
            Shape::Structure(id) => {
                let package = self.schema.package_of(*id);
                let version = package.rsplit('/').next().unwrap_or_default();
                format!("{version}.{}", self.schema.structure(*id).name)
            }
        }
    }
}

/// Why a value can not be one of a type that reads itself.
pub(super) fn own_fault(shape: &Shape, value: &Value) -> Option<String> {
    match (shape, value) {
        (Shape::Time, Value::String(text)) => Some(Time::parse_rfc3339(text).err()?.to_string()),
        (Shape::MicroTime, Value::String(text)) => {
            Some(Time::parse(super::view::MICRO, text).err()?.to_string())
        }
        (Shape::Time | Shape::MicroTime, _) => Some(format!(
            "json: cannot unmarshal {} into Go value of type string",
            word(value)
        )),
        (Shape::Quantity, Value::Int(_) | Value::UInt(_)) => None,
        (Shape::Quantity, Value::String(text)) => Some(Quantity::parse(text.trim()).err()?.to_string()),
        (Shape::Quantity, other) => {
            let text = json::write(other, Form::COMPACT);
            Some(Quantity::parse(&text).err()?.to_string())
        }
        _ => None,
    }
}

fn step(path: &mut String, key: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(key);
}

fn word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::UInt(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
    }
}

/// A number is shown where one is wanted.
fn shown(shape: &Shape, value: &Value) -> String {
    let wants_number = matches!(shape, Shape::Int32 | Shape::Int64 | Shape::IntOrString);
    match value {
        Value::Int(_) | Value::UInt(_) | Value::Float(_) if wants_number => {
            let text = json::write(value, Form::COMPACT);
            format!("number {text}")
        }
        other => word(other).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Version;

    fn decode(kind: &str, text: &str) -> Decoded {
        let schema = Schema::builtin(Version::KUBERNETES);
        let object = json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap();
        let (group, kind) = kind.split_once('/').unwrap();
        schema.decode_strict(&object, &Gvk::new(group, "v1", kind))
    }

    #[test]
    fn unknown_fields_are_told_with_their_place() {
        let pod = r#"{"kind": "Pod", "spec": {"bogus": 1, "containers": [{"name": "a", "foo": 1,
            "resources": {"limit": {}}, "ports": [{"containerport": 80}]}]}}"#;
        let found = decode("/Pod", pod);
        let expected = [
            r#"unknown field "spec.bogus""#,
            r#"unknown field "spec.containers[0].foo""#,
            r#"unknown field "spec.containers[0].resources.limit""#,
            r#"unknown field "spec.containers[0].ports[0].containerport""#,
        ];
        assert_eq!(found.unknown, expected);
        assert_eq!(found.refused, None);
    }

    #[test]
    fn values_of_wrong_types_are_refused_as_go_words_it() {
        let field = "json: cannot unmarshal";
        for (kind, object, expected) in [
            (
                "/ConfigMap",
                r#"{"metadata": {"name": 5}}"#,
                format!("{field} number into Go struct field ObjectMeta.metadata.name of type string"),
            ),
            (
                "/ConfigMap",
                r#"{"metadata": []}"#,
                format!("{field} array into Go struct field ConfigMap.metadata of type v1.ObjectMeta"),
            ),
            (
                "/Pod",
                r#"{"spec": {"containers": [{"env": {}}]}}"#,
                format!(
                    "{field} object into Go struct field Container.spec.containers.env of type []v1.EnvVar"
                ),
            ),
            (
                "/Pod",
                r#"{"spec": {"volumes": [{"secret": {"defaultMode": "0644"}}]}}"#,
                format!(
                    "{field} string into Go struct field SecretVolumeSource.spec.volumes.VolumeSource.secret.defaultMode of type int32"
                ),
            ),
            (
                "/PersistentVolume",
                r#"{"spec": {"flexVolume": "x"}}"#,
                format!(
                    "{field} string into Go struct field PersistentVolumeSpec.spec.PersistentVolumeSource.flexVolume of type v1.FlexPersistentVolumeSource"
                ),
            ),
            (
                "/Pod",
                r#"{"spec": {"containers": [{"resources": {"limits": "x"}}]}}"#,
                format!(
                    "{field} string into Go struct field ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList"
                ),
            ),
            (
                "apps/Deployment",
                r#"{"spec": {"replicas": 2147483648, "strategy": {"type": 1}}}"#,
                format!(
                    "{field} number 2147483648 into Go struct field DeploymentSpec.spec.replicas of type int32"
                ),
            ),
            (
                "apps/Deployment",
                r#"{"spec": {"strategy": {"type": 1}}}"#,
                format!(
                    "{field} number into Go struct field DeploymentStrategy.spec.strategy.type of type v1.DeploymentStrategyType"
                ),
            ),
            (
                "/Secret",
                r#"{"data": {"a": "!"}}"#,
                "illegal base64 data at input byte 0".to_owned(),
            ),
        ] {
            assert_eq!(decode(kind, object).refused, Some(expected), "{object}");
        }
    }
}
