//! GlobalContextEntry: data that is fetched once and used by every policy.

use sekisho_document::Cursor;

use crate::look::{Look, entry};
use crate::policy::{Located, Meta};

/// A GlobalContextEntry as it was written.
#[derive(Debug, Clone)]
pub struct GlobalEntry {
    pub meta: Meta,
}

/// What an entry says (engine reference §9.8).
#[derive(Debug, Clone)]
pub struct GlobalEntrySpec<'t> {
    pub at: Cursor<'t>,
    /// `group`, `version`, `resource`, `namespace`.
    pub kubernetes_resource: Option<Cursor<'t>>,
    pub api_call: Option<Cursor<'t>>,
    pub projections: Vec<Projection<'t>>,
}

/// A named part of the data.
#[derive(Debug, Clone, Copy)]
pub struct Projection<'t> {
    pub name: Located<&'t str>,
    pub jmes_path: Cursor<'t>,
}

impl GlobalEntry {
    #[must_use]
    pub fn spec(&self) -> GlobalEntrySpec<'_> {
        let look = &mut Look::default();
        let root = self.meta.root();
        let at = root.get("spec").unwrap_or(root);
        let projections = look.maps(at, "projections");
        GlobalEntrySpec {
            at,
            kubernetes_resource: look.map(at, "kubernetesResource"),
            api_call: look.map(at, "apiCall"),
            projections: projections
                .into_iter()
                .map(|at| Projection {
                    name: look.text_or_empty(at, "name"),
                    jmes_path: entry(at, "jmesPath").unwrap_or(at),
                })
                .collect(),
        }
    }
}
