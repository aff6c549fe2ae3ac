//! What the steps of a question to the authorizer make.

use std::any::Any;
use std::sync::Arc;

use sekisho_cel::{Opaque, Value};
use sekisho_document::Text;

use crate::{Request, User};

pub(super) const AUTHORIZER: &str = "kubernetes.authorization.Authorizer";
pub(super) const PATH_CHECK: &str = "kubernetes.authorization.PathCheck";
pub(super) const GROUP_CHECK: &str = "kubernetes.authorization.GroupCheck";
pub(super) const RESOURCE_CHECK: &str = "kubernetes.authorization.ResourceCheck";
pub(super) const DECISION: &str = "kubernetes.authorization.Decision";

/// Whom the authorizer is asked about: what `authorizer` is.
#[derive(Debug, Clone, Default)]
pub struct Authorizer {
    /// Nothing is the user of the request.
    pub user: Option<Arc<User>>,
}

/// Access to a path of the API server.
#[derive(Debug, Clone)]
pub struct PathCheck {
    pub authorizer: Authorizer,
    pub path: Text,
}

/// Access to resources of an API group.
#[derive(Debug, Clone)]
pub struct GroupCheck {
    pub authorizer: Authorizer,
    pub group: Text,
}

/// Access to resources: what `authorizer.requestResource` is.
#[derive(Debug, Clone, Default)]
pub struct ResourceCheck {
    pub authorizer: Authorizer,
    pub group: Text,
    pub resource: Text,
    pub subresource: Text,
    pub namespace: Text,
    pub name: Text,
    pub field_selector: Option<Selection>,
    pub label_selector: Option<Selection>,
}

/// A selector that access is restricted to: its canonical text, or why it can not be read.
#[derive(Debug, Clone)]
pub struct Selection {
    pub text: Text,
    pub fault: Option<Text>,
}

/// What the authorizer says.
#[derive(Debug, Clone, Default)]
pub struct Decision {
    pub allowed: bool,
    pub reason: Text,
    /// Why the authorizer could not decide.
    pub error: Option<Text>,
}

impl ResourceCheck {
    /// Access to what a request is for.
    #[must_use]
    pub fn of(request: &Request) -> ResourceCheck {
        ResourceCheck {
            group: request.resource.group.clone(),
            resource: request.resource.resource.clone(),
            subresource: request.subresource.clone(),
            namespace: request.namespace.clone(),
            name: request.name.clone(),
            ..ResourceCheck::default()
        }
    }
}

/// Nothing here can be compared or has a text.
impl Authorizer {
    fn texts(&self) -> usize {
        let user = self.user.as_ref();
        user.map_or(0, |user| 2 * user.name.len())
    }
}

impl PathCheck {
    fn texts(&self) -> usize {
        self.path.len()
    }
}

impl GroupCheck {
    fn texts(&self) -> usize {
        self.group.len()
    }
}

impl ResourceCheck {
    fn texts(&self) -> usize {
        let selections = [&self.field_selector, &self.label_selector];
        let selections = selections.into_iter().flatten();
        let texts = [
            &self.group,
            &self.resource,
            &self.subresource,
            &self.namespace,
            &self.name,
        ];
        let texts = texts.into_iter().chain(
            selections
                .flat_map(|it| [Some(&it.text), it.fault.as_ref()])
                .flatten(),
        );
        texts.map(|text| text.len()).sum()
    }
}

impl Decision {
    fn texts(&self) -> usize {
        self.reason.len() + self.error.as_ref().map_or(0, |error| error.len())
    }
}

macro_rules! opaque {
    ($($type:ident: $name:ident),*) => {
        $(impl Opaque for $type {
            fn bytes(&self) -> usize {
                size_of::<$type>() + self.texts()
            }

            fn type_name(&self) -> &str {
                $name
            }

            fn equals(&self, _: &Value<'_>) -> Option<bool> {
                None
            }

            fn text(&self) -> Option<String> {
                None
            }

            fn as_any(&self) -> &dyn Any {
                self
            }
        })*
    };
}

opaque!(Authorizer: AUTHORIZER, PathCheck: PATH_CHECK, GroupCheck: GROUP_CHECK,
    ResourceCheck: RESOURCE_CHECK, Decision: DECISION);
