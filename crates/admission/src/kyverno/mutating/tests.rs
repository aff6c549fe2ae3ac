//! MutatingPolicies at work.

use sekisho_diagnostics::Sources;
use sekisho_document::yaml::{Limits, documents};
use sekisho_document::{Map, Numbers, Value};
use sekisho_evaluator::Verdict;
use sekisho_kubernetes::cel::Told;
use sekisho_kubernetes::{Kinds, NoFacts, Request, Schema, Version};
use sekisho_parser::{Policy, parse};

use super::autogen::{shifted, wrapped};
use super::*;
use crate::kyverno::autogen::Shape;
use crate::kyverno::{Answer, Case, Environments, Refusal, given};

fn compiled(spec: &str) -> (Result<MutatingPlan, Refusal>, Vec<String>) {
    let text = format!(
        "apiVersion: policies.kyverno.io/v1\nkind: MutatingPolicy\nmetadata: {{name: p}}\nspec:\n{spec}"
    );
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", &text);
    let read = parse(&source, &Limits::DEFAULT);
    let Some(Policy::Mutating(policy)) = read.output[0].policy() else {
        panic!("{:?}", read.diagnostics)
    };
    let made = compile_mutating(policy, &[], &mut Environments::default());
    let messages = made.diagnostics.into_iter();
    let messages = messages.map(|diagnostic| {
        let span = diagnostic.primary.unwrap();
        format!(
            "{} @ {}",
            diagnostic.message,
            &text[span.start as usize..span.end as usize]
        )
    });
    (made.output, messages.collect())
}

fn object(text: &str) -> Value {
    let document = documents(text).next().unwrap().unwrap();
    document.read(&Limits::DEFAULT, Numbers::AllFloat).unwrap()
}

/// What each variant says, in turn.
fn mutated(plan: &MutatingPlan, first: &Value) -> (Vec<Answer>, Value) {
    let kinds = Kinds::kyverno_offline();
    let schema = Schema::builtin(Version::new(1, 32));
    let request = Request::create(first.clone(), &kinds).unwrap();
    let told = Told::with_maps(&request);
    let empty = Value::Map(Map::new());
    let mut current = first.clone();
    let mut answers = Vec::new();
    for variant in &plan.variants {
        let case = Case {
            request: &request,
            given: &given(&current, &empty, &told, &Value::Null),
            kinds: &kinds,
            facts: &NoFacts,
        };
        let answer = mutate(plan, variant, &current, &case, &schema);
        let after = match &answer {
            Answer::Says(verdict) => verdict.after.clone(),
            Answer::Nothing | Answer::Excluded => None,
        };
        current = after.unwrap_or(current);
        answers.push(answer);
    }
    (answers, current)
}

fn first(answers: &[Answer]) -> &Verdict {
    let says = answers.iter().find_map(|answer| match answer {
        Answer::Says(verdict) => Some(verdict),
        Answer::Nothing | Answer::Excluded => None,
    });
    says.unwrap()
}

const PODS: &str = "  matchConstraints:\n    resourceRules:\n    - {apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]}\n";
const POD: &str = "{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: n}, spec: {containers: [{name: c, image: i}]}}";

fn patch(expression: &str) -> String {
    format!(
        "  - patchType: JSONPatch\n    jsonPatch: {{expression: '{}'}}\n",
        expression.replace('\'', "''")
    )
}

fn apply(expression: &str) -> String {
    format!(
        "  - patchType: ApplyConfiguration\n    applyConfiguration: {{expression: '{}'}}\n",
        expression.replace('\'', "''")
    )
}

