//! Where a comparison stands in the object: cheap while walking, owned once something is wrong.

use std::fmt::Write;

use sekisho_document::Text;

/// One step from a value into a part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    Key(Text),
    Index(usize),
}

/// A place as the engine writes it: `/spec/containers/0/image/`; the root is `/`.
#[must_use]
pub fn path_text(place: &[Segment]) -> String {
    let mut text = String::from("/");
    for segment in place {
        match segment {
            Segment::Key(key) => text.push_str(key),
            Segment::Index(index) => {
                // Writing into a `String` does not fail.
                let _ = write!(text, "{index}");
            }
        }
        text.push('/');
    }
    text
}

/// The way from the root to here, held on the stack of the walk.
#[derive(Clone, Copy)]
pub(super) struct Way<'w> {
    before: Option<&'w Way<'w>>,
    step: Step<'w>,
}

#[derive(Clone, Copy)]
enum Step<'w> {
    Root,
    Key(&'w str),
    Index(usize),
}

impl<'w> Way<'w> {
    pub(super) const ROOT: Way<'static> = Way {
        before: None,
        step: Step::Root,
    };

    pub(super) fn key(&'w self, key: &'w str) -> Way<'w> {
        Way {
            before: Some(self),
            step: Step::Key(key),
        }
    }

    pub(super) fn index(&'w self, index: usize) -> Way<'w> {
        Way {
            before: Some(self),
            step: Step::Index(index),
        }
    }

    pub(super) fn place(&self) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut here = Some(self);
        while let Some(way) = here {
            match way.step {
                Step::Root => {}
                Step::Key(key) => segments.push(Segment::Key(Text::new(key))),
                Step::Index(index) => segments.push(Segment::Index(index)),
            }
            here = way.before;
        }
        segments.reverse();
        segments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_becomes_the_path_of_the_engine() {
        let root = Way::ROOT;
        assert_eq!(path_text(&root.place()), "/");
        let spec = root.key("spec");
        let containers = spec.key("containers");
        let second = containers.index(1);
        assert_eq!(
            path_text(&second.key("image").place()),
            "/spec/containers/1/image/"
        );
    }
}
