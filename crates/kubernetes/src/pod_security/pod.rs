//! A Pod as the checks read it. Nothing in it is trusted: what has another type than it should is absent.

use sekisho_document::{Map, Value};

use super::Setter;

/// Metadata and specification of a Pod or of a template of Pods.
#[derive(Debug, Clone, Copy)]
pub struct Pod<'p> {
    annotations: Option<&'p Map>,
    spec: &'p Value,
    security: Option<&'p Value>,
    lists: [&'p [Value]; 3],
    sources: Sources,
}

/// What a volume is that names no source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sources {
    /// The `emptyDir` that the API server makes of it.
    Defaulted,
    /// Nothing that is known.
    AsWritten,
}

/// The lists of containers, in the order in which the checks visit them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContainerList {
    Init,
    Regular,
    Ephemeral,
}

impl ContainerList {
    pub const ALL: [ContainerList; 3] = [
        ContainerList::Init,
        ContainerList::Regular,
        ContainerList::Ephemeral,
    ];

    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            ContainerList::Init => "initContainers",
            ContainerList::Regular => "containers",
            ContainerList::Ephemeral => "ephemeralContainers",
        }
    }
}

/// One container.
#[derive(Debug, Clone, Copy)]
pub struct Container<'p> {
    pub list: ContainerList,
    pub index: usize,
    pub value: &'p Value,
}

impl<'p> Pod<'p> {
    #[must_use]
    pub fn new(metadata: &'p Value, spec: &'p Value, sources: Sources) -> Pod<'p> {
        Pod {
            annotations: metadata.get("annotations").and_then(Value::as_map),
            spec,
            security: object(spec, "securityContext"),
            lists: ContainerList::ALL.map(|list| items(spec, list.key())),
            sources,
        }
    }

    pub fn containers(&self) -> impl Iterator<Item = Container<'p>> + use<'p> {
        ContainerList::ALL
            .into_iter()
            .zip(self.lists)
            .flat_map(|(list, values)| {
                let numbered = values.iter().enumerate();
                numbered.map(move |(index, value)| Container { list, index, value })
            })
    }

    /// Names and values of the annotations.
    pub(super) fn annotations(&self) -> impl Iterator<Item = (&'p str, &'p str)> + use<'p> {
        let entries = self.annotations.into_iter().flatten();
        entries.map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default()))
    }

    /// The security context of the Pod as a whole.
    pub(super) fn security(&self) -> Option<&'p Value> {
        self.security
    }

    /// All security contexts, that of the Pod first.
    pub(super) fn contexts(&self) -> impl Iterator<Item = (Setter<'p>, &'p Value)> + use<'p> {
        let own = self.security.map(|security| (Setter::Pod, security));
        let of_containers = self
            .containers()
            .filter_map(|container| Some((container.setter(), container.security()?)));
        own.into_iter().chain(of_containers)
    }

    pub(super) fn flag(&self, key: &str) -> Option<bool> {
        flag(self.spec, key)
    }

    /// Places, names and values of the volumes.
    pub(super) fn volumes(&self) -> impl Iterator<Item = (Setter<'p>, &'p Value)> + use<'p> {
        let volumes = items(self.spec, "volumes").iter().enumerate();
        volumes.map(|(index, value)| {
            let name = text(value, "name");
            (Setter::Volume { index, name }, value)
        })
    }

    pub(super) fn sources(&self) -> Sources {
        self.sources
    }

    pub(super) fn is_windows(&self) -> bool {
        object(self.spec, "os").is_some_and(|os| text(os, "name") == "windows")
    }

    /// Whether its users are others than those of the host.
    pub(super) fn has_own_users(&self) -> bool {
        self.flag("hostUsers") == Some(false)
    }

    /// The class of its runtime; empty when it names none.
    #[must_use]
    pub fn runtime_class(&self) -> &'p str {
        text(self.spec, "runtimeClassName")
    }
}

impl<'p> Container<'p> {
    #[must_use]
    pub fn name(&self) -> &'p str {
        text(self.value, "name")
    }

    #[must_use]
    pub fn image(&self) -> &'p str {
        text(self.value, "image")
    }

    pub(super) fn security(&self) -> Option<&'p Value> {
        object(self.value, "securityContext")
    }

    pub(super) fn setter(&self) -> Setter<'p> {
        Setter::Container {
            list: self.list,
            index: self.index,
            name: self.name(),
        }
    }
}

/// The map under a key.
pub(super) fn object<'p>(value: &'p Value, key: &str) -> Option<&'p Value> {
    value.get(key).filter(|value| value.as_map().is_some())
}

/// The items of the list under a key.
pub(super) fn items<'p>(value: &'p Value, key: &str) -> &'p [Value] {
    value.get(key).and_then(Value::as_list).map_or(&[], |list| list)
}

/// The text under a key; empty when there is none.
pub(super) fn text<'p>(value: &'p Value, key: &str) -> &'p str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The text of a value; empty when it is none, as the server reads null.
pub(super) fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The texts of the list under a key.
pub(super) fn texts<'p>(value: &'p Value, key: &str) -> impl Iterator<Item = &'p str> + use<'p> {
    items(value, key).iter().map(text_of)
}

pub(super) fn flag(value: &Value, key: &str) -> Option<bool> {
    value.get(key)?.as_bool()
}

/// The whole number under a key; offline Kyverno holds it as a float.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
pub(super) fn number(value: &Value, key: &str) -> Option<i64> {
    const TWO_53: f64 = 9_007_199_254_740_992.0;
    match value.get(key)? {
        Value::Int(number) => Some(*number),
        Value::Float(float) if float.fract() == 0.0 && float.abs() <= TWO_53 => Some(*float as i64),
        _ => None,
    }
}
