//! What a run is given besides policies and objects: values, user, labels of namespaces (command line
//! reference A6.1, A6.7). Paths are split, names are looked up once, before the first object.

use std::collections::HashMap;

use sekisho_classic::RuleValue;
use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::{Answer, Facts, Gvk, Question, User, Verb};
use sekisho_parser::cli_kinds::{UserInfo, Values};

use crate::outcome::Stop;

/// Values, user and namespaces of a run.
#[derive(Debug, Clone, Default)]
pub struct Given {
    pub user: Option<User>,
    /// Objects that bindings of policies may give as parameters, in the order in which they were read.
    pub params: Vec<Value>,
    /// Objects that rules for existing objects may change: those that are judged and those that are only given
    /// as targets, with numbers as written, in the order in which they were read.
    pub targets: Vec<Value>,
    /// Those of them that are only given as targets: policies with CEL change no others (CEL policies
    /// reference §7.6).
    pub only_targets: Vec<Value>,
    /// For all objects.
    global: Vec<Setting>,
    /// For objects by policy and name.
    of_objects: HashMap<Text, HashMap<Text, Vec<Setting>>>,
    /// Of the command line.
    set: Vec<Setting>,
    /// For single rules, by policy.
    of_rules: HashMap<Text, Vec<RuleValue>>,
    /// Labels by namespace.
    labels: HashMap<Text, Value>,
    /// Namespaces as objects, by name.
    namespaces: HashMap<Text, Value>,
    /// By the kind of a subresource: the kind it belongs to, and its name.
    parents: HashMap<Text, (Gvk, Text)>,
}

/// One value and where it goes.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    key: Text,
    pub(crate) path: Vec<Text>,
    pub(crate) value: Value,
}

/// The values for a policy and an object, later ones winning: global, of the object, of the command line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings<'g> {
    global: &'g [Setting],
    own: &'g [Setting],
    set: &'g [Setting],
}

impl Given {
    /// Takes a Values file apart. Values of the command line, `set`, are dotted paths and texts; they win
    /// over the file.
    #[must_use]
    pub fn new(values: Option<&Values>, set: &[(Text, Value)], user: Option<User>) -> Given {
        let mut given = Given {
            user,
            set: set.iter().map(|(key, value)| Setting::new(key, value)).collect(),
            ..Given::default()
        };
        if let Some(values) = values {
            given.take(values);
        }
        given
    }

    fn take(&mut self, values: &Values) {
        self.global = settings(&values.global_values);
        for policy in &values.policies {
            let name = &policy.name.value;
            for object in &policy.resources {
                let objects = self.of_objects.entry(name.clone()).or_default();
                let own = objects.entry(object.name.value.clone()).or_default();
                own.append(&mut settings(&object.values));
            }
            for rule in &policy.rules {
                let of_rules = self.of_rules.entry(name.clone()).or_default();
                let mut push = |key: &str, value: &Value| {
                    of_rules.push(RuleValue {
                        rule: rule.name.value.clone(),
                        path: split_path(key),
                        value: value.clone(),
                    });
                };
                for (key, value) in &rule.values {
                    push(key, value);
                }
                for (key, list) in &rule.foreach_values {
                    // Nobody counts: the first item is used for every element.
                    if let Some(first) = list.as_list().and_then(|list| list.first()) {
                        push(key, first);
                    }
                }
            }
        }
        // Of two selectors of one namespace the last counts, of two objects the first, and it goes before
        // selectors.
        for entry in &values.namespace_selector {
            let name = &entry.name.value;
            self.labels.insert(name.clone(), entry.labels.clone());
            let object = sekisho_kubernetes::cel::known_namespace(name, entry.labels.clone());
            self.namespaces.insert(name.clone(), object);
        }
        for object in values.namespaces.iter().rev() {
            let labels = object.at(&["metadata", "labels"]).cloned().unwrap_or_default();
            let name = Text::new(object.str_at(&["metadata", "name"]));
            self.labels.insert(name.clone(), labels);
            self.namespaces.insert(name, object.clone());
        }
        for mapping in values.subresources.iter().rev() {
            let parent = &mapping.parent_resource;
            let gvk = Gvk::new(
                parent.str_at(&["group"]),
                parent.str_at(&["version"]),
                parent.str_at(&["kind"]),
            );
            let name = mapping.subresource.str_at(&["name"]);
            let name = Text::new(name.rsplit('/').next().unwrap_or(name));
            self.parents
                .insert(Text::new(mapping.subresource.str_at(&["kind"])), (gvk, name));
        }
    }

