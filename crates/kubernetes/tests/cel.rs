//! The recorded answers of the API server to expressions in its own environments.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "the test reads recorded answers and shows the score"
)]

#[cfg(test)]
mod cel {
    #[path = "../../../cel/tests/goldens/check.rs"]
    mod check;
    mod contexts;
    #[path = "../../../cel/tests/goldens/hints.rs"]
    mod hints;
    pub(crate) mod judge;
    pub(crate) mod language;
    #[path = "../../../cel/tests/goldens/notation.rs"]
    mod notation;
    mod policy;
    pub(crate) mod rows;
    #[path = "../../../cel/tests/goldens/suite.rs"]
    pub(crate) mod suite;
}

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cel::judge::{Compared, Judge, Verdict};
use cel::{language, rows, suite};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/cel")
}

/// Prints the score of each group, and asserts that nothing differs.
fn conclude(compared: Vec<Compared>) {
    let filter = std::env::var("ONLY").unwrap_or_default();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for case in compared {
        if !case.id.contains(&filter) {
            continue;
        }
        let count = counts.entry(case.group).or_default();
        count.1 += 1;
        match case.verdict {
            Verdict::Same => count.0 += 1,
            Verdict::Excused => count.1 -= 1,
            Verdict::Different {
                input,
                expected,
                found,
            } => {
                faults.push(format!(
                    "{}\n  {input}\n  expected {expected}\n  found    {found}",
                    case.id
                ));
            }
        }
    }
    for (group, (passed, all)) in &counts {
        println!("{group}: {passed} of {all}");
    }
    let shown = faults.iter().take(80).flat_map(|fault| fault.lines());
    let shown: Vec<String> = shown.map(|line| line.chars().take(330).collect()).collect();
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        shown.join("\n")
    );
}

#[test]
fn answers_of_policies_are_those_recorded() {
    let folder = folder();
    if !folder.is_dir() {
        println!("skipped: the recorded answers are absent");
        return;
    }
    let judge = Judge::new(&folder);
    let rows = ["kubernetes.jsonl", "goldens-everyday.jsonl"];
    let rows = rows.iter().flat_map(|file| rows::read(&folder.join(file)));
    conclude(rows.flat_map(|row| judge.compare(&row)).collect());
}

#[test]
fn answers_of_the_suite_are_those_recorded() {
    match suite::load_from(&folder()) {
        Some(suite) => conclude(language::compare(&suite)),
        None => println!("skipped: the recorded suite is absent"),
    }
}
