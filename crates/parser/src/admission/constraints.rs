//! `matchConstraints` and `matchResources`: which requests a policy looks at (admission reference §2.1).

use sekisho_document::Cursor;

use crate::look::Look;
use crate::policy::Located;

/// Selectors and rules; what is absent constrains nothing.
#[derive(Debug, Clone)]
pub struct MatchConstraints<'t> {
    pub at: Cursor<'t>,
    pub namespace_selector: Option<Cursor<'t>>,
    pub object_selector: Option<Cursor<'t>>,
    pub resource_rules: Vec<ResourceRule<'t>>,
    pub exclude_resource_rules: Vec<ResourceRule<'t>>,
    pub match_policy: Option<Located<&'t str>>,
}

/// Operations on resources; every list but that of names must have something that fits.
#[derive(Debug, Clone)]
pub struct ResourceRule<'t> {
    pub at: Cursor<'t>,
    pub operations: Vec<Located<&'t str>>,
    pub api_groups: Vec<Located<&'t str>>,
    pub api_versions: Vec<Located<&'t str>>,
    pub resources: Vec<Located<&'t str>>,
    pub resource_names: Vec<Located<&'t str>>,
    pub scope: Option<Located<&'t str>>,
}

/// Reads the constraints under a key; nothing when it is absent.
#[must_use]
pub fn match_constraints<'t>(at: Cursor<'t>, key: &str) -> Option<MatchConstraints<'t>> {
    let look = &mut Look::default();
    let at = look.map(at, key)?;
    Some(MatchConstraints {
        at,
        namespace_selector: look.map(at, "namespaceSelector"),
        object_selector: look.map(at, "objectSelector"),
        resource_rules: rules(look, at, "resourceRules"),
        exclude_resource_rules: rules(look, at, "excludeResourceRules"),
        match_policy: look.text(at, "matchPolicy"),
    })
}

fn rules<'t>(look: &mut Look, at: Cursor<'t>, key: &str) -> Vec<ResourceRule<'t>> {
    let rules = look.maps(at, key);
    rules
        .into_iter()
        .map(|at| ResourceRule {
            at,
            operations: look.texts(at, "operations"),
            api_groups: look.texts(at, "apiGroups"),
            api_versions: look.texts(at, "apiVersions"),
            resources: look.texts(at, "resources"),
            resource_names: look.texts(at, "resourceNames"),
            scope: look.text(at, "scope"),
        })
        .collect()
}
