//! Reading and writing the AdmissionReview that carries a request (`admission.k8s.io` v1 and v1beta1).

use sekisho_diagnostics::{Diagnosed, Diagnostic};
use sekisho_document::{List, Map, Text, Value};

use crate::{Gvk, Gvr, Request, Requested, User, Verb};

/// The group of AdmissionReview.
const GROUP: &str = "admission.k8s.io";

/// A request and the version of the review it came in: the answer has to have the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    pub version: ReviewVersion,
    pub request: Request,
}

/// The versions of AdmissionReview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReviewVersion {
    V1,
    V1Beta1,
}

impl ReviewVersion {
    #[must_use]
    pub fn api_version(self) -> &'static str {
        match self {
            ReviewVersion::V1 => "admission.k8s.io/v1",
            ReviewVersion::V1Beta1 => "admission.k8s.io/v1beta1",
        }
    }
}

impl Review {
    /// Reads an AdmissionReview, or the bare `request` of one. Unknown fields are left alone, as the
    /// API machinery leaves them; fields of a wrong type are errors, all of which are reported.
    #[must_use]
    pub fn read(document: &Value) -> Diagnosed<Option<Review>> {
        let mut reader = Reader {
            diagnostics: Vec::new(),
        };
        let review = reader.review(document);
        let review = review.filter(|_| reader.diagnostics.is_empty());
        Diagnosed {
            output: review,
            diagnostics: reader.diagnostics,
        }
    }
}

impl Request {
    /// The request as the API server sends it in a v1 review: `object` and `oldObject` are null when
    /// absent; empty names are left out (admission reference §1.10).
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = self.told();
        map.insert("uid", Value::from(self.uid.clone()));
        map.insert("object", self.object.clone().unwrap_or_default());
        map.insert("oldObject", self.old_object.clone().unwrap_or_default());
        Value::Map(map)
    }

    /// The same with an empty id and null for the objects.
    pub(crate) fn told(&self) -> Map {
        let mut map = Map::with_capacity(15);
        map.insert("uid", Value::from(""));
        map.insert("kind", kind_value(&self.kind));
        map.insert("resource", resource_value(&self.resource));
        insert_text(&mut map, "subResource", &self.subresource);
        map.insert("requestKind", kind_value(self.requested_kind()));
        map.insert("requestResource", resource_value(self.requested_resource()));
        insert_text(&mut map, "requestSubResource", self.requested_subresource());
        insert_text(&mut map, "name", &self.name);
        insert_text(&mut map, "namespace", &self.namespace);
        map.insert("operation", Value::from(self.operation.as_str()));
        let user = self.user.as_ref();
        map.insert(
            "userInfo",
            user.map_or_else(|| Value::Map(Map::new()), User::to_value),
        );
        map.insert("object", Value::Null);
        map.insert("oldObject", Value::Null);
        map.insert("dryRun", Value::Bool(self.dry_run));
        map.insert("options", self.options.clone());
        map
    }
}

impl User {
    /// The user as `userInfo`: `username`, `uid`, `groups`, `extra`, each left out when empty.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::with_capacity(4);
        insert_text(&mut map, "username", &self.name);
        insert_text(&mut map, "uid", &self.uid);
        if !self.groups.is_empty() {
            map.insert("groups", texts_value(&self.groups));
        }
        if !self.extra.is_empty() {
            let extra: Map = self
                .extra
                .iter()
                .map(|(key, values)| (key.clone(), texts_value(values)))
                .collect();
            map.insert("extra", Value::Map(extra));
        }
        Value::Map(map)
    }
}

fn kind_value(kind: &Gvk) -> Value {
    let entries = [
        ("group", &kind.group),
        ("version", &kind.version),
        ("kind", &kind.kind),
    ];
    Value::Map(
        entries
            .into_iter()
            .map(|(key, text)| (key, Value::from(text.clone())))
            .collect(),
    )
}

