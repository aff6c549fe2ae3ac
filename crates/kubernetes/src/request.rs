//! An admission request: who wants to do what to which object.

use std::fmt;

use sekisho_document::{Text, Value};

use crate::{Gvk, Gvr};

/// One request as admission sees it (admission reference §1.10).
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub uid: Text,
    pub operation: Verb,
    /// Kind and resource in the version that is judged.
    pub kind: Gvk,
    pub resource: Gvr,
    /// Empty for the resource itself.
    pub subresource: Text,
    /// What the client asked for, where it differs from what is judged (an equivalence match).
    pub requested: Option<Requested>,
    /// Empty when the server makes the name from `generateName`.
    pub name: Text,
    /// Empty for cluster-scoped resources; a Namespace object has its own name here.
    pub namespace: Text,
    /// Absent on DELETE.
    pub object: Option<Value>,
    /// Present on UPDATE and DELETE.
    pub old_object: Option<Value>,
    /// `CreateOptions` and its siblings; null when the request has none.
    pub options: Value,
    pub dry_run: bool,
    pub user: Option<User>,
}

/// Kind, resource and subresource as the client sent them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requested {
    pub kind: Gvk,
    pub resource: Gvr,
    pub subresource: Text,
}

impl Request {
    /// The kind the client asked for.
    #[must_use]
    pub fn requested_kind(&self) -> &Gvk {
        self.requested
            .as_ref()
            .map_or(&self.kind, |requested| &requested.kind)
    }

    /// The resource the client asked for.
    #[must_use]
    pub fn requested_resource(&self) -> &Gvr {
        self.requested
            .as_ref()
            .map_or(&self.resource, |requested| &requested.resource)
    }

    /// The subresource the client asked for.
    #[must_use]
    pub fn requested_subresource(&self) -> &str {
        self.requested
            .as_ref()
            .map_or(&self.subresource, |requested| &requested.subresource)
    }

    /// The new object, or on DELETE the old one.
    #[must_use]
    pub fn subject(&self) -> Option<&Value> {
        self.object.as_ref().or(self.old_object.as_ref())
    }
}

/// What is done to the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verb {
    Create,
    Update,
    Delete,
    Connect,
}

impl Verb {
    pub const ALL: [Verb; 4] = [Verb::Create, Verb::Update, Verb::Delete, Verb::Connect];

    /// `CREATE`, `UPDATE`, `DELETE`, `CONNECT`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Verb::Create => "CREATE",
            Verb::Update => "UPDATE",
            Verb::Delete => "DELETE",
            Verb::Connect => "CONNECT",
        }
    }

    /// The verb of an exact upper-case word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Verb> {
        Verb::ALL.into_iter().find(|verb| verb.as_str() == text)
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Who makes the request. Roles are no part of an admission request: Kyverno finds them in the
/// bindings of the cluster, offline they come from a user file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct User {
    pub name: Text,
    pub uid: Text,
    pub groups: Vec<Text>,
    pub extra: Vec<(Text, Vec<Text>)>,
    /// `namespace:name` of each role.
    pub roles: Vec<Text>,
    pub cluster_roles: Vec<Text>,
}

impl User {
    /// Whether nothing at all is known about the user (engine reference §2.3).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
            && self.uid.is_empty()
            && self.groups.is_empty()
            && self.extra.is_empty()
            && self.roles.is_empty()
            && self.cluster_roles.is_empty()
    }
}
