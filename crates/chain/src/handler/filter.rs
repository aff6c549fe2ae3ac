//! Which requests Kyverno's own configuration leaves out (engine reference §2.10, admission reference §8).

use sekisho_document::{Text, Value};
use sekisho_kubernetes::wildcard::Wildcard;
use sekisho_kubernetes::{Answer, Facts, Gvr, KindSelector, Question, Request, User};

/// Filters of Kyverno's ConfigMap, read once.
#[derive(Debug, Clone, Default)]
pub struct Filters {
    resources: Vec<Filter>,
    users: Vec<Exclusion>,
    groups: Vec<Exclusion>,
    roles: Vec<Exclusion>,
    cluster_roles: Vec<Exclusion>,
}

#[derive(Debug, Clone)]
struct Filter {
    kind: KindSelector,
    namespace: Wildcard,
    name: Wildcard,
}

/// A name that is left out, or with `!` one that is not.
#[derive(Debug, Clone)]
struct Exclusion {
    pattern: Wildcard,
    excludes: bool,
}

impl Filters {
    /// Reads the `data` of the ConfigMap.
    #[must_use]
    pub fn read(data: &Value) -> Filters {
        let list = |key: &str| exclusions(data.str_at(&[key]));
        Filters {
            resources: filters(data.str_at(&["resourceFilters"])),
            users: list("excludeUsernames"),
            groups: list("excludeGroups"),
            roles: list("excludeRoles"),
            cluster_roles: list("excludeClusterRoles"),
        }
    }

    /// Whether a request is none of Kyverno's business.
    #[must_use]
    pub fn leave_out(&self, request: &Request) -> bool {
        self.leave_out_user(request.user.as_ref()) || self.leave_out_object(request)
    }

    fn leave_out_user(&self, user: Option<&User>) -> bool {
        let Some(user) = user else { return false };
        let any = |list: &[Exclusion], names: &[Text]| names.iter().any(|name| is_left_out(list, name));
        is_left_out(&self.users, &user.name)
            || any(&self.groups, &user.groups)
            || any(&self.roles, &user.roles)
            || any(&self.cluster_roles, &user.cluster_roles)
    }

    fn leave_out_object(&self, request: &Request) -> bool {
        let is_namespace = request.kind.group.is_empty() && request.kind.kind == "Namespace";
        self.resources.iter().any(|filter| {
            if !filter.kind.matches(&request.kind, &request.subresource) {
                return false;
            }
            let as_written =
                filter.namespace.matches(&request.namespace) && filter.name.matches(&request.name);
            // A filter for what lies in a namespace is for the namespace too.
            as_written || (is_namespace && filter.namespace.matches(&request.name))
        })
    }
}

fn is_left_out(list: &[Exclusion], name: &str) -> bool {
    let matching = || list.iter().filter(|entry| entry.pattern.matches(name));
    matching().any(|entry| entry.excludes) && matching().all(|entry| entry.excludes)
}

fn exclusions(text: &str) -> Vec<Exclusion> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    let exclusion = |name: &str| Exclusion {
        pattern: Wildcard::new(name.trim_start_matches('!')),
        excludes: !name.starts_with('!'),
    };
    names.map(exclusion).collect()
}

/// Entries of the form `[kind,namespace,name]`; parts that are left out mean everything.
fn filters(text: &str) -> Vec<Filter> {
    let entries = text.split('[').filter_map(|entry| entry.split_once(']'));
    let filter = |(entry, _): (&str, &str)| {
        let mut parts = entry.split(',').map(str::trim);
        let mut next = || match parts.next() {
            None | Some("") => "*",
            Some(part) => part,
        };
        Filter {
            kind: KindSelector::parse(next()),
            namespace: Wildcard::new(next()),
            name: Wildcard::new(next()),
        }
    };
    entries.map(filter).collect()
}

const RBAC: &str = "rbac.authorization.k8s.io";

/// The roles that bindings give to a user, as Kyverno looks them up: roles by `namespace:name`, cluster roles
/// by name.
#[must_use]
pub fn roles_of(user: &User, facts: &dyn Facts) -> User {
    let list = |resource: &str| -> Vec<Value> {
        let resource = Gvr::new(RBAC, "v1", resource);
        let question = Question::List {
            resource: &resource,
            namespace: "",
            labels: "",
        };
        match facts.ask(&question) {
            Answer::Is(Value::List(list)) => list.iter().cloned().collect(),
            Answer::Is(found) => found
                .get("items")
                .and_then(Value::as_list)
                .into_iter()
                .flatten()
                .cloned()
                .collect(),
            _ => Vec::new(),
        }
    };
    let mut user = user.clone();
    for binding in list("rolebindings") {
        if !names(&binding, &user) {
            continue;
        }
        let name = binding.str_at(&["roleRef", "name"]);
        match binding.str_at(&["roleRef", "kind"]) {
            "Role" => {
                let namespace = binding.str_at(&["metadata", "namespace"]);
                add(&mut user.roles, format!("{namespace}:{name}"));
            }
            "ClusterRole" => add(&mut user.cluster_roles, name.to_owned()),
            _ => {}
        }
    }
    for binding in list("clusterrolebindings") {
        if names(&binding, &user) && binding.str_at(&["roleRef", "kind"]) == "ClusterRole" {
            let name = binding.str_at(&["roleRef", "name"]).to_owned();
            add(&mut user.cluster_roles, name);
        }
    }
    user
}

fn add(roles: &mut Vec<Text>, role: String) {
    let role = Text::new(role);
    if !roles.contains(&role) {
        roles.push(role);
    }
}

/// Whether a binding is for a user: by name, by group, or by service account.
fn names(binding: &Value, user: &User) -> bool {
    let subjects = binding.get("subjects").and_then(Value::as_list);
    subjects.into_iter().flatten().any(|subject| {
        let name = subject.str_at(&["name"]);
        match subject.str_at(&["kind"]) {
            "User" => user.name == name,
            "Group" => user.groups.iter().any(|group| group == name),
            "ServiceAccount" => {
                let namespace = subject.str_at(&["namespace"]);
                user.name == format!("system:serviceaccount:{namespace}:{name}")
            }
            _ => false,
        }
    })
}
