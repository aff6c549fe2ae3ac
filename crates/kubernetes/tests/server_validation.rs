//! Recorded refusals of kube-apiserver: syntax of names, labels, annotations and selectors.

use sekisho_document::Value;
use sekisho_document::json::{self, Rules};
use sekisho_kubernetes::validation::{self, FieldError};
use sekisho_kubernetes::{Gvk, resource, selector};

/// The recordings lie outside the repository.
const ROWS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../shared/corpus/admission/object-validation.jsonl"
);

#[test]
fn labels() {
    check("metadata.labels", |object| {
        let labels = object.at(&["metadata", "labels"]).and_then(Value::as_map);
        labels.map(|labels| validation::labels(labels, "metadata.labels"))
    });
}

#[test]
fn annotations() {
    check("metadata.annotations", |object| {
        let annotations = object.at(&["metadata", "annotations"]).and_then(Value::as_map);
        annotations.map(|annotations| validation::annotations(annotations, "metadata.annotations"))
    });
}

#[test]
fn selectors() {
    check("spec.selector.match", |object| {
        let workload = Gvk::of(object).group == "apps";
        let selector = object.at(&["spec", "selector"]).filter(|_| workload);
        selector.map(|selector| selector::validate(selector, "spec.selector"))
    });
}

#[test]
fn names() {
    check("metadata.name", |object| {
        let (name, field) = (resource::name(object), "metadata.name");
        let faults = match Gvk::of(object).kind.as_str() {
            "Pod" | "ConfigMap" | "Deployment" => validation::dns1123_subdomain(name),
            "ClusterRole" | "Role" | "RoleBinding" => validation::path_segment(name),
            "Service" => validation::dns1123_label(name),
            _ => return None,
        };
        (!name.is_empty()).then(|| FieldError::all_invalid(field, name, faults).collect())
    });
}

/// Compares with the causes the server gave for a field and those below it; where their order varies, one
/// of the orders seen is right. Rows that broke off before validation, and objects for which there is no
/// answer, are passed over.
#[track_caller]
fn check(field: &str, answer: impl Fn(&Value) -> Option<Vec<FieldError>>) {
    let Some(rows) = recorded() else {
        return;
    };
    let mut refused = 0;
    let mut wrong = Vec::new();
    for row in &rows {
        let alternatives = row.get("alternatives").and_then(Value::as_list);
        let observed: Vec<&Value> = row
            .get("observed")
            .into_iter()
            .chain(alternatives.into_iter().flatten())
            .collect();
        let was_judged = |observed: &&Value| matches!(code(observed), None | Some(200 | 201 | 422));
        if row.str_at(&["request", "verb"]) != "create" || !observed.iter().all(was_judged) {
            continue;
        }
        let Some(errors) = row.at(&["request", "object"]).and_then(&answer) else {
            continue;
        };
        let got: Vec<_> = errors
            .iter()
            .map(|error| (error.field.clone(), error.message()))
            .collect();
        let expected: Vec<_> = observed.iter().map(|observed| causes(observed, field)).collect();
        refused += usize::from(expected.iter().any(|expected| !expected.is_empty()));
        if !expected.contains(&got) {
            wrong.push(format!(
                "{}: got {got:?}, expected {expected:?}",
                row.str_at(&["id"])
            ));
        }
    }
    assert!(refused > 5, "{refused}");
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[expect(clippy::disallowed_methods, reason = "a test reads its recordings")]
#[expect(clippy::print_stderr, reason = "the log must tell that nothing was compared")]
fn recorded() -> Option<Vec<Value>> {
    let Ok(text) = std::fs::read_to_string(ROWS) else {
        eprintln!("the recordings are absent; nothing was compared");
        return None;
    };
    let rows: Result<Vec<Value>, _> = text
        .lines()
        .map(|line| json::read(line.as_bytes(), Rules::GO))
        .collect();
    assert!(rows.is_ok(), "{:?}", rows.as_ref().err());
    rows.ok()
}

fn code(observed: &Value) -> Option<i64> {
    observed.get("code").and_then(Value::as_i64)
}

/// Field and message of the causes at a field and below it.
fn causes(observed: &Value, field: &str) -> Vec<(String, String)> {
    let causes = observed
        .at(&["status", "details", "causes"])
        .and_then(Value::as_list);
    let text = |cause: &Value, key: &str| cause.str_at(&[key]).to_owned();
    causes
        .into_iter()
        .flatten()
        .map(|cause| (text(cause, "field"), text(cause, "message")))
        .filter(|(at, _)| at.starts_with(field))
        .collect()
}
