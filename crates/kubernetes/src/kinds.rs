//! The kinds a server knows: built-in resources by version, and custom ones on top.

mod definition;
mod table;

use std::collections::BTreeMap;

use sekisho_document::Text;

pub use definition::{Definition, DefinitionVersion};

pub(crate) use table::in_range;

use crate::{Gvk, Gvr, Version};

/// The kinds of one server, in the order it prefers them: where a name fits several, the first is meant.
#[derive(Debug, Clone)]
pub struct Kinds {
    rows: Vec<ApiResource>,
    // INVARIANT: both hold the position in `rows` of every row, ascending under each name.
    by_kind: BTreeMap<Text, Vec<usize>>,
    by_plural: BTreeMap<Text, Vec<usize>>,
}

/// One kind in one version, as a server offers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiResource {
    pub group: Text,
    pub version: Text,
    pub kind: Text,
    pub plural: Text,
    pub singular: Text,
    pub short_names: Box<[Text]>,
    pub categories: Box<[Text]>,
    pub scope: Scope,
    pub actions: Actions,
    pub subresources: Box<[Subresource]>,
    pub origin: Origin,
}

/// A part of a resource with a path, a kind and actions of its own: `pods/eviction`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subresource {
    pub name: Text,
    pub kind: Gvk,
    pub actions: Actions,
}

/// Whether objects of a kind live in a namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    Namespaced,
    Cluster,
}

/// Where a kind comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    BuiltIn,
    /// A CustomResourceDefinition.
    Definition,
}

/// What the API server lets a client do with a resource: the verbs of access rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    Create,
    Get,
    List,
    Watch,
    Update,
    Patch,
    Delete,
    DeleteCollection,
    /// Opens a stream; admission sees it as CONNECT, access rules as create or get.
    Connect,
}

/// A set of actions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Actions(u16);

impl Kinds {
    /// The built-in kinds of a Kubernetes version. Versions outside of what is known are taken for the
    /// nearest that is.
    #[must_use]
    pub fn builtin(kubernetes: Version) -> Kinds {
        Kinds::from_rows(table::rows(kubernetes))
    }

    /// The kinds Kyverno's command line tool knows without a cluster (command line reference,
    /// appendix 1): the stable versions of the built-in kinds as of Kubernetes 1.35.
    #[must_use]
    pub fn kyverno_offline() -> Kinds {
        let rows = table::rows(Version::new(1, 35));
        Kinds::from_rows(rows.filter(ApiResource::is_served_by_default))
    }

    /// Adds the served versions of a definition, behind everything that is there; a version that is there
    /// already is replaced.
    pub fn add(&mut self, definition: &Definition) {
        for row in definition.served() {
            let same = |position: &&usize| {
                let other = self.rows.get(**position);
                other.is_some_and(|other| other.group == row.group && other.version == row.version)
            };
            let known = self
                .by_kind
                .get(&row.kind)
                .into_iter()
                .flatten()
                .find(same)
                .copied();
            match known.and_then(|position| self.rows.get_mut(position)) {
                Some(slot) if slot.plural == row.plural => *slot = row,
                Some(_) | None => self.push(row),
            }
        }
    }

