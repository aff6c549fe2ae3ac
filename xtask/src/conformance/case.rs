//! One recorded case and what became of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

/// A case of a suite with its outcome. Neither name contains a blank.
pub(super) struct Case {
    /// Unique in the suite, made from the content of the case, so that it names the same case in every
    /// part of the suite: `functions/1f00ab32`.
    pub(super) id: String,
    /// What the case is about: the group a score is given for.
    pub(super) feature: String,
    pub(super) outcome: Outcome,
}

impl Case {
    /// The id is the feature and a name that is unique in it: a skip file can name a feature as a whole.
    pub(super) fn new(feature: &str, name: &str, outcome: Outcome) -> Case {
        let feature = without_blanks(feature);
        Case {
            id: format!("{feature}/{}", without_blanks(name)),
            feature,
            outcome,
        }
    }
}

pub(super) enum Outcome {
    Pass,
    Fail(Difference),
    /// No answer, because the feature that gives it is not built yet.
    Missing {
        feature: String,
    },
    /// Not compared, for a reason that lies in the recording.
    Excused(Excuse),
}

/// Why an answer is not compared although nothing is missing here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Excuse {
    /// The answer needs a registry that answers over the network.
    Registry,
    /// The original crashes.
    Crash,
    /// The recording marks the answer as unstable.
    Unstable,
    /// The right outcome is given as prose.
    Prose,
    /// The answer differs on purpose.
    OnPurpose,
}

impl Excuse {
    pub(super) const ALL: [Excuse; 5] = [
        Excuse::Registry,
        Excuse::Crash,
        Excuse::Unstable,
        Excuse::Prose,
        Excuse::OnPurpose,
    ];

    /// The words a reason starts with, in skip files and in scores.
    pub(super) fn words(self) -> &'static str {
        match self {
            Excuse::Registry => "registry",
            Excuse::Crash => "crash",
            Excuse::Unstable => "unstable",
            Excuse::Prose => "prose",
            Excuse::OnPurpose => "on purpose",
        }
    }
}

/// A difference as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) input: String,
    pub(super) expected: String,
    pub(super) got: String,
}

impl Outcome {
    pub(super) fn fail(input: &str, expected: &str, got: &str) -> Outcome {
        Outcome::Fail(Difference {
            input: input.to_owned(),
            expected: expected.to_owned(),
            got: got.to_owned(),
        })
    }

    pub(super) fn missing(feature: &str) -> Outcome {
        Outcome::Missing {
            feature: feature.to_owned(),
        }
    }

    pub(super) fn of(passes: bool, difference: impl FnOnce() -> Difference) -> Outcome {
        if passes {
            Outcome::Pass
        } else {
            Outcome::Fail(difference())
        }
    }
}

/// Makes a case of every row, on all cores, in the order of the rows. A panic is a failed case.
pub(super) fn check_all<R: Sync>(
    rows: &[R],
    name: impl Fn(&R) -> (String, String) + Sync,
    check: impl Fn(&R) -> Outcome + Sync,
) -> Vec<Case> {
    rows.par_iter()
        .map(|row| {
            let (feature, name) = name(row);
            let outcome = catch_unwind(AssertUnwindSafe(|| check(row))).unwrap_or_else(|_| {
                Outcome::Fail(Difference {
                    got: "a panic".to_owned(),
                    ..Difference::default()
                })
            });
            Case::new(&feature, &name, outcome)
        })
        .collect()
}

fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}

/// A short name for the content of a case (FNV-1a): the same in every part of a suite, whatever the
/// order of its rows.
pub(super) fn content_name(content: &str) -> String {
    let hash = content.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}
