//! Which policies and bindings the API server accepts (admission reference §3.1).

use std::collections::BTreeSet;

use sekisho_document::Value;
use sekisho_kubernetes::validation::{FieldError, label_key};

use super::plan::{Environments, Pair};
use crate::Returns;
use crate::checks::{
    self, conditions, expression_fault, items, metadata, scope, text, unknown_word, variables,
};

const REASONS: &[&str] = &["Forbidden", "Invalid", "RequestEntityTooLarge"];
const ACTIONS: &[&str] = &["Audit", "Deny", "Warn"];

/// How many audit annotations a policy may have.
const MOST_ANNOTATIONS: usize = 20;

/// How long the expression of an audit annotation may be, in bytes.
const LONGEST_EXPRESSION: usize = 5 * 1024;

/// The faults of a policy with its defaults ([`sekisho_kubernetes::Schema::default`]). The environments are those of new expressions: of the minor
/// version before that of the server.
#[must_use]
pub fn policy_faults(policy: &Value, environments: &Environments) -> Vec<FieldError> {
    let spec = policy.get("spec").unwrap_or(&Value::Null);
    let parameters = spec.get("paramKind").filter(|kind| !kind.is_null());
    let Pair { validation, message } = environments.pair(parameters);
    let mut errors = metadata(policy);
    scope(spec, &mut errors);
    errors.extend(conditions(spec, "spec.matchConditions", validation));
    let (mut validation, mut message) = (validation.clone(), message.clone());
    let variables = variables(spec, &mut validation, &mut errors);
    if !variables.is_empty() {
        variables.declare_in(&mut message);
    }
    let judged = Pair { validation, message };
    let (validations, annotations) = (items(spec, "validations"), items(spec, "auditAnnotations"));
    if validations.len() == 0 && annotations.len() == 0 {
        for field in ["spec.validations", "spec.auditAnnotations"] {
            let detail = "validations or auditAnnotations must contain at least one item";
            errors.push(FieldError::required(field, detail));
        }
    }
    for (position, item) in validations.enumerate() {
        validation_faults(
            item,
            &format!("spec.validations[{position}]"),
            &judged,
            &mut errors,
        );
    }
    if annotations.len() > MOST_ANNOTATIONS {
        let value = spec.get("auditAnnotations").cloned().unwrap_or_default();
        let detail = format!("must not have more than {MOST_ANNOTATIONS} auditAnnotations");
        errors.push(FieldError::invalid("spec.auditAnnotations", value, detail));
    }
    let name = policy.str_at(&["metadata", "name"]);
    let mut keys = BTreeSet::new();
    for (position, item) in annotations.enumerate() {
        let field = format!("spec.auditAnnotations[{position}]");
        annotation_faults(name, item, &field, &judged, &mut errors);
        let key = text(item, "key").unwrap_or_default();
        if !keys.insert(key) {
            errors.push(FieldError::duplicate(format!("{field}.key"), Value::from(key)));
        }
    }
    errors
}

fn validation_faults(item: &Value, field: &str, environments: &Pair, errors: &mut Vec<FieldError>) {
    let part = |key| text(item, key).unwrap_or_default();
    let at = format!("{field}.expression");
    match part("expression") {
        blank if blank.trim().is_empty() => {
            errors.push(FieldError::required(at, "expression is not specified"))
        }
        expression => errors.extend(expression_fault(
            &at,
            expression,
            &[Returns::Bool],
            &environments.validation,
        )),
    }
    let at = format!("{field}.messageExpression");
    match part("messageExpression") {
        "" => {}
        blank if blank.trim().is_empty() => {
            errors.push(FieldError::invalid(
                at,
                Value::from(blank),
                "must be non-empty if specified",
            ));
        }
        expression => errors.extend(expression_fault(
            &at,
            expression,
            &[Returns::String],
            &environments.message,
        )),
    }
    let at = format!("{field}.message");
    match part("message") {
        "" => {}
        blank if blank.trim().is_empty() => {
            errors.push(FieldError::invalid(
                at,
                Value::from(blank),
                "must be non-empty if specified",
            ));
        }
        message if message.trim().contains(['\n', '\r']) => {
            errors.push(FieldError::invalid(
                at,
                Value::from(message),
                "must not contain line breaks",
            ));
        }
        _ => {}
    }
    if let Some(reason) = text(item, "reason") {
        errors.extend(unknown_word(&format!("{field}.reason"), reason, REASONS));
    }
}

