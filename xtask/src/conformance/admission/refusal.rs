//! What the server refuses by itself before validating admission: only as much of it as the rows need.

use sekisho_admission::status;
use sekisho_document::Value;
use sekisho_kubernetes::schema::{Shape, Structure, Type};
use sekisho_kubernetes::validation::FieldError;
use sekisho_kubernetes::{Gvk, Origin, Request, Schema, Verb};

use super::cluster::{Served, at};
use super::row::{Answer, Row};
use crate::conformance::json::Json;

/// The answer to a request that never reaches a policy.
pub(crate) fn refusal(row: &Row, request: &Request, served: &Served) -> Option<Answer> {
    let sent = row.request.object.as_ref().map(|Json(sent)| sent)?;
    if let Some(text) = undecodable(sent, &request.kind, &served.schema) {
        let text = format!(
            "{} in version \"{}\" cannot be handled as a {0}: {text}",
            request.kind.kind, request.kind.version
        );
        return Some(refused(status::bad_request(&text)));
    }
    let resource = served.kinds.find_resource(&request.resource)?;
    if resource.origin != Origin::Definition || request.subresource == "scale" {
        return None;
    }
    let mut faults = Vec::new();
    let mut named = resource.gvk();
    let version = sent.str_at(&["metadata", "resourceVersion"]);
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
        if let Some(copies @ Value::Int(..0)) = at(sent, path) {
            let field = format!(".{}", path.join("."));
            let detail = "should be a non-negative integer";
            faults.push(FieldError::invalid(field, copies.clone(), detail));
        }
    }
    (!faults.is_empty()).then(|| refused(status::invalid(&named, &request.name, &faults)))
}

pub(super) fn refused(status: status::Status) -> Answer {
    Answer {
        code: i64::from(status.code),
        status: Json(status.to_value()),
        ..Answer::default()
    }
}

/// Why an object can not be read: a time without the six decimals that its type has.
fn undecodable(object: &Value, kind: &Gvk, schema: &Schema) -> Option<String> {
    in_structure(
        object,
        schema.find(kind).filter(|structure| structure.is_go)?,
        schema,
    )
}

fn in_structure(object: &Value, structure: &Structure, schema: &Schema) -> Option<String> {
    let fields = object.as_map()?.iter();
    let mut typed = fields.filter_map(|(key, value)| Some((&structure.field(key)?.ty, value)));
    typed.find_map(|(ty, value)| in_type(value, ty, schema))
}

fn in_type(value: &Value, ty: &Type, schema: &Schema) -> Option<String> {
    match (&ty.shape, value) {
        (Shape::MicroTime, Value::String(text)) => {
            let rest = text.get("2006-01-02T15:04:05".len()..)?;
            (!rest.starts_with('.')).then(|| {
                format!(
                    "parsing time \"{text}\" as \"2006-01-02T15:04:05.000000Z07:00\": cannot parse \"{rest}\" as \".000000\""
                )
            })
        }
        (Shape::Structure(id), value) => in_structure(value, schema.structure(*id), schema),
        (Shape::List(item, _), Value::List(list)) => {
            list.iter().find_map(|value| in_type(value, item, schema))
        }
        _ => None,
    }
}
