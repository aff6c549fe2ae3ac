//! What the server itself does to an object around admission (admission reference §1.1, §1.4).

use sekisho_admission::defaulting;
use sekisho_admission::status::Status;
use sekisho_document::Value;
use sekisho_kubernetes::{Gvk, Request, Schema};

/// The server's own part: its built-in plugins, its types, its registry.
pub trait Registry: Sync {
    /// The built-in plugins that change objects, once a pass.
    ///
    /// # Errors
    /// A plugin refuses the request.
    fn mutate(&self, object: Value, request: &Request) -> Result<Value, Status>;

    /// An object that a webhook has patched, decoded into its type and defaulted again.
    ///
    /// # Errors
    /// It does not fit its type, in Go's words.
    fn decode(&self, object: &Value, request: &Request) -> Result<Value, String>;

    /// What is stored if nobody objects: names, times, counters, and the server's own validation.
    ///
    /// # Errors
    /// The object is invalid.
    fn prepare(&self, request: Request) -> Result<Request, Status>;

    /// The built-in plugins that judge before policies and webhooks do, with their warnings and audit
    /// annotations.
    fn validate(&self, request: &Request) -> Judged;
}

/// What built-in plugins say of an object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Judged {
    pub refusal: Option<Status>,
    pub warnings: Vec<String>,
    pub audit: Vec<(String, String)>,
}

/// A server that only knows the types of objects: no plugins, no validation of its own.
#[derive(Debug, Clone, Copy)]
pub struct Bare<'s> {
    pub schema: &'s Schema,
}

impl Registry for Bare<'_> {
    fn mutate(&self, object: Value, _: &Request) -> Result<Value, Status> {
        Ok(object)
    }

    fn decode(&self, object: &Value, request: &Request) -> Result<Value, String> {
        let kind = Gvk::of(object);
        let Some(structure) = self.schema.find(&kind) else {
            return match kind == request.kind {
                true => Ok(object.clone()),
                false => Err(format!(
                    "no kind \"{}\" is registered for version \"{}\" in scheme \"pkg/runtime/scheme.go:111\"",
                    kind.kind,
                    kind.api_version()
                )),
            };
        };
        match self.schema.decode_strict(object, &kind).refused {
            // No type of custom objects is checked.
            Some(refused) if structure.is_go => Err(refused),
            _ => Ok(defaulting::defaulted(self.schema, object, &kind)),
        }
    }

    fn prepare(&self, request: Request) -> Result<Request, Status> {
        Ok(request)
    }

    fn validate(&self, _: &Request) -> Judged {
        Judged::default()
    }
}
