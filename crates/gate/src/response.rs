//! The answer of a hook, from its bytes (admission reference §1.10).

use sekisho_document::yaml::Limits;
use sekisho_document::{Numbers, Text, Value, base64, json, yaml};
use sekisho_kubernetes::ReviewVersion;

use crate::endpoint::Reply;
use crate::failure::{CallFailure, posted};
use crate::hook::{Hook, HookKind};

/// A valid answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Response {
    pub allowed: bool,
    /// The Status of a denial, as the hook wrote it; null when it wrote none.
    pub status: Value,
    /// Text of the patch; empty for none.
    pub patch: String,
    pub warnings: Vec<Text>,
    pub annotations: Vec<(Text, Text)>,
}

/// What the server told the hook and wants to see again.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub hook: &'a Hook,
    pub uid: &'a str,
    pub version: ReviewVersion,
}

/// Reads an answer. Replies without an answer are failed calls too.
///
/// # Errors
/// There is no answer, or none that is valid.
pub fn read(reply: &Reply, asked: Asked<'_>) -> Result<Response, CallFailure> {
    match reply {
        Reply::Answer {
            status,
            content_type,
            body,
            ..
        } => {
            if !(200..=206).contains(status) {
                return Err(CallFailure::Call(refused(*status, body)));
            }
            if body.is_empty() {
                return Err(CallFailure::Call(format!(
                    "0-length response with status code: {status} and content type: {content_type}"
                )));
            }
            answer(body, asked)
        }
        Reply::Broken { cause, .. } => Err(CallFailure::Call(posted(asked.hook, cause))),
        Reply::Nothing => Err(CallFailure::Late),
        Reply::Unknown => Err(CallFailure::Call("nobody knows what it answers".to_owned())),
    }
}

/// What the server's client makes of an HTTP status that is no success. A body that is a Status speaks for
/// itself.
fn refused(status: u16, body: &str) -> String {
    let read = json::read(body.as_bytes(), json::Rules::KUBERNETES).ok();
    if let Some(told) = read.filter(|told| told.str_at(&["kind"]) == "Status") {
        return told.str_at(&["message"]).to_owned();
    }
    let body = match body.trim() {
        "" => "unknown",
        body => body,
    };
    match STATUS_TEXTS.binary_search_by_key(&status, |(code, _)| *code) {
        Ok(found) => STATUS_TEXTS.get(found).map_or("", |(_, text)| *text).to_owned(),
        Err(_) if matches!(status, 403 | 406 | 415) => body.to_owned(),
        Err(_) if status >= 500 => {
            let body = sekisho_document::print::quote(body);
            format!("an error on the server ({body}) has prevented the request from succeeding")
        }
        Err(_) => {
            format!("the server responded with the status code {status} but did not return more information")
        }
    }
}

/// Sorted by code.
const STATUS_TEXTS: &[(u16, &str)] = &[
    (400, "the server rejected our request for an unknown reason"),
    (401, "the server has asked for the client to provide credentials"),
    (404, "the server could not find the requested resource"),
    (
        405,
        "the server does not allow this method on the requested resource",
    ),
    (409, "the server reported a conflict"),
    (
        422,
        "the server rejected our request due to an error in our request",
    ),
    (
        429,
        "the server has received too many requests and has asked us to try again later",
    ),
    (503, "the server is currently unable to handle the request"),
    (
        504,
        "the server was unable to return a response in the time allotted, but may still be processing the request",
    ),
];

const GROUP: &str = "admission.k8s.io";

fn answer(body: &str, asked: Asked<'_>) -> Result<Response, CallFailure> {
    let review = decoded(body).map_err(|cause| {
        CallFailure::Call(format!("couldn't get version/kind; json parse error: {cause}"))
    })?;
    typed(&review, asked.version)?;
    let response = review.get("response").filter(|response| !response.is_null());
    let Some(response) = response else {
        return Err(invalid("webhook response was absent"));
    };
    let fields = Fields::read(response).map_err(CallFailure::Call)?;
    if asked.version == ReviewVersion::V1 {
        verified(&review, &fields, asked)?;
    }
    let is_mutating = asked.hook.kind == HookKind::Mutating;
    let patch = fields.patch.filter(|_| is_mutating);
    if let (Some(patch_type), ReviewVersion::V1, false) = (
        fields.patch_type,
        asked.version,
        patch.as_ref().is_none_or(String::is_empty),
    ) && patch_type != "JSONPatch"
    {
        return other_type(patch.unwrap_or_default(), patch_type, fields.rest);
    }
    Ok(Response {
        patch: patch.unwrap_or_default(),
        ..fields.rest
    })
}

/// A patch of another type is only refused if it can be read and has operations.
fn other_type(patch: String, patch_type: &str, rest: Response) -> Result<Response, CallFailure> {
    let read = json::read(patch.as_bytes(), json::Rules::KUBERNETES);
    match read {
        Ok(Value::List(list)) if !list.is_empty() => Err(CallFailure::PatchType(patch_type.to_owned())),
        _ => Ok(Response { patch, ..rest }),
    }
}

fn invalid(why: impl Into<String>) -> CallFailure {
    CallFailure::Invalid(why.into())
}

/// The body as a document: JSON when it begins like an object, else YAML, as the server's decoder does.
fn decoded(body: &str) -> Result<Value, String> {
    const INTO: &str = "Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }";
    let read = match body.trim_start().starts_with('{') {
        true => json::read(body.as_bytes(), json::Rules::KUBERNETES).map_err(|error| error.to_string())?,
        false => yaml::read(body, &Limits::DEFAULT, Numbers::AsWritten).map_err(|error| error.to_string())?,
    };
    match &read {
        Value::Null => Ok(Value::Map(sekisho_document::Map::new())),
        Value::Map(_) => Ok(read),
        other => Err(format!("json: cannot unmarshal {} into {INTO}", go_kind(other))),
    }
}

