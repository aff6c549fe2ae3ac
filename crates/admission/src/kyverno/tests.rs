//! What policies say of objects.

use sekisho_diagnostics::Sources;
use sekisho_document::yaml::{Limits, documents};
use sekisho_document::{Numbers, Value};
use sekisho_evaluator::Status;
use sekisho_kubernetes::cel::Told;
use sekisho_kubernetes::{Kinds, NoFacts, Request};
use sekisho_parser::{Policy, parse};

use super::autogen::{Shape, shifted};
use super::*;

fn policies(text: &str) -> Vec<Policy> {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let read = parse(&source, &Limits::DEFAULT).output;
    read.iter()
        .filter_map(|parsed| parsed.policy().cloned())
        .collect()
}

fn compiled(text: &str) -> sekisho_diagnostics::Diagnosed<Result<ValidatingPlan, Refusal>> {
    let policies = policies(text);
    let exceptions: Vec<_> = policies
        .iter()
        .filter_map(|policy| match policy {
            Policy::CelException(exception) => Some(exception),
            _ => None,
        })
        .collect();
    let Some(Policy::Validating(policy)) = policies.first() else {
        panic!("{policies:?}")
    };
    compile(policy, &exceptions, &mut Environments::default())
}

fn object(text: &str) -> Value {
    let document = documents(text).next().unwrap().unwrap();
    document.read(&Limits::DEFAULT, Numbers::AllFloat).unwrap()
}

fn judged(plan: &ValidatingPlan, object: &Value) -> Vec<Answer> {
    let kinds = Kinds::kyverno_offline();
    let request = Request::create(object.clone(), &kinds).unwrap();
    let told = Told::with_objects(&request);
    let empty = Value::Map(sekisho_document::Map::new());
    let case = Case {
        request: &request,
        given: &given(object, &empty, &told, &Value::Null),
        kinds: &kinds,
        facts: &NoFacts,
    };
    plan.variants
        .iter()
        .map(|variant| validate(plan, variant, &case))
        .collect()
}

const HEAD: &str = "apiVersion: policies.kyverno.io/v1\nkind: ValidatingPolicy\nmetadata: {name: check}\n";
const PODS: &str = "  matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}\n";
const POD: &str = "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {hostNetwork: true, count: 3}}";

fn policy(spec: &str) -> String {
    format!("{HEAD}spec:\n{PODS}{spec}")
}