    /// The values for a policy and an object; names are compared without namespaces.
    pub(crate) fn settings(&self, policy: &str, object: &str) -> Settings<'_> {
        let own = self
            .of_objects
            .get(policy)
            .and_then(|objects| objects.get(object));
        Settings {
            global: &self.global,
            own: own.map(Vec::as_slice).unwrap_or_default(),
            set: &self.set,
        }
    }

    /// The values for single rules of a policy.
    pub(crate) fn rule_values(&self, policy: &str) -> &[RuleValue] {
        let values = self.of_rules.get(policy);
        values.map(Vec::as_slice).unwrap_or_default()
    }

    /// Labels of a namespace as they are given, else as the world knows them; null when nothing is known of
    /// it.
    #[must_use]
    pub fn namespace_labels(&self, namespace: &str, facts: &dyn Facts) -> Value {
        match self.given_labels(namespace) {
            Some(labels) => labels.clone(),
            None => labels_of(namespace, facts),
        }
    }

    /// Labels of a namespace as they are given.
    #[must_use]
    pub fn given_labels(&self, namespace: &str) -> Option<&Value> {
        self.labels.get(namespace).filter(|labels| !labels.is_null())
    }

    /// What is said of a namespace, as an object.
    #[must_use]
    pub fn namespace_object(&self, namespace: &str) -> Option<&Value> {
        self.namespaces.get(namespace)
    }

    /// The operation that policies with CEL see, which only global values decide.
    pub(crate) fn operation(&self) -> Result<Verb, Stop> {
        let setting = self
            .global
            .iter()
            .rfind(|setting| setting.key == "request.operation");
        let Some(setting) = setting else {
            return Ok(Verb::Create);
        };
        let text = setting.value.as_str().unwrap_or_default();
        Verb::parse(text).ok_or_else(|| Stop::Operation(text.to_owned()))
    }

    /// The kind and the subresource a resource stands for, when the values say that its kind is that of a
    /// subresource.
    pub(crate) fn parent_of(&self, kind: &Gvk) -> Option<(Gvk, Text)> {
        self.parents.get(&kind.kind).cloned()
    }
}

impl Setting {
    fn new(key: &str, value: &Value) -> Setting {
        Setting {
            key: Text::new(key),
            path: split_path(key),
            value: value.clone(),
        }
    }
}

fn settings(map: &Map) -> Vec<Setting> {
    map.iter().map(|(key, value)| Setting::new(key, value)).collect()
}

impl<'g> Settings<'g> {
    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = &'g Setting> {
        self.global.iter().chain(self.own).chain(self.set)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }

    /// Whether every policy has these values for the object.
    pub(crate) fn is_shared(self) -> bool {
        self.own.is_empty()
    }

    /// The operation that values ask for; any other text leaves it as it is.
    pub(crate) fn operation(self) -> Option<Verb> {
        let setting = self.iter().rfind(|setting| setting.key == "request.operation")?;
        Verb::parse(setting.value.as_str()?).filter(|verb| matches!(verb, Verb::Update | Verb::Delete))
    }

    /// Whether a value may change the object itself.
    pub(crate) fn changes_object(self) -> bool {
        self.iter().any(|setting| {
            setting.key.starts_with("request.object") || setting.key.starts_with("request.oldObject")
        })
    }
}

