//! Types of kinds as the checker of CEL expressions sees them, for warnings about policies (admission
//! reference §3.11).

use std::sync::Arc;

use sekisho_cel::{Type, Types};
use sekisho_document::Text;

use super::{Schema, Shape, Structure, StructureId};

/// The kinds that variables of an expression have, each under a name for its type.
#[derive(Debug, Clone)]
pub struct DeclaredTypes {
    schema: Arc<Schema>,
    roots: Vec<(Text, StructureId)>,
}

/// Steps from a kind to a part of it. Types of the server refer to one another at most a few dozen deep.
const LONGEST: usize = 500;

/// The step to the items of a list, and to the values of a map.
const ITEMS: &str = "@idx";
const VALUES: &str = "@elem";

/// What the name of a type stands for.
enum Found<'s> {
    Structure(&'s Structure),
    /// A map of which nothing is known. A structure inside itself is taken for one.
    Bare,
}

impl DeclaredTypes {
    #[must_use]
    pub fn new(schema: Arc<Schema>) -> DeclaredTypes {
        DeclaredTypes {
            schema,
            roots: Vec::new(),
        }
    }

    /// Gives a kind a name, from which the names of the types of its parts follow: `Pod#.spec`.
    pub fn declare(&mut self, name: impl Into<Text>, kind: StructureId) -> Type {
        let name = name.into();
        self.roots.push((name.clone(), kind));
        Type::Object(name)
    }

    fn find(&self, name: &str) -> Option<Found<'_>> {
        let (root, id) = self.roots.iter().find(|(root, _)| {
            let rest = name.strip_prefix(root.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })?;
        let mut structure = self.schema.structure(*id);
        let mut passed = vec![*id];
        let mut steps = name.get(root.len()..)?.split('.').skip(1).peekable();
        while let Some(step) = steps.next() {
            if passed.len() > LONGEST {
                return None;
            }
            let mut field = structure.fields.iter();
            let mut ty = &field
                .find(|field| escaped(&field.name).as_deref() == Some(step))?
                .ty;
            loop {
                let (inner, step) = match &ty.shape {
                    Shape::List(items, _) => (items, ITEMS),
                    Shape::Map(values, _) => (values, VALUES),
                    _ => break,
                };
                steps.next_if_eq(&step)?;
                ty = inner;
            }
            match &ty.shape {
                Shape::Structure(id) if passed.contains(id) => return Some(Found::Bare),
                Shape::Structure(id) => {
                    passed.push(*id);
                    structure = self.schema.structure(*id);
                }
                Shape::Object => return Some(Found::Bare),
                _ => return None,
            }
        }
        Some(Found::Structure(structure))
    }
}

impl Types for DeclaredTypes {
    fn is_type(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn field(&self, type_name: &str, field: &str) -> Option<Type> {
        let Found::Structure(structure) = self.find(type_name)? else {
            return None;
        };
        let mut fields = structure.fields.iter();
        let found = fields.find(|it| escaped(&it.name).as_deref() == Some(field))?;
        declared(&found.ty, &format!("{type_name}.{field}"))
    }
}

/// A type as the checker has it; nothing for those that the server leaves out, which are all whose published
/// schema has no single type, such as quantities, and what is made of them.
fn declared(ty: &super::Type, name: &str) -> Option<Type> {
    Some(match &ty.shape {
        Shape::Bool => Type::Bool,
        Shape::Int32 | Shape::Int64 => Type::Int,
        Shape::Double => Type::Double,
        Shape::Text => Type::String,
        Shape::Bytes => Type::Bytes,
        Shape::Time | Shape::MicroTime => Type::Timestamp,
        Shape::Duration => Type::Duration,
        Shape::IntOrString => Type::Dyn,
        Shape::Quantity | Shape::Any => return None,
        Shape::Object | Shape::Structure(_) => Type::Object(Text::new(name)),
        Shape::List(items, _) => Type::list(declared(items, &format!("{name}.{ITEMS}"))?),
        Shape::Map(values, _) => Type::map(Type::String, declared(values, &format!("{name}.{VALUES}"))?),
    })
}

/// The name under which the checker knows a field; nothing if no name can be made of it.
fn escaped(name: &str) -> Option<Text> {
    if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    if sekisho_cel::is_reserved(name) {
        return Some(Text::from(format!("__{name}__")));
    }
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '_';
    if name.chars().all(is_plain) && !name.contains("__") {
        return Some(Text::new(name));
    }
    let mut text = String::with_capacity(name.len() + 16);
    let mut rest = name;
    while let Some(character) = rest.chars().next() {
        let (taken, word) = match character {
            '_' if rest.starts_with("__") => ("__", "__underscores__"),
            '.' => (".", "__dot__"),
            '-' => ("-", "__dash__"),
            '/' => ("/", "__slash__"),
            plain if is_plain(plain) => {
                let (plain, _) = rest.split_at(plain.len_utf8());
                (plain, plain)
            }
            _ => return None,
        };
        text.push_str(word);
        rest = rest.get(taken.len()..)?;
    }
    Some(Text::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Gvk, Version};

    #[test]
    fn names_are_escaped_as_the_server_escapes_them() {
        for (name, expected) in [
            ("spec", Some("spec")),
            (
                "x-kubernetes-list-type",
                Some("x__dash__kubernetes__dash__list__dash__type"),
            ),
            ("namespace", Some("__namespace__")),
            ("a__b.c/d", Some("a__underscores__b__dot__c__slash__d")),
            ("a_b", Some("a_b")),
            ("$ref", None),
            ("0a", None),
            ("", None),
        ] {
            assert_eq!(escaped(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn types_of_parts_are_found_by_their_path() {
        let schema = Arc::new(Schema::builtin(Version::KUBERNETES));
        let mut types = DeclaredTypes::new(schema.clone());
        let kinds = [
            ("Deployment#", Gvk::new("apps", "v1", "Deployment")),
            (
                "CustomResourceDefinition#",
                Gvk::new("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
            ),
        ];
        for (name, kind) in kinds {
            types.declare(name, schema.find_id(&kind).unwrap());
        }
        let containers = "Deployment#.spec.template.spec.containers";
        let rows = [
            ("Deployment#", "spec", Some("Deployment#.spec")),
            ("Deployment#.spec", "replicas", Some("int")),
            (
                "Deployment#.spec.template.spec",
                "containers",
                Some(&*format!("list({containers}.@idx)")),
            ),
            (&*format!("{containers}.@idx"), "image", Some("string")),
            (&*format!("{containers}.@idx.resources"), "limits", None),
            ("Deployment#.metadata", "labels", Some("map(string, string)")),
            ("Deployment#.metadata", "creationTimestamp", Some("timestamp")),
            ("Deployment#.spec.strategy.rollingUpdate", "maxSurge", Some("dyn")),
            ("Deployment#.nope", "a", None),
            ("Other", "a", None),
        ];
        for (ty, field, expected) in rows {
            let found = types.field(ty, field).map(|found| found.to_string());
            assert_eq!(found.as_deref(), expected, "{ty}.{field}");
        }
        let schema = "CustomResourceDefinition#.spec.versions.@idx.schema.openAPIV3Schema";
        assert!(types.field(schema, "type").is_some());
        assert!(types.is_type(&format!("{schema}.properties.@elem")));
        assert_eq!(types.field(&format!("{schema}.properties.@elem"), "type"), None);
    }
}
