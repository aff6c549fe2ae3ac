//! Views of a resource: what stands in the places every Kubernetes object has, and lists taken apart.

use std::fmt;

use sekisho_document::{List, Map, Text, Value};

use crate::{Gvk, Kinds};

/// `apiVersion`; empty when there is none. Group and version apart: [`Gvk::of`].
#[must_use]
pub fn api_version(object: &Value) -> &str {
    object.str_at(&["apiVersion"])
}

/// `kind`; empty when there is none.
#[must_use]
pub fn kind(object: &Value) -> &str {
    object.str_at(&["kind"])
}

/// `metadata.name`; empty when there is none.
#[must_use]
pub fn name(object: &Value) -> &str {
    object.str_at(&["metadata", "name"])
}

/// The name that selection by name looks at: `generateName` where there is no name yet.
#[must_use]
pub fn name_or_generate_name(object: &Value) -> &str {
    match name(object) {
        "" => object.str_at(&["metadata", "generateName"]),
        name => name,
    }
}

/// `metadata.namespace`; empty when there is none.
#[must_use]
pub fn namespace(object: &Value) -> &str {
    object.str_at(&["metadata", "namespace"])
}

#[must_use]
pub fn labels(object: &Value) -> Labels<'_> {
    Labels::of(object.at(&["metadata", "labels"]))
}

#[must_use]
pub fn annotations(object: &Value) -> Labels<'_> {
    Labels::of(object.at(&["metadata", "annotations"]))
}

/// Labels or annotations of an object: texts by key. The API machinery reads null as the empty text, and
/// takes the whole map for absent as soon as one value is of another type.
#[derive(Debug, Clone, Copy, Default)]
pub struct Labels<'a>(
    // INVARIANT: every value is a string or null.
    Option<&'a Map>,
);

impl<'a> Labels<'a> {
    #[must_use]
    pub fn of(value: Option<&'a Value>) -> Labels<'a> {
        let map = value.and_then(Value::as_map);
        let is_text = |value: &Value| matches!(value, Value::String(_) | Value::Null);
        Labels(map.filter(|map| map.values().all(is_text)))
    }

    #[must_use]
    pub fn get(self, key: &str) -> Option<&'a str> {
        Some(self.0?.get(key)?.as_str().unwrap_or_default())
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_none_or(Map::is_empty)
    }

    pub fn iter(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let entries = self.0.into_iter().flatten();
        entries.map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default()))
    }
}

/// What tells one object of a cluster from all others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    pub kind: Gvk,
    pub namespace: Text,
    pub name: Text,
}

#[must_use]
pub fn identity(object: &Value) -> Identity {
    Identity {
        kind: Gvk::of(object),
        namespace: Text::new(namespace(object)),
        name: Text::new(name(object)),
    }
}

impl fmt::Display for Identity {
    /// `Deployment shop/web`, `Namespace shop`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.namespace.is_empty() {
            return write!(f, "{} {}", self.kind.kind, self.name);
        }
        write!(f, "{} {}/{}", self.kind.kind, self.namespace, self.name)
    }
}

/// Puts an object into namespace `default` when it has none and its kind is not known to be
/// cluster-scoped, as clients do (command line reference A4). Says whether it did.
pub fn settle_namespace(object: &mut Value, kinds: &Kinds) -> bool {
    let kind = Gvk::of(object);
    if !namespace(object).is_empty() || kinds.is_cluster_scoped(&kind.group, &kind.kind) {
        return false;
    }
    let Value::Map(map) = object else {
        return false;
    };
    let metadata = map.entry("metadata");
    if metadata.is_null() {
        *metadata = Value::Map(Map::new());
    }
    let Value::Map(metadata) = metadata else {
        return false;
    };
    metadata.insert("namespace", Value::from("default"));
    true
}

/// Keys whose null Kyverno's loader reads as an empty map, wherever they stand.
const MAPS: [&str; 6] = [
    "annotations",
    "data",
    "labels",
    "matchLabels",
    "nodeSelector",
    "stringData",
];

/// The object as Kyverno's command line tool loads it: null under `labels` and its like is an empty map
/// (command line reference A4). As deep as the object, whose depth is limited.
#[must_use]
pub fn settle_nulls(object: &Value) -> Value {
    settled(object).unwrap_or_else(|| object.clone())
}

/// Nothing where nothing changes, so that what stays is shared.
fn settled(value: &Value) -> Option<Value> {
    match value {
        Value::Map(map) => {
            let mut changed: Option<Map> = None;
            for (key, item) in map {
                let new = if item.is_null() && MAPS.contains(&key.as_str()) {
                    Some(Value::Map(Map::new()))
                } else {
                    settled(item)
                };
                if let Some(new) = new {
                    changed
                        .get_or_insert_with(|| map.clone())
                        .insert(key.clone(), new);
                }
            }
            changed.map(Value::Map)
        }
        Value::List(list) => {
            let mut changed: Option<List> = None;
            for (position, item) in list.iter().enumerate() {
                if let Some(new) = settled(item) {
                    let list = changed.get_or_insert_with(|| list.clone());
                    if let Some(slot) = list.edit().get_mut(position) {
                        *slot = new;
                    }
                }
            }
            changed.map(Value::List)
        }
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::UInt(_)
        | Value::Float(_)
        | Value::String(_) => None,
    }
}

/// One object taken out of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    pub object: Value,
    /// Positions in `items`, from the outermost list in; empty for the document itself.
    pub path: Vec<usize>,
}

