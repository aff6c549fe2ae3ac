//! Where in a document a template stands.

use std::fmt;

use sekisho_document::Text;

use crate::print::is_plain;

/// A path that lives on the stack of a walk.
#[derive(Debug, Clone, Copy)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Option<Step<'p>>,
    /// What the walk began with; of the first path only.
    base: &'p [Segment],
    depth: usize,
}

/// One step of a [`Path`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

/// One step of a path that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    Key(Text),
    Index(usize),
}

impl<'p> Path<'p> {
    /// The document itself.
    pub const ROOT: Path<'static> = Path {
        parent: None,
        step: None,
        base: &[],
        depth: 0,
    };

    /// Where a walk begins that does not begin with the whole document.
    #[must_use]
    pub fn starting(base: &'p [Segment]) -> Path<'p> {
        Path {
            base,
            depth: base.len(),
            ..Path::ROOT
        }
    }

    #[must_use]
    pub fn key(&'p self, key: &'p str) -> Path<'p> {
        self.below(Step::Key(key))
    }

    #[must_use]
    pub fn index(&'p self, index: usize) -> Path<'p> {
        self.below(Step::Index(index))
    }

    fn below(&'p self, step: Step<'p>) -> Path<'p> {
        Path {
            parent: Some(self),
            step: Some(step),
            base: &[],
            depth: self.depth + 1,
        }
    }

    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The steps from the document down.
    #[must_use]
    pub fn steps(&self) -> Vec<Step<'p>> {
        let mut steps: Vec<Step<'p>> = Vec::with_capacity(self.depth);
        let mut here = Some(*self);
        while let Some(path) = here {
            steps.extend(path.step);
            steps.extend(path.base.iter().rev().map(Segment::step));
            here = path.parent.copied();
        }
        steps.reverse();
        steps
    }

    /// The path as something to keep.
    #[must_use]
    pub fn segments(&self) -> Vec<Segment> {
        let keep = |step| match step {
            Step::Key(key) => Segment::Key(Text::new(key)),
            Step::Index(index) => Segment::Index(index),
        };
        self.steps().into_iter().map(keep).collect()
    }

    /// What `{{ @ }}` stands for here: the same place in the resource, which `prefix` leads to
    /// (reference §8.5).
    pub(super) fn query(&self, prefix: &[&str]) -> String {
        let parts: Vec<String> = self.steps().iter().map(Step::to_string).collect();
        let past = parts
            .iter()
            .position(|part| part == "foreach")
            .map_or(0, |position| position + 1);
        let inside = parts.iter().skip(past + 2).map(String::as_str);
        let mut query = String::new();
        for part in prefix.iter().copied().chain(inside) {
            if part.parse::<u64>().is_ok() && !part.starts_with('+') {
                query.extend(["[", part, "]"]);
                continue;
            }
            if !query.is_empty() {
                query.push('.');
            }
            let inner = part.strip_prefix('(').and_then(|part| part.strip_suffix(')'));
            match is_plain(inner.unwrap_or(part)) {
                true => query.push_str(part),
                false => query.push_str(&sekisho_document::print::quote(part)),
            }
        }
        query
    }
}

impl Segment {
    fn step(&self) -> Step<'_> {
        match self {
            Segment::Key(key) => Step::Key(key),
            Segment::Index(index) => Step::Index(*index),
        }
    }
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Key(key) => f.write_str(key),
            Step::Index(index) => write!(f, "{index}"),
        }
    }
}

impl fmt::Display for Path<'_> {
    /// The form of Kyverno's messages: `/spec/containers/0/image`, a slash in a key as `\/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.steps() {
            match step {
                Step::Key(key) => write!(f, "/{}", key.replace('/', "\\/"))?,
                Step::Index(index) => write!(f, "/{index}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_place_in_the_resource() {
        let rows: &[(&[&str], &str)] = &[
            (
                &["mutate", "patchStrategicMerge", "metadata", "name"],
                "request.object.metadata.name",
            ),
            (&["mutate", "foreach", "0", "patch", "a"], "request.object.a"),
            (&["spec", "containers", "0", "image"], "request.object[0].image"),
            (&["v", "p", "labels", "a-b"], "request.object.labels.\"a-b\""),
            (&["v", "p", "+(name)"], "request.object.\"+(name)\""),
            (&["v", "p", "(name)"], "request.object.(name)"),
            (&["metadata"], "request.object"),
            (&[], "request.object"),
        ];
        for (steps, query) in rows {
            let got = with(&Path::ROOT, steps, |path| path.query(&["request", "object"]));
            assert_eq!(got, *query, "{steps:?}");
        }
    }

    fn with<T>(path: &Path<'_>, steps: &[&str], then: impl FnOnce(&Path<'_>) -> T) -> T {
        match steps.split_first() {
            None => then(path),
            Some((first, rest)) => match first.parse() {
                Ok(index) => with_boxed(&path.index(index), rest, Box::new(then)),
                Err(_) => with_boxed(&path.key(first), rest, Box::new(then)),
            },
        }
    }

    fn with_boxed<T>(path: &Path<'_>, steps: &[&str], then: Box<dyn FnOnce(&Path<'_>) -> T + '_>) -> T {
        with(path, steps, then)
    }

    #[test]
    fn slashes_are_escaped() {
        let root = Path::ROOT;
        let spec = root.key("spec");
        let item = spec.index(3);
        assert_eq!(item.key("a/b").to_string(), "/spec/3/a\\/b");
        assert_eq!(Path::ROOT.to_string(), "");
    }
}
