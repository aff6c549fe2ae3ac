//! Policies over made-up objects: what is decided, said and written down.

use sekisho_cel::Release;
use sekisho_diagnostics::Sources;
use sekisho_document::yaml::Limits;
use sekisho_document::{Value, json};
use sekisho_kubernetes::{Answer, Facts, Kinds, Question, Request, Schema, Version};
use sekisho_parser::Policy;
use sekisho_parser::admission::{AdmissionBinding, AdmissionPolicy};

use super::{Environments, Outcome, Policies, Server, dispatch};

fn value(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap()
}

/// Two parameters in `shop`, and that namespace.
struct World;

impl Facts for World {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Namespace { name: "shop" } => Answer::Is(value(
                r#"{"metadata": {"name": "shop", "labels": {"tier": "gold"}}}"#,
            )),
            Question::Get { name: "small", .. } => {
                Answer::Is(value(r#"{"metadata": {"name": "small"}, "data": {"most": "3"}}"#))
            }
            Question::List { .. } => Answer::Is(value(
                r#"{"items": [{"metadata": {"name": "small"}, "data": {"most": "3"}}, {"metadata": {"name": "large"}, "data": {"most": "9"}}]}"#,
            )),
            _ => Answer::Absent,
        }
    }
}

fn read(text: &str) -> Policy {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let read = sekisho_parser::parse(&source, &Limits::DEFAULT);
    read.output[0].policy().cloned().expect("a policy")
}

fn policy(spec: &str) -> AdmissionPolicy {
    let text = format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: {{name: p}}\nspec:\n  matchConstraints: {{resourceRules: [{{operations: ['*'], apiGroups: [''], apiVersions: [v1], resources: [configmaps]}}]}}\n  {spec}\n"
    );
    match read(&text) {
        Policy::Admission(policy) => policy,
        other => panic!("{other:?}"),
    }
}

fn binding(spec: &str) -> AdmissionBinding {
    let text = format!(
        "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {{name: b}}\nspec: {{policyName: p, {spec}}}\n"
    );
    match read(&text) {
        Policy::AdmissionBinding(binding) => binding,
        other => panic!("{other:?}"),
    }
}

/// What is said about a ConfigMap `c` with five words.
fn outcome(spec: &str, of_binding: &str) -> Outcome {
    let (policy, binding) = (policy(spec), binding(of_binding));
    let policies = Policies::compile(&[&policy], &[&binding], &Environments::new(Release::STORED));
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let object = r#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "shop"}, "data": {"words": "5"}}"#;
    let request = Request::create(value(object), &kinds).unwrap();
    let server = Server {
        kinds: &kinds,
        schema: &Schema::builtin(Version::KUBERNETES),
        facts: &World,
    };
    dispatch(&policies.plans, &request, server)
}

/// The code and what is said after `denied request: `.
fn denial(outcome: &Outcome) -> Option<(u16, &str)> {
    let denial = outcome.denial.as_ref()?;
    let (_, said) = denial.message.split_once("denied request: ").unwrap();
    Some((denial.code, said))
}

#[test]
fn validations_decide() {
    for (spec, expected) in [
        ("validations: [{expression: 'true'}]", None),
        (
            "validations: [{expression: 'false', message: ' no '}]",
            Some((422, "no")),
        ),
        (
            "validations: [{expression: 'false', reason: Forbidden}]",
            Some((403, "failed expression: false")),
        ),
        (
            "validations: [{expression: 'false', message: a, messageExpression: '\"it is \" + object.data.words'}]",
            Some((422, "it is 5")),
        ),
        (
            "validations: [{expression: 'object.data.none == \"\"'}]",
            Some((
                422,
                "expression 'object.data.none == \"\"' resulted in error: no such key: none",
            )),
        ),
        (
            "{failurePolicy: Ignore, validations: [{expression: 'object.data.none == \"\"'}]}",
            None,
        ),
        (
            "{failurePolicy: Ignore, validations: [{expression: '1/0 == 1'}, {expression: 'false', message: second}]}",
            Some((422, "second")),
        ),
        (
            "{matchConditions: [{name: x, expression: 'false'}], validations: [{expression: 'false'}]}",
            None,
        ),
        (
            "{matchConditions: [{name: x, expression: 'object.a == 1'}], validations: [{expression: 'false'}]}",
            Some((
                422,
                "expression 'object.a == 1' resulted in error: no such key: a",
            )),
        ),
        (
            "validations: [{expression: 'namespaceObject.metadata.labels.tier == \"gold\"'}]",
            None,
        ),
        (
            "validations: [{expression: 'authorizer.path(\"/\").check(\"get\").allowed()'}]",
            Some((
                422,
                "failed expression: authorizer.path(\"/\").check(\"get\").allowed()",
            )),
        ),
        (
            "auditAnnotations: [{key: k, valueExpression: 'string(1 / 0)'}]",
            Some((
                422,
                "expression 'string(1 / 0)' resulted in error: division by zero",
            )),
        ),
    ] {
        let outcome = outcome(&flow(spec), "validationActions: [Deny]");
        assert_eq!(denial(&outcome), expected, "{spec}");
    }
}

