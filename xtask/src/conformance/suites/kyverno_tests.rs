//! `kyverno-policies` and `kyverno-cli`: suites in the file format of `kyverno test`. Every row that our
//! `test` gives has to be as the suite expects, unless the original's own run of the suite is not green.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::conformance::case::{Case, Excuse, Outcome};
use crate::conformance::corpus::Corpus;
use crate::conformance::kyverno::{self, Features, TestAnswer, TestRow};

pub(super) fn policies(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    run(corpus, "kyverno-policies")
}

pub(super) fn cli(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    run(corpus, "kyverno-cli")
}

/// What the original's own run of a suite gave.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Upstream {
    exit: u32,
    passed: usize,
    failed: usize,
    class: String,
}

fn run(corpus: &Corpus, root: &str) -> anyhow::Result<Vec<Case>> {
    let upstream = read_upstream(corpus)?;
    let folders = corpus.folders_with(root, "kyverno-test.yaml")?;
    let cases = folders.par_iter().flat_map_iter(|folder| {
        let name = folder
            .strip_prefix(root)
            .unwrap_or(folder)
            .trim_start_matches('/');
        run_suite(corpus, folder, name, upstream.get(folder))
    });
    Ok(cases.collect())
}

fn run_suite(corpus: &Corpus, folder: &str, name: &str, upstream: Option<&Upstream>) -> Vec<Case> {
    if upstream.is_some_and(|upstream| upstream.class == "registry") {
        return vec![Case::new("registry", name, Outcome::Excused(Excuse::Registry))];
    }
    let answer = kyverno::test_rows(corpus, folder);
    match upstream {
        Some(upstream) if upstream.exit != 0 => vec![not_green(folder, name, upstream, &answer)],
        _ => green(corpus, folder, name, &answer),
    }
}

/// The original's run fails: ours has to fail in the same way. How many rows there are varies even there.
fn not_green(folder: &str, name: &str, upstream: &Upstream, answer: &TestAnswer) -> Case {
    let told = |stops: bool, passed: bool, failed: bool| {
        let rows = [
            (passed, "some rows pass"),
            (failed, "some rows fail"),
            (stops, "it stops"),
        ];
        let said: Vec<&str> = rows
            .into_iter()
            .filter(|(is_so, _)| *is_so)
            .map(|(_, said)| said)
            .collect();
        said.join(", ")
    };
    let stops = upstream.passed + upstream.failed == 0;
    let expected = told(stops, upstream.passed > 0, upstream.failed > 0);
    let passed = answer.rows.iter().any(|row| row.passed);
    let failed = answer.rows.iter().any(|row| !row.passed);
    let got = told(answer.error.is_some(), passed, failed);
    let outcome = if expected == got {
        Outcome::Pass
    } else {
        Outcome::fail(folder, &expected, &got)
    };
    Case::new("not-green", name, outcome)
}

fn green(corpus: &Corpus, folder: &str, name: &str, answer: &TestAnswer) -> Vec<Case> {
    if let Some(error) = &answer.error {
        return vec![Case::new("suite", name, Outcome::fail(folder, "rows", error))];
    }
    let features = Features::read(corpus, &answer.policies);
    let mut seen: HashMap<String, usize> = HashMap::new();
    answer
        .rows
        .iter()
        .map(|row| {
            let TestRow {
                document,
                policy,
                rule,
                resource,
                ..
            } = row;
            let id = format!("{name}#{document}/{policy}/{rule}/{resource}");
            let count = seen
                .entry(id.clone())
                .and_modify(|count| *count += 1)
                .or_insert(1);
            let id = if *count == 1 { id } else { format!("{id}~{count}") };
            let feature = features.of(policy, rule);
            let outcome = if row.missing {
                Outcome::missing(&feature)
            } else if row.passed {
                Outcome::Pass
            } else {
                Outcome::fail(folder, "Ok", &row.reason)
            };
            Case::new(&feature, &id, outcome)
        })
        .collect()
}

fn read_upstream(corpus: &Corpus) -> anyhow::Result<HashMap<String, Upstream>> {
    if !corpus.has("kyverno-upstream.tsv") {
        return Ok(HashMap::new());
    }
    let text = corpus.text("kyverno-upstream.tsv")?;
    Ok(text.lines().filter_map(upstream_of).collect())
}

fn upstream_of(line: &str) -> Option<(String, Upstream)> {
    let mut cells = line.split('\t');
    let (folder, exit, passed, failed) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let upstream = Upstream {
        exit: exit.parse().ok()?,
        passed: passed.parse().ok()?,
        failed: failed.parse().ok()?,
        class: cells.next().unwrap_or_default().to_owned(),
    };
    Some((folder.to_owned(), upstream))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_the_original_gave() {
        let (folder, upstream) = upstream_of("a/b\t1\t2\t3\tregistry").unwrap();
        let expected = Upstream {
            exit: 1,
            passed: 2,
            failed: 3,
            class: "registry".to_owned(),
        };
        assert_eq!((folder.as_str(), upstream), ("a/b", expected));
        assert!(upstream_of("# suite\texit\tpass\tfail\tclass").is_none());
    }
}
