//! What policies that judge and policies that change have in common, and their bindings (admission reference
//! §3.1, §4.1).

use sekisho_cel::Environment;
use sekisho_document::Value;
use sekisho_kubernetes::validation::{FieldError, dns1035_label, dns1123_subdomain, path_segment};
use sekisho_kubernetes::{selector, split_api_version};

use super::{is_identifier, items, match_resources, metadata, text, unknown_word};
use crate::Variables;

const FAILURE_POLICIES: &[&str] = &["Fail", "Ignore"];
const NOT_FOUND_ACTIONS: &[&str] = &["Deny", "Allow"];

/// The faults of `failurePolicy`, `paramKind` and `matchConstraints`.
pub(crate) fn scope(spec: &Value, errors: &mut Vec<FieldError>) {
    match text(spec, "failurePolicy") {
        None => errors.push(FieldError::required("spec.failurePolicy", "")),
        Some(word) => errors.extend(unknown_word("spec.failurePolicy", word, FAILURE_POLICIES)),
    }
    if let Some(kind) = spec.get("paramKind").filter(|kind| !kind.is_null()) {
        parameter_kind(kind, errors);
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
}

/// Compiles the variables of a policy, and notes their faults.
pub(crate) fn variables(
    spec: &Value,
    environment: &mut Environment,
    errors: &mut Vec<FieldError>,
) -> Variables {
    let definitions = items(spec, "variables").map(|variable| {
        let part = |key| text(variable, key).unwrap_or_default();
        (part("name"), part("expression"))
    });
    let variables = Variables::compile(definitions, environment);
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
    variables
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

/// The faults of a binding with its defaults; those of its actions are not among them.
pub(crate) fn binding(binding: &Value, spec: &Value) -> Vec<FieldError> {
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
