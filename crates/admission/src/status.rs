//! The Status that answers a refused request (admission reference §3.8).

use sekisho_document::{List, Map, Value};
use sekisho_kubernetes::validation::{FieldError, aggregate};
use sekisho_kubernetes::{Gvk, Request, resource};

/// A failure as the server answers it.
#[derive(Debug, Clone, PartialEq)]
pub struct Status {
    pub code: u16,
    pub reason: &'static str,
    pub message: String,
    /// Null when there are none.
    pub details: Value,
}

/// The reasons that a validation can give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Unauthorized,
    Forbidden,
    Invalid,
    RequestEntityTooLarge,
}

impl Reason {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Unauthorized => "Unauthorized",
            Reason::Forbidden => "Forbidden",
            Reason::Invalid => "Invalid",
            Reason::RequestEntityTooLarge => "RequestEntityTooLarge",
        }
    }

    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Reason::Unauthorized => 401,
            Reason::Forbidden => 403,
            Reason::Invalid => 422,
            Reason::RequestEntityTooLarge => 413,
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Reason> {
        let all = [
            Reason::Unauthorized,
            Reason::Forbidden,
            Reason::Invalid,
            Reason::RequestEntityTooLarge,
        ];
        all.into_iter().find(|reason| reason.as_str() == text)
    }
}

impl Status {
    /// The object that the client gets.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map: Map = [
            ("kind", Value::from("Status")),
            ("apiVersion", Value::from("v1")),
            ("metadata", Value::Map(Map::new())),
            ("status", Value::from("Failure")),
            ("message", Value::from(self.message.as_str())),
            ("reason", Value::from(self.reason)),
        ]
        .into_iter()
        .collect();
        if !self.details.is_null() {
            map.insert("details", self.details.clone());
        }
        map.insert("code", Value::Int(i64::from(self.code)));
        Value::Map(map)
    }
}

/// A denial by a policy: forbidden in words, whatever its reason is.
#[must_use]
pub fn denied(request: &Request, message: &str, reason: Reason) -> Status {
    let name = name(request);
    let resource = request.resource.group_resource();
    let mut details = details(&request.resource.group, &request.resource.resource, name);
    details.insert("causes", causes(message));
    let quoted = sekisho_document::print::quote(name);
    Status {
        code: reason.code(),
        reason: reason.as_str(),
        message: format!("{resource} {quoted} is forbidden: {message}"),
        details: Value::Map(details),
    }
}

/// A refusal by the server itself, which says no more than why.
#[must_use]
pub fn forbidden(request: &Request, cause: &str) -> Status {
    let name = request.name.as_str();
    let resource = request.resource.group_resource();
    let what = match name {
        "" => resource.to_string(),
        name => format!("{resource} {}", sekisho_document::print::quote(name)),
    };
    Status {
        code: 403,
        reason: "Forbidden",
        message: format!("{what} is forbidden: {cause}"),
        details: Value::Map(details(&request.resource.group, &request.resource.resource, name)),
    }
}

/// Mutating policies that failed: the first failure says it all, the others are causes too.
#[must_use]
pub fn policy_failures(request: &Request, failures: &[(Reason, String)]) -> Option<Status> {
    let (reason, message) = failures.first()?;
    let causes = failures.iter().map(|(_, text)| {
        let cause: Map = [("message", Value::from(text.as_str()))].into_iter().collect();
        Value::Map(cause)
    });
    let resource = &request.resource;
    let mut details = details(&resource.group, &resource.resource, &request.name);
    details.insert("causes", Value::List(causes.collect::<List>()));
    Some(Status {
        code: 403,
        reason: reason.as_str(),
        message: message.clone(),
        details: Value::Map(details),
    })
}

/// An object that is not accepted.
#[must_use]
pub fn invalid(kind: &Gvk, name: &str, faults: &[FieldError]) -> Status {
    let causes = faults.iter().map(|fault| {
        let parts = [
            ("reason", Value::from(fault.reason())),
            ("message", Value::from(fault.message())),
            ("field", Value::from(fault.field.as_str())),
        ];
        Value::Map(parts.into_iter().collect::<Map>())
    });
    let mut details = details(&kind.group, &kind.kind, name);
    details.insert("causes", Value::List(causes.collect::<List>()));
    let quoted = sekisho_document::print::quote(name);
    let of_group = match kind.group.as_str() {
        "" => kind.kind.to_string(),
        group => format!("{}.{group}", kind.kind),
    };
    let together = aggregate(faults.iter().map(ToString::to_string));
    Status {
        code: 422,
        reason: "Invalid",
        message: format!("{of_group} {quoted} is invalid: {together}"),
        details: Value::Map(details),
    }
}

/// There is no such object of the core group.
#[must_use]
pub fn not_found(plural: &str, name: &str) -> Status {
    let quoted = sekisho_document::print::quote(name);
    Status {
        code: 404,
        reason: "NotFound",
        message: format!("{plural} {quoted} not found"),
        details: Value::Map(details("", plural, name)),
    }
}

/// The server does not serve this resource in this version.
#[must_use]
pub fn unserved() -> Status {
    Status {
        code: 404,
        reason: "NotFound",
        message: "the server could not find the requested resource".to_owned(),
        details: Value::Map(Map::new()),
    }
}

/// A request that can not be understood.
#[must_use]
pub fn bad_request(message: &str) -> Status {
    Status {
        code: 400,
        reason: "BadRequest",
        message: message.to_owned(),
        details: Value::Null,
    }
}

/// Something went wrong that is no fault of the client.
#[must_use]
pub fn internal(cause: &str) -> Status {
    Status {
        code: 500,
        reason: "InternalError",
        message: format!("Internal error occurred: {cause}"),
        details: Value::Map([("causes", causes(cause))].into_iter().collect::<Map>()),
    }
}

fn causes(message: &str) -> Value {
    let cause: Map = [("message", Value::from(message))].into_iter().collect();
    Value::List([Value::Map(cause)].into_iter().collect::<List>())
}

fn details(group: &str, kind: &str, name: &str) -> Map {
    let mut map = Map::new();
    for (key, text) in [("name", name), ("group", group), ("kind", kind)] {
        if !text.is_empty() {
            map.insert(key, Value::from(text));
        }
    }
    map
}

/// What a denial calls the object: its name, else what its name begins with.
fn name(request: &Request) -> &str {
    if !request.name.is_empty() {
        return &request.name;
    }
    let object = request.object.as_ref();
    let name = object.map_or("", resource::name_or_generate_name);
    if name.is_empty() { "Unknown" } else { name }
}
