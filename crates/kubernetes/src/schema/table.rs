//! Decoding of the table of built-in types; `cargo xtask kubernetes-data` writes it and tells the format.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use sekisho_document::{Text, json};

use super::{
    Empty, Field, ListKind, MapKind, Merge, Schema, Shape, Slot, Structure, StructureId, Type, defaults,
};
use crate::Version;
use crate::kinds::in_range;

const TABLE: &str = include_str!("../../data/types.txt");

/// The first and the last version the table tells apart.
const KNOWN: (Version, Version) = (Version::new(1, 34), Version::new(1, 37));

/// Types that refer to one another by their names alone.
#[derive(Debug)]
pub(super) struct Package {
    /// `core/v1`
    pub(super) name: &'static str,
    /// The group that serves its kinds, if one does.
    pub(super) group: Option<&'static str>,
    pub(super) slots: Range<usize>,
}

impl Package {
    pub(super) fn version(&self) -> &'static str {
        self.name.rsplit_once('/').map_or("", |(_, version)| version)
    }
}

/// Finds the lines of a version; reads none of them.
pub(super) fn read(kubernetes: Version) -> Schema {
    let version = kubernetes.clamp(KNOWN.0, KNOWN.1);
    let mut schema = Schema {
        version,
        packages: Vec::with_capacity(64),
        slots: Vec::with_capacity(1024),
        custom: BTreeMap::new(),
    };
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let end = schema.slots.len();
        if let Some(head) = line.strip_prefix("= ") {
            let (name, group) = match head.split_once(' ') {
                Some((name, "-")) => (name, Some("")),
                Some((name, group)) => (name, Some(group)),
                None => (head, None),
            };
            schema.packages.push(Package {
                name,
                group,
                slots: end..end,
            });
        } else if is_known(line, version) {
            schema.slots.push(Slot {
                line,
                structure: OnceLock::new(),
            });
            if let Some(package) = schema.packages.last_mut() {
                package.slots.end = end + 1;
            }
        }
    }
    schema
}

fn is_known(line: &str, version: Version) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    match word.split_once('@') {
        Some((_, versions)) => in_range(versions, version) == Some(true),
        None => true,
    }
}

/// The name of the type that a line describes.
pub(super) fn name(line: &str) -> &str {
    line.split([' ', '@']).next().unwrap_or_default()
}

/// What a line says; words that can not be read say nothing (a test makes sure that there are none).
pub(super) fn structure(schema: &Schema, id: StructureId, line: &'static str) -> Structure {
    let position = id.0 as usize;
    let package = schema
        .packages
        .iter()
        .find(|package| package.slots.contains(&position));
    let rules = package.map(|package| defaults::rules_of(package.name, name(line), schema.version));
    let mut structure = Structure {
        name: Text::const_new(name(line)),
        is_go: true,
        rules: rules.unwrap_or_default(),
        ..Structure::new()
    };
    let mut fields = Vec::new();
    for word in line.split(' ').skip(1) {
        match word {
            "kind" => {
                structure.is_kind = true;
                fields.extend(["kind", "apiVersion"].map(|name| Field::text(Text::const_new(name))));
            }
            "atomic" => structure.atomic = true,
            word => fields.extend(package.and_then(|package| field(schema, package, word)).flatten()),
        }
    }
    structure.finish(fields)
}

impl Structure {
    /// With its fields, from which follows which of them are always there.
    pub(super) fn finish(mut self, fields: Vec<Field>) -> Structure {
        if self.is_go {
            let always = (0_u16..)
                .zip(&fields)
                .filter(|(_, field)| field.is_always_there());
            self.always = always.map(|(position, _)| position).collect();
        }
        self.fields = fields;
        self
    }
}

impl Field {
    /// A text that may be absent.
    pub(super) fn text(name: Text) -> Field {
        Field {
            name,
            ty: Type::new(Shape::Text),
            required: false,
            pointer: false,
            empty: Empty::Omitted,
            merge: Merge::AsTyped,
            embedded: Text::const_new(""),
        }
    }

    /// Structures are there unless they are pointers: `omitempty` of Go leaves out only what has a length or
    /// is a plain zero.
    pub(super) fn is_always_there(&self) -> bool {
        let is_structure = matches!(
            self.ty.shape,
            Shape::Structure(_)
                | Shape::Time
                | Shape::MicroTime
                | Shape::Quantity
                | Shape::IntOrString
                | Shape::Object
                | Shape::Any
        );
        match self.empty {
            Empty::Printed => true,
            Empty::OmittedAlways => false,
            Empty::Omitted => is_structure && !self.pointer,
        }
    }
}

