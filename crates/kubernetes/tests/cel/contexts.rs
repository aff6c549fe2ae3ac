//! The objects and requests that recorded expressions were evaluated for, and the authorizer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sekisho_document::json::{Rules, read};
use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::{Answer, Facts, Gvk, Gvr, Question, Request, User, Verb, cel};

/// One file of the folder of objects.
pub(crate) struct Context {
    /// The objects by the name of their variable; null for those that are absent.
    pub(crate) objects: BTreeMap<&'static str, Value>,
    pub(crate) request: Request,
    /// Which of them the server holds as Go structures.
    pub(crate) typed: BTreeSet<&'static str>,
}

pub(crate) fn read_json(file: &Path) -> Value {
    read(&std::fs::read(file).unwrap(), Rules::KUBERNETES).unwrap()
}

pub(crate) fn load(folder: &Path) -> BTreeMap<String, Context> {
    let mut contexts = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let value = read_json(&path);
        if value.get("request").is_some() {
            contexts.insert(name, context(&value));
        }
    }
    contexts
}

fn context(value: &Value) -> Context {
    let object = |key: &str| value.get(key).cloned().unwrap_or(Value::Null);
    let request = request(value);
    let namespace = object("namespaceObject");
    let namespace = match namespace {
        Value::Null => Value::Null,
        namespace => cel::namespace(&namespace),
    };
    let objects = BTreeMap::from([
        ("object", object("object")),
        ("oldObject", object("oldObject")),
        ("params", object("params")),
        ("namespaceObject", namespace),
        ("request", cel::request(&request)),
    ]);
    Context {
        objects,
        request,
        typed: BTreeSet::new(),
    }
}

fn request(value: &Value) -> Request {
    let part = |path: &[&str]| Text::new(value.get("request").unwrap().str_at(path));
    let texts = |value: &Value| -> Vec<Text> {
        let items = value.as_list().unwrap().iter();
        items.map(|item| Text::new(item.as_str().unwrap())).collect()
    };
    let user = value.at(&["request", "userInfo"]).unwrap();
    let extra = user.get("extra").and_then(Value::as_map).into_iter().flatten();
    let operation = Verb::parse(&part(&["operation"])).unwrap();
    let manager = |kind: &str, manager: &str| {
        let mut options = Map::new();
        options.insert("apiVersion", Value::from("meta.k8s.io/v1"));
        options.insert("kind", Value::from(kind));
        if !manager.is_empty() {
            options.insert("fieldManager", Value::from(manager));
        }
        Value::Map(options)
    };
    Request {
        uid: Text::default(),
        operation,
        kind: Gvk::new(
            &part(&["kind", "group"]),
            &part(&["kind", "version"]),
            &part(&["kind", "kind"]),
        ),
        resource: Gvr::new(
            &part(&["resource", "group"]),
            &part(&["resource", "version"]),
            &part(&["resource", "resource"]),
        ),
        subresource: part(&["subResource"]),
        requested: None,
        name: part(&["name"]),
        namespace: part(&["namespace"]),
        object: None,
        old_object: None,
        options: match operation {
            Verb::Create => manager("CreateOptions", "kubectl-client-side-apply"),
            Verb::Update => manager("UpdateOptions", "kubectl-edit"),
            Verb::Delete => manager("DeleteOptions", ""),
            Verb::Connect => Value::Null,
        },
        dry_run: value.at(&["request", "dryRun"]) == Some(&Value::Bool(true)),
        user: Some(User {
            name: part(&["userInfo", "username"]),
            uid: part(&["userInfo", "uid"]),
            groups: user.get("groups").map(texts).unwrap_or_default(),
            extra: extra.map(|(key, values)| (key.clone(), texts(values))).collect(),
            ..User::default()
        }),
    }
}

/// The fake authorizer: the first rule that fits decides.
pub(crate) struct Authorizer(pub(crate) Value);

impl Facts for Authorizer {
    fn ask(&self, question: &Question<'_>) -> Answer {
        let Question::Authorize { user, attributes } = question else {
            return Answer::Unknown;
        };
        let rules = self.0.get("rules").and_then(Value::as_list).unwrap();
        match rules.iter().find(|rule| fits(rule, user, attributes)) {
            Some(rule) => Answer::Is(status(rule)),
            None => Answer::Absent,
        }
    }
}

fn fits(rule: &Value, user: &User, attributes: &Value) -> bool {
    let of = |key: &str| rule.str_at(&[key]);
    let is = |key: &str, value: &str| of(key) == "*" || of(key) == value;
    if of("user") != user.name {
        return false;
    }
    if let Some(path) = attributes.at(&["nonResourceAttributes"]) {
        return rule.get("path").is_some()
            && is("path", path.str_at(&["path"]))
            && is("verb", path.str_at(&["verb"]));
    }
    let attributes = attributes.get("resourceAttributes").unwrap();
    let same = |key: &str| is(key, attributes.str_at(&[key]));
    let selector = |key: &str| match attributes.at(&[key, "error"]) {
        Some(error) => is(key, &format!("error: {}", error.as_str().unwrap())),
        None => is(key, attributes.str_at(&[key, "rawSelector"])),
    };
    rule.get("path").is_none()
        && ["verb", "group", "resource", "subresource", "namespace", "name"]
            .into_iter()
            .all(same)
        && selector("fieldSelector")
        && selector("labelSelector")
}

fn status(rule: &Value) -> Value {
    let mut status = Map::new();
    status.insert("allowed", Value::Bool(rule.str_at(&["decision"]) == "allow"));
    status.insert("reason", Value::from(rule.str_at(&["reason"])));
    status.insert("evaluationError", Value::from(rule.str_at(&["error"])));
    Value::Map(status)
}
