//! A CustomResourceDefinition: what it adds to the kinds of a server.

use sekisho_diagnostics::{Diagnosed, Diagnostic};
use sekisho_document::{Text, Value};

use super::{Action, Actions, ApiResource, Origin, Scope, Subresource};
use crate::Gvk;

/// A custom kind in all its versions.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    pub group: Text,
    pub kind: Text,
    pub plural: Text,
    pub singular: Text,
    pub short_names: Box<[Text]>,
    pub categories: Box<[Text]>,
    pub scope: Scope,
    /// In the order they are written.
    pub versions: Vec<DefinitionVersion>,
}

/// One version of a custom kind.
#[derive(Debug, Clone, PartialEq)]
pub struct DefinitionVersion {
    pub name: Text,
    pub served: bool,
    pub storage: bool,
    /// `openAPIV3Schema`; null when the version has none.
    pub schema: Value,
    /// Whether `status` is a subresource.
    pub status: bool,
    /// Whether `scale` is a subresource.
    pub scale: bool,
}

impl Definition {
    /// Whether an object is a CustomResourceDefinition, of whatever version.
    #[must_use]
    pub fn is_one(object: &Value) -> bool {
        let kind = Gvk::of(object);
        kind.group == "apiextensions.k8s.io" && kind.kind == "CustomResourceDefinition"
    }

    /// Reads a definition of `apiextensions.k8s.io/v1` or `v1beta1`. Nothing comes out when group, kind,
    /// plural, scope or every version is missing.
    #[must_use]
    pub fn read(object: &Value) -> Diagnosed<Option<Definition>> {
        let mut diagnostics = Vec::new();
        let output = read(object, &mut diagnostics);
        Diagnosed { output, diagnostics }
    }

    /// The resources of the served versions, the newest stable version first.
    pub(super) fn served(&self) -> Vec<ApiResource> {
        let mut served: Vec<&DefinitionVersion> =
            self.versions.iter().filter(|version| version.served).collect();
        served.sort_by_key(|version| age(&version.name));
        served.into_iter().map(|version| self.resource(version)).collect()
    }

    fn resource(&self, version: &DefinitionVersion) -> ApiResource {
        let all = Action::ALL
            .into_iter()
            .filter(|action| *action != Action::Connect);
        let part: Actions = [Action::Get, Action::Update, Action::Patch].into_iter().collect();
        let scale = version.scale.then(|| Subresource {
            name: Text::from("scale"),
            kind: Gvk::new("autoscaling", "v1", "Scale"),
            actions: part,
        });
        let status = version.status.then(|| Subresource {
            name: Text::from("status"),
            kind: Gvk::new(&self.group, &version.name, &self.kind),
            actions: part,
        });
        ApiResource {
            group: self.group.clone(),
            version: version.name.clone(),
            kind: self.kind.clone(),
            plural: self.plural.clone(),
            singular: self.singular.clone(),
            short_names: self.short_names.clone(),
            categories: self.categories.clone(),
            scope: self.scope,
            actions: all.collect(),
            subresources: scale.into_iter().chain(status).collect(),
            origin: Origin::Definition,
        }
    }
}