fn go_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::UInt(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::List(_) => "array",
        Value::Map(_) => "object",
    }
}

/// Whether the body is a review at all; without a type it is taken for one.
fn typed(review: &Value, wanted: ReviewVersion) -> Result<(), CallFailure> {
    let (version, kind) = (review.str_at(&["apiVersion"]), review.str_at(&["kind"]));
    let version = match version {
        "" => wanted.api_version(),
        version => version,
    };
    let known = [ReviewVersion::V1, ReviewVersion::V1Beta1]
        .into_iter()
        .find(|known| known.api_version() == version);
    let short = |version: ReviewVersion| {
        version
            .api_version()
            .trim_start_matches(GROUP)
            .trim_start_matches('/')
    };
    match (kind, known) {
        ("" | "AdmissionReview", Some(known)) if known == wanted => Ok(()),
        ("" | "AdmissionReview", Some(known)) => Err(CallFailure::Call(format!(
            "converting ({}.AdmissionReview) to ({}.AdmissionReview): unknown conversion",
            short(known),
            short(wanted)
        ))),
        (kind, _) => {
            let kind = match kind {
                "" => "AdmissionReview",
                kind => kind,
            };
            Err(CallFailure::Call(format!(
                "no kind \"{kind}\" is registered for version \"{version}\" in scheme \"pkg/runtime/scheme.go:111\""
            )))
        }
    }
}

/// What only answers in v1 are held to.
fn verified(review: &Value, fields: &Fields<'_>, asked: Asked<'_>) -> Result<(), CallFailure> {
    let quote = sekisho_document::print::quote;
    if fields.uid != asked.uid {
        return Err(invalid(format!(
            "expected response.uid={}, got {}",
            quote(asked.uid),
            quote(fields.uid)
        )));
    }
    let (version, kind) = (review.str_at(&["apiVersion"]), review.str_at(&["kind"]));
    if version != ReviewVersion::V1.api_version() || kind != "AdmissionReview" {
        let (group, version) = sekisho_kubernetes::split_api_version(version).unwrap_or(("", ""));
        return Err(invalid(format!(
            "expected webhook response of {GROUP}/v1, Kind=AdmissionReview, got {group}/{version}, Kind={kind}"
        )));
    }
    let has_patch = fields.patch.as_ref().is_some_and(|patch| !patch.is_empty());
    let why = match (asked.hook.kind, has_patch, fields.patch_type) {
        (HookKind::Mutating, true, None) => "webhook returned response.patch but not response.patchType",
        (HookKind::Mutating, false, Some(_)) => "webhook returned response.patchType but not response.patch",
        (HookKind::Mutating, true, Some("")) => "webhook returned invalid response.patchType of \"\"",
        (HookKind::Validating, true, _) => "validating webhook may not return response.patch",
        (HookKind::Validating, false, Some(_)) => "validating webhook may not return response.patchType",
        _ => return Ok(()),
    };
    Err(invalid(why))
}

/// The fields of a response, of the right types.
struct Fields<'v> {
    uid: &'v str,
    patch: Option<String>,
    patch_type: Option<&'v str>,
    rest: Response,
}

impl<'v> Fields<'v> {
    fn read(response: &'v Value) -> Result<Fields<'v>, String> {
        let Value::Map(_) = response else {
            return Err(mismatch(
                response,
                "AdmissionReview.response",
                "v1.AdmissionResponse",
            ));
        };
        let field = |name: &str| response.get(name).filter(|value| !value.is_null());
        let text = |name: &str, ty: &str| match field(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.as_str())),
            Some(other) => Err(mismatch(other, &format!("AdmissionResponse.response.{name}"), ty)),
        };
        let uid = text("uid", "types.UID")?.unwrap_or_default();
        let allowed = match field("allowed") {
            None => false,
            Some(Value::Bool(allowed)) => *allowed,
            Some(other) => return Err(mismatch(other, "AdmissionResponse.response.allowed", "bool")),
        };
        let status = match field("status") {
            None => Value::Null,
            Some(status @ Value::Map(_)) => status.clone(),
            Some(other) => return Err(mismatch(other, "AdmissionResponse.response.status", "v1.Status")),
        };
        let patch = match text("patch", "[]uint8")? {
            None => None,
            Some(encoded) => Some(base64::text(
                base64::decode(encoded).map_err(|error| error.to_string())?,
            )),
        };
        let warnings = match field("warnings") {
            None => Vec::new(),
            Some(Value::List(list)) => list.iter().filter_map(Value::as_str).map(Text::new).collect(),
            Some(other) => return Err(mismatch(other, "AdmissionResponse.response.warnings", "[]string")),
        };
        let annotations = match field("auditAnnotations") {
            None => Vec::new(),
            Some(Value::Map(map)) => map
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), Text::new(value.as_str()?))))
                .collect(),
            Some(other) => {
                let name = "AdmissionResponse.response.auditAnnotations";
                return Err(mismatch(other, name, "map[string]string"));
            }
        };
        Ok(Fields {
            uid,
            patch,
            patch_type: text("patchType", "v1.PatchType")?,
            rest: Response {
                allowed,
                status,
                patch: String::new(),
                warnings,
                annotations,
            },
        })
    }
}

fn mismatch(found: &Value, field: &str, ty: &str) -> String {
    let kind = go_kind(found);
    format!("json: cannot unmarshal {kind} into Go struct field {field} of type {ty}")
}
