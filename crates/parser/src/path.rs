//! The path of a field while walking, written only when something is said about it.

use std::fmt;

/// A step and the path before it; lives on the stack of the walk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<'p> {
    before: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    pub(crate) const ROOT: Path<'static> = Path {
        before: None,
        step: Step::Root,
    };

    pub(crate) fn key<'q>(&'q self, key: &'q str) -> Path<'q> {
        Path {
            before: Some(self),
            step: Step::Key(key),
        }
    }

    pub(crate) fn index(&self, index: usize) -> Path<'_> {
        Path {
            before: Some(self),
            step: Step::Index(index),
        }
    }

    pub(crate) fn is_root(&self) -> bool {
        matches!(self.step, Step::Root)
    }
}

impl fmt::Display for Path<'_> {
    /// `spec.rules[0].name`, as Kubernetes writes paths.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.before.filter(|before| !before.is_root());
        if let Some(before) = before {
            before.fmt(f)?;
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Key(key) if before.is_some() => write!(f, ".{key}"),
            Step::Key(key) => f.write_str(key),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_print_as_kubernetes_prints_them() {
        let root = Path::ROOT;
        let spec = root.key("spec");
        let rules = spec.key("rules");
        let first = rules.index(0);
        assert_eq!(first.key("name").to_string(), "spec.rules[0].name");
        assert_eq!(root.to_string(), "");
    }
}