fn annotation_faults(
    name: &str,
    item: &Value,
    field: &str,
    environments: &Pair,
    errors: &mut Vec<FieldError>,
) {
    let key = text(item, "key").unwrap_or_default();
    let at = format!("{field}.key");
    if name.is_empty() {
        errors.push(FieldError::invalid(
            at,
            Value::from(key),
            "requires metadata.name be non-empty",
        ));
    } else {
        let full = format!("{name}/{key}");
        errors.extend(FieldError::all_invalid(&at, &full, label_key(&full)));
    }
    let at = format!("{field}.valueExpression");
    match text(item, "valueExpression").unwrap_or_default().trim() {
        "" => errors.push(FieldError::required(at, "valueExpression is not specified")),
        long if long.len() > LONGEST_EXPRESSION => {
            let detail = format!("must not exceed {LONGEST_EXPRESSION} bytes in length");
            errors.push(FieldError::required(at, detail));
        }
        expression => {
            let wanted: &[Returns] = &[Returns::String, Returns::Null];
            errors.extend(expression_fault(
                &at,
                expression,
                wanted,
                &environments.validation,
            ));
        }
    }
}

/// The faults of a binding with its defaults.
#[must_use]
pub fn binding_faults(binding: &Value) -> Vec<FieldError> {
    let spec = binding.get("spec").unwrap_or(&Value::Null);
    let mut errors = checks::binding(binding, spec);
    actions(spec, &mut errors);
    errors
}

fn actions(spec: &Value, errors: &mut Vec<FieldError>) {
    let field = "spec.validationActions";
    let mut seen = BTreeSet::new();
    for (position, action) in items(spec, "validationActions")
        .filter_map(Value::as_str)
        .enumerate()
    {
        let at = format!("{field}[{position}]");
        errors.extend(unknown_word(&at, action, ACTIONS));
        if !seen.insert(action) {
            errors.push(FieldError::duplicate(at, Value::from(action)));
        }
    }
    if seen.contains("Deny") && seen.contains("Warn") {
        let value = spec.get("validationActions").cloned().unwrap_or_default();
        let detail = "must not contain both Deny and Warn (repeating the same validation failure information in \
                      the API response and headers serves no purpose)";
        errors.push(FieldError::invalid(field, value, detail));
    }
    if seen.is_empty() {
        errors.push(FieldError::required(field, ""));
    }
}

#[cfg(test)]
mod tests {
    use sekisho_cel::Release;
    use sekisho_document::json;
    use sekisho_kubernetes::{Gvk, Schema, Version};

    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let value = json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap();
        let kind = Gvk::new("admissionregistration.k8s.io", "v1", value.str_at(&["kind"]));
        let value = Schema::builtin(Version::KUBERNETES).default(&value, &kind);
        let faults = match kind.kind.as_str() {
            "ValidatingAdmissionPolicy" => policy_faults(&value, &Environments::new(Release(36))),
            _ => binding_faults(&value),
        };
        faults.iter().map(ToString::to_string).collect()
    }

    const RULES: &str = r#""matchConstraints": {"resourceRules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}]}"#;

    #[test]
    fn faults_of_policies_are_all_said() {
        for (spec, expected) in [
            (r#""validations": [{"expression": "true"}]"#, vec![]),
            (
                r#""validations": [{"expression": "1", "message": "a\nb", "reason": "Bad"}]"#,
                vec![
                    r#"spec.validations[0].expression: Invalid value: "1": must evaluate to bool but got int"#,
                    r#"spec.validations[0].message: Invalid value: "a\nb": must not contain line breaks"#,
                    r#"spec.validations[0].reason: Unsupported value: "Bad": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge""#,
                ],
            ),
            (
                r#""auditAnnotations": [{"key": "a", "valueExpression": "'x'"}, {"key": "a", "valueExpression": ""}]"#,
                vec![
                    "spec.auditAnnotations[1].valueExpression: Required value: valueExpression is not specified",
                    r#"spec.auditAnnotations[1].key: Duplicate value: "a""#,
                ],
            ),
        ] {
            let text = format!(
                r#"{{"kind": "ValidatingAdmissionPolicy", "metadata": {{"name": "p"}}, "spec": {{{RULES}, {spec}}}}}"#
            );
            assert_eq!(faults(&text), expected, "{spec}");
        }
    }

    #[test]
    fn faults_of_bindings_are_all_said() {
        for (spec, expected) in [
            (r#"{"policyName": "p", "validationActions": ["Deny"]}"#, vec![]),
            (
                "null",
                vec![
                    "spec.policyName: Required value",
                    "spec.validationActions: Required value",
                ],
            ),
            (
                r#"{"policyName": "p", "validationActions": ["Deny"], "paramRef": {"name": "a", "selector": {}}}"#,
                vec![
                    "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
                    "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive",
                    "spec.paramRef.parameterNotFoundAction: Required value",
                ],
            ),
        ] {
            let text = format!(
                r#"{{"kind": "ValidatingAdmissionPolicyBinding", "metadata": {{"name": "b"}}, "spec": {spec}}}"#
            );
            assert_eq!(faults(&text), expected, "{spec}");
        }
    }
}