/// Labels of a namespace as the world knows them; null when nothing is known of it.
pub(crate) fn labels_of(namespace: &str, facts: &dyn Facts) -> Value {
    if namespace.is_empty() {
        return Value::Null;
    }
    match facts.ask(&Question::Namespace { name: namespace }) {
        Answer::Is(object) => object.at(&["metadata", "labels"]).cloned().unwrap_or_default(),
        Answer::Absent | Answer::Failed(_) | Answer::Unknown => Value::Null,
    }
}

/// The parts of a dotted path; double quotes protect a part.
fn split_path(path: &str) -> Vec<Text> {
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
    use sekisho_diagnostics::Sources;
    use sekisho_document::yaml::{self, Limits};
    use sekisho_document::{Numbers, Text, Value};
    use sekisho_kubernetes::Verb;
    use sekisho_parser::cli_kinds::decode_values;

    use super::{Given, split_path};

    const VALUES: &str = "
apiVersion: cli.kyverno.io/v1alpha1
kind: Values
globalValues: {a: global, request.operation: DELETE}
policies:
- name: pol
  resources:
  - {name: pod, values: {a: own}}
  - {name: pod, values: {request.object.x: 1}}
  rules:
  - {name: rule, values: {r.s: t}, foreachValues: {e: [first, second], none: []}}
namespaceSelector:
- {name: both, labels: {from: selector}}
- {name: twice, labels: {from: first}}
- {name: twice, labels: {from: last}}
namespaces:
- {metadata: {name: both, labels: {from: object}}}
- {metadata: {name: both, labels: {from: second}}}
";

    fn given() -> Given {
        let source = Sources::new().add("values.yaml", VALUES);
        let range = 0..VALUES.len();
        let tree = yaml::read_tree(&source, range, &Limits::DEFAULT, Numbers::AsWritten).unwrap();
        let values = decode_values(tree.output).output.content.unwrap();
        Given::new(Some(&values), &[(Text::new("a.b"), Value::from("set"))], None)
    }

    #[test]
    fn later_values_come_last() {
        let given = given();
        let keys = |policy: &str, object: &str| -> Vec<String> {
            let settings = given.settings(policy, object).iter();
            settings
                .map(|setting| format!("{}={:?}", setting.path.join("/"), setting.value.as_str()))
                .collect()
        };
        let global = ["a=Some(\"global\")", "request/operation=Some(\"DELETE\")"];
        let set = "a/b=Some(\"set\")";
        assert_eq!(keys("other", "pod"), [global[0], global[1], set]);
        let own = ["a=Some(\"own\")", "request/object/x=None"];
        assert_eq!(keys("pol", "pod"), [global[0], global[1], own[0], own[1], set]);
        let (shared, own) = (given.settings("pol", "other"), given.settings("pol", "pod"));
        assert_eq!((shared.is_shared(), own.is_shared()), (true, false));
        assert_eq!((shared.changes_object(), own.changes_object()), (false, true));
        assert_eq!(shared.operation(), Some(Verb::Delete));
        assert!(Given::default().settings("pol", "pod").is_empty());
    }

    #[test]
    fn values_of_rules_and_labels_are_looked_up_by_name() {
        let given = given();
        let rules = given.rule_values("pol").iter();
        let rules: Vec<String> = rules
            .map(|value| {
                format!(
                    "{} {} {:?}",
                    value.rule,
                    value.path.join("/"),
                    value.value.as_str()
                )
            })
            .collect();
        assert_eq!(rules, ["rule r/s Some(\"t\")", "rule e Some(\"first\")"]);
        assert!(given.rule_values("other").is_empty());
        for (namespace, expected) in [("both", Some("object")), ("twice", Some("last")), ("none", None)] {
            let labels = given.given_labels(namespace);
            assert_eq!(labels.map(|labels| labels.str_at(&["from"])), expected);
        }
    }

    #[test]
    fn quotes_protect_dots_in_a_path() {
        assert_eq!(split_path("request.mode"), ["request", "mode"]);
        assert_eq!(split_path("a.\"b.c/d\".e"), ["a", "b.c/d", "e"]);
        assert_eq!(split_path("\"x.y\""), ["x.y"]);
    }
}
