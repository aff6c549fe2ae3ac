//! Exit codes (command line design §4): the highest that applies wins.

use sekisho_report::{Counts, TestCounts};

/// The code with which a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing at or above what fails.
    Fine,
    /// Violations, failed tests.
    Violations,
    /// The command line itself, or nothing to do.
    Usage,
    /// Something could not be judged; a path that leads nowhere is such a thing.
    NotJudged,
    /// A bug.
    Bug,
}

impl Exit {
    #[must_use]
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Violations => 1,
            Exit::Usage => 2,
            Exit::NotJudged => 3,
            Exit::Bug => 4,
        }
    }
}

/// From which status on a run fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum FailOn {
    Fail,
    Warn,
    Skip,
    /// Rows of tests that pass without an evaluation, too.
    Excluded,
}

impl FailOn {
    /// Whether counts of verdicts hold something that fails.
    #[must_use]
    pub(crate) fn meets(self, counts: &Counts) -> bool {
        let warn = self != FailOn::Fail && counts.warn > 0;
        let skip = matches!(self, FailOn::Skip | FailOn::Excluded) && counts.skip > 0;
        counts.fail > 0 || warn || skip
    }

    /// The same for rows of tests.
    #[must_use]
    pub(crate) fn meets_rows(self, counts: &TestCounts) -> bool {
        let idle = self == FailOn::Excluded && counts.excluded + counts.invalid > 0;
        counts.failed > 0 || idle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_is_a_matter_of_degree() {
        let counts = |fail: u64, warn: u64, skip: u64| Counts {
            fail,
            warn,
            skip,
            ..Counts::default()
        };
        for (counts, expected) in [
            (counts(0, 0, 0), [false, false, false]),
            (counts(0, 0, 1), [false, false, true]),
            (counts(0, 1, 0), [false, true, true]),
            (counts(1, 0, 0), [true, true, true]),
        ] {
            let got = [FailOn::Fail, FailOn::Warn, FailOn::Skip].map(|fail_on| fail_on.meets(&counts));
            assert_eq!(got, expected, "{counts:?}");
        }
    }
}
