//! What a Pod asks for although it must not, and where it does so.

use std::borrow::Cow;

use super::ContainerList;

/// One field that breaks a check.
#[derive(Debug, Clone, PartialEq)]
pub struct Breach<'p> {
    pub setter: Setter<'p>,
    /// The field below the setter; `[*]` in it stands for the item.
    pub field: &'static str,
    pub item: usize,
    pub found: Found<'p>,
}

/// Who sets a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setter<'p> {
    /// The Pod as a whole: the field lies in its specification.
    Pod,
    Container {
        list: ContainerList,
        index: usize,
        name: &'p str,
    },
    Volume {
        index: usize,
        name: &'p str,
    },
    Annotation {
        key: &'p str,
    },
}

/// What stands in the field.
#[derive(Debug, Clone, PartialEq)]
pub enum Found<'p> {
    /// Nothing, nor anything around it.
    Missing,
    /// Nothing, although something around it is there.
    Unset,
    /// Something whose value does not matter.
    Something,
    Bool(bool),
    Number(i64),
    Text(&'p str),
    Texts(Vec<&'p str>),
}

impl<'p> Setter<'p> {
    /// The name of the container or volume, the key of the annotation; empty for the Pod.
    #[must_use]
    pub fn name(&self) -> &'p str {
        match self {
            Setter::Pod => "",
            Setter::Container { name, .. } | Setter::Volume { name, .. } => name,
            Setter::Annotation { key } => key,
        }
    }
}

impl<'p> Breach<'p> {
    pub(super) fn new(setter: Setter<'p>, field: &'static str, found: Found<'p>) -> Breach<'p> {
        Breach {
            setter,
            field,
            item: 0,
            found,
        }
    }

    /// Where it is in the Pod: `spec.containers[0].ports[1].hostPort`.
    #[must_use]
    pub fn path(&self) -> String {
        let field = match self.field.split_once("[*]") {
            None => Cow::Borrowed(self.field),
            Some((list, rest)) => Cow::Owned(format!("{list}[{}]{rest}", self.item)),
        };
        match self.setter {
            Setter::Pod => format!("spec.{field}"),
            Setter::Container { list, index, .. } => format!("spec.{}[{index}].{field}", list.key()),
            Setter::Volume { index, .. } => format!("spec.volumes[{index}].{field}"),
            Setter::Annotation { key } => format!("metadata.annotations[{key}]"),
        }
    }
}
