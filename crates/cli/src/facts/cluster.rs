//! Objects that stand for a cluster: looked up, listed, and asked through paths of the API.

use std::collections::BTreeMap;

use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::resource;
use sekisho_kubernetes::{Answer, Gvk, Gvr, Kinds, Selector, join_api_version};

/// Objects by resource, in the order in which they came.
#[derive(Debug, Clone, Default)]
pub struct Cluster {
    objects: BTreeMap<Gvr, Vec<Value>>,
    count: usize,
}

impl Cluster {
    /// Adds an object; of two with one name the first stays.
    pub fn add(&mut self, object: Value, kinds: &Kinds) {
        let plural = kinds.resource_or_guess(&Gvk::of(&object));
        let known = self.objects.entry(plural).or_default();
        let (namespace, name) = (resource::namespace(&object), resource::name(&object));
        let same = |other: &Value| resource::namespace(other) == namespace && resource::name(other) == name;
        if name.is_empty() || !known.iter().any(same) {
            known.push(object);
            self.count += 1;
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[must_use]
    pub fn get(&self, resource: &Gvr, namespace: &str, name: &str) -> Option<&Value> {
        self.objects
            .get(resource)?
            .iter()
            .find(|object| resource::namespace(object) == namespace && resource::name(object) == name)
    }

    /// The objects of a resource in a namespace, of all namespaces when it is empty.
    pub fn objects_of<'c>(
        &'c self,
        resource: &Gvr,
        namespace: &'c str,
    ) -> impl Iterator<Item = &'c Value> + use<'c> {
        let objects = self.objects.get(resource).map(Vec::as_slice).unwrap_or_default();
        objects
            .iter()
            .filter(move |object| namespace.is_empty() || resource::namespace(object) == namespace)
    }

    /// A List object; an empty namespace means all, empty labels mean all.
    #[must_use]
    pub fn list(&self, resource: &Gvr, namespace: &str, labels: &str, kinds: &Kinds) -> Answer {
        let selector = match labels {
            "" => Selector::everything(),
            labels => match Selector::parse(labels) {
                Ok(selector) => selector,
                Err(cause) => return Answer::Failed(Text::from(cause.to_string())),
            },
        };
        let items: Vec<Value> = self
            .objects_of(resource, namespace)
            .filter(|object| selector.matches(resource::labels(object)))
            .cloned()
            .collect();
        let kind = match (kinds.find_resource(resource), items.first()) {
            (Some(row), _) => row.kind.to_string(),
            (None, Some(first)) => first.str_at(&["kind"]).to_owned(),
            (None, None) => String::new(),
        };
        let api_version = join_api_version(&resource.group, &resource.version);
        let fields = [
            ("apiVersion", Value::String(api_version)),
            ("kind", Value::from(format!("{kind}List"))),
            ("metadata", Value::Map(Map::new())),
            ("items", Value::List(items.into_iter().collect())),
        ];
        Answer::Is(Value::Map(fields.into_iter().collect()))
    }

    /// The objects that were given under exactly this namespace; an empty one means those without. It is no
    /// answer when nothing of the resource was given.
    #[must_use]
    pub fn list_exactly(&self, resource: &Gvr, namespace: &str) -> Answer {
        let Some(objects) = self.objects.get(resource) else {
            return Answer::Absent;
        };
        let items = objects
            .iter()
            .filter(|object| resource::namespace(object) == namespace)
            .cloned();
        let fields = [("items", Value::List(items.collect()))];
        Answer::Is(Value::Map(fields.into_iter().collect()))
    }

    /// The answer of the API server to a path; nothing when it is no path of objects, or more than reading.
    #[must_use]
    pub fn call(&self, method: &str, path: &str, kinds: &Kinds) -> Option<Answer> {
        if method != "GET" {
            return None;
        }
        let path = ApiPath::parse(path)?;
        Some(match path.name {
            "" => self.list(&path.resource, path.namespace, &path.labels, kinds),
            name => match self.get(&path.resource, path.namespace, name) {
                Some(object) => Answer::Is(object.clone()),
                None => Answer::Absent,
            },
        })
    }
}

/// Whether an answer is more than an empty list.
pub(crate) fn holds_something(answer: &Answer) -> bool {
    match answer {
        Answer::Is(object) => object
            .get("items")
            .and_then(Value::as_list)
            .is_none_or(|items| !items.is_empty()),
        Answer::Absent | Answer::Failed(_) | Answer::Unknown => false,
    }
}

/// `/apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME?labelSelector=…`, with or without its parts.
#[derive(Debug, PartialEq, Eq)]
struct ApiPath<'p> {
    resource: Gvr,
    namespace: &'p str,
    name: &'p str,
    labels: String,
}

