//! An admission request: who wants to do what to which object.

use std::fmt;

use sekisho_diagnostics::Complaint;
use sekisho_document::{Map, Text, Value};

use crate::{ApiResource, Gvk, Gvr, Kinds, Scope, resource};

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
    /// The request of a client that creates an object. The object is taken as it is; see
    /// [`resource::settle_namespace`]. Without `apiVersion`, which Kyverno's loader lets pass, it is of a
    /// kind that nobody knows.
    pub fn create(object: Value, kinds: &Kinds) -> Result<Request, Complaint> {
        Ok(Request {
            object: Some(object.clone()),
            ..Request::about(&object, Verb::Create, "CreateOptions", kinds)?
        })
    }

    /// The request of a client that changes an object.
    pub fn update(old_object: Value, object: Value, kinds: &Kinds) -> Result<Request, Complaint> {
        Ok(Request {
            object: Some(object.clone()),
            old_object: Some(old_object),
            ..Request::about(&object, Verb::Update, "UpdateOptions", kinds)?
        })
    }

    /// The request of a client that deletes an object.
    pub fn delete(object: Value, kinds: &Kinds) -> Result<Request, Complaint> {
        Ok(Request {
            old_object: Some(object.clone()),
            ..Request::about(&object, Verb::Delete, "DeleteOptions", kinds)?
        })
    }

    /// The request about plain JSON: no kind, no object.
    #[must_use]
    pub fn of_nothing() -> Request {
        Request {
            uid: Text::default(),
            operation: Verb::Create,
            kind: Gvk::new("", "", ""),
            resource: Gvr::new("", "", ""),
            subresource: Text::default(),
            requested: None,
            name: Text::default(),
            namespace: Text::default(),
            object: None,
            old_object: None,
            options: Value::Null,
            dry_run: false,
            user: None,
        }
    }

    fn about(object: &Value, operation: Verb, options: &str, kinds: &Kinds) -> Result<Request, Complaint> {
        let fault = |message: String| Err(Complaint::new("invalid-object", message));
        if object.as_map().is_none() {
            let found = object.kind().with_article();
            return fault(format!("expected an object, found {found}"));
        }
        let kind = Gvk::of(object);
        if kind.kind.is_empty() {
            return fault("object has no `kind`".to_owned());
        }
        let api_version = object.str_at(&["apiVersion"]);
        if kind.version.is_empty() && !api_version.is_empty() {
            return fault(format!(
                "expected a version or `group/version` at `apiVersion`, found `{api_version}`"
            ));
        }
        let name = Text::new(resource::name(object));
        let namespace = match kinds.scope(&kind.group, &kind.kind) {
            Some(Scope::Cluster) if kind.group.is_empty() && kind.kind == "Namespace" => name.clone(),
            Some(Scope::Cluster) => Text::default(),
            Some(Scope::Namespaced) | None => Text::new(resource::namespace(object)),
        };
        let options: Map = [("kind", options), ("apiVersion", "meta.k8s.io/v1")]
            .into_iter()
            .map(|(key, text)| (key, Value::from(text)))
            .collect();
        Ok(Request {
            uid: Text::default(),
            operation,
            resource: kinds.resource_or_guess(&kind),
            kind,
            subresource: Text::default(),
            requested: None,
            name,
            namespace,
            object: None,
            old_object: None,
            options: Value::Map(options),
            dry_run: false,
            user: None,
        })
    }

    /// The kind of the resource itself, also where the request is about a subresource with a kind of its
    /// own: the Deployment behind a Scale. Kind selectors look at this one.
    #[must_use]
    pub fn top_level_kind(&self, kinds: &Kinds) -> Gvk {
        let row = kinds.find_resource(&self.resource);
        row.filter(|_| !self.subresource.is_empty())
            .map_or_else(|| self.kind.clone(), ApiResource::gvk)
    }

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

#[cfg(test)]
mod tests {
    use sekisho_document::json;

    use super::*;
    use crate::Version;

    fn value(text: &str) -> Value {
        json::read(text.as_bytes(), json::Rules::GO).unwrap()
    }

    #[test]
    fn objects_make_requests() {
        let kinds = Kinds::builtin(Version::KUBERNETES);
        for (text, resource, name, namespace) in [
            (
                r#"{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}}"#,
                "deployments.apps",
                "web",
                "shop",
            ),
            (
                r#"{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop"}}"#,
                "namespaces",
                "shop",
                "shop",
            ),
            (
                r#"{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a", "namespace": "b"}}"#,
                "nodes",
                "a",
                "",
            ),
            (
                r#"{"apiVersion": "x.io/v1", "kind": "Policy", "metadata": {"generateName": "a", "namespace": "b"}}"#,
                "policies.x.io",
                "",
                "b",
            ),
        ] {
            let object = value(text);
            let request = Request::create(object.clone(), &kinds).unwrap();
            let found = (
                request.resource.group_resource(),
                request.name.as_str(),
                request.namespace.as_str(),
            );
            assert_eq!(found, (Text::new(resource), name, namespace), "{text}");
            assert_eq!(request.options.str_at(&["kind"]), "CreateOptions");
            let deletion = Request::delete(object.clone(), &kinds).unwrap();
            assert_eq!((&deletion.object, &deletion.old_object), (&None, &Some(object)));
            assert_eq!(deletion.subject(), request.subject());
        }
    }

    #[test]
    fn what_is_no_object_makes_no_request() {
        let kinds = Kinds::builtin(Version::KUBERNETES);
        for (text, expected) in [
            ("[]", "expected an object, found a list"),
            (r#"{"apiVersion": "v1"}"#, "object has no `kind`"),
            (
                r#"{"kind": "Pod", "apiVersion": "a/b/c"}"#,
                "expected a version or `group/version` at `apiVersion`, found `a/b/c`",
            ),
        ] {
            let complaint = Request::create(value(text), &kinds).unwrap_err();
            assert_eq!(complaint.message, expected, "{text}");
        }
    }

    #[test]
    fn a_subresource_belongs_to_the_kind_of_its_resource() {
        let kinds = Kinds::builtin(Version::KUBERNETES);
        let object = value(r#"{"apiVersion": "autoscaling/v1", "kind": "Scale"}"#);
        let mut request = Request::create(object, &kinds).unwrap();
        request.resource = Gvr::new("apps", "v1", "deployments");
        request.subresource = Text::from("scale");
        assert_eq!(
            request.top_level_kind(&kinds),
            Gvk::new("apps", "v1", "Deployment")
        );
        request.resource = Gvr::new("x.io", "v1", "rollouts");
        assert_eq!(request.top_level_kind(&kinds).kind, "Scale");
    }
}
