//! Where a value comes from: a variable, and the fields on the way from it.

use std::rc::Rc;

use super::{Bounds, SizeHints};
use crate::types::Type;

/// Nothing for a value that is computed.
pub(crate) type Path = Option<Rc<Segment>>;

/// The last part of a path, which knows what stands before it: chains share their beginnings.
#[derive(Debug)]
pub(crate) struct Segment {
    before: Path,
    name: Box<str>,
}

pub(super) fn one_further(before: &Path, name: &str) -> Path {
    Some(Rc::new(Segment {
        before: before.clone(),
        name: name.into(),
    }))
}

impl Segment {
    pub(super) fn with(self: &Rc<Segment>, name: &str) -> Segment {
        Segment {
            before: Some(Rc::clone(self)),
            name: name.into(),
        }
    }

    pub(super) fn hint(&self, hints: &dyn SizeHints, ty: &Type) -> Option<Bounds> {
        let mut names = vec![&*self.name];
        let mut before = &self.before;
        while let Some(segment) = before {
            names.push(&segment.name);
            before = &segment.before;
        }
        names.reverse();
        hints.size(&names, ty)
    }
}
