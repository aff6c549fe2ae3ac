//! The tree that queries start from (engine reference §9.1).

use sekisho_document::{Map, Numbers, Text, Value};
use sekisho_kubernetes::{Request, User};

/// What Kyverno's offline driver puts in: the objects that exist, namespace, operation, and the user if
/// there is one.
pub(super) fn offline(request: &Request) -> Value {
    let mut fields = Map::with_capacity(8);
    if let Some(object) = &request.object {
        fields.insert("object", object.clone());
    }
    if let Some(object) = &request.old_object {
        fields.insert("oldObject", object.clone());
    }
    fields.insert("namespace", Value::String(request.namespace.clone()));
    fields.insert("operation", Value::text(request.operation.as_str()));
    rooted(fields, request.user.as_ref())
}

/// What an admission request brings. Everything that comes as JSON text has floats only; the objects that
/// patterns are compared with keep their numbers (§0.2).
pub(crate) fn admission(request: &Request) -> Value {
    let fields = match request.to_value().renumber(Numbers::AllFloat) {
        Value::Map(fields) => fields,
        _ => Map::new(),
    };
    rooted(fields, request.user.as_ref())
}

fn rooted(mut request: Map, user: Option<&User>) -> Value {
    let mut root = Map::with_capacity(3);
    if let Some(user) = user {
        request.insert("userInfo", user.to_value());
        for (field, roles) in [("roles", &user.roles), ("clusterRoles", &user.cluster_roles)] {
            if !roles.is_empty() {
                request.insert(
                    field,
                    Value::List(roles.iter().cloned().map(Value::String).collect()),
                );
            }
        }
        let (name, namespace) = service_account(&user.name);
        root.insert("serviceAccountName", Value::text(name));
        root.insert("serviceAccountNamespace", Value::text(namespace));
    }
    root.insert("request", Value::Map(request));
    Value::Map(root)
}

/// Name and namespace of a service account. The prefix is cut off by its length, whatever it says.
fn service_account(user: &Text) -> (&str, &str) {
    const PREFIX: usize = "system:serviceaccount:".len();
    let mut parts = user.get(PREFIX..).unwrap_or_default().split(':');
    match (parts.next(), parts.next()) {
        (Some(namespace), Some(name)) => (name, namespace),
        (Some(_) | None, _) => ("", ""),
    }
}