fn resource_value(resource: &Gvr) -> Value {
    let entries = [
        ("group", &resource.group),
        ("version", &resource.version),
        ("resource", &resource.resource),
    ];
    Value::Map(
        entries
            .into_iter()
            .map(|(key, text)| (key, Value::from(text.clone())))
            .collect(),
    )
}

fn texts_value(texts: &[Text]) -> Value {
    Value::List(texts.iter().cloned().map(Value::from).collect::<List>())
}

fn insert_text(map: &mut Map, key: &str, text: &str) {
    if !text.is_empty() {
        map.insert(key, Value::from(text));
    }
}

struct Reader {
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn review(&mut self, document: &Value) -> Option<Review> {
        if document.as_map().is_none() {
            let found = document.kind().with_article();
            return self.fault(format!("expected an AdmissionReview, found {found}"));
        }
        // In a bare request `kind` is a map; in a review it is the word.
        if matches!(document.get("kind"), Some(Value::Map(_))) {
            let request = self.request(document, "")?;
            let version = ReviewVersion::V1;
            return Some(Review { version, request });
        }
        let gvk = Gvk::of(document);
        let version = match (gvk.group.as_str(), gvk.version.as_str(), gvk.kind.as_str()) {
            (GROUP, "v1", "AdmissionReview") => ReviewVersion::V1,
            (GROUP, "v1beta1", "AdmissionReview") => ReviewVersion::V1Beta1,
            _ => {
                let found = format!("`{}` `{}`", document.str_at(&["apiVersion"]), gvk.kind);
                return self.fault(format!(
                    "expected `admission.k8s.io/v1` `AdmissionReview`, found {found}"
                ));
            }
        };
        match document.get("request") {
            Some(request @ Value::Map(_)) => {
                let request = self.request(request, "request.")?;
                Some(Review { version, request })
            }
            None | Some(Value::Null) => self.fault("AdmissionReview has no `request`"),
            Some(other) => self.mistyped("request", "a map", other),
        }
    }

    fn request(&mut self, request: &Value, path: &str) -> Option<Request> {
        let kind = self.kind(request, path, "kind");
        let resource = self.resource(request, path, "resource");
        let subresource = self.text(request, path, "subResource");
        let requested = Requested {
            kind: if is_present(request, "requestKind") {
                self.kind(request, path, "requestKind")?
            } else {
                kind.clone()?
            },
            resource: if is_present(request, "requestResource") {
                self.resource(request, path, "requestResource")?
            } else {
                resource.clone()?
            },
            subresource: self.text(request, path, "requestSubResource"),
        };
        let (kind, resource) = (kind?, resource?);
        let has_requested = is_present(request, "requestKind") || is_present(request, "requestResource");
        let differs =
            requested.kind != kind || requested.resource != resource || requested.subresource != subresource;
        Some(Request {
            uid: self.text(request, path, "uid"),
            operation: self.operation(request, path)?,
            kind,
            resource,
            subresource,
            requested: (has_requested && differs).then_some(requested),
            name: self.text(request, path, "name"),
            namespace: self.text(request, path, "namespace"),
            object: self.object(request, path, "object"),
            old_object: self.object(request, path, "oldObject"),
            options: self.object(request, path, "options").unwrap_or_default(),
            dry_run: self.boolean(request, path, "dryRun"),
            user: self.user(request, path),
        })
    }

    fn kind(&mut self, request: &Value, path: &str, key: &str) -> Option<Gvk> {
        let value = self.required_map(request, path, key)?;
        let path = format!("{path}{key}.");
        Some(Gvk {
            group: self.text(value, &path, "group"),
            version: self.text(value, &path, "version"),
            kind: self.text(value, &path, "kind"),
        })
    }

    fn resource(&mut self, request: &Value, path: &str, key: &str) -> Option<Gvr> {
        let value = self.required_map(request, path, key)?;
        let path = format!("{path}{key}.");
        Some(Gvr {
            group: self.text(value, &path, "group"),
            version: self.text(value, &path, "version"),
            resource: self.text(value, &path, "resource"),
        })
    }

