//! What the server refuses by itself before validating admission: only as much of it as the rows need.

use sekisho_admission::status;
use sekisho_document::Value;
use sekisho_kubernetes::validation::FieldError;
use sekisho_kubernetes::{Origin, Request, Verb};

use super::cluster::{Served, at};
use super::row::{Answer, Row};
use crate::conformance::json::Json;

/// The answer to a request that never reaches a validating policy.
pub(crate) fn refusal(row: &Row, request: &Request, served: &Served) -> Option<Answer> {
    let sent = row.request.object.as_ref().map(|Json(sent)| sent)?;
    undecodable(row, request, served).or_else(|| invalid(row, sent, request, served).map(refused))
}

/// The answer to a request that never reaches anybody.
pub(crate) fn undecodable(row: &Row, request: &Request, served: &Served) -> Option<Answer> {
    let sent = row.request.object.as_ref().map(|Json(sent)| sent)?;
    if let Some(text) = served.schema.decode_strict(sent, &request.kind).refused {
        let text = format!(
            "{} in version \"{}\" cannot be handled as a {0}: {text}",
            request.kind.kind, request.kind.version
        );
        return Some(refused(status::bad_request(&text)));
    }
    None
}

/// Why an object of a custom kind is not stored; it is looked at behind the mutating chain.
pub(crate) fn invalid(
    row: &Row,
    object: &Value,
    request: &Request,
    served: &Served,
) -> Option<status::Status> {
    let resource = served.kinds.find_resource(&request.resource)?;
    if resource.origin != Origin::Definition || request.subresource == "scale" {
        return None;
    }
    let mut faults = Vec::new();
    let mut named = resource.gvk();
    let version = object.str_at(&["metadata", "resourceVersion"]);
    if request.operation == Verb::Update && row.request.verb == "update" && version.is_empty() {
        // This one is said before the kind is known, and so of the resource.
        named.kind = request.resource.resource.clone();
        let detail = "must be specified for an update";
        faults.push(FieldError::invalid(
            "metadata.resourceVersion",
            Value::Int(0),
            detail,
        ));
    }
    if resource.subresource("scale").is_some() {
        let path = &served
            .scale_of(&request.resource.group, &request.resource.resource)
            .spec;
        if let Some(copies @ Value::Int(..0)) = at(object, path) {
            let field = format!(".{}", path.join("."));
            let detail = "should be a non-negative integer";
            faults.push(FieldError::invalid(field, copies.clone(), detail));
        }
    }
    (!faults.is_empty()).then(|| status::invalid(&named, &request.name, &faults))
}

pub(super) fn refused(status: status::Status) -> Answer {
    Answer {
        code: i64::from(status.code),
        status: Json(status.to_value()),
        ..Answer::default()
    }
}
