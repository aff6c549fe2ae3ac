//! Loading policies, and judging one Pod by one, ten and a thousand of them.
#![expect(clippy::expect_used, reason = "a bench that cannot read its own input stops")]

use divan::{Bencher, black_box};
use sekisho_chain::{Chain, Given, Run};
use sekisho_diagnostics::Sources;
use sekisho_document::{Numbers, Value, yaml};
use sekisho_evaluator::{Nobody, Status};
use sekisho_kubernetes::{NoFacts, Profile};
use sekisho_parser::Policy;

fn main() {
    divan::main();
}

const PATTERN: &str = include_str!("../../../policies/require-resources/policy.yaml");
const LOOP: &str = include_str!("../../../policies/disallow-latest-tag/policy.yaml");
const POD: &str = include_str!("../../../policies/require-resources/cases/fail/resource.yaml");

fn policies(text: &str, count: usize) -> Vec<Policy> {
    let mut sources = Sources::new();
    let read = |number: usize| {
        let text = text.replacen("\n  name: ", &format!("\n  name: p{number}-"), 1);
        let source = sources.add("policy.yaml", &text);
        let parsed = sekisho_parser::parse(&source, &yaml::Limits::DEFAULT);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed
            .output
            .iter()
            .filter_map(|parsed| parsed.policy().cloned())
            .collect::<Vec<Policy>>()
    };
    (0..count).flat_map(read).collect()
}

fn pod() -> Value {
    yaml::read(POD, &yaml::Limits::DEFAULT, Numbers::AsWritten).expect("a Pod")
}

#[divan::bench(args = [1, 10, 100])]
fn load(bencher: Bencher<'_, '_>, count: usize) {
    let policies = policies(PATTERN, count);
    bencher.bench_local(|| {
        let chain = Chain::load(black_box(&policies), Profile::NEWEST).output;
        assert_eq!(chain.plans().len(), count);
        chain
    });
}

#[divan::bench(args = [1, 10, 1000], threads = [1, 2])]
fn pattern(bencher: Bencher<'_, '_>, count: usize) {
    judge(bencher, PATTERN, count, Status::Fail);
}

#[divan::bench(args = [1, 10, 1000])]
fn foreach_deny(bencher: Bencher<'_, '_>, count: usize) {
    judge(bencher, LOOP, count, Status::Pass);
}

/// For another kind than that of the object: what policies cost that do not select it.
const ELSEWHERE: &str = "apiVersion: policies.kyverno.io/v1
kind: ValidatingPolicy
metadata:
  name: elsewhere
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]
  validations: [{expression: 'object.spec.replicas > 1'}]
";

const CEL: &str = "apiVersion: policies.kyverno.io/v1
kind: ValidatingPolicy
metadata:
  name: not-latest
spec:
  autogen: {podControllers: {controllers: []}}
  matchConstraints:
    resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  validations: [{expression: 'object.spec.containers.all(c, has(c.image))'}]
";

const NATIVE: &str = "apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: p0-
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  validations: [{expression: 'object.spec.containers.all(c, has(c.image))'}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: p0-
spec: {policyName: p0-, validationActions: [Deny]}
";

#[divan::bench(args = [1, 10, 1000])]
fn validating_policy(bencher: Bencher<'_, '_>, count: usize) {
    judge(bencher, CEL, count, Status::Pass);
}

#[divan::bench]
fn validating_policies_for_other_kinds(bencher: Bencher<'_, '_>) {
    let chain = Chain::load(&policies(ELSEWHERE, 1000), Profile::NEWEST).output;
    run(bencher, &chain, 0, Status::Pass);
}

#[divan::bench]
fn validating_admission_policy(bencher: Bencher<'_, '_>) {
    let chain = Chain::load(&policies(NATIVE, 1), Profile::NEWEST).output;
    run(bencher, &chain, 1, Status::Pass);
}

fn judge(bencher: Bencher<'_, '_>, text: &str, count: usize, expected: Status) {
    let chain = Chain::load(&policies(text, count), Profile::NEWEST).output;
    run(bencher, &chain, count, expected);
}

fn run(bencher: Bencher<'_, '_>, chain: &Chain, count: usize, expected: Status) {
    let (object, given) = (pod(), Given::default());
    bencher.bench(|| {
        let run = Run {
            object: black_box(&object),
            operation: None,
            old: None,
            given: &given,
            facts: &NoFacts,
        };
        let outcome = chain.run(&run, &mut Nobody);
        let unexpected = outcome.verdicts().find(|verdict| verdict.status != expected);
        assert_eq!(unexpected.map(|verdict| &verdict.message), None);
        assert_eq!(outcome.verdicts().count(), count);
        outcome
    });
}
