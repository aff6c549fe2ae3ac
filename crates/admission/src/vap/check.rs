//! Which policies and bindings the API server accepts (admission reference §3.1).

use std::collections::BTreeSet;

use sekisho_document::Value;
use sekisho_kubernetes::validation::{FieldError, dns1035_label, dns1123_subdomain, label_key, path_segment};
use sekisho_kubernetes::{selector, split_api_version};

use super::plan::{Environments, Pair};
use crate::checks::{
    conditions, expression_fault, is_identifier, items, match_resources, metadata, text, unknown_word,
};
use crate::{Returns, Variables};

const FAILURE_POLICIES: &[&str] = &["Fail", "Ignore"];
const REASONS: &[&str] = &["Forbidden", "Invalid", "RequestEntityTooLarge"];
const ACTIONS: &[&str] = &["Audit", "Deny", "Warn"];
const NOT_FOUND_ACTIONS: &[&str] = &["Deny", "Allow"];

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
    match text(spec, "failurePolicy") {
        None => errors.push(FieldError::required("spec.failurePolicy", "")),
        Some(word) => errors.extend(unknown_word("spec.failurePolicy", word, FAILURE_POLICIES)),
    }
    if let Some(kind) = parameters {
        parameter_kind(kind, &mut errors);
    }
    match spec.get("matchConstraints") {
        None | Some(Value::Null) => errors.push(FieldError::required("spec.matchConstraints", "")),
        Some(constraints) => {
            errors.extend(match_resources(constraints, "spec.matchConstraints"));
            if items(constraints, "resourceRules").len() == 0 {
                errors.push(FieldError::required("spec.matchConstraints.resourceRules", ""));
            }
        }
    }
    errors.extend(conditions(spec, "spec.matchConditions", validation));
    let (mut validation, mut message) = (validation.clone(), message.clone());
    let definitions = items(spec, "variables").map(|variable| {
        let part = |key| text(variable, key).unwrap_or_default();
        (part("name"), part("expression"))
    });
    let variables = Variables::compile(definitions, &mut validation);
    for (position, variable) in variables.iter().enumerate() {
        let field = format!("spec.variables[{position}]");
        let name = variable.name.as_str();
        if name.trim().is_empty() {
            errors.push(FieldError::required(
                format!("{field}.name"),
                "name is not specified",
            ));
        } else if !is_identifier(name) {
            let detail = "must be a valid CEL identifier";
            errors.push(FieldError::invalid(
                format!("{field}.name"),
                Value::from(name),
                detail,
            ));
        }
        let expression = &variable.expression;
        let field = format!("{field}.expression");
        if expression.text.trim().is_empty() {
            errors.push(FieldError::required(field, "expression is not specified"));
        } else if let Err(refused) = &expression.program {
            let value = Value::from(expression.text.clone());
            errors.push(FieldError::invalid(field, value, refused.to_string()));
        }
    }
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

fn parameter_kind(kind: &Value, errors: &mut Vec<FieldError>) {
    let field = "spec.paramKind.apiVersion";
    let version_text = text(kind, "apiVersion").unwrap_or_default();
    match split_api_version(version_text) {
        _ if version_text.is_empty() => errors.push(FieldError::required(field, "")),
        None => {
            let detail = format!("unexpected GroupVersion string: {version_text}");
            errors.push(FieldError::invalid(field, Value::from(version_text), detail));
        }
        Some((group, version)) => {
            let of_group = if group.is_empty() {
                Vec::new()
            } else {
                dns1123_subdomain(group)
            };
            if !of_group.is_empty() {
                errors.push(FieldError::invalid(field, Value::from(group), of_group.join(",")));
            }
            let of_version = dns1035_label(version);
            if version.is_empty() {
                let detail = "version must be specified";
                errors.push(FieldError::invalid(field, Value::from(version_text), detail));
            } else if !of_version.is_empty() {
                errors.push(FieldError::invalid(
                    field,
                    Value::from(version),
                    of_version.join(","),
                ));
            }
        }
    }
    let field = "spec.paramKind.kind";
    let name = text(kind, "kind").unwrap_or_default();
    let faults = dns1035_label(&name.to_lowercase());
    if name.is_empty() {
        errors.push(FieldError::required(field, ""));
    } else if !faults.is_empty() {
        let detail = format!(
            "may have mixed case, but should otherwise match: {}",
            faults.join(",")
        );
        errors.push(FieldError::invalid(field, Value::from(name), detail));
    }
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
    let mut errors = metadata(binding);
    match text(spec, "policyName").unwrap_or_default() {
        "" => errors.push(FieldError::required("spec.policyName", "")),
        name => errors.extend(FieldError::all_invalid(
            "spec.policyName",
            name,
            dns1123_subdomain(name),
        )),
    }
    if let Some(reference @ Value::Map(_)) = spec.get("paramRef") {
        parameter_reference(reference, &mut errors);
    }
    if let Some(resources @ Value::Map(_)) = spec.get("matchResources") {
        errors.extend(match_resources(resources, "spec.matchResources"));
    }
    actions(spec, &mut errors);
    errors
}

fn parameter_reference(reference: &Value, errors: &mut Vec<FieldError>) {
    let name = text(reference, "name").unwrap_or_default();
    let selector = reference.get("selector").filter(|selector| !selector.is_null());
    let exclusive = "name and selector are mutually exclusive";
    if !name.is_empty() {
        errors.extend(FieldError::all_invalid(
            "spec.paramRef.name",
            name,
            path_segment(name),
        ));
        if selector.is_some() {
            errors.push(FieldError::forbidden("spec.paramRef.name", exclusive));
        }
    }
    match selector {
        Some(selector) => {
            errors.extend(selector::validate(selector, "spec.paramRef.selector"));
            if !name.is_empty() {
                errors.push(FieldError::forbidden("spec.paramRef.selector", exclusive));
            }
        }
        None if name.is_empty() => {
            errors.push(FieldError::required(
                "spec.paramRef",
                "one of name or selector must be specified",
            ));
        }
        None => {}
    }
    let field = "spec.paramRef.parameterNotFoundAction";
    match text(reference, "parameterNotFoundAction").unwrap_or_default() {
        "" => errors.push(FieldError::required(field, "")),
        word => errors.extend(unknown_word(field, word, NOT_FOUND_ACTIONS)),
    }
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
