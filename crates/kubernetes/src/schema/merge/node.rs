//! Where a merge stands in the types: what a value may be there, and what lies below it.

use crate::Schema;
use crate::schema::{ListKind, MapKind, Shape, Structure, Type};

/// A place in the types.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node<'s> {
    Structure(&'s Structure),
    Type(&'s Type),
    /// Nothing is known: scalars are scalars, maps are merged, lists are atomic.
    Unknown,
    /// Below a list of which nothing is known.
    Whole,
}

/// What may stand in a place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Atom<'s> {
    Scalar(Scalar),
    List(Items<'s>),
    Map(Entries<'s>),
    /// Any of them.
    Any(Items<'s>, Entries<'s>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scalar {
    Number,
    Text,
    Bool,
    /// Times, quantities, and whatever else is written in several ways.
    Any,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Items<'s> {
    pub(super) node: Node<'s>,
    pub(super) kind: &'s ListKind,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Entries<'s> {
    /// Fields that are declared.
    pub(super) structure: Option<&'s Structure>,
    /// What all other keys have; nothing when there are none.
    pub(super) others: Option<Node<'s>>,
    pub(super) atomic: bool,
}

impl<'s> Entries<'s> {
    /// The place below a key; nothing when the key is not declared.
    pub(super) fn below(&self, key: &str) -> Option<Node<'s>> {
        self.declared(key).or(self.others)
    }

    pub(super) fn declared(&self, key: &str) -> Option<Node<'s>> {
        let field = self.structure?.field(key)?;
        Some(Node::Type(&field.ty))
    }
}

const UNKNOWN: Atom<'static> = Atom::Any(
    Items {
        node: Node::Whole,
        kind: &ListKind::Atomic,
    },
    Entries {
        structure: None,
        others: Some(Node::Unknown),
        atomic: false,
    },
);

const WHOLE: Atom<'static> = Atom::Any(
    Items {
        node: Node::Whole,
        kind: &ListKind::Atomic,
    },
    Entries {
        structure: None,
        others: Some(Node::Whole),
        atomic: true,
    },
);

impl<'s> Node<'s> {
    pub(super) fn atom(self, schema: &'s Schema) -> Atom<'s> {
        let ty = match self {
            Node::Structure(structure) => return Atom::Map(fields(structure)),
            Node::Unknown => return UNKNOWN,
            Node::Whole => return WHOLE,
            Node::Type(ty) => ty,
        };
        match &ty.shape {
            Shape::Bool => Atom::Scalar(Scalar::Bool),
            Shape::Int32 | Shape::Int64 | Shape::Double => Atom::Scalar(Scalar::Number),
            Shape::Text | Shape::Bytes => Atom::Scalar(Scalar::Text),
            Shape::Time | Shape::MicroTime | Shape::Duration | Shape::Quantity | Shape::IntOrString => {
                Atom::Scalar(Scalar::Any)
            }
            Shape::Object | Shape::Any => UNKNOWN,
            Shape::List(items, kind) => Atom::List(Items {
                node: Node::Type(items),
                kind,
            }),
            Shape::Map(values, kind) => Atom::Map(Entries {
                structure: None,
                others: Some(Node::Type(values)),
                atomic: *kind == MapKind::Atomic,
            }),
            Shape::Structure(id) => Atom::Map(fields(schema.structure(*id))),
        }
    }
}

fn fields(structure: &Structure) -> Entries<'_> {
    Entries {
        structure: Some(structure),
        others: structure.keeps_unknown.then_some(Node::Unknown),
        atomic: structure.atomic,
    }
}