impl Type {
    /// The name belongs to the scalar inside, or to the container of something else.
    fn name_in_go(&mut self, name: &'static str) {
        match &mut self.shape {
            Shape::List(inner, _) | Shape::Map(inner, _) if inner.is_plain() => inner.name_in_go(name),
            _ => self.go_name = Text::const_new(name),
        }
    }

    fn is_plain(&self) -> bool {
        match &self.shape {
            Shape::Text | Shape::Bool | Shape::Int32 | Shape::Int64 | Shape::Double => true,
            Shape::List(inner, _) | Shape::Map(inner, _) => inner.is_plain(),
            _ => false,
        }
    }
}

/// `NAME[/EMBEDDED][MARKS]:TYPE['GO-TYPE][;MERGE][=DEFAULT][@VERSIONS]`. The inner option is empty when the version does not have
/// the field.
fn field(schema: &Schema, package: &Package, word: &'static str) -> Option<Option<Field>> {
    let (head, rest) = word.split_once(':')?;
    let (rest, versions) = rest.rsplit_once('@').unwrap_or((rest, ""));
    if !in_range(versions, schema.version)? {
        return Some(None);
    }
    let (rest, default) = rest
        .split_once('=')
        .map_or((rest, None), |(rest, default)| (rest, Some(default)));
    let (ty, merge) = rest.split_once(';').unwrap_or((rest, ""));
    let named = head.trim_end_matches(['*', '!', '~', '+']);
    let marks = head.get(named.len()..)?;
    let (name, embedded) = named.split_once('/').unwrap_or((named, ""));
    let (ty, go_name) = ty.split_once('\'').unwrap_or((ty, ""));
    let mut ty = Type::new(shape(schema, package, ty)?);
    ty.name_in_go(go_name);
    if let Some(default) = default {
        ty.default = Some(json::read(default.as_bytes(), json::Rules::KUBERNETES).ok()?);
    }
    Some(Some(Field {
        name: Text::const_new(name),
        embedded: Text::const_new(embedded),
        ty,
        required: marks.contains('+'),
        pointer: marks.contains('*'),
        empty: match marks {
            marks if marks.contains('!') => Empty::Printed,
            marks if marks.contains('~') => Empty::OmittedAlways,
            _ => Empty::Omitted,
        },
        merge: match merge {
            "" => Merge::AsTyped,
            "replace" => Merge::Replace,
            "merge" => Merge::Unite,
            "retainKeys" => Merge::RetainKeys,
            other => Merge::By(Text::new(other.strip_prefix("merge:")?)),
        },
    }))
}

fn shape(schema: &Schema, package: &Package, word: &'static str) -> Option<Shape> {
    if let Some(rest) = word.strip_prefix('[') {
        let (kind, items) = rest.split_once(']')?;
        let kind = match kind {
            "" => ListKind::Atomic,
            "set" => ListKind::Set,
            keys => ListKind::Map(keys.split(',').map(Text::new).collect()),
        };
        return Some(Shape::List(
            Box::new(Type::new(shape(schema, package, items)?)),
            kind,
        ));
    }
    if let Some(rest) = word.strip_prefix('{') {
        let (kind, values) = rest.split_once('}')?;
        let kind = if kind == "atomic" {
            MapKind::Atomic
        } else {
            MapKind::Granular
        };
        return Some(Shape::Map(
            Box::new(Type::new(shape(schema, package, values)?)),
            kind,
        ));
    }
    Some(match word {
        "string" => Shape::Text,
        "bool" => Shape::Bool,
        "int32" => Shape::Int32,
        "int64" => Shape::Int64,
        "double" => Shape::Double,
        "bytes" => Shape::Bytes,
        "time" => Shape::Time,
        "micro-time" => Shape::MicroTime,
        "quantity" => Shape::Quantity,
        "int-or-string" => Shape::IntOrString,
        "object" => Shape::Object,
        "any" => Shape::Any,
        word => Shape::Structure(match word.rsplit_once('.') {
            None => schema.in_package(package, word)?,
            Some((other, name)) => schema.named(other, name)?,
        }),
    })
}

/// Every word that can not be read, for a test.
#[cfg(test)]
pub(super) fn unreadable(schema: &Schema) -> Vec<String> {
    let mut found = Vec::new();
    for package in &schema.packages {
        for slot in schema.slots.get(package.slots.clone()).unwrap_or_default() {
            let words = slot.line.split(' ').skip(1).filter(|word| word.contains(':'));
            let bad = words.filter(|word| field(schema, package, word).is_none());
            found.extend(bad.map(|word| format!("{}.{}: {word}", package.name, name(slot.line))));
        }
    }
    found
}
