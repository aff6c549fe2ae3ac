//! What the kinds look like: fields, types, allowed words, defaults, bounds, as tables.
//!
//! One file per group of kinds. The facts are those of the CRDs that Kyverno 1.19-dev ships (fields
//! reference); the strict reader walks documents against them, `explain clusterpolicy.spec.rules.match`
//! prints them. A type name in a table is ours.

mod admission;
mod bodies;
mod cel;
mod classic;
mod cli;
mod companions;
mod describe;
mod image_policy;
mod images;
mod kinds;
mod metadata;
mod shared;

use sekisho_kubernetes::Gvk;

pub(crate) use bodies::{MUTATE_LOOP, VALIDATE_LOOP};
pub use describe::{Described, UnknownPath, describe, shape_in};
pub use kinds::KINDS;
pub(crate) use metadata::METADATA;

/// A map whose keys are known.
#[derive(Debug)]
pub struct Shape {
    /// Sorted by name.
    pub fields: &'static [Field],
    pub demands: &'static [Demand],
}

/// One key of a [`Shape`].
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    pub of: Type,
    pub required: bool,
    /// What is filled in when the field is absent.
    pub preset: Option<Preset>,
    pub summary: &'static str,
}

/// What stands in a field.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// Anything; nothing inside is checked or filled in.
    Any,
    Boolean,
    Integer,
    AtLeast(i64),
    Text,
    /// A text of so many characters.
    Sized {
        min: usize,
        max: usize,
    },
    /// One of these texts.
    Word(&'static [&'static str]),
    List(&'static Type),
    /// A list with at least one item.
    Filled(&'static Type),
    /// A map with keys of the user.
    Entries(&'static Type),
    Map(&'static Shape),
}

/// A value that is filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preset {
    Boolean(bool),
    Integer(i64),
    Text(&'static str),
    EmptyMap,
}

/// What fields of one map demand of each other.
#[derive(Debug, Clone, Copy)]
pub enum Demand {
    ExactlyOne(&'static [&'static str]),
    NotTogether(&'static [&'static str]),
}

/// A kind in its versions.
#[derive(Debug)]
pub struct KindShape {
    pub group: &'static str,
    pub kind: &'static str,
    pub versions: &'static [&'static str],
    pub scope: Scope,
    /// The fields beside `apiVersion`, `kind`, `metadata` and `status`, which every kind has.
    pub shape: &'static Shape,
    pub summary: &'static str,
}

/// Whether objects of a kind live in namespaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Cluster,
    Namespaced,
}

const fn field(name: &'static str, of: Type, summary: &'static str) -> Field {
    Field {
        name,
        of,
        required: false,
        preset: None,
        summary,
    }
}

impl Field {
    const fn required(mut self) -> Field {
        self.required = true;
        self
    }

    const fn or(mut self, preset: Preset) -> Field {
        self.preset = Some(preset);
        self
    }
}

impl Shape {
    /// The field with exactly this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields
            .binary_search_by(|field| field.name.cmp(name))
            .ok()
            .and_then(|position| self.fields.get(position))
    }

    /// The field with this name in any capitals, as Go's JSON decoder finds it.
    #[must_use]
    pub fn field_in_any_case(&self, name: &str) -> Option<&'static Field> {
        self.field(name).or_else(|| {
            self.fields
                .iter()
                .find(|field| field.name.eq_ignore_ascii_case(name))
        })
    }
}

/// The shape of a kind in a version.
#[must_use]
pub fn shape_of(gvk: &Gvk) -> Option<&'static KindShape> {
    KINDS.iter().find(|entry| {
        entry.group == gvk.group && entry.kind == gvk.kind && entry.versions.contains(&gvk.version.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_shape() -> Vec<&'static Shape> {
        fn add(of: &Type, shapes: &mut Vec<&'static Shape>) {
            match of {
                Type::Map(shape) => {
                    if !shapes.iter().any(|known| std::ptr::eq(*known, *shape)) {
                        shapes.push(shape);
                        shape.fields.iter().for_each(|field| add(&field.of, shapes));
                    }
                }
                Type::List(item) | Type::Filled(item) | Type::Entries(item) => add(item, shapes),
                Type::Any
                | Type::Boolean
                | Type::Integer
                | Type::AtLeast(_)
                | Type::Text
                | Type::Sized { .. }
                | Type::Word(_) => {}
            }
        }
        let mut shapes = Vec::new();
        KINDS
            .iter()
            .for_each(|kind| add(&Type::Map(kind.shape), &mut shapes));
        shapes
    }

    #[test]
    fn fields_are_sorted_and_described() {
        let shapes = every_shape();
        assert!(shapes.len() > 100, "{}", shapes.len());
        for shape in shapes {
            let names: Vec<&str> = shape.fields.iter().map(|field| field.name).collect();
            assert!(names.is_sorted(), "{names:?}");
            for field in shape.fields {
                assert!(
                    !field.summary.is_empty() && !field.summary.ends_with('.'),
                    "{}",
                    field.name
                );
                assert_eq!(shape.field(field.name).map(|found| found.name), Some(field.name));
            }
            for demand in shape.demands {
                let (Demand::ExactlyOne(fields) | Demand::NotTogether(fields)) = demand;
                assert!(
                    fields.iter().all(|field| shape.field(field).is_some()),
                    "{fields:?}"
                );
            }
        }
    }

    #[test]
    fn kinds_are_sorted_and_found_in_each_version() {
        assert!(KINDS.is_sorted_by_key(|kind| (kind.group, kind.kind, kind.versions)));
        for kind in KINDS {
            for version in kind.versions {
                let gvk = Gvk::new(kind.group, version, kind.kind);
                let found = shape_of(&gvk).map(|found| std::ptr::eq(found.shape, kind.shape));
                assert_eq!(found, Some(true), "{gvk}");
            }
        }
        assert!(shape_of(&Gvk::new("kyverno.io", "v1alpha1", "ClusterPolicy")).is_none());
    }
}