    pub fn iter(&self) -> std::slice::Iter<'_, ApiResource> {
        self.rows.iter()
    }

    /// The resource of a kind in exactly this group and version.
    #[must_use]
    pub fn find(&self, kind: &Gvk) -> Option<&ApiResource> {
        self.of_kind(&kind.kind)
            .find(|row| row.group == kind.group && row.version == kind.version)
    }

    /// The resource with a plural in exactly this group and version.
    #[must_use]
    pub fn find_resource(&self, resource: &Gvr) -> Option<&ApiResource> {
        self.of_plural(&resource.resource)
            .find(|row| row.group == resource.group && row.version == resource.version)
    }

    /// All resources of a kind, in any group and version.
    pub fn of_kind<'k>(&'k self, kind: &str) -> impl Iterator<Item = &'k ApiResource> + use<'k> {
        self.positions(&self.by_kind, kind)
    }

    /// All resources with a plural, in any group and version.
    pub fn of_plural<'k>(&'k self, plural: &str) -> impl Iterator<Item = &'k ApiResource> + use<'k> {
        self.positions(&self.by_plural, plural)
    }

    /// All resources a user may mean by a word of the command line: a plural, a singular or a short name.
    pub fn of_name<'k>(&'k self, name: &'k str) -> impl Iterator<Item = &'k ApiResource> + use<'k> {
        self.rows.iter().filter(move |row| {
            row.plural == name || row.singular == name || row.short_names.iter().any(|short| short == name)
        })
    }

    /// The scope of a kind, whatever its version; nothing when group and kind are unknown.
    #[must_use]
    pub fn scope(&self, group: &str, kind: &str) -> Option<Scope> {
        self.of_kind(kind)
            .find(|row| row.group == group)
            .map(|row| row.scope)
    }

    /// Whether a kind is known to be cluster-scoped. Unknown kinds count as namespaced.
    #[must_use]
    pub fn is_cluster_scoped(&self, group: &str, kind: &str) -> bool {
        self.scope(group, kind) == Some(Scope::Cluster)
    }

    /// The resource of a kind; where the kind is unknown in this version, with a guessed plural
    /// ([`guess_plural`]).
    #[must_use]
    pub fn resource_or_guess(&self, kind: &Gvk) -> Gvr {
        match self.find(kind) {
            Some(row) => row.gvr(),
            None => kind.resource(&guess_plural(&kind.kind)),
        }
    }

    /// The other served versions that are the same stored resource, in the order of preference (admission
    /// reference §2.4): those of its group and plural, and for events those of the other events group.
    pub fn equivalents<'k>(&'k self, resource: &'k Gvr) -> impl Iterator<Item = &'k ApiResource> + use<'k> {
        const EVENTS: [&str; 2] = ["", "events.k8s.io"];
        let stored_alike = move |group: &str| {
            group == resource.group
                || (resource.resource == "events"
                    && EVENTS.contains(&group)
                    && EVENTS.contains(&resource.group.as_str()))
        };
        self.of_plural(&resource.resource).filter(move |row| {
            stored_alike(&row.group)
                && row.is_served_by_default()
                && (row.group != resource.group || row.version != resource.version)
        })
    }

    fn from_rows(rows: impl Iterator<Item = ApiResource>) -> Kinds {
        let mut kinds = Kinds {
            rows: Vec::with_capacity(128),
            by_kind: BTreeMap::new(),
            by_plural: BTreeMap::new(),
        };
        rows.for_each(|row| kinds.push(row));
        kinds
    }

    fn push(&mut self, row: ApiResource) {
        let position = self.rows.len();
        self.by_kind.entry(row.kind.clone()).or_default().push(position);
        self.by_plural
            .entry(row.plural.clone())
            .or_default()
            .push(position);
        self.rows.push(row);
    }

    fn positions<'k>(
        &'k self,
        index: &'k BTreeMap<Text, Vec<usize>>,
        name: &str,
    ) -> impl Iterator<Item = &'k ApiResource> + use<'k> {
        let positions = index.get(name).map(Vec::as_slice).unwrap_or_default();
        positions.iter().filter_map(|position| self.rows.get(*position))
    }
}

impl ApiResource {
    #[must_use]
    pub fn gvk(&self) -> Gvk {
        Gvk {
            group: self.group.clone(),
            version: self.version.clone(),
            kind: self.kind.clone(),
        }
    }

    #[must_use]
    pub fn gvr(&self) -> Gvr {
        Gvr {
            group: self.group.clone(),
            version: self.version.clone(),
            resource: self.plural.clone(),
        }
    }

    #[must_use]
    pub fn subresource(&self, name: &str) -> Option<&Subresource> {
        self.subresources
            .iter()
            .find(|subresource| subresource.name == name)
    }

    /// Whether a server offers this without being told to: a server has to be told to offer alpha and beta
    /// versions of built-in kinds.
    #[must_use]
    pub fn is_served_by_default(&self) -> bool {
        match self.origin {
            Origin::BuiltIn => !self.version.contains("alpha") && !self.version.contains("beta"),
            Origin::Definition => true,
        }
    }
}

impl Action {
    pub const ALL: [Action; 9] = [
        Action::Create,
        Action::Get,
        Action::List,
        Action::Watch,
        Action::Update,
        Action::Patch,
        Action::Delete,
        Action::DeleteCollection,
        Action::Connect,
    ];

    /// The verb as access rules write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Action::Create => "create",
            Action::Get => "get",
            Action::List => "list",
            Action::Watch => "watch",
            Action::Update => "update",
            Action::Patch => "patch",
            Action::Delete => "delete",
            Action::DeleteCollection => "deletecollection",
            Action::Connect => "connect",
        }
    }
}

impl Actions {
    #[must_use]
    pub fn contains(self, action: Action) -> bool {
        self.0 & (1 << action as u16) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Action> {
        Action::ALL
            .into_iter()
            .filter(move |action| self.contains(*action))
    }
}

impl FromIterator<Action> for Actions {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Actions {
        Actions(
            actions
                .into_iter()
                .fold(0, |set, action| set | (1 << action as u16)),
        )
    }
}

/// The plural of a kind that nobody knows, guessed as the API machinery guesses it (command line
/// reference A4): lower case, then `s` to `ses`, `y` to `ies`, else `s` behind; `endpoints` stays.
#[must_use]
pub fn guess_plural(kind: &str) -> Text {
    let singular = kind.to_lowercase();
    if singular.is_empty() || singular.ends_with("endpoints") {
        return Text::from(singular);
    }
    if let Some(stem) = singular.strip_suffix('y') {
        return Text::from(format!("{stem}ies"));
    }
    let ending = if singular.ends_with('s') { "es" } else { "s" };
    Text::from(singular + ending)
}

#[cfg(test)]
mod tests;
