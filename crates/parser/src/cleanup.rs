//! CleanupPolicy and ClusterCleanupPolicy: resources that are deleted on a schedule.

use sekisho_document::Cursor;

use crate::classic::{Conditions, ContextEntry, MatchBlock, conditions, context, match_block};
use crate::look::Look;
use crate::policy::{Located, Meta};

/// A cleanup policy as it was written.
#[derive(Debug, Clone)]
pub struct Cleanup {
    pub meta: Meta,
}

/// What a cleanup policy says (engine reference §7.3).
#[derive(Debug, Clone)]
pub struct CleanupSpec<'t> {
    pub at: Cursor<'t>,
    pub matched: MatchBlock<'t>,
    pub excluded: MatchBlock<'t>,
    pub context: Vec<ContextEntry<'t>>,
    pub conditions: Option<Conditions<'t>>,
    pub schedule: Located<&'t str>,
    pub deletion_propagation_policy: Option<Located<&'t str>>,
}

impl Cleanup {
    /// Whether it is a `CleanupPolicy`, which looks only at its own namespace.
    #[must_use]
    pub fn is_namespaced(&self) -> bool {
        self.meta.gvk.kind == "CleanupPolicy"
    }

    #[must_use]
    pub fn spec(&self) -> CleanupSpec<'_> {
        let look = &mut Look::default();
        let root = self.meta.root();
        let at = root.get("spec").unwrap_or(root);
        CleanupSpec {
            at,
            matched: match_block(look, at, "match"),
            excluded: match_block(look, at, "exclude"),
            context: context(look, at),
            conditions: conditions(at, "conditions"),
            schedule: look.text_or_empty(at, "schedule"),
            deletion_propagation_policy: look.text(at, "deletionPropagationPolicy"),
        }
    }
}
