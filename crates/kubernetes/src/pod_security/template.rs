//! Where the kinds that make Pods keep the template of them.

use sekisho_document::Value;

/// The Pod in an object.
#[derive(Debug, Clone, Copy)]
pub struct Template<'p> {
    /// Null where the object has none.
    pub metadata: &'p Value,
    pub spec: &'p Value,
}

/// The kinds with a template, sorted: group, kind, and the keys that lead to it.
const TEMPLATES: &[(&str, &str, &[&str])] = &[
    ("", "PodTemplate", &["template"]),
    ("", "ReplicationController", &["spec", "template"]),
    ("apps", "DaemonSet", &["spec", "template"]),
    ("apps", "Deployment", &["spec", "template"]),
    ("apps", "ReplicaSet", &["spec", "template"]),
    ("apps", "StatefulSet", &["spec", "template"]),
    ("batch", "CronJob", &["spec", "jobTemplate", "spec", "template"]),
    ("batch", "Job", &["spec", "template"]),
];

/// The template of Pods in an object of a kind; nothing for kinds without one, Pods among them (§5.2).
#[must_use]
pub fn template<'p>(group: &str, kind: &str, object: &'p Value) -> Option<Template<'p>> {
    let key = (group, kind);
    let found = TEMPLATES.binary_search_by(|(group, kind, _)| (*group, *kind).cmp(&key));
    let (_, _, path) = TEMPLATES.get(found.ok()?)?;
    Some(Template::of(object.at(path).unwrap_or(&Value::Null)))
}

impl<'p> Template<'p> {
    /// That of a Pod, or of something that is built like one.
    #[must_use]
    pub fn of(pod: &'p Value) -> Template<'p> {
        Template {
            metadata: pod.get("metadata").unwrap_or(&Value::Null),
            spec: pod.get("spec").unwrap_or(&Value::Null),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_sorted() {
        assert!(TEMPLATES.is_sorted());
        assert!(template("apps", "Job", &Value::Null).is_none());
        assert!(template("", "Pod", &Value::Null).is_none());
        assert!(template("batch", "Job", &Value::Null).is_some_and(|template| template.spec.is_null()));
    }
}
