//! The suites that can be run: one file each, named after the folder in the corpus.

mod admission;
mod cel;
mod field_cases;
mod jmespath;
mod kyverno_admission;
mod kyverno_apply;
mod kyverno_console;
mod kyverno_engine;
mod kyverno_tests;
mod yaml;

use super::case::Case;
use super::corpus::Corpus;

/// A suite: the name of its folder, and what reads and runs everything that lies there.
pub(super) struct Suite {
    pub(super) name: &'static str,
    pub(super) run: fn(&Corpus) -> anyhow::Result<Vec<Case>>,
}

pub(super) const SUITES: &[Suite] = &[
    Suite {
        name: "admission",
        run: admission::run,
    },
    Suite {
        name: "cel",
        run: cel::run,
    },
    Suite {
        name: "field-cases",
        run: field_cases::run,
    },
    Suite {
        name: "jmespath",
        run: jmespath::run,
    },
    Suite {
        name: "kyverno-admission",
        run: kyverno_admission::run,
    },
    Suite {
        name: "kyverno-apply",
        run: kyverno_apply::run,
    },
    Suite {
        name: "kyverno-cli",
        run: kyverno_tests::cli,
    },
    Suite {
        name: "kyverno-console",
        run: kyverno_console::run,
    },
    Suite {
        name: "kyverno-engine",
        run: kyverno_engine::run,
    },
    Suite {
        name: "kyverno-policies",
        run: kyverno_tests::policies,
    },
    Suite {
        name: "yaml",
        run: yaml::run,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_sorted() {
        assert!(SUITES.is_sorted_by_key(|suite| suite.name));
    }
}
