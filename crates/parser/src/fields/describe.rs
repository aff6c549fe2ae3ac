//! Fields by their path, for `explain clusterpolicy.spec.rules.match`.

use sekisho_diagnostics::nearest;

use super::{Field, KINDS, KindShape, METADATA, Shape, Type};

/// What a path leads to.
#[derive(Debug, Clone, Copy)]
pub enum Described {
    Kind(&'static KindShape),
    Field {
        kind: &'static KindShape,
        field: &'static Field,
    },
}

/// Why a path leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownPath {
    /// The part of the path that is known, as the tables spell it; empty when the kind is unknown.
    pub known: String,
    /// The first part that is not.
    pub unknown: String,
    /// The name that was probably meant.
    pub meant: Option<&'static str>,
}

/// Finds a field by the kind and the names on the way, in any capitals. Lists and maps with keys of the user
/// are passed through: `clusterpolicy.spec.rules.name`.
///
/// # Errors
/// The first part of the path that is no kind or field, with the nearest name.
pub fn describe(path: &str) -> Result<Described, UnknownPath> {
    let mut parts = path.split('.').map(|part| part.trim_end_matches("[]"));
    let first = parts.next().unwrap_or_default();
    let kinds: Vec<_> = KINDS
        .iter()
        .filter(|kind| kind.kind.eq_ignore_ascii_case(first))
        .collect();
    let rest: Vec<&str> = parts.collect();
    let mut furthest = UnknownPath {
        known: String::new(),
        unknown: first.to_owned(),
        meant: nearest(first, KINDS.iter().map(|kind| kind.kind)),
    };
    for kind in kinds {
        match below(kind, &rest) {
            Ok(described) => return Ok(described),
            Err(unknown) if unknown.known.len() > furthest.known.len() => furthest = unknown,
            Err(_) => {}
        }
    }
    Err(furthest)
}

fn below(kind: &'static KindShape, path: &[&str]) -> Result<Described, UnknownPath> {
    let mut known = kind.kind.to_owned();
    let mut shape = Some(kind.shape);
    let mut found = Described::Kind(kind);
    for (depth, part) in path.iter().enumerate() {
        if depth == 0 && part.eq_ignore_ascii_case("metadata") {
            shape = Some(&METADATA);
            known.push_str(".metadata");
            continue;
        }
        let Some(field) = shape.and_then(|shape| shape.field_in_any_case(part)) else {
            let names = shape
                .into_iter()
                .flat_map(|shape| shape.fields)
                .map(|field| field.name);
            return Err(UnknownPath {
                known,
                unknown: (*part).to_owned(),
                meant: nearest(part, names),
            });
        };
        known.push('.');
        known.push_str(field.name);
        found = Described::Field { kind, field };
        shape = shape_in(&field.of);
    }
    Ok(found)
}

/// The map inside of a type.
#[must_use]
pub fn shape_in(of: &Type) -> Option<&'static Shape> {
    match of {
        Type::Map(shape) => Some(shape),
        Type::List(item) | Type::Filled(item) | Type::Entries(item) => shape_in(item),
        Type::Any
        | Type::Boolean
        | Type::Integer
        | Type::AtLeast(_)
        | Type::Text
        | Type::Sized { .. }
        | Type::Word(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_fields() {
        for (path, expected) in [
            ("clusterpolicy.spec.rules.match.any.resources.kinds", "kinds"),
            (
                "ClusterPolicy.spec.rules[].verifyImages.imageReferences",
                "imageReferences",
            ),
            ("clusterpolicy.spec.rules.imageExtractors.jmesPath", "jmesPath"),
            ("test.results.RESULT", "result"),
            ("policyexception.spec.policyRefs", "policyRefs"),
            ("policy.metadata.name", "name"),
        ] {
            match describe(path) {
                Ok(Described::Field { field, .. }) => assert_eq!(field.name, expected, "{path}"),
                other => panic!("{path}: {other:?}"),
            }
        }
        assert!(matches!(describe("values"), Ok(Described::Kind(kind)) if kind.kind == "Values"));
    }

    #[test]
    fn unknown_parts_are_named_with_what_was_meant() {
        for (path, known, unknown, meant) in [
            ("clusterpolcy.spec", "", "clusterpolcy", Some("ClusterPolicy")),
            (
                "clusterpolicy.spec.rule",
                "ClusterPolicy.spec",
                "rule",
                Some("rules"),
            ),
            (
                "clusterpolicy.spec.rules.name.x",
                "ClusterPolicy.spec.rules.name",
                "x",
                None,
            ),
        ] {
            let error = describe(path).unwrap_err();
            assert_eq!(
                (error.known.as_str(), error.unknown.as_str(), error.meant),
                (known, unknown, meant)
            );
        }
    }
}