    fn operation(&mut self, request: &Value, path: &str) -> Option<Verb> {
        let text = self.text(request, path, "operation");
        let verb = Verb::parse(&text);
        if verb.is_none() && self.diagnostics.is_empty() {
            return self.fault(format!(
                "expected `CREATE`, `UPDATE`, `DELETE` or `CONNECT` at `{path}operation`, found `{text}`"
            ));
        }
        verb
    }

    fn user(&mut self, request: &Value, path: &str) -> Option<User> {
        let value = match request.get("userInfo")? {
            Value::Null => return None,
            value @ Value::Map(_) => value,
            other => return self.mistyped(&format!("{path}userInfo"), "a map", other),
        };
        let path = format!("{path}userInfo.");
        let mut extra = Vec::new();
        match value.get("extra") {
            None | Some(Value::Null) => {}
            Some(Value::Map(map)) => {
                for key in map.keys() {
                    let path = format!("{path}extra.");
                    extra.push((key.clone(), self.texts(map.get(key), &path, key)));
                }
            }
            Some(other) => {
                self.mistyped::<()>(&format!("{path}extra"), "a map", other);
            }
        }
        let user = User {
            name: self.text(value, &path, "username"),
            uid: self.text(value, &path, "uid"),
            groups: self.texts(value.get("groups"), &path, "groups"),
            extra,
            roles: Vec::new(),
            cluster_roles: Vec::new(),
        };
        (!user.is_empty()).then_some(user)
    }

    fn required_map<'v>(&mut self, request: &'v Value, path: &str, key: &str) -> Option<&'v Value> {
        match request.get(key) {
            Some(value @ Value::Map(_)) => Some(value),
            None | Some(Value::Null) => self.fault(format!("admission request has no `{path}{key}`")),
            Some(other) => self.mistyped(&format!("{path}{key}"), "a map", other),
        }
    }

    fn object(&mut self, request: &Value, path: &str, key: &str) -> Option<Value> {
        match request.get(key)? {
            Value::Null => None,
            value @ Value::Map(_) => Some(value.clone()),
            other => self.mistyped(&format!("{path}{key}"), "a map", other),
        }
    }

    fn text(&mut self, map: &Value, path: &str, key: &str) -> Text {
        match map.get(key) {
            None | Some(Value::Null) => Text::default(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => self
                .mistyped(&format!("{path}{key}"), "a string", other)
                .unwrap_or_default(),
        }
    }

    fn texts(&mut self, value: Option<&Value>, path: &str, key: &str) -> Vec<Text> {
        match value {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::List(list)) => list
                .iter()
                .filter_map(|item| match item {
                    Value::String(text) => Some(text.clone()),
                    other => self.mistyped(&format!("{path}{key}"), "a list of strings", other),
                })
                .collect(),
            Some(other) => self
                .mistyped(&format!("{path}{key}"), "a list of strings", other)
                .unwrap_or_default(),
        }
    }

    fn boolean(&mut self, map: &Value, path: &str, key: &str) -> bool {
        match map.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(value)) => *value,
            Some(other) => self
                .mistyped(&format!("{path}{key}"), "a boolean", other)
                .unwrap_or_default(),
        }
    }

    fn mistyped<T>(&mut self, path: &str, expected: &str, found: &Value) -> Option<T> {
        let found = found.kind().with_article();
        self.fault(format!("expected {expected} at `{path}`, found {found}"))
    }

    fn fault<T>(&mut self, message: impl Into<String>) -> Option<T> {
        self.diagnostics
            .push(Diagnostic::error("invalid-review", message));
        None
    }
}

fn is_present(map: &Value, key: &str) -> bool {
    !map.get(key).is_none_or(Value::is_null)
}

#[cfg(test)]
mod tests;