/// Status, rule and message of the first variant on the Pod.
fn verdict(spec: &str) -> (Status, String, String) {
    let plan = compiled(&policy(spec)).output.unwrap();
    match judged(&plan, &object(POD)).swap_remove(0) {
        Answer::Says(verdict) => (verdict.status, verdict.rule.to_string(), verdict.message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn validations_are_judged_in_order() {
    for (spec, status, rule, message) in [
        (
            "  validations: [{expression: 'has(object.spec)'}]",
            Status::Pass,
            "",
            "success",
        ),
        (
            "  validations: [{expression: 'true'}, {expression: 'object.spec.hostNetwork == false', message: ' no '}]",
            Status::Fail,
            "",
            " no ",
        ),
        (
            "  validations: [{expression: 'false', message: a, messageExpression: '\"b\" + object.metadata.name'}]",
            Status::Fail,
            "",
            "bweb",
        ),
        (
            "  validations: [{expression: 'false', messageExpression: 'object.nope + \"\"'}]",
            Status::Fail,
            "",
            "failed to evaluate message expression: no such key: nope",
        ),
        (
            "  validations: [{expression: 'false'}]",
            Status::Fail,
            "",
            "CEL expression validation failed at index 0",
        ),
        (
            "  validations: [{expression: 'object.spec.nope == 1'}]",
            Status::Error,
            "",
            "error: no such key: nope",
        ),
        (
            "  variables: [{name: x, expression: object.nope}]\n  validations: [{expression: 'variables.x == 1'}]",
            Status::Error,
            "",
            "error: no such key: nope",
        ),
        (
            "  matchConditions: [{name: a, expression: 'object.nope == 1'}, {name: b, expression: 'false'}]\n  validations: [{expression: 'false'}]",
            Status::Skip,
            "",
            "skip",
        ),
        (
            "  matchConditions: [{name: a, expression: 'object.nope == 1'}]\n  validations: [{expression: 'false'}]",
            Status::Error,
            "evaluation",
            "failed to load context: no such key: nope",
        ),
        (
            "  failurePolicy: Ignore\n  matchConditions: [{name: a, expression: 'object.nope == 1'}]\n  validations: [{expression: 'false'}]",
            Status::Skip,
            "",
            "skip",
        ),
        (
            "  validations: [{expression: 'object.spec.count == 3 && request.object.spec.count + 1 == 4 && size(oldObject) == 0'}]",
            Status::Pass,
            "",
            "success",
        ),
    ] {
        let expected = (status, rule.to_owned(), message.to_owned());
        assert_eq!(verdict(spec), expected, "{spec}");
    }
}

#[test]
fn audit_annotations_are_properties() {
    let spec = "  auditAnnotations: [{key: a, valueExpression: object.metadata.name + ''}, {key: b, valueExpression: '\"\"'}]\n  validations: [{expression: 'false', message: m}]";
    let plan = compiled(&policy(spec)).output.unwrap();
    let Answer::Says(verdict) = judged(&plan, &object(POD)).swap_remove(0) else {
        panic!()
    };
    let properties: Vec<(&str, &str)> = verdict
        .properties
        .iter()
        .map(|(key, text)| (key.as_str(), text.as_str()))
        .collect();
    assert_eq!(properties, [("cel.validationIndex", "0"), ("a", "web")]);
}

#[test]
fn faults_are_shown_at_their_characters() {
    let text =
        policy("  validations:\n  - expression: >-\n      has(object.spec) &&\n      objekt.spec == 1\n");
    let found = compiled(&text);
    let refusal = found.output.unwrap_err();
    assert!(refusal.text.starts_with(
        "failed to compile policy check ([<nil>: Internal error: validating policy compiler 1.0 error: failed to compile policy, spec.validations[0].expression: Invalid value: \""
    ));
    let span = found.diagnostics[0].primary.unwrap();
    assert!(text[span.start as usize..].starts_with("objekt.spec"));
    for (spec, message) in [
        (
            "  validations: [{expression: object.spec.hostNetwork}]",
            "`spec.validations[0].expression` has the wrong type: it must evaluate to bool but got dyn",
        ),
        (
            "  matchConditions: [{name: a, expression: 'variables.x'}]\n  variables: [{name: x, expression: 'true'}]\n  validations: [{expression: 'true'}]",
            "`spec.matchConditions[0].expression` does not compile: undefined field 'x'",
        ),
    ] {
        let found = compiled(&policy(spec));
        assert_eq!(found.diagnostics[0].message, message);
        assert_eq!(found.diagnostics[0].code, "invalid-expression");
    }
    assert!(sekisho_diagnostics::check_codes(CODES).is_empty());
}

#[test]
fn pods_have_variants() {
    let plan = compiled(&policy(
        "  validations: [{expression: 'object.spec.hostNetwork == false', message: set object.spec.x}]",
    ))
    .output
    .unwrap();
    assert_eq!(plan.variants.len(), 3);
    let deployment = object(
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}, spec: {template: {spec: {hostNetwork: true}}}}",
    );
    let answers = judged(&plan, &deployment);
    assert_eq!(answers[..2], [Answer::Nothing, Answer::Nothing]);
    let Answer::Says(verdict) = &answers[2] else {
        panic!()
    };
    assert_eq!(verdict.message, "set object.spec.template.spec.x");
    let service = object("{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}}");
    assert_eq!(
        judged(&plan, &service),
        [Answer::Nothing, Answer::Nothing, Answer::Excluded]
    );
    for (autogen, count) in [
        ("[]", 1),
        ("[Deployment]", 1),
        ("[deployments]", 2),
        ("[jobs, cronjobs]", 3),
    ] {
        let spec = format!(
            "  autogen: {{podControllers: {{controllers: {autogen}}}}}\n  validations: [{{expression: 'true'}}]"
        );
        assert_eq!(
            compiled(&policy(&spec)).output.unwrap().variants.len(),
            count,
            "{autogen}"
        );
    }
}

#[test]
fn texts_are_shifted() {
    for (text, expected) in [
        ("object.spec.nodeName", "object.spec.template.spec.nodeName"),
        (
            "has(object.metadata.labels)",
            "has(object.spec.template.metadata.labels)",
        ),
        (
            "object.metadata.namespace == \"a\"",
            "object.metadata.namespace == \"a\"",
        ),
        (
            "object.metadata.namespaces",
            "object.spec.template.metadata.namespaces",
        ),
        ("object.?spec.x", "object.?spec.x"),
        (
            "object.spec.template.spec",
            "object.spec.template.spec.template.spec",
        ),
        ("object.specialThing", "object.spec.template.specialThing"),
        ("variables.myobject.spec", "variables.myobject.spec.template.spec"),
        (
            "namespaceObject.metadata.labels",
            "namespaceObject.metadata.labels",
        ),
        ("oldObject.metadata.name", "oldObject.spec.template.metadata.name"),
    ] {
        assert_eq!(shifted(text, Shape::Template), expected);
    }
    assert_eq!(
        shifted("object.spec.x", Shape::CronJob),
        "object.spec.jobTemplate.spec.template.spec.x"
    );
}

#[test]
fn exceptions_exempt() {
    let exception = |name: &str, more: &str| {
        format!(
            "---\napiVersion: policies.kyverno.io/v1beta1\nkind: PolicyException\nmetadata: {{name: {name}, namespace: ns1, labels: {{polex.kyverno.io/priority: '{}'}}}}\nspec:\n  policyRefs: [{{name: check, kind: ValidatingPolicy}}]\n{more}",
            name.len()
        )
    };
    let spec =
        "  validations: [{expression: 'object.metadata.name in exceptions.allowedValues', message: m}]\n";
    for (exceptions, status, rule, message) in [
        (
            vec![exception("a", ""), exception("bb", "  reportResult: pass\n")],
            Status::Pass,
            "exception",
            "rule is passed due to policy exception: ns1/a, ns1/bb",
        ),
        (
            vec![exception(
                "a",
                "  matchConditions: [{name: c, expression: 'object.metadata.name == \"web\"'}]\n",
            )],
            Status::Skip,
            "exception",
            "rule is skipped due to policy exception: ns1/a",
        ),
        (
            vec![exception(
                "a",
                "  matchConditions: [{name: c, expression: 'false'}]\n",
            )],
            Status::Fail,
            "",
            "m",
        ),
        (
            vec![exception(
                "a",
                "  matchConditions: [{name: c, expression: 'object.nope == 1'}]\n",
            )],
            Status::Error,
            "evaluation",
            "failed to load context: no such key: nope",
        ),
        (vec![exception("a", "  images: [a]\n")], Status::Fail, "", "m"),
        (
            vec![exception("a", "  allowedValues: [web]\n")],
            Status::Pass,
            "",
            "success",
        ),
    ] {
        let text = format!("{}{}", policy(spec), exceptions.concat());
        let plan = compiled(&text).output.unwrap();
        let Answer::Says(verdict) = judged(&plan, &object(POD)).swap_remove(0) else {
            panic!()
        };
        let found = (verdict.status, verdict.rule.as_str(), verdict.message.as_str());
        assert_eq!(found, (status, rule, message));
    }
}

#[test]
fn requests_are_answered_by_the_first_validation_that_is_not_null() {
    let envoy = "{attributes: {request: {http: {method: GET, path: /a, headers: {x-team: shop}}}}}";
    let http = "{attributes: {method: GET, path: /a, header: {X-Team: [shop]}}}";
    let allowed = (Status::Pass, "request allowed");
    let unmatched = (Status::Skip, "request does not match");
    for (mode, request, spec, (status, message)) in [
        (
            "Envoy",
            envoy,
            "  validations: [{expression: 'null'}, {expression: 'envoy.Allowed().Response()'}]",
            allowed,
        ),
        (
            "Envoy",
            envoy,
            "  validations: [{expression: 'object.attributes.request.http.headers[?\"x-team\"].orValue(\"\") == \"shop\" ? envoy.Denied(403).WithBody(\"no\").Response() : null'}]",
            (Status::Fail, "request denied with status code 403"),
        ),
        (
            "Envoy",
            envoy,
            "  matchConditions: [{name: a, expression: 'object.attributes.request.http.host != \"\"'}]\n  validations: [{expression: 'envoy.Denied(403).Response()'}]",
            unmatched,
        ),
        (
            "HTTP",
            http,
            "  validations: [{expression: 'object.attributes.method == \"PUT\" ? http.Allowed().Response() : null'}]",
            unmatched,
        ),
        (
            "HTTP",
            http,
            "  variables: [{name: team, expression: 'object.attributes.Header(\"x-team\")'}]\n  validations: [{expression: 'http.Denied(variables.team[0]).Response()'}]",
            (Status::Fail, "request denied, reason: shop"),
        ),
        (
            "HTTP",
            http,
            "  validations: [{expression: 'object.nope == 1 ? http.Allowed().Response() : null'}]",
            (Status::Error, "no such key: nope"),
        ),
        (
            "HTTP",
            http,
            "  failurePolicy: Ignore\n  validations: [{expression: 'object.nope == 1 ? http.Allowed().Response() : null'}]",
            (Status::Skip, "no such key: nope"),
        ),
        (
            "HTTP",
            http,
            "  validations: [{expression: 'jwt.Decode(\"a\", \"b\").Valid ? http.Allowed().Response() : null'}]",
            (Status::Error, "nobody can answer `jwt.Decode` here"),
        ),
    ] {
        let plan = compiled(&format!("{HEAD}spec:\n  evaluation: {{mode: {mode}}}\n{spec}"));
        let plan = plan
            .output
            .unwrap_or_else(|refusal| panic!("{spec}: {refusal:?}"));
        let verdict = answer_request(&plan, &object(request), &NoFacts).unwrap();
        assert_eq!(
            (verdict.status, verdict.message.as_str()),
            (status, message),
            "{spec}"
        );
        assert_eq!(verdict.rule, "check");
    }
    let wrong =
        format!("{HEAD}spec:\n  evaluation: {{mode: Envoy}}\n  validations: [{{expression: 'true'}}]");
    assert_eq!(compiled(&wrong).diagnostics.len(), 1);
    let plan = compiled(&policy("  validations: [{expression: 'true'}]"));
    assert_eq!(
        answer_request(&plan.output.unwrap(), &object(http), &NoFacts),
        None
    );
}
