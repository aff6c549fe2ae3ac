//! What a policy says to a request: let it pass, or why not.

use std::any::Any;

use sekisho_cel::{Opaque, Value};

pub(super) const ENVOY_ALLOWED: &str = "envoy.service.auth.v3.OkHttpResponse";
pub(super) const ENVOY_DENIED: &str = "envoy.service.auth.v3.DeniedHttpResponse";
/// The type of a finished answer to Envoy.
pub const ENVOY_RESPONSE: &str = "envoy.service.auth.v3.CheckResponse";
pub(super) const HTTP_ALLOWED: &str = "http.OkResponse";
pub(super) const HTTP_DENIED: &str = "http.DeniedResponse";
/// The type of a finished answer to an HTTP request.
pub const HTTP_RESPONSE: &str = "http.CheckResponse";

/// All of them.
pub(in super::super) const TYPES: &[&str] = &[
    ENVOY_ALLOWED,
    ENVOY_DENIED,
    ENVOY_RESPONSE,
    HTTP_ALLOWED,
    HTTP_DENIED,
    HTTP_RESPONSE,
];

/// An answer, finished or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrafficAnswer {
    pub(super) type_name: &'static str,
    /// Absent: the request may pass.
    pub refusal: Option<Refusal>,
}

/// How a request is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// With a status of HTTP.
    Status(i64),
    /// With a reason in words.
    Reason(String),
}

impl Opaque for TrafficAnswer {
    fn type_name(&self) -> &str {
        self.type_name
    }

    /// Not known: headers and bodies are not kept.
    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        match other.as_opaque::<TrafficAnswer>() {
            Some(other) if other.type_name == self.type_name => None,
            _ => Some(false),
        }
    }

    fn text(&self) -> Option<String> {
        None
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
