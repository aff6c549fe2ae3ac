//! `matchConstraints`, `matchResources`: selectors and rules. The defaults are filled in before.

use std::collections::BTreeSet;

use sekisho_document::Value;
use sekisho_kubernetes::selector;
use sekisho_kubernetes::validation::{FieldError, path_segment};

use super::{items, text, unknown_word};

const MATCH_POLICIES: &[&str] = &["Equivalent", "Exact"];
const OPERATIONS: &[&str] = &["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES: &[&str] = &["*", "Cluster", "Namespaced"];

/// The faults of selectors and rules.
#[must_use]
pub fn match_resources(resources: &Value, field: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    match text(resources, "matchPolicy") {
        None => errors.push(FieldError::required(format!("{field}.matchPolicy"), "")),
        Some(word) => errors.extend(unknown_word(
            &format!("{field}.matchPolicy"),
            word,
            MATCH_POLICIES,
        )),
    }
    for key in ["namespaceSelector", "objectSelector"] {
        let at = format!("{field}.{key}");
        match resources.get(key) {
            None | Some(Value::Null) => errors.push(FieldError::required(at, "")),
            Some(written) => errors.extend(selector::validate(written, &at)),
        }
    }
    for key in ["resourceRules", "excludeResourceRules"] {
        for (position, rule) in items(resources, key).enumerate() {
            named_rule(rule, &format!("{field}.{key}[{position}]"), &mut errors);
        }
    }
    errors
}

fn named_rule(rule: &Value, field: &str, errors: &mut Vec<FieldError>) {
    let mut names = BTreeSet::new();
    for (position, name) in items(rule, "resourceNames").filter_map(Value::as_str).enumerate() {
        let at = format!("{field}.resourceNames[{position}]");
        errors.extend(FieldError::all_invalid(&at, name, path_segment(name)));
        if !names.insert(name) {
            errors.push(FieldError::duplicate(at, Value::from(name)));
        }
    }
    list_with_wildcard(rule, field, "operations", "operations", errors);
    for (position, word) in items(rule, "operations").filter_map(Value::as_str).enumerate() {
        errors.extend(unknown_word(
            &format!("{field}.operations[{position}]"),
            word,
            OPERATIONS,
        ));
    }
    list_with_wildcard(rule, field, "apiGroups", "API groups", errors);
    list_with_wildcard(rule, field, "apiVersions", "API versions", errors);
    for (position, version) in items(rule, "apiVersions").enumerate() {
        if version.as_str() == Some("") {
            errors.push(FieldError::required(
                format!("{field}.apiVersions[{position}]"),
                "",
            ));
        }
    }
    resources(rule, &format!("{field}.resources"), errors);
    if let Some(scope) = text(rule, "scope") {
        errors.extend(unknown_word(&format!("{field}.scope"), scope, SCOPES));
    }
}

/// A list must not be empty, and `*` must be alone in it.
fn list_with_wildcard(rule: &Value, field: &str, key: &str, what: &str, errors: &mut Vec<FieldError>) {
    let at = format!("{field}.{key}");
    let list = items(rule, key);
    if list.len() == 0 {
        errors.push(FieldError::required(at, ""));
    } else if list.len() > 1 && items(rule, key).any(|item| item.as_str() == Some("*")) {
        let value = rule.get(key).cloned().unwrap_or_default();
        errors.push(FieldError::invalid(
            at,
            value,
            format!("if '*' is present, must not specify other {what}"),
        ));
    }
}

/// Resources with their subresources. What is refused depends on the order: an entry is compared with those
/// before it, and of plain entries only the last decides (admission reference §2.1).
fn resources(rule: &Value, field: &str, errors: &mut Vec<FieldError>) {
    let list: Vec<&str> = items(rule, "resources").filter_map(Value::as_str).collect();
    if list.is_empty() {
        errors.push(FieldError::required(field, ""));
    }
    let (mut all_of_resource, mut all_of_subresource) = (BTreeSet::new(), BTreeSet::new());
    let mut last_is_plain = false;
    for (position, entry) in list.iter().enumerate() {
        let at = format!("{field}[{position}]");
        if entry.is_empty() {
            errors.push(FieldError::required(at, ""));
            continue;
        }
        let Some((resource, subresource)) = entry.split_once('/') else {
            last_is_plain = *entry != "*";
            continue;
        };
        let mut refuse = |wildcard: String| {
            let text = format!("if '{wildcard}' is present, must not specify {entry}");
            errors.push(FieldError::invalid(at.clone(), Value::from(*entry), text));
        };
        if all_of_resource.contains(resource) {
            refuse(format!("{resource}/*"));
        }
        if all_of_subresource.contains(subresource) {
            refuse(format!("*/{subresource}"));
        }
        if subresource == "*" {
            all_of_resource.insert(resource);
        }
        if resource == "*" {
            all_of_subresource.insert(subresource);
        }
    }
    let value = || rule.get("resources").cloned().unwrap_or_default();
    if list.len() > 1 && list.contains(&"*/*") {
        let text = "if '*/*' is present, must not specify other resources";
        errors.push(FieldError::invalid(field, value(), text));
    }
    if last_is_plain && list.contains(&"*") {
        let text = "if '*' is present, must not specify other resources without subresources";
        errors.push(FieldError::invalid(field, value(), text));
    }
}

#[cfg(test)]
mod tests {
    use sekisho_document::json;

    use super::*;

    fn faults(resources_of_rule: &str) -> Vec<String> {
        let text = format!(
            r#"{{"matchPolicy": "Exact", "namespaceSelector": {{}}, "objectSelector": {{}}, "resourceRules": [{{"operations": ["*"],
                "apiGroups": [""], "apiVersions": ["v1"], "resources": {resources_of_rule}}}]}}"#
        );
        let value = json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap();
        match_resources(&value, "f")
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn wildcards_exclude_what_stands_behind_them() {
        for (resources, expected) in [
            (r#"["x/y", "x/*"]"#, None),
            (r#"["pods", "*"]"#, None),
            (r#"["*", "pods/status"]"#, None),
            (
                r#"["x/*", "x/y"]"#,
                Some(
                    r#"f.resourceRules[0].resources[1]: Invalid value: "x/y": if 'x/*' is present, must not specify x/y"#,
                ),
            ),
            (
                r#"["*", "pods"]"#,
                Some(
                    r#"f.resourceRules[0].resources: Invalid value: ["*","pods"]: if '*' is present, must not specify other resources without subresources"#,
                ),
            ),
            ("[]", Some("f.resourceRules[0].resources: Required value")),
        ] {
            let found = faults(resources);
            assert_eq!(found.first().map(String::as_str), expected, "{resources}");
        }
    }
}
