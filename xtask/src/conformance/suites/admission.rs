//! `admission`: what an API server answers to requests under policies.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use sekisho_admission::vap::{Environments, Server, dispatch};
use sekisho_admission::{map, vap};
use sekisho_cel::Release;
use sekisho_diagnostics::Sources;
use sekisho_document::yaml::Limits;
use sekisho_kubernetes::Version;
use sekisho_parser::Policy;

use crate::conformance::admission::cluster::{Served, World};
use crate::conformance::admission::row::Row;
use crate::conformance::admission::{compare, gate, objects, pod_security, refusal, server};
use crate::conformance::case::{Case, Outcome, check_all};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, show};

static ENVIRONMENTS: LazyLock<Environments> = LazyLock::new(|| Environments::new(Release::STORED));

static MUTATING_ENVIRONMENTS: LazyLock<map::Environments> =
    LazyLock::new(|| map::Environments::new(Release::STORED));

/// New expressions are held to what the minor version before that of the server knows.
static NEW_ENVIRONMENTS: LazyLock<Environments> =
    LazyLock::new(|| Environments::new(Release(Version::KUBERNETES.minor - 1)));

static NEW_MUTATING_ENVIRONMENTS: LazyLock<map::Environments> =
    LazyLock::new(|| map::Environments::new(Release(Version::KUBERNETES.minor - 1)));

/// For how many rows the recording had to say what the server makes of the object.
static STOOD_IN: AtomicUsize = AtomicUsize::new(0);

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let served = Served::read(corpus)?;
    let rows: Vec<Row> = corpus.json_lines("admission/vap.jsonl")?;
    let mut cases = check_all(&rows, name, |row| check(row, &served));
    println!(
        "admission: for {} of {} rows the recorded object stood in for what only the server chooses",
        STOOD_IN.load(Ordering::Relaxed),
        rows.len()
    );
    let rows: Vec<Row> = corpus.json_lines("admission/invalid.jsonl")?;
    cases.extend(check_all(&rows, name_of_refused, |row| {
        let environments = (&*NEW_ENVIRONMENTS, &*NEW_MUTATING_ENVIRONMENTS);
        let answer = server::judge_policy(row, &served, environments);
        compare::compare(&row.id, &row.answers(), &answer)
    }));
    cases.extend(objects::run(corpus)?);
    cases.extend(pod_security::run(corpus, &served)?);
    for file in ["scenarios", "fixed-point", "map"] {
        let rows: Vec<Row> = corpus.json_lines(&format!("admission/{file}.jsonl"))?;
        let name = |row: &Row| (file.to_owned(), row.id.clone());
        cases.extend(check_all(&rows, name, |row| match policies(row) {
            Ok(policies) => {
                let answer = gate::answer(row, policies, &served);
                compare::compare(&row.id, &row.answers(), &answer)
            }
            Err(fault) => fault,
        }));
    }
    Ok(cases)
}

/// Policies that are refused are grouped by their kind.
fn name_of_refused(row: &Row) -> (String, String) {
    (format!("invalid/{}", row.request.gvr.kind), row.id.clone())
}

/// The group of a row is the first part of its id.
fn name(row: &Row) -> (String, String) {
    let (group, rest) = row.id.split_once('-').unwrap_or((&row.id, ""));
    (format!("vap/{group}"), rest.to_owned())
}

/// The policies of a row with their bindings.
fn policies(row: &Row) -> Result<gate::Policies, Outcome> {
    let (mut policies, mut bindings) = (Vec::new(), Vec::new());
    let (mut mutating, mut mutating_bindings) = (Vec::new(), Vec::new());
    let cluster = &row.cluster;
    let documents = cluster
        .validating_admission_policies
        .iter()
        .chain(&cluster.validating_admission_policy_bindings)
        .chain(&cluster.mutating_admission_policies)
        .chain(&cluster.mutating_admission_policy_bindings);
    for Json(document) in documents {
        match read(&show(document)) {
            Ok(Policy::Admission(policy)) => policies.push(policy),
            Ok(Policy::AdmissionBinding(binding)) => bindings.push(binding),
            Ok(Policy::MutatingAdmission(policy)) => mutating.push(policy),
            Ok(Policy::MutatingAdmissionBinding(binding)) => mutating_bindings.push(binding),
            Ok(_) => return Err(Outcome::fail(&row.id, "a policy", "another kind")),
            Err(fault) => return Err(Outcome::fail(&row.id, "a policy", &fault)),
        }
    }
    let policies: Vec<_> = policies.iter().collect();
    let bindings: Vec<_> = bindings.iter().collect();
    let mutating: Vec<_> = mutating.iter().collect();
    let mutating_bindings: Vec<_> = mutating_bindings.iter().collect();
    Ok(gate::Policies {
        validating: vap::Policies::compile(&policies, &bindings, &ENVIRONMENTS),
        mutating: map::Policies::compile(&mutating, &mutating_bindings, &MUTATING_ENVIRONMENTS),
    })
}

fn check(row: &Row, served: &Served) -> Outcome {
    let (kinds, cluster) = (&served.kinds, &row.cluster);
    let policies = match policies(row) {
        Ok(policies) => policies,
        Err(fault) => return fault,
    };
    let (request, stood_in) = server::request(row, served);
    if stood_in {
        STOOD_IN.fetch_add(1, Ordering::Relaxed);
    }
    let world = World { cluster, kinds };
    let asked = Server {
        kinds,
        schema: &served.schema,
        facts: &world,
    };
    let outcome = dispatch(&policies.validating.plans, &request, asked);
    let answer = refusal::refusal(row, &request, served)
        .unwrap_or_else(|| server::answer(row, &request, outcome, &served.schema));
    compare::compare(&row.id, &row.answers(), &answer)
}

/// One policy or binding.
fn read(text: &str) -> Result<Policy, String> {
    let mut sources = Sources::new();
    let source = sources.add("policy.json", text);
    let read = sekisho_parser::parse(&source, &Limits::DEFAULT);
    let policy = read.output.first().and_then(|parsed| parsed.policy().cloned());
    policy.ok_or_else(|| {
        let faults: Vec<String> = read
            .diagnostics
            .iter()
            .map(|fault| fault.message.clone())
            .collect();
        faults.join("; ")
    })
}
