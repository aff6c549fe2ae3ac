//! What a run is given besides policies and objects: values, user, labels of namespaces (command line
//! reference A6.1, A6.7).

use sekisho_classic::RuleValue;
use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::{Gvk, User, Verb};
use sekisho_parser::cli_kinds::{UserInfo, Values};

/// Values, user and namespaces of a run.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub values: Option<Values>,
    /// Values of the command line: dotted path and text. They win over the file.
    pub set: Vec<(Text, Value)>,
    pub user: Option<User>,
}

impl Given {
    /// The values for a policy and a resource, later ones winning: global, of the resource, of the command
    /// line. Names are compared without namespaces.
    pub(crate) fn values_of(&self, policy: &str, resource: &str) -> Vec<(&str, &Value)> {
        let mut found: Vec<(&str, &Value)> = Vec::new();
        if let Some(values) = &self.values {
            found.extend(entries(&values.global_values));
            let of_policy = values.policies.iter().filter(|entry| entry.name.value == policy);
            let of_resource = of_policy
                .flat_map(|entry| &entry.resources)
                .filter(|entry| entry.name.value == resource);
            found.extend(of_resource.flat_map(|entry| entries(&entry.values)));
        }
        found.extend(self.set.iter().map(|(key, value)| (key.as_str(), value)));
        found
    }

    /// The values for single rules of a policy.
    pub(crate) fn rule_values_of(&self, policy: &str) -> Vec<RuleValue> {
        let Some(values) = &self.values else {
            return Vec::new();
        };
        let rules = values
            .policies
            .iter()
            .filter(|entry| entry.name.value == policy)
            .flat_map(|entry| &entry.rules);
        let mut found = Vec::new();
        for rule in rules {
            let mut push = |key: &str, value: Value| {
                found.push(RuleValue {
                    rule: rule.name.value.clone(),
                    path: split_path(key),
                    value,
                });
            };
            for (key, value) in &rule.values {
                push(key, value.clone());
            }
            for (key, list) in &rule.foreach_values {
                // Nobody counts: the first item is used for every element.
                if let Some(first) = list.as_list().and_then(|list| list.first()) {
                    push(key, first.clone());
                }
            }
        }
        found
    }

    /// Labels of a namespace; null when nothing is said about it.
    #[must_use]
    pub fn namespace_labels(&self, namespace: &str) -> Value {
        let Some(values) = &self.values else {
            return Value::Null;
        };
        let named = |object: &&Value| object.str_at(&["metadata", "name"]) == namespace;
        let object = values
            .namespaces
            .iter()
            .find(named)
            .map(|object| object.at(&["metadata", "labels"]));
        match object {
            Some(labels) => labels.cloned().unwrap_or_default(),
            None => {
                let entry = values
                    .namespace_selector
                    .iter()
                    .rev()
                    .find(|entry| entry.name.value == namespace);
                entry.map(|entry| entry.labels.clone()).unwrap_or_default()
            }
        }
    }

    /// The kind and the subresource a resource stands for, when the values say that its kind is that of a
    /// subresource.
    pub(crate) fn parent_of(&self, kind: &Gvk) -> Option<(Gvk, Text)> {
        let mappings = &self.values.as_ref()?.subresources;
        let mapping = mappings
            .iter()
            .find(|mapping| mapping.subresource.str_at(&["kind"]) == kind.kind)?;
        let parent = &mapping.parent_resource;
        let gvk = Gvk::new(
            parent.str_at(&["group"]),
            parent.str_at(&["version"]),
            parent.str_at(&["kind"]),
        );
        let name = mapping.subresource.str_at(&["name"]);
        Some((gvk, Text::new(name.rsplit('/').next().unwrap_or(name))))
    }
}

/// The operation that values ask for; any other text leaves it as it is.
pub(crate) fn operation(values: &[(&str, &Value)]) -> Option<Verb> {
    let text = values
        .iter()
        .rev()
        .find(|(key, _)| *key == "request.operation")?
        .1
        .as_str()?;
    Verb::parse(text).filter(|verb| matches!(verb, Verb::Update | Verb::Delete))
}

fn entries(map: &Map) -> impl Iterator<Item = (&str, &Value)> {
    map.iter().map(|(key, value)| (key.as_str(), value))
}

/// The parts of a dotted path; double quotes protect a part.
pub(crate) fn split_path(path: &str) -> Vec<Text> {
    let mut parts = vec![Text::default()];
    let mut quoted = false;
    for c in path.chars() {
        match c {
            '"' => quoted = !quoted,
            '.' if !quoted => parts.push(Text::default()),
            other => {
                if let Some(part) = parts.last_mut() {
                    part.push(other);
                }
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

impl Given {
    /// A user file as the user of a request.
    #[must_use]
    pub fn user_of(info: &UserInfo) -> User {
        let texts = |value: &Value| -> Vec<Text> {
            value
                .as_list()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(Text::new)
                .collect()
        };
        User {
            name: info.username.clone(),
            uid: info.uid.clone(),
            groups: info.groups.clone(),
            extra: info
                .extra
                .iter()
                .map(|(key, value)| (key.clone(), texts(value)))
                .collect(),
            roles: info.roles.clone(),
            cluster_roles: info.cluster_roles.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split_path;

    #[test]
    fn quotes_protect_dots_in_a_path() {
        assert_eq!(split_path("request.mode"), ["request", "mode"]);
        assert_eq!(split_path("a.\"b.c/d\".e"), ["a", "b.c/d", "e"]);
        assert_eq!(split_path("\"x.y\""), ["x.y"]);
    }
}
