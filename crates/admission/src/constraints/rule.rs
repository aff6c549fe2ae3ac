//! One rule: operations, groups, versions, resources, scope and names (admission reference §2.3).

use sekisho_document::{Text, Value};
use sekisho_kubernetes::{Gvr, Request, resource};

use super::NameTest;

/// What a request has to be like. Lists hold exact words or `*`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rule {
    pub operations: Vec<Text>,
    pub groups: Vec<Text>,
    pub versions: Vec<Text>,
    /// `pods`, `pods/status`, `pods/*`, `*`, `*/scale`, `*/*`.
    pub resources: Vec<Text>,
    pub scope: RuleScope,
    /// None at all match every name.
    pub names: Vec<Text>,
}

/// Where the object has to live.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RuleScope {
    #[default]
    All,
    Cluster,
    Namespaced,
    /// A word that is no scope matches nothing.
    None,
}

impl Rule {
    #[must_use]
    pub fn read(rule: &Value) -> Rule {
        let texts = |name: &str| -> Vec<Text> {
            let list = rule.get(name).and_then(Value::as_list);
            let texts = list.into_iter().flatten().filter_map(Value::as_str);
            texts.map(Text::new).collect()
        };
        Rule {
            operations: texts("operations"),
            groups: texts("apiGroups"),
            versions: texts("apiVersions"),
            resources: texts("resources"),
            scope: match rule.str_at(&["scope"]) {
                "" | "*" => RuleScope::All,
                "Cluster" => RuleScope::Cluster,
                "Namespaced" => RuleScope::Namespaced,
                _ => RuleScope::None,
            },
            names: texts("resourceNames"),
        }
    }

    /// Whether the rule is about a request, taken as one for this version of its resource. Names are
    /// another test.
    #[must_use]
    pub fn matches(&self, request: &Request, resource: &Gvr) -> bool {
        self.scope.holds(request, resource)
            && lists(&self.operations, request.operation.as_str())
            && lists(&self.groups, &resource.group)
            && lists(&self.versions, &resource.version)
            && self
                .resources
                .iter()
                .any(|pattern| matches_resource(pattern, &resource.resource, &request.subresource))
    }

    /// Whether the name of the object is one of those that are listed.
    #[must_use]
    pub fn names_match(&self, request: &Request, test: NameTest) -> bool {
        if self.names.is_empty() || self.names.contains(&request.name) {
            return true;
        }
        match test {
            NameTest::Name => false,
            NameTest::NameOrBeginning => {
                let beginning = request
                    .subject()
                    .map_or("", |object| object.str_at(&["metadata", "generateName"]));
                let is_nameless = request.name.is_empty()
                    && request
                        .subject()
                        .is_none_or(|object| resource::name(object).is_empty());
                is_nameless
                    && self
                        .names
                        .iter()
                        .any(|name| !beginning.is_empty() && beginning.starts_with(name.as_str()))
            }
        }
    }
}

impl RuleScope {
    fn holds(self, request: &Request, resource: &Gvr) -> bool {
        let is_namespace =
            resource.group.is_empty() && resource.version == "v1" && resource.resource == "namespaces";
        match self {
            RuleScope::All => true,
            RuleScope::Namespaced => !is_namespace && !request.namespace.is_empty(),
            RuleScope::Cluster => is_namespace || request.namespace.is_empty(),
            RuleScope::None => false,
        }
    }
}

fn lists(words: &[Text], word: &str) -> bool {
    words.iter().any(|listed| listed == "*" || listed == word)
}

fn matches_resource(pattern: &str, resource: &str, subresource: &str) -> bool {
    let (of_resource, of_subresource) = pattern.split_once('/').unwrap_or((pattern, ""));
    (of_resource == "*" || of_resource == resource)
        && (of_subresource == "*" || of_subresource == subresource)
}
