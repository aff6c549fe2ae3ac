//! Who may do what on the recorded server: its rules in words (`cluster.rbac`), as a table.

use sekisho_document::{Map, Value};
use sekisho_kubernetes::{Answer, User};

/// What a group may do. Empty fields are not looked at.
struct Grant {
    group: &'static str,
    verbs: &'static [&'static str],
    groups: &'static [&'static str],
    /// `resource` or `resource/subresource`; none means all.
    resources: &'static [&'static str],
    name: &'static str,
    /// Paths outside of the API; one that ends with `*` stands for all that begin so.
    paths: &'static [&'static str],
}

const NOTHING: Grant = Grant {
    group: "",
    verbs: &[],
    groups: &[],
    resources: &[],
    name: "",
    paths: &[],
};

const WRITING: &[&str] = &[
    "get",
    "list",
    "watch",
    "create",
    "update",
    "patch",
    "delete",
    "deletecollection",
];

const WRITABLE: &[&str] = &[
    "",
    "apps",
    "batch",
    "autoscaling",
    "networking.k8s.io",
    "policy",
    "demo.sekisho.test",
    "coordination.k8s.io",
    "events.k8s.io",
    "discovery.k8s.io",
];

const GRANTS: &[Grant] = &[
    Grant {
        group: "writers",
        verbs: WRITING,
        groups: WRITABLE,
        ..NOTHING
    },
    Grant {
        group: "system:serviceaccounts",
        verbs: WRITING,
        groups: WRITABLE,
        ..NOTHING
    },
    Grant {
        group: "breakglass",
        verbs: &["open"],
        groups: &["demo.sekisho.test"],
        resources: &["gates"],
        ..NOTHING
    },
    Grant {
        group: "breakglass",
        verbs: &["tune"],
        groups: &["apps"],
        resources: &["deployments/special"],
        name: "web",
        ..NOTHING
    },
    Grant {
        group: "breakglass",
        verbs: &["get"],
        paths: &["/hatch", "/hatch/*"],
        ..NOTHING
    },
    Grant {
        group: "system:authenticated",
        verbs: &["get"],
        paths: &[
            "/api",
            "/api/*",
            "/apis",
            "/apis/*",
            "/healthz",
            "/livez",
            "/openapi",
            "/openapi/*",
            "/readyz",
            "/version",
            "/version/",
        ],
        ..NOTHING
    },
];

/// The decision of the authorizer, as the status of an access review.
pub(super) fn decide(user: &User, attributes: &Value) -> Answer {
    let is_in = |group: &str| user.groups.iter().any(|of_user| of_user == group);
    let mut status = Map::new();
    if is_in("system:masters") {
        status.insert("allowed", Value::Bool(true));
    } else if let Some(grant) = GRANTS
        .iter()
        .find(|grant| is_in(grant.group) && grant.covers(attributes))
    {
        // The names of bindings are not recorded.
        let reason = format!("RBAC: allowed by ClusterRoleBinding to Group \"{}\"", grant.group);
        status.insert("allowed", Value::Bool(true));
        status.insert("reason", Value::from(reason.as_str()));
    }
    Answer::Is(Value::Map(status))
}

impl Grant {
    fn covers(&self, attributes: &Value) -> bool {
        let path = attributes
            .at(&["nonResourceAttributes", "path"])
            .and_then(Value::as_str);
        if let Some(path) = path {
            let verb = attributes.str_at(&["nonResourceAttributes", "verb"]);
            return self.verbs.contains(&verb) && self.paths.iter().any(|pattern| fits(pattern, path));
        }
        let part = |name: &str| attributes.str_at(&["resourceAttributes", name]);
        let resource = match part("subresource") {
            "" => part("resource").to_owned(),
            subresource => format!("{}/{subresource}", part("resource")),
        };
        self.paths.is_empty()
            && self.verbs.contains(&part("verb"))
            && self.groups.contains(&part("group"))
            && (self.resources.is_empty() || self.resources.contains(&resource.as_str()))
            && (self.name.is_empty() || self.name == part("name"))
    }
}

fn fits(pattern: &str, path: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => path.starts_with(beginning),
        None => pattern == path,
    }
}