#[test]
fn mutations_see_what_those_before_them_made_but_variables_stay() {
    let spec = format!(
        "{PODS}  variables:\n  - {{name: labelled, expression: has(object.metadata.labels)}}\n  matchConditions:\n  - {{name: c, expression: '!variables.labelled'}}\n  mutations:\n{}{}",
        apply(r#"Object{metadata: Object.metadata{labels: {"a": "1"}}}"#),
        patch(
            r#"[JSONPatch{op: "add", path: "/metadata/labels/b", value: object.metadata.labels.a + string(variables.labelled)}]"#
        ),
    );
    let (plan, messages) = compiled(&spec);
    assert_eq!(messages, Vec::<String>::new());
    let plan = plan.unwrap();
    assert_eq!(plan.variants.len(), 3);
    let (answers, after) = mutated(&plan, &object(POD));
    let verdict = first(&answers);
    assert_eq!(
        (verdict.status.word(), verdict.message.as_str()),
        ("pass", "success")
    );
    let labels = after.at(&["metadata", "labels"]).unwrap();
    assert_eq!(labels, &object("{a: '1', b: 1false}"));
    // Now it has labels.
    let (answers, again) = mutated(&plan, &after);
    assert_eq!((first(&answers).status.word(), &again), ("skip", &after));
}

#[test]
fn a_mutation_that_fails_changes_nothing() {
    for (mutation, message) in [
        (
            apply("Object{spec: Object.spec{hostname: object.metadata.labels.x}}"),
            "failed to evaluate policy: no such key: labels",
        ),
        (
            apply("Object{spec: Object.meta{a: 1}}"),
            "failed to evaluate policy: type mismatch: unexpected type name \"Object.meta\", expected \"Object.spec\", which matches field name path from root Object type",
        ),
        (
            apply(r#"Object{spec: Object.spec{nodeSelector: {"a": "b"}}}"#),
            "failed to evaluate policy: error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.nodeSelector",
        ),
        (
            patch(r#"[JSONPatch{op: "remove", path: "/spec/nope"}]"#),
            "failed to evaluate policy: JSON Patch: error in remove for path: '/spec/nope': Unable to remove nonexistent key: nope: missing value",
        ),
    ] {
        let fine = apply(r#"Object{metadata: Object.metadata{labels: {"a": "1"}}}"#);
        let (plan, messages) = compiled(&format!(
            "{PODS}  autogen: {{podControllers: {{controllers: []}}}}\n  mutations:\n{fine}{}",
            mutation.replace("labels.x", "annotations.x")
        ));
        let plan = plan.unwrap_or_else(|refusal| panic!("{refusal:?} {messages:?}"));
        let pod = object(POD);
        let (answers, after) = mutated(&plan, &pod);
        let verdict = first(&answers);
        assert_eq!(
            (verdict.status.word(), verdict.rule.as_str()),
            ("error", "evaluation")
        );
        assert_eq!(verdict.message, message.replace("labels", "annotations"));
        assert_eq!(after, pod);
        assert_eq!(verdict.after, None);
    }
}

#[test]
fn a_test_that_fails_drops_the_patch() {
    let spec = format!(
        "{PODS}  mutations:\n{}",
        patch(
            r#"[JSONPatch{op: "add", path: "/metadata/labels", value: {"a": "b"}}, JSONPatch{op: "test", path: "/metadata/name", value: "other"}]"#
        )
    );
    let (answers, after) = mutated(&compiled(&spec).0.unwrap(), &object(POD));
    assert_eq!(first(&answers).status.word(), "pass");
    assert_eq!(after, object(POD));
}

#[test]
fn objects_that_grow_without_end_are_stopped() {
    let double =
        patch(r#"[JSONPatch{op: "add", path: "/metadata/annotations", value: {"a": object, "b": object}}]"#);
    let spec = format!("{PODS}  mutations:\n{}", double.repeat(40));
    let (answers, after) = mutated(&compiled(&spec).0.unwrap(), &object(POD));
    let verdict = first(&answers);
    assert_eq!(verdict.status.word(), "error");
    assert!(
        verdict.message.contains("the object would be larger than 32 MiB"),
        "{}",
        verdict.message
    );
    assert_eq!(after, object(POD));
}

#[test]
fn what_does_not_compile_is_said_at_its_characters() {
    for (spec, expected) in [
        (
            format!("{PODS}  mutations:\n{}", patch("[JSONPatch{op: 1}]")),
            "`spec.mutations[0].jsonPatch.expression` does not compile: expected type of field 'op' is 'string' but provided type is 'int' @ :",
        ),
        (
            format!("{PODS}  mutations:\n{}", patch("[]")),
            "`spec.mutations[0].jsonPatch.expression` has the wrong type: it must evaluate to list(JSONPatch) but got list(dyn) @ '[]'",
        ),
        (
            format!("{PODS}  mutations:\n{}", apply("object.spec")),
            "`spec.mutations[0].applyConfiguration.expression` has the wrong type: it must evaluate to Object but got dyn @ 'object.spec'",
        ),
        (
            "  evaluation: {admission: {enabled: false}}\n".to_owned(),
            "neither `evaluation.admission` nor `evaluation.mutateExisting` is enabled: the policy changes nothing @ {admission: {enabled: false}}",
        ),
        (
            "  autogen: {mutatingAdmissionPolicy: {enabled: true}}\n  variables: [{name: v, expression: 'true'}]\n  matchConditions: [{name: c, expression: variables.v}]\n".to_owned(),
            "`spec.matchConditions[0].expression` does not compile: undefined field 'v' @ .",
        ),
    ] {
        let (plan, messages) = compiled(&spec);
        assert_eq!(messages, [expected]);
        assert!(plan.is_err());
    }
}

#[test]
fn texts_for_controllers_are_written_anew_by_words() {
    for (text, expected) in [
        ("has(object.spec.x)", "has(object.spec.template.spec.x)"),
        (
            "oldObject.metadata.labels.a",
            "oldObject.spec.template.metadata.labels.a",
        ),
        ("object.metadata.annotationsx", "object.metadata.annotationsx"),
        ("object.metadata.name", "object.metadata.name"),
        (
            "namespaceObject.metadata.labels",
            "namespaceObject.metadata.labels",
        ),
        ("request.object.spec", "request.object.spec.template.spec"),
        ("object.specs", "object.specs"),
        ("o.object", "o.object"),
    ] {
        assert_eq!(shifted(text, Shape::Template), expected);
    }
    for (text, shape, expected) in [
        (
            "Object{spec: Object.spec{hostPID: false}}",
            Shape::Template,
            "Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{hostPID: false}}}}",
        ),
        (
            " Object {spec: Object.spec{a: 1}} // b",
            Shape::CronJob,
            "Object{spec: Object.spec{jobTemplate: Object.spec.jobTemplate{spec: Object.spec.jobTemplate.spec{template: Object.spec.jobTemplate.spec.template{spec: Object.spec.jobTemplate.spec.template.spec{a: 1}}}}}} // b",
        ),
        (
            "x ? Object{} : Object{}",
            Shape::Template,
            "x ? Object{} : Object{}",
        ),
        ("Object{spec: '{'}", Shape::Template, "Object{spec: '{'}"),
    ] {
        assert_eq!(wrapped(&shifted(text, shape), shape), expected);
    }
}

#[test]
fn controllers_are_changed_by_variants() {
    let spec = format!(
        "{PODS}  mutations:\n{}",
        apply("Object{spec: Object.spec{hostname: \"h\"}}")
    );
    let deployment = object(
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}]}}}}",
    );
    let (answers, after) = mutated(&compiled(&spec).0.unwrap(), &deployment);
    assert_eq!(answers[0], Answer::Nothing);
    assert_eq!(first(&answers).status.word(), "pass");
    assert_eq!(after.str_at(&["spec", "template", "spec", "hostname"]), "h");
}

#[test]
fn lists_that_are_applied_without_items_are_null() {
    let spec = format!(
        "{PODS}  mutations:\n{}",
        apply(
            "Object{spec: Object.spec{hostname: \"h\", initContainers: has(object.spec.x) ? [Object.spec.initContainers{}] : []}}"
        )
    );
    let (_, after) = mutated(&compiled(&spec).0.unwrap(), &object(POD));
    assert_eq!(after.at(&["spec", "initContainers"]), Some(&Value::Null));
}
