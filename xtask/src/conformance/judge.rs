//! The outcome of a suite, measured against its skip file.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::case::{Case, Difference, Excuse, Outcome};
use super::skips::Skips;

/// A suite that was run.
pub(super) struct Judged {
    pub(super) suite: &'static str,
    pub(super) cases: Vec<JudgedCase>,
    /// The sums of every feature.
    pub(super) features: BTreeMap<String, Counts>,
}

pub(super) struct JudgedCase {
    pub(super) id: String,
    pub(super) feature: String,
    pub(super) verdict: Verdict,
}

pub(super) enum Verdict {
    Passed,
    /// Listed as skipped, and passes: the entry has to go.
    PassedThoughListed {
        reason: String,
    },
    Failed(Difference),
    Skipped {
        reason: String,
    },
}

/// How many cases of a feature passed, failed and were skipped. `missed` counts the skipped ones whose
/// reason lies with sekisho and not with the recording.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
    pub(super) missed: usize,
}

impl Judged {
    pub(super) fn new(suite: &'static str, cases: Vec<Case>, skips: &Skips) -> Judged {
        let cases: Vec<JudgedCase> = cases.into_iter().map(|case| judge(case, skips)).collect();
        let mut features: BTreeMap<String, Counts> = BTreeMap::new();
        for case in &cases {
            features
                .entry(case.feature.clone())
                .or_default()
                .add(&case.verdict);
        }
        Judged {
            suite,
            cases,
            features,
        }
    }

    /// Whether nothing fails and no skipped case passes.
    pub(super) fn is_clean(&self) -> bool {
        self.cases.iter().all(|case| match case.verdict {
            Verdict::Passed | Verdict::Skipped { .. } => true,
            Verdict::Failed(_) | Verdict::PassedThoughListed { .. } => false,
        })
    }

    pub(super) fn total(&self) -> Counts {
        self.features
            .values()
            .fold(Counts::default(), |sum, counts| Counts {
                passed: sum.passed + counts.passed,
                failed: sum.failed + counts.failed,
                skipped: sum.skipped + counts.skipped,
                missed: sum.missed + counts.missed,
            })
    }

    /// The first differences, then a line for every feature and one for the suite.
    pub(super) fn report(&self, show: usize) -> String {
        let mut text = String::new();
        for (id, difference) in self.failures().take(show) {
            let Difference { input, expected, got } = difference;
            let _ = write!(
                text,
                "{}/{id} differs\n  input:    {}\n  expected: {}\n  got:      {}\n",
                self.suite,
                indented(input),
                indented(expected),
                indented(got)
            );
        }
        for case in &self.cases {
            if let Verdict::PassedThoughListed { reason } = &case.verdict {
                let _ = writeln!(
                    text,
                    "{}/{} passes, but is listed as skipped: {reason}",
                    self.suite, case.id
                );
            }
        }
        for (feature, counts) in &self.features {
            let _ = writeln!(text, "{}/{feature} {}", self.suite, counts.line());
        }
        let _ = writeln!(text, "{} {}", self.suite, self.total().line());
        text
    }

    fn failures(&self) -> impl Iterator<Item = (&str, &Difference)> {
        self.cases.iter().filter_map(|case| match &case.verdict {
            Verdict::Failed(difference) => Some((case.id.as_str(), difference)),
            _ => None,
        })
    }
}

fn judge(case: Case, skips: &Skips) -> JudgedCase {
    let listed = skips.find(&case.id).map(|entry| entry.reason.clone());
    let verdict = match (case.outcome, listed) {
        (Outcome::Pass, None) => Verdict::Passed,
        (Outcome::Pass, Some(reason)) => Verdict::PassedThoughListed { reason },
        (Outcome::Fail(_), Some(reason)) => Verdict::Skipped { reason },
        (Outcome::Fail(difference), None) => Verdict::Failed(difference),
        (Outcome::Missing { .. }, Some(reason)) => Verdict::Skipped { reason },
        (Outcome::Missing { feature }, None) => Verdict::Skipped {
            reason: format!("`{feature}` is not evaluated yet"),
        },
        (Outcome::Excused(excuse), _) => Verdict::Skipped {
            reason: excuse.words().to_owned(),
        },
    };
    JudgedCase {
        id: case.id,
        feature: case.feature,
        verdict,
    }
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::PassedThoughListed { .. } => self.passed += 1,
            Verdict::Failed(_) => self.failed += 1,
            Verdict::Skipped { reason } => {
                self.skipped += 1;
                if !Excuse::ALL
                    .iter()
                    .any(|excuse| reason.starts_with(excuse.words()))
                {
                    self.missed += 1;
                }
            }
        }
    }

    fn line(self) -> String {
        format!(
            "passed {} failed {} skipped {}",
            self.passed, self.failed, self.skipped
        )
    }
}

/// A text of many lines under its heading, cut where it gets long.
fn indented(text: &str) -> String {
    const LONGEST: usize = 1600;
    let shown = match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}… ({} bytes)", text.get(..at).unwrap_or_default(), text.len()),
        None => text.to_owned(),
    };
    shown.trim_end().replace('\n', "\n            ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(id: &str, outcome: Outcome) -> Case {
        Case {
            id: id.to_owned(),
            feature: "f".to_owned(),
            outcome,
        }
    }

    fn fail() -> Outcome {
        Outcome::Fail(Difference::default())
    }

    #[test]
    fn the_skip_file_decides_what_counts() {
        let skips = Skips::parse("b  # later\nc  # later\nd  # registry: pulls\ngone  # absent\n").unwrap();
        let cases = vec![case("a", Outcome::Pass), case("b", fail()), case("d", fail())];
        let judged = Judged::new("s", cases, &skips);
        assert!(judged.is_clean());
        assert_eq!(
            judged.total(),
            Counts {
                passed: 1,
                failed: 0,
                skipped: 2,
                missed: 1
            }
        );
        assert!(
            judged
                .report(1)
                .ends_with("s/f passed 1 failed 0 skipped 2\ns passed 1 failed 0 skipped 2\n")
        );

        assert!(!Judged::new("s", vec![case("c", Outcome::Pass)], &skips).is_clean());
        assert!(!Judged::new("s", vec![case("a", fail())], &skips).is_clean());
    }

    #[test]
    fn what_is_not_built_is_skipped_and_missed() {
        let judged = Judged::new(
            "s",
            vec![case("a", Outcome::missing("mutate"))],
            &Skips::default(),
        );
        assert!(judged.is_clean());
        let total = judged.total();
        assert_eq!((total.passed, total.skipped, total.missed), (0, 1, 1));
    }

    #[test]
    fn excuses_of_the_recording_are_not_missed() {
        let judged = Judged::new(
            "s",
            vec![case("a", Outcome::Excused(Excuse::Crash))],
            &Skips::default(),
        );
        assert_eq!(
            judged.total(),
            Counts {
                passed: 0,
                failed: 0,
                skipped: 1,
                missed: 0
            }
        );
    }
}