impl<'p> ApiPath<'p> {
    fn parse(path: &'p str) -> Option<ApiPath<'p>> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let group = match parts.next()? {
            "api" => "",
            "apis" => parts.next()?,
            _ => return None,
        };
        let version = parts.next()?;
        let rest: Vec<&str> = parts.collect();
        let (namespace, plural, name) = match rest.as_slice() {
            ["namespaces", namespace, plural] => (*namespace, *plural, ""),
            ["namespaces", namespace, plural, name] => (*namespace, *plural, *name),
            [plural] => ("", *plural, ""),
            [plural, name] => ("", *plural, *name),
            _ => return None,
        };
        Some(ApiPath {
            resource: Gvr::new(group, version, plural),
            namespace,
            name,
            labels: query
                .split('&')
                .find_map(|pair| pair.strip_prefix("labelSelector="))
                .map(unescaped)
                .unwrap_or_default(),
        })
    }
}

/// A part of a query without its `%` escapes.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let hex = |byte: &u8| char::from(*byte).to_digit(16);
        match (first, after) {
            (b'%', [high, low, after @ ..]) => match (hex(high), hex(low)) {
                (Some(high), Some(low)) => {
                    bytes.extend(u8::try_from(high * 16 + low));
                    rest = after;
                }
                _ => bytes.push(b'%'),
            },
            (b'+', _) => bytes.push(b' '),
            (byte, _) => bytes.push(*byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use sekisho_document::json;
    use sekisho_kubernetes::Version;

    use super::*;

    fn value(text: &str) -> Value {
        json::read(text.as_bytes(), json::Rules::GO).unwrap()
    }

    #[test]
    fn paths_of_the_api_are_answered() {
        let kinds = Kinds::builtin(Version::KUBERNETES);
        let mut cluster = Cluster::default();
        for (namespace, name, app) in [("a", "one", "web"), ("b", "two", "db"), ("a", "one", "again")] {
            let object = format!(
                r#"{{"apiVersion": "v1", "kind": "Pod", "metadata": {{"namespace": "{namespace}", "name": "{name}", "labels": {{"app": "{app}"}}}}}}"#
            );
            cluster.add(value(&object), &kinds);
        }
        let ask = |path: &str| cluster.call("GET", path, &kinds);
        let names = |path: &str| -> Vec<String> {
            let Some(Answer::Is(list)) = ask(path) else {
                return vec!["no list".to_owned()];
            };
            assert_eq!(list.str_at(&["kind"]), "PodList");
            let items = list.get("items").and_then(Value::as_list).unwrap();
            items.iter().map(|item| resource::name(item).to_owned()).collect()
        };
        for (path, expected) in [
            ("/api/v1/pods", &["one", "two"][..]),
            ("/api/v1/namespaces/b/pods", &["two"]),
            ("/api/v1/namespaces/c/pods/", &[]),
            ("/api/v1/pods?limit=5&labelSelector=app%3Dweb", &["one"]),
        ] {
            assert_eq!(names(path), expected, "{path}");
        }
        let one = ask("/api/v1/namespaces/a/pods/one");
        assert!(
            matches!(one, Some(Answer::Is(object)) if resource::labels(&object).get("app") == Some("web"))
        );
        assert_eq!(ask("/api/v1/namespaces/b/pods/one"), Some(Answer::Absent));
        assert_eq!(ask("/healthz"), None);
        assert_eq!(cluster.call("POST", "/api/v1/pods", &kinds), None);
        assert!(matches!(
            ask("/api/v1/pods?labelSelector=!!"),
            Some(Answer::Failed(_))
        ));
    }
}
