//! The types of objects: those of all built-in kinds of a server version, and of custom kinds on top.

mod declared;
mod defaults;
mod definition;
mod merge;
mod rounding;
mod same;
mod strict;
mod table;
mod view;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use sekisho_document::{Text, Value};

pub use declared::DeclaredTypes;
pub use merge::{ApplyError, Atomics, Faults, Foreign, Part, apply_untyped};
pub use strict::Decoded;

use crate::{Definition, Gvk, Version};

/// All types that a server knows. Build one, share it.
///
/// Nothing of a type is read before somebody looks at it, so a schema costs little more than finding the
/// lines of its table.
#[derive(Debug)]
pub struct Schema {
    version: Version,
    packages: Vec<table::Package>,
    slots: Vec<Slot>,
    custom: BTreeMap<Gvk, StructureId>,
}

/// The number of a structure in its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructureId(u32);

/// A type with fields.
#[derive(Debug, Clone)]
pub struct Structure {
    /// The name of its Go type, `Container`; empty for parts of custom kinds.
    pub name: Text,
    /// In the order in which the server prints them.
    pub fields: Vec<Field>,
    /// Whether objects of this type stand alone.
    pub is_kind: bool,
    /// Whether a structured merge takes it as a whole.
    pub atomic: bool,
    /// Whether fields that it does not have are kept.
    pub keeps_unknown: bool,
    /// Whether its status is set apart from the rest. Custom kinds only.
    pub status_apart: bool,
    /// Whether it is held as a Go structure rather than as the data that was sent.
    pub is_go: bool,
    /// Positions of the fields that are there even if nobody wrote them.
    always: Vec<u16>,
    /// What is set where nobody said anything.
    rules: Vec<&'static defaults::Rule>,
}

/// A field of a structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub name: Text,
    pub ty: Type,
    pub required: bool,
    /// Whether Go holds a pointer, so that absent and empty differ.
    pub pointer: bool,
    pub empty: Empty,
    pub merge: Merge,
    /// The structures that Go has it embedded in, parted by dots.
    embedded: Text,
}

/// What becomes of a field of a Go structure that is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Empty {
    /// It is left out, unless it is a structure (`omitempty`).
    Omitted,
    /// It is left out, also if it is a structure (`omitzero`).
    OmittedAlways,
    /// It is printed.
    Printed,
}

/// How the strategic merge treats a field, where the type of a list does not say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merge {
    /// As the type of the list says: by the first key of a list with keys, else as a whole.
    AsTyped,
    /// As a whole, although the list has keys.
    Replace,
    /// Two lists are united.
    Unite,
    /// Items are merged by this key.
    By(Text),
    /// As typed, and keys that a patch does not name are dropped when it says so.
    RetainKeys,
}

/// The type of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Type {
    pub shape: Shape,
    /// Whether null is a value of it. Custom kinds only.
    pub nullable: bool,
    /// What the schema says stands there if nothing does.
    pub default: Option<Value>,
    /// The name that Go has for it, if it is a named scalar, map or list.
    go_name: Text,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Bool,
    Int32,
    Int64,
    Double,
    Text,
    /// Base 64.
    Bytes,
    Time,
    /// A time with six decimals.
    MicroTime,
    /// Of custom kinds: text of the form `1h`.
    Duration,
    Quantity,
    IntOrString,
    /// A map of which nothing is known.
    Object,
    /// A value of which nothing is known.
    Any,
    List(Box<Type>, ListKind),
    Map(Box<Type>, MapKind),
    Structure(StructureId),
}

/// What tells the items of a list apart when two lists are merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListKind {
    /// Nothing: the list is taken as a whole.
    Atomic,
    /// The items themselves.
    Set,
    /// The values of these fields.
    Map(Box<[Text]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapKind {
    Atomic,
    Granular,
}

/// A structure that is read when it is first looked at.
#[derive(Debug)]
struct Slot {
    /// What the table says; empty for custom kinds.
    line: &'static str,
    structure: OnceLock<Structure>,
}

impl Schema {
    /// The types of the built-in kinds of a version.
    #[must_use]
    pub fn builtin(kubernetes: Version) -> Schema {
        table::read(kubernetes)
    }

    /// No types at all.
    #[must_use]
    pub const fn without_types() -> Schema {
        Schema {
            version: Version::KUBERNETES,
            packages: Vec::new(),
            slots: Vec::new(),
            custom: BTreeMap::new(),
        }
    }

    /// Adds the kinds of a custom resource definition, or puts them in the place of earlier ones.
    pub fn add(&mut self, definition: &Definition) {
        for version in &definition.versions {
            let kind = Gvk {
                group: definition.group.clone(),
                version: version.name.clone(),
                kind: definition.kind.clone(),
            };
            let id = definition::add(self, &kind, version);
            self.custom.insert(kind, id);
        }
    }

    /// The type of a kind.
    #[must_use]
    pub fn find(&self, kind: &Gvk) -> Option<&Structure> {
        self.find_id(kind).map(|id| self.structure(id))
    }

    /// The number of the type of a kind.
    #[must_use]
    pub fn find_id(&self, kind: &Gvk) -> Option<StructureId> {
        if let Some(id) = self.custom.get(kind) {
            return Some(*id);
        }
        let mut packages = self.packages.iter();
        let package = packages.find(|it| it.group == Some(&kind.group) && it.version() == kind.version)?;
        let id = self.in_package(package, &kind.kind)?;
        self.structure(id).is_kind.then_some(id)
    }

    /// The structure of a number of this schema.
    #[must_use]
    pub fn structure(&self, id: StructureId) -> &Structure {
        static NOTHING: Structure = Structure::new();
        match self.slots.get(id.0 as usize) {
            Some(slot) => slot
                .structure
                .get_or_init(|| table::structure(self, id, slot.line)),
            None => &NOTHING,
        }
    }

    /// The type of a name in a package: `core/v1`, `PodSpec`.
    pub(crate) fn named(&self, package: &str, name: &str) -> Option<StructureId> {
        let mut packages = self.packages.iter();
        self.in_package(packages.find(|other| other.name == package)?, name)
    }

    /// The package of a structure; empty for custom kinds.
    fn package_of(&self, id: StructureId) -> &'static str {
        let position = id.0 as usize;
        let mut packages = self.packages.iter();
        packages
            .find(|package| package.slots.contains(&position))
            .map_or("", |package| package.name)
    }

    fn in_package(&self, package: &table::Package, name: &str) -> Option<StructureId> {
        let slots = self.slots.get(package.slots.clone())?;
        let found = slots
            .binary_search_by(|slot| table::name(slot.line).cmp(name))
            .ok()?;
        u32::try_from(package.slots.start + found).ok().map(StructureId)
    }

    fn push(&mut self, structure: Structure) -> StructureId {
        let id = StructureId(u32::try_from(self.slots.len()).unwrap_or(u32::MAX));
        self.slots.push(Slot {
            line: "",
            structure: OnceLock::from(structure),
        });
        id
    }
}

impl Structure {
    const fn new() -> Structure {
        Structure {
            name: Text::const_new(""),
            fields: Vec::new(),
            is_kind: false,
            atomic: false,
            keeps_unknown: false,
            status_apart: false,
            is_go: false,
            always: Vec::new(),
            rules: Vec::new(),
        }
    }

    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Type {
    #[must_use]
    pub fn new(shape: Shape) -> Type {
        Type {
            shape,
            nullable: false,
            default: None,
            go_name: Text::const_new(""),
        }
    }
}

#[cfg(test)]
mod tests;