/// A flow mapping as lines of a block.
fn flow(spec: &str) -> String {
    match spec.strip_prefix('{').and_then(|spec| spec.strip_suffix('}')) {
        Some(inner) => inner.replacen(", validations", "\n  validations", 1),
        None => spec.to_owned(),
    }
}

#[test]
fn actions_warn_and_audit() {
    let outcome = outcome(
        "validations: [{expression: 'false', message: 'a < b'}, {expression: 'true'}]\n  auditAnnotations: [{key: k, valueExpression: '\" v \"'}]",
        "validationActions: [Warn, Audit]",
    );
    assert_eq!(outcome.denial, None);
    assert_eq!(
        outcome.warnings,
        ["Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': a < b"]
    );
    let failure = r#"[{"message":"a \u003c b","policy":"p","binding":"b","expressionIndex":0,"validationActions":["Warn","Audit"]}]"#;
    let expected = [
        ("p/k".to_owned(), "v".to_owned()),
        (
            "validation.policy.admission.k8s.io/validation_failure".to_owned(),
            failure.to_owned(),
        ),
    ];
    assert_eq!(outcome.audit, expected);
    assert_eq!(outcome.said.len(), 2);
}

#[test]
fn parameters_are_found_by_name_or_selector() {
    let spec = "paramKind: {apiVersion: v1, kind: ConfigMap}\n  validations: [{expression: 'params == null || int(object.data.words) <= int(params.data.most)', messageExpression: '\"by \" + params.metadata.name + params.kind'}]";
    for (reference, expected) in [
        (
            "paramRef: {name: small, parameterNotFoundAction: Deny}",
            Some((422, "by smallConfigMap")),
        ),
        (
            "paramRef: {selector: {}, parameterNotFoundAction: Deny}",
            Some((422, "by smallConfigMap")),
        ),
        ("paramRef: {name: none, parameterNotFoundAction: Allow}", None),
        (
            "paramRef: {name: none, parameterNotFoundAction: Deny}",
            Some((
                422,
                "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
            )),
        ),
        ("matchResources: {}", None),
    ] {
        let outcome = outcome(spec, &format!("validationActions: [Deny], {reference}"));
        assert_eq!(denial(&outcome), expected, "{reference}");
    }
    let unknown = "paramKind: {apiVersion: x.io/v1, kind: Thing}\n  validations: [{expression: 'true'}]";
    assert_eq!(
        denial(&outcome(unknown, "validationActions: [Audit]")),
        Some((
            422,
            "failed to configure policy: failed to find resource referenced by paramKind: 'x.io/v1, Kind=Thing'"
        ))
    );
}

#[test]
fn conditions_that_are_ignored_are_told_of() {
    let undecided = "matchConditions: [{name: a, expression: 'object.data.none == \"\"'}]";
    for (conditions, expected) in [
        (
            undecided,
            Some("expression 'object.data.none == \"\"' resulted in error: no such key: none"),
        ),
        ("matchConditions: [{name: a, expression: 'false'}]", None),
    ] {
        let spec = format!("{conditions}\n  failurePolicy: Ignore\n  validations: [{{expression: 'false'}}]");
        let outcome = outcome(&spec, "validationActions: [Deny]");
        assert_eq!(outcome.denial, None);
        let [said] = outcome.said.as_slice() else {
            panic!("{:?}", outcome.said)
        };
        let decision = said.decision.as_ref();
        assert!(decision.is_none_or(|decision| !decision.is_failure()));
        assert_eq!(decision.map(|decision| decision.message.as_str()), expected);
    }
}
