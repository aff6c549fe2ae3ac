//! `kyverno-apply`: verdicts, messages, patched and generated objects of Kyverno's command line, for the
//! runs of two suites and for pairs of policies and resources that were never meant for each other.

use std::collections::{BTreeMap, HashMap};

use rayon::prelude::*;
use sekisho_document::Value;
use serde::Deserialize;

use crate::conformance::case::Case;
use crate::conformance::corpus::Corpus;
use crate::conformance::json::Json;
use crate::conformance::kyverno::{self, Features, Inputs, Order, Policies, Response, Run, Silence};

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut cases = own(corpus)?;
    cases.extend(suites(corpus)?);
    cases.extend(cross(corpus)?);
    Ok(cases)
}

/// A line of a file of rows.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    run: String,
    #[serde(flatten)]
    response: Response,
}

#[derive(Deserialize)]
struct OwnRun {
    run: String,
    cmd: String,
    counts: Option<[u64; 5]>,
    #[serde(rename = "noRuleResponse", default)]
    silent: Vec<(String, usize)>,
    error: Option<String>,
    panic: Option<String>,
}

/// Single `apply` commands.
fn own(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut rows = rows_by_run(corpus, "kyverno-apply/own.jsonl")?;
    let mut runs = Vec::new();
    for recorded in lines::<OwnRun>(corpus, "kyverno-apply/own-runs.jsonl")? {
        let inputs = Inputs::read(&recorded.cmd)?;
        let silent = recorded.silent.into_iter().map(|(file, index)| Silence {
            policy: None,
            file,
            index: Some(index),
        });
        let run = Run {
            responses: rows.remove(&recorded.run).unwrap_or_default(),
            id: recorded.run,
            counts: recorded.counts,
            silent: silent.collect(),
            crashes: recorded.panic.is_some(),
            stops: recorded.error.is_some(),
            partial: false,
        };
        runs.push((inputs, run));
    }
    Ok(check_all(&runs, |(inputs, run)| {
        let policies = Policies::read(corpus, &inputs.policies, Order::KyvernoCli);
        let features = Features::read(corpus, &inputs.policies);
        kyverno::compare(run, &features, Some(&kyverno::apply(corpus, inputs, &policies)))
    }))
}

#[derive(Deserialize)]
struct SuiteRun {
    run: String,
    /// The folder of the test file.
    suite: String,
    /// Which document of it.
    case: usize,
    policies: Vec<String>,
    error: Option<String>,
    #[serde(rename = "onlyDifferences", default)]
    partial: bool,
}

/// The same policies and resources as `test` runs them: chained, with mocks.
fn suites(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut rows = rows_by_run(corpus, "kyverno-apply/suite.jsonl")?;
    let mut runs = Vec::new();
    for mut recorded in lines::<SuiteRun>(corpus, "kyverno-apply/suite-runs.jsonl")? {
        let run = Run {
            responses: rows.remove(&recorded.run).unwrap_or_default(),
            id: std::mem::take(&mut recorded.run),
            stops: recorded.error.is_some(),
            partial: recorded.partial,
            ..Run::default()
        };
        runs.push((recorded, run));
    }
    Ok(check_all(&runs, |(recorded, run)| {
        let answer = kyverno::test(corpus, &recorded.suite, recorded.case);
        kyverno::compare(run, &Features::read(corpus, &recorded.policies), answer.as_ref())
    }))
}

#[derive(Deserialize)]
struct PolicyPairs {
    policy: String,
    #[serde(rename = "policyNames", default)]
    policy_names: Vec<String>,
    /// By resource file.
    resources: BTreeMap<String, Pair>,
}

#[derive(Deserialize)]
struct Pair {
    counts: Option<[u64; 5]>,
    error: Option<String>,
    panic: Option<String>,
    /// Documents without an answer: `"all"`, their indices, or both by policy name.
    none: Option<Json>,
}

/// Policies and resources of different suites, without any flag.
fn cross(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut rows: HashMap<(String, String), Vec<Response>> = HashMap::new();
    for row in lines::<Row>(corpus, "kyverno-apply/cross.jsonl")? {
        let key = (row.response.policy.clone(), row.response.resource.file.clone());
        rows.entry(key).or_default().push(row.response);
    }
    let mut policies = Vec::new();
    for pairs in lines::<PolicyPairs>(corpus, "kyverno-apply/cross-pairs.jsonl")? {
        let runs: Vec<(String, Run)> = pairs
            .resources
            .into_iter()
            .map(|(file, pair)| {
                let key = (pairs.policy.clone(), file.clone());
                let run = Run {
                    id: format!("cross:{}+{file}", pairs.policy),
                    responses: rows.remove(&key).unwrap_or_default(),
                    counts: pair.counts,
                    silent: silences(&file, pair.none.as_ref(), &pairs.policy_names),
                    stops: pair.error.is_some(),
                    crashes: pair.panic.is_some(),
                    partial: false,
                };
                (file, run)
            })
            .collect();
        policies.push((pairs.policy, runs));
    }
    Ok(check_all(&policies, |(policy, runs)| {
        let policies = vec![policy.clone()];
        let features = Features::read(corpus, &policies);
        let read = Policies::read(corpus, &policies, Order::KyvernoCli);
        let mut cases = Vec::new();
        for (file, run) in runs {
            let inputs = Inputs {
                policies: policies.clone(),
                resources: vec![file.clone()],
                ..Inputs::default()
            };
            cases.extend(kyverno::compare(
                run,
                &features,
                Some(&kyverno::apply(corpus, &inputs, &read)),
            ));
        }
        cases
    }))
}

fn silences(file: &str, none: Option<&Json>, policies: &[String]) -> Vec<Silence> {
    let silence = |policy: Option<&str>, index: Option<usize>| Silence {
        policy: policy.map(str::to_owned),
        file: file.to_owned(),
        index,
    };
    let of = |policy: Option<&str>, none: &Value| -> Vec<Silence> {
        match none {
            Value::List(indices) => indices
                .iter()
                .filter_map(Value::as_i64)
                .filter_map(|index| usize::try_from(index).ok())
                .map(|index| silence(policy, Some(index)))
                .collect(),
            _ => vec![silence(policy, None)],
        }
    };
    match none {
        None => Vec::new(),
        Some(Json(Value::Map(by_policy))) if policies.len() > 1 => by_policy
            .iter()
            .flat_map(|(policy, none)| of(Some(policy), none))
            .collect(),
        Some(Json(none)) => of(None, none),
    }
}

fn rows_by_run(corpus: &Corpus, file: &str) -> anyhow::Result<HashMap<String, Vec<Response>>> {
    let mut runs: HashMap<String, Vec<Response>> = HashMap::new();
    for row in lines::<Row>(corpus, file)? {
        runs.entry(row.run).or_default().push(row.response);
    }
    Ok(runs)
}

/// The lines of a file that may be absent.
fn lines<T: serde::de::DeserializeOwned>(corpus: &Corpus, file: &str) -> anyhow::Result<Vec<T>> {
    if corpus.has(file) {
        corpus.json_lines(file)
    } else {
        Ok(Vec::new())
    }
}

fn check_all<R: Sync>(runs: &[R], check: impl Fn(&R) -> Vec<Case> + Sync + Send) -> Vec<Case> {
    runs.par_iter().flat_map_iter(check).collect()
}
