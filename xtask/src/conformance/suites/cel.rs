//! `cel`: what the reference answers to expressions: the suite of the language and expressions of our own,
//! in the environments of the API server and of Kyverno.
//!
//! Phase, value, type, text, place and cost count, and the estimate of the cost. The rows are judged by the
//! code of the tests of `sekisho-cel` and `sekisho-kubernetes`, where one group can be run alone.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "code of tests: a panic is a failed case"
)]

#[path = "../../../../crates/cel/tests/goldens/check.rs"]
mod check;
#[path = "../../../../crates/kubernetes/tests/cel/contexts.rs"]
mod contexts;
#[path = "../../../../crates/cel/tests/goldens/hints.rs"]
mod hints;
#[path = "../../../../crates/kubernetes/tests/cel/judge.rs"]
mod judge;
#[path = "../../../../crates/kubernetes/tests/kyverno/mod.rs"]
mod kyverno;
#[path = "../../../../crates/kubernetes/tests/cel/language.rs"]
mod language;
#[path = "../../../../crates/cel/tests/goldens/notation.rs"]
mod notation;
#[path = "../../../../crates/kubernetes/tests/cel/policy.rs"]
mod policy;
#[path = "../../../../crates/kubernetes/tests/cel/rows.rs"]
mod rows;
#[path = "../../../../crates/cel/tests/goldens/suite.rs"]
mod suite;

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Context;
use rayon::prelude::*;

use crate::conformance::case::{Case, Difference, Excuse, Outcome};
use crate::conformance::corpus::Corpus;
use judge::{Compared, Judge, Verdict};

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let folder = corpus.path("cel");
    let suite = suite::load_from(&folder).context("the suite of the language can not be read")?;
    let mut cases: Vec<Case> = language::compare(&suite)
        .into_iter()
        .map(|compared| case("language", compared))
        .collect();
    let judge = Judge::new(&folder);
    for file in ["kubernetes.jsonl", "goldens-everyday.jsonl"] {
        let rows = rows::read(&folder.join(file));
        let compared: Vec<Vec<Compared>> = rows.par_iter().map(|row| safely(&judge, row)).collect();
        cases.extend(
            compared
                .into_iter()
                .flatten()
                .map(|compared| case("kubernetes", compared)),
        );
    }
    let judged = kyverno::judge(&folder).context("the rows of Kyverno can not be read")?;
    cases.extend(judged.into_iter().map(of_kyverno));
    Ok(cases)
}

fn of_kyverno(judged: kyverno::Judged) -> Case {
    let outcome = match judged.difference {
        None => Outcome::Pass,
        Some(difference) => Outcome::Fail(Difference {
            input: judged.expression,
            expected: difference.expected,
            got: difference.found,
        }),
    };
    let id = match judged.id.starts_with("kyverno/") {
        true => judged.id,
        false => format!("kyverno/{}", judged.id),
    };
    Case::new(&format!("kyverno/{}", judged.group), &id, outcome)
}

fn safely(judge: &Judge, row: &serde_json::Value) -> Vec<Compared> {
    catch_unwind(AssertUnwindSafe(|| judge.compare(row))).unwrap_or_else(|_| {
        let id = row["id"].as_str().unwrap_or_default().to_owned();
        vec![Compared {
            group: "panics".to_owned(),
            verdict: Verdict::Different {
                input: id.clone(),
                expected: String::new(),
                found: "a panic".to_owned(),
            },
            id,
        }]
    })
}

fn case(file: &str, compared: Compared) -> Case {
    let outcome = match compared.verdict {
        Verdict::Same => Outcome::Pass,
        Verdict::Excused => Outcome::Excused(Excuse::Crash),
        Verdict::Different {
            input,
            expected,
            found,
        } => Outcome::Fail(Difference {
            input,
            expected,
            got: found,
        }),
    };
    Case::new(&format!("{file}/{}", compared.group), &compared.id, outcome)
}
