//! Views of documents as they are written.

use sekisho_diagnostics::Sources;
use sekisho_document::yaml::Limits;

use crate::{Policy, parse};

fn read(text: &str) -> Policy {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let read = parse(&source, &Limits::DEFAULT);
    let faults = read
        .diagnostics
        .iter()
        .find(|found| found.code != "not-evaluated-yet");
    assert!(faults.is_none(), "{faults:?}");
    read.output[0].policy().unwrap().clone()
}

#[test]
fn a_validating_policy_is_read() {
    let text = "apiVersion: policies.kyverno.io/v1\nkind: ValidatingPolicy\nmetadata: {name: a}\nspec:\n  evaluation: {mode: JSON}\n  autogen: {podControllers: {controllers: []}}\n  matchConstraints:\n    resourceRules:\n    - {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}\n  variables:\n  - {name: x, expression: object.spec}\n  validations:\n  - expression: >-\n      variables.x ==\n      true\n    message: m\n    messageExpression: ''\n";
    let Policy::Validating(policy) = read(text) else {
        panic!()
    };
    let spec = policy.spec();
    assert_eq!(spec.mode, super::Mode::Json);
    assert_eq!(spec.controllers.as_deref().map(<[_]>::len), Some(0));
    let constraints = spec.constraints.as_ref().unwrap();
    assert_eq!(constraints.resource_rules[0].resources[0].value, "pods");
    assert_eq!(spec.variables[0].name.value, "x");
    let validation = &spec.validations[0];
    assert!(validation.message_expression.is_none());
    let expression = validation.expression;
    let written = expression.value.as_str().unwrap();
    let at = written.find("true").unwrap();
    let span = expression.places.within(at..at + 4);
    assert_eq!(&text[span.start as usize..span.end as usize], "true");
    assert!(!policy.is_namespaced());
}

#[test]
fn a_mutating_policy_is_read() {
    let policy = read(
        "apiVersion: policies.kyverno.io/v1\nkind: MutatingPolicy\nmetadata: {name: a}\nspec:\n  evaluation: {mutateExisting: {enabled: true}, useServerSideApply: true}\n  targetMatchConstraints: {expression: 'x'}\n  targetMatchConditions: [{name: c, expression: 'true'}]\n  mutations:\n  - {patchType: JSONPatch, jsonPatch: {expression: 'p'}}\n  - {patchType: JSONPatch, applyConfiguration: {expression: 'q'}}\n  - {patchType: ApplyConfiguration, applyConfiguration: {expression: 'r'}}\n",
    );
    let Policy::Mutating(policy) = policy else {
        panic!()
    };
    let spec = policy.spec();
    let mutations = spec.mutations.iter();
    let mutations: Vec<_> = mutations
        .map(|mutation| (mutation.form, mutation.expression.value.as_str().unwrap()))
        .collect();
    assert_eq!(
        mutations,
        [
            (super::PatchType::JsonPatch, "p"),
            (super::PatchType::ApplyConfiguration, "r")
        ]
    );
    let switches = [
        spec.admission,
        spec.mutates_existing,
        spec.applies_whole,
        spec.is_derived,
    ];
    assert_eq!(switches, [true, true, true, false]);
    assert_eq!(spec.targets.expression.unwrap().value.as_str(), Some("x"));
    assert_eq!(spec.targets.match_conditions.len(), 1);
    assert!(spec.targets.constraints.is_some() && spec.controllers.is_none());
}

#[test]
fn a_native_policy_and_its_binding_are_read() {
    let policy = read(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {name: a}\nspec:\n  failurePolicy: Ignore\n  paramKind: {apiVersion: v1, kind: ConfigMap}\n  validations: [{expression: 'true'}]\n",
    );
    let Policy::Admission(policy) = policy else {
        panic!()
    };
    let spec = policy.spec();
    assert_eq!(spec.param_kind.unwrap().kind.value, "ConfigMap");
    assert!(spec.constraints.is_none());
    assert_eq!(spec.failure_policy, crate::classic::FailurePolicy::Ignore);
    let binding = read(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {name: b}\nspec:\n  policyName: a\n  paramRef: {name: cfg, namespace: '', parameterNotFoundAction: Deny}\n  validationActions: [Deny, Audit]\n",
    );
    let Policy::AdmissionBinding(binding) = binding else {
        panic!()
    };
    let spec = binding.spec();
    assert_eq!(spec.policy_name.value, "a");
    let params = spec.param_ref.unwrap();
    assert_eq!(
        (params.name.unwrap().value, params.namespace.is_none()),
        ("cfg", true)
    );
    assert_eq!(spec.validation_actions.len(), 2);
}

#[test]
fn an_exception_is_read() {
    let exception = read(
        "apiVersion: policies.kyverno.io/v1beta1\nkind: PolicyException\nmetadata: {name: a, namespace: ns}\nspec:\n  policyRefs: [{name: p, kind: ValidatingPolicy}]\n  matchConditions: [{name: c, expression: 'true'}]\n  reportResult: pass\n",
    );
    let Policy::CelException(exception) = exception else {
        panic!()
    };
    let spec = exception.spec();
    assert!(spec.passes && spec.images.is_empty());
    assert_eq!(spec.policy_refs[0].kind.value, "ValidatingPolicy");
    assert_eq!(spec.match_conditions.len(), 1);
}
