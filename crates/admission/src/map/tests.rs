//! Whole policies on requests.

use sekisho_cel::Release;
use sekisho_diagnostics::Sources;
use sekisho_document::{Value, json, yaml};
use sekisho_kubernetes::{Answer, Facts, Kinds, Question, Request, Schema, Version};
use sekisho_parser::Policy;

use super::*;
use crate::vap::Server;

fn read(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

struct Cluster;

impl Facts for Cluster {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Namespace { name } => Answer::Is(read(&format!(
                r#"{{"kind": "Namespace", "metadata": {{"name": "{name}"}}}}"#
            ))),
            _ => Answer::Absent,
        }
    }
}

/// A policy for config maps and Pods with its binding.
fn policies(spec: &str) -> Policies {
    let text = format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicy\nmetadata: {{name: p}}\nspec:\n  matchConstraints:\n    resourceRules: [{{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps, pods]}}]\n{spec}\n---\napiVersion: admissionregistration.k8s.io/v1\nkind: MutatingAdmissionPolicyBinding\nmetadata: {{name: b}}\nspec: {{policyName: p}}\n"
    );
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", &text);
    let read = sekisho_parser::parse(&source, &yaml::Limits::DEFAULT);
    let (mut policies, mut bindings) = (Vec::new(), Vec::new());
    for parsed in &read.output {
        match parsed.policy() {
            Some(Policy::MutatingAdmission(policy)) => policies.push(policy),
            Some(Policy::MutatingAdmissionBinding(binding)) => bindings.push(binding),
            other => panic!("{other:?}: {:?}", read.diagnostics),
        }
    }
    Policies::compile(&policies, &bindings, &Environments::new(Release::STORED))
}

fn outcome(spec: &str, object: &str) -> Outcome {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let request = Request::create(read(object), &kinds).unwrap();
    let server = Server {
        kinds: &kinds,
        schema: &Schema::builtin(Version::KUBERNETES),
        facts: &Cluster,
    };
    admit(&policies(spec).plans, &request, server)
}

const MAP: &str = r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "n"}, "data": {"k": "v"}}"#;

fn data(outcome: &Outcome) -> String {
    let data = outcome.object.as_ref().and_then(|object| object.get("data"));
    json::write(data.unwrap(), json::Form::COMPACT)
}

fn patch(expression: &str) -> String {
    format!("    - {{patchType: JSONPatch, jsonPatch: {{expression: '{expression}'}}}}")
}

#[test]
fn mutations_see_what_those_before_them_made() {
    let spec = format!(
        "  reinvocationPolicy: Never\n  mutations:\n    - {{patchType: ApplyConfiguration, applyConfiguration: {{expression: 'Object{{data: {{\"a\": \"1\"}}}}'}}}}\n{}",
        patch(r#"[JSONPatch{op: "copy", from: "/data/a", path: "/data/b"}]"#)
    );
    let found = outcome(&spec, MAP);
    assert_eq!(found.denial, None);
    assert_eq!(data(&found), r#"{"k":"v","a":"1","b":"1"}"#);
}

#[test]
fn reinvoked_policies_run_exactly_twice() {
    let expression = r#"[JSONPatch{op: "add", path: "/data/k", value: object.data.k + "x"}]"#;
    for (word, expected) in [("Never", r#"{"k":"vx"}"#), ("IfNeeded", r#"{"k":"vxx"}"#)] {
        let spec = format!(
            "  reinvocationPolicy: {word}\n  mutations:\n{}",
            patch(expression)
        );
        assert_eq!(data(&outcome(&spec, MAP)), expected, "{word}");
    }
}

#[test]
fn the_failure_policy_decides_about_each_mutation() {
    let mutations = [
        patch(r#"[JSONPatch{op: "add", path: "/data/a", value: "1"}]"#),
        patch(r#"[JSONPatch{op: "remove", path: "/data/x"}]"#),
        patch(r#"[JSONPatch{op: "add", path: "/data/b", value: object.data.none}]"#),
        patch(r#"[JSONPatch{op: "add", path: "/data/c", value: "3"}]"#),
    ];
    let mutations = mutations.join("\n");
    let ignored = format!("  reinvocationPolicy: Never\n  failurePolicy: Ignore\n  mutations:\n{mutations}");
    let found = outcome(&ignored, MAP);
    assert_eq!(found.denial, None);
    assert_eq!(data(&found), r#"{"k":"v","a":"1","c":"3"}"#);
    assert_eq!(found.said[0].failures.len(), 2);
    let failing = ignored.replace("Ignore", "Fail");
    let denial = outcome(&failing, MAP).denial.unwrap();
    assert_eq!((denial.code, denial.reason), (403, "Invalid"));
    assert_eq!(
        denial.message,
        "policy 'p' with binding 'b' denied request: JSON Patch: error in remove for path: '/data/x': Unable to remove nonexistent key: x: missing value"
    );
    assert_eq!(denial.details.get("causes").unwrap().as_list().unwrap().len(), 2);
}

#[test]
fn fields_that_the_kind_does_not_have_refuse_the_request_whatever_the_policy_says() {
    let spec = format!(
        "  reinvocationPolicy: Never\n  failurePolicy: Ignore\n  mutations:\n{}",
        patch(r#"[JSONPatch{op: "add", path: "/frob", value: "x"}]"#)
    );
    let denial = outcome(&spec, MAP).denial.unwrap();
    assert_eq!(denial.code, 500);
    assert_eq!(
        denial.message,
        r#"Internal error occurred: strict decoding error: unknown field "frob""#
    );
}

#[test]
fn conditions_keep_a_policy_from_acting() {
    let spec = format!(
        "  reinvocationPolicy: Never\n  matchConditions: [{{name: c, expression: 'object.data.k == \"other\"'}}]\n  mutations:\n{}",
        patch(r#"[JSONPatch{op: "add", path: "/data/a", value: "1"}]"#)
    );
    let found = outcome(&spec, MAP);
    assert_eq!(found.said[0].unmet.as_deref(), Some("c"));
    assert!(!found.has_run);
    assert_eq!(data(&found), r#"{"k":"v"}"#);
}

#[test]
fn atomic_lists_are_refused() {
    let spec = "  reinvocationPolicy: Never\n  mutations:\n    - patchType: ApplyConfiguration\n      applyConfiguration: {expression: 'Object{spec: Object.spec{containers: [Object.spec.containers{name: \"a\", args: [\"x\"]}]}}'}";
    let pod = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "n"}, "spec": {"containers": [{"name": "a", "image": "i"}]}}"#;
    let denial = outcome(spec, pod).denial.unwrap();
    assert_eq!(
        denial.message,
        "policy 'p' with binding 'b' denied request: error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.containers[0].args"
    );
}