/// The objects of a document: itself, or, when it is a list (`List`, `PodList`), its items, and theirs.
/// Items of a typed list that do not say what they are get the kind of the list. Whatever stands in a list
/// comes out, also what is no object.
#[must_use]
pub fn expand(document: &Value) -> Vec<Item> {
    let mut objects = Vec::new();
    // Lists that are not yet taken apart, the next one last, so that order stays and depth costs no stack.
    let mut waiting = vec![Item {
        object: document.clone(),
        path: Vec::new(),
    }];
    while let Some(item) = waiting.pop() {
        let Some(items) = items(&item.object) else {
            objects.push(item);
            continue;
        };
        for (position, inner) in items.iter().enumerate().rev() {
            let mut path = item.path.clone();
            path.push(position);
            let object = named_by_list(inner, &item.object);
            waiting.push(Item { object, path });
        }
    }
    objects
}

/// The items of a list. A kind whose name merely ends in `List` has a name of its own, a list has not.
fn items(object: &Value) -> Option<&List> {
    let is_list = kind(object).ends_with("List") && name(object).is_empty();
    is_list.then(|| object.get("items")?.as_list())?
}

fn named_by_list(item: &Value, list: &Value) -> Value {
    let kind = self::kind(list).strip_suffix("List").unwrap_or_default();
    let (Value::Map(map), false) = (item, kind.is_empty()) else {
        return item.clone();
    };
    if map.contains_key("kind") || map.contains_key("apiVersion") {
        return item.clone();
    }
    let own = [
        ("apiVersion", Value::from(api_version(list))),
        ("kind", Value::from(kind)),
    ];
    let own = own.into_iter().map(|(key, value)| (Text::new(key), value));
    let rest = map.iter().map(|(key, value)| (key.clone(), value.clone()));
    Value::Map(own.chain(rest).collect())
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
    fn labels_with_a_wrong_type_count_as_absent() {
        for (text, expected) in [
            (r#"{"a": "b", "c": null}"#, vec![("a", "b"), ("c", "")]),
            (r#"{"a": "b", "c": 1}"#, vec![]),
            (r#"["a"]"#, vec![]),
            ("null", vec![]),
        ] {
            let map = value(text);
            let labels = Labels::of(Some(&map));
            assert_eq!(labels.iter().collect::<Vec<_>>(), expected, "{text}");
            assert_eq!(labels.is_empty(), expected.is_empty(), "{text}");
        }
    }

    #[test]
    fn an_identity_reads_as_a_user_names_an_object() {
        let object = value(
            r#"{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}}"#,
        );
        assert_eq!(identity(&object).to_string(), "Deployment shop/web");
        let object = value(r#"{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop"}}"#);
        assert_eq!(identity(&object).to_string(), "Namespace shop");
        let object = value(r#"{"kind": "Pod", "metadata": {"generateName": "web-"}}"#);
        assert_eq!((name(&object), name_or_generate_name(&object)), ("", "web-"));
    }

    #[test]
    fn objects_without_a_namespace_go_to_default() {
        let kinds = Kinds::builtin(Version::KUBERNETES);
        for (text, expected, done) in [
            (
                r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}"#,
                "default",
                true,
            ),
            (r#"{"apiVersion": "v1", "kind": "Pod"}"#, "default", true),
            (
                r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "b"}}"#,
                "b",
                false,
            ),
            (
                r#"{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a"}}"#,
                "",
                false,
            ),
            (
                r#"{"apiVersion": "x.io/v1", "kind": "Node", "metadata": {"name": "a"}}"#,
                "default",
                true,
            ),
            (
                r#"{"apiVersion": "v1", "kind": "Pod", "metadata": "x"}"#,
                "",
                false,
            ),
        ] {
            let mut object = value(text);
            assert_eq!(settle_namespace(&mut object, &kinds), done, "{text}");
            assert_eq!(namespace(&object), expected, "{text}");
        }
    }

    #[test]
    fn nulls_that_stand_for_maps_become_maps() {
        let object =
            value(r#"{"data": null, "spec": [{"labels": null, "name": null}], "labels": {"data": null}}"#);
        let expected =
            value(r#"{"data": {}, "spec": [{"labels": {}, "name": null}], "labels": {"data": {}}}"#);
        assert_eq!(settle_nulls(&object), expected);
    }

    #[test]
    fn lists_are_taken_apart_in_order() {
        let document = value(
            r#"{"apiVersion": "v1", "kind": "List", "items": [
                {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "a"}},
                {"apiVersion": "apps/v1", "kind": "DeploymentList", "items": [{"metadata": {"name": "b"}}]},
                "stray",
                {"apiVersion": "x.io/v1", "kind": "AllowList", "metadata": {"name": "c"}, "items": []}]}"#,
        );
        let items = expand(&document);
        let paths: Vec<&[usize]> = items.iter().map(|item| item.path.as_slice()).collect();
        assert_eq!(paths, [&[0][..], &[1, 0], &[2], &[3]]);
        assert_eq!(identity(&items[1].object).to_string(), "Deployment b");
        assert_eq!(Gvk::of(&items[1].object).group, "apps");
        assert_eq!(items[2].object, Value::from("stray"));
        assert_eq!(
            expand(&items[0].object),
            [Item {
                object: items[0].object.clone(),
                path: vec![]
            }]
        );
        assert!(expand(&value(r#"{"kind": "List", "items": []}"#)).is_empty());
        assert_eq!(expand(&value(r#"{"kind": "List", "items": null}"#)).len(), 1);
    }
}
