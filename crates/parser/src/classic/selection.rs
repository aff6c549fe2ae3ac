//! `match` and `exclude`: filters and how they are combined.

use sekisho_document::{Cursor, Map};

use crate::policy::Located;

/// A `match` or an `exclude` (engine reference §2.1).
#[derive(Debug, Clone, Default)]
pub struct MatchBlock<'t> {
    /// Nothing when the block is absent.
    pub at: Option<Cursor<'t>>,
    pub any: Vec<Filter<'t>>,
    pub all: Vec<Filter<'t>>,
    /// The older form: `resources`, `roles`, `clusterRoles`, `subjects` right in the block.
    pub direct: Option<Filter<'t>>,
}

/// The filters that count, and how they are combined.
#[derive(Debug, Clone, Copy)]
pub enum Filters<'b, 't> {
    /// One of them must hold.
    Any(&'b [Filter<'t>]),
    /// Each of them must hold.
    All(&'b [Filter<'t>]),
    Direct(&'b Filter<'t>),
    /// The block is absent or empty.
    None,
}

impl<'t> MatchBlock<'t> {
    /// `any` if it has filters, else `all` if it has, else the direct form.
    #[must_use]
    pub fn filters(&self) -> Filters<'_, 't> {
        if !self.any.is_empty() {
            return Filters::Any(&self.any);
        }
        if !self.all.is_empty() {
            return Filters::All(&self.all);
        }
        self.direct.as_ref().map_or(Filters::None, Filters::Direct)
    }

    /// Every filter that is written, also those that do not count.
    pub fn every_filter(&self) -> impl Iterator<Item = &Filter<'t>> {
        self.any.iter().chain(&self.all).chain(&self.direct)
    }

    /// Every kind that is written, in order.
    pub fn kinds(&self) -> impl Iterator<Item = Located<&'t str>> {
        self.every_filter()
            .flat_map(|filter| filter.kinds.iter().copied())
    }
}

/// Criteria that must all hold; in each list one entry must (§2.2).
#[derive(Debug, Clone)]
pub struct Filter<'t> {
    /// The filter; for the direct form the whole block.
    pub at: Cursor<'t>,
    /// Its `resources`.
    pub resources: Option<Cursor<'t>>,
    pub kinds: Vec<Located<&'t str>>,
    pub name: Option<Located<&'t str>>,
    pub names: Vec<Located<&'t str>>,
    pub namespaces: Vec<Located<&'t str>>,
    /// Texts by key, wildcards in both. Present also when it is empty.
    pub annotations: Option<Cursor<'t>>,
    /// A Kubernetes label selector with wildcards in `matchLabels` (§2.5).
    pub selector: Option<Cursor<'t>>,
    pub namespace_selector: Option<Cursor<'t>>,
    pub operations: Vec<Located<&'t str>>,
    pub roles: Vec<Located<&'t str>>,
    pub cluster_roles: Vec<Located<&'t str>>,
    pub subjects: Vec<Subject<'t>>,
}

impl Filter<'_> {
    /// Whether it asks who makes the request.
    #[must_use]
    pub fn asks_user(&self) -> bool {
        !(self.roles.is_empty() && self.cluster_roles.is_empty() && self.subjects.is_empty())
    }

    /// Whether it asks anything about the resource. `annotations: {}` asks nothing, `selector: {}` does.
    #[must_use]
    pub fn asks_resource(&self) -> bool {
        let lists = [&self.kinds, &self.names, &self.namespaces, &self.operations];
        lists.iter().any(|list| !list.is_empty())
            || self.name.is_some_and(|name| !name.value.is_empty())
            || self.selector.is_some()
            || self.namespace_selector.is_some()
            || self
                .annotations
                .and_then(|annotations| annotations.value.as_map())
                .is_some_and(|annotations: &Map| !annotations.is_empty())
    }
}

/// Who makes the request, as RBAC names it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'t> {
    pub at: Cursor<'t>,
    /// `User`, `Group` or `ServiceAccount`; empty when it is missing.
    pub kind: Located<&'t str>,
    pub name: Located<&'t str>,
    /// Of a service account.
    pub namespace: Option<Located<&'t str>>,
}
