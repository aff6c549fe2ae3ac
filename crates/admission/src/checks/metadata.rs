//! The metadata of an object that is created.

use sekisho_document::Value;
use sekisho_kubernetes::validation::{self, FieldError, dns1123_subdomain};

/// The faults of a name that is a DNS subdomain, of labels and of annotations.
#[must_use]
pub fn metadata(object: &Value) -> Vec<FieldError> {
    let metadata = object.get("metadata").unwrap_or(&Value::Null);
    let name = metadata.str_at(&["name"]);
    let generate = metadata.str_at(&["generateName"]);
    let mut errors = Vec::new();
    if !generate.is_empty() {
        let faults = dns1123_subdomain(generate.trim_end_matches('-'));
        errors.extend(FieldError::all_invalid("metadata.generateName", generate, faults));
    }
    if name.is_empty() && generate.is_empty() {
        errors.push(FieldError::required(
            "metadata.name",
            "name or generateName is required",
        ));
    } else if !name.is_empty() {
        errors.extend(FieldError::all_invalid(
            "metadata.name",
            name,
            dns1123_subdomain(name),
        ));
    }
    if let Some(labels) = metadata.get("labels").and_then(Value::as_map) {
        errors.extend(validation::labels(labels, "metadata.labels"));
    }
    if let Some(annotations) = metadata.get("annotations").and_then(Value::as_map) {
        errors.extend(validation::annotations(annotations, "metadata.annotations"));
    }
    errors
}