fn read(object: &Value, diagnostics: &mut Vec<Diagnostic>) -> Option<Definition> {
    let mut required = |path: &[&str]| {
        let text = object.str_at(path);
        if text.is_empty() {
            let message = format!("CustomResourceDefinition has no `{}`", path.join("."));
            diagnostics.push(Diagnostic::error("invalid-definition", message));
        }
        Text::new(text)
    };
    let group = required(&["spec", "group"]);
    let kind = required(&["spec", "names", "kind"]);
    let plural = required(&["spec", "names", "plural"]);
    let scope_text = required(&["spec", "scope"]);
    let scope = match scope_text.as_str() {
        "Namespaced" => Some(Scope::Namespaced),
        "Cluster" => Some(Scope::Cluster),
        "" => None,
        other => {
            let message = format!("expected `Namespaced` or `Cluster` at `spec.scope`, found `{other}`");
            diagnostics.push(Diagnostic::error("invalid-definition", message));
            None
        }
    };
    let versions = versions(object);
    if versions.is_empty() {
        let message = "CustomResourceDefinition has no `spec.versions`";
        diagnostics.push(Diagnostic::error("invalid-definition", message));
    }
    let scope = scope.filter(|_| diagnostics.is_empty())?;
    // The server fills in the kind in lower case (schema reference §4.1, CRD).
    let singular = match object.str_at(&["spec", "names", "singular"]) {
        "" => Text::from(kind.to_lowercase()),
        singular => Text::new(singular),
    };
    Some(Definition {
        short_names: texts(object.at(&["spec", "names", "shortNames"])),
        categories: texts(object.at(&["spec", "names", "categories"])),
        group,
        kind,
        plural,
        singular,
        scope,
        versions,
    })
}

/// The versions. In v1beta1 the schema and the subresources of all versions may stand beside them, and a
/// single version may be given as `spec.version`.
fn versions(object: &Value) -> Vec<DefinitionVersion> {
    let spec = object.get("spec").unwrap_or(&Value::Null);
    let listed = spec.get("versions").and_then(Value::as_list);
    let read = |version: &Value| {
        let common_or_own = |path: &[&str]| version.at(path).or_else(|| spec.at(path));
        let schema = version
            .at(&["schema", "openAPIV3Schema"])
            .or_else(|| spec.at(&["validation", "openAPIV3Schema"]));
        DefinitionVersion {
            name: Text::new(version.str_at(&["name"])),
            served: version.get("served").and_then(Value::as_bool).unwrap_or(false),
            storage: version.get("storage").and_then(Value::as_bool).unwrap_or(false),
            schema: schema.cloned().unwrap_or_default(),
            status: common_or_own(&["subresources", "status"]).is_some(),
            scale: common_or_own(&["subresources", "scale"]).is_some(),
        }
    };
    let versions: Vec<DefinitionVersion> = listed
        .into_iter()
        .flatten()
        .map(read)
        .filter(|version| !version.name.is_empty())
        .collect();
    let single = spec.str_at(&["version"]);
    if !versions.is_empty() || single.is_empty() {
        return versions;
    }
    let mut version = read(&Value::Null);
    version.name = Text::new(single);
    version.served = true;
    version.storage = true;
    vec![version]
}

fn texts(value: Option<&Value>) -> Box<[Text]> {
    value
        .and_then(Value::as_list)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(Text::new)
        .collect()
}

/// A key that sorts versions as servers prefer them: stable before beta before alpha, higher numbers first,
/// then names of any other form in their own order.
fn age(version: &str) -> (u8, std::cmp::Reverse<(u32, u32)>, Text) {
    let parsed = version.strip_prefix('v').and_then(|rest| {
        let (stage, major, minor) = if let Some((major, minor)) = rest.split_once("alpha") {
            (2, major, minor)
        } else if let Some((major, minor)) = rest.split_once("beta") {
            (1, major, minor)
        } else {
            (0, rest, "0")
        };
        Some((stage, (major.parse().ok()?, minor.parse().ok()?)))
    });
    match parsed {
        Some((stage, numbers)) => (stage, std::cmp::Reverse(numbers), Text::default()),
        None => (3, std::cmp::Reverse((0, 0)), Text::new(version)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_sort_as_servers_prefer_them() {
        let mut names = [
            "foo10",
            "v1alpha1",
            "v2beta1",
            "foo1",
            "v1",
            "v10",
            "v2beta2",
            "v11alpha2",
        ];
        names.sort_by_key(|name| age(name));
        assert_eq!(
            names,
            [
                "v10",
                "v1",
                "v2beta2",
                "v2beta1",
                "v11alpha2",
                "v1alpha1",
                "foo1",
                "foo10"
            ]
        );
    }
}
