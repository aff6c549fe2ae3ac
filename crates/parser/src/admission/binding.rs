//! ValidatingAdmissionPolicyBinding (admission reference §3.1).

use sekisho_document::Cursor;

use super::constraints::{MatchConstraints, match_constraints};
use crate::look::Look;
use crate::policy::{Located, Meta};

/// A ValidatingAdmissionPolicyBinding as it was written.
#[derive(Debug, Clone)]
pub struct AdmissionBinding {
    pub meta: Meta,
}

/// What a binding says.
#[derive(Debug, Clone)]
pub struct BindingSpec<'t> {
    pub at: Cursor<'t>,
    pub policy_name: Located<&'t str>,
    pub param_ref: Option<ParamRef<'t>>,
    pub match_resources: Option<MatchConstraints<'t>>,
    pub validation_actions: Vec<Located<&'t str>>,
}

/// Which objects are given as parameters.
#[derive(Debug, Clone, Copy)]
pub struct ParamRef<'t> {
    pub at: Cursor<'t>,
    pub name: Option<Located<&'t str>>,
    pub namespace: Option<Located<&'t str>>,
    /// A label selector; an empty one means all.
    pub selector: Option<Cursor<'t>>,
    pub parameter_not_found_action: Option<Located<&'t str>>,
}

impl AdmissionBinding {
    #[must_use]
    pub fn spec(&self) -> BindingSpec<'_> {
        let look = &mut Look::default();
        let root = self.meta.root();
        let at = root.get("spec").unwrap_or(root);
        BindingSpec {
            at,
            policy_name: look.text_or_empty(at, "policyName"),
            param_ref: look.map(at, "paramRef").map(|at| param_ref(look, at)),
            match_resources: match_constraints(at, "matchResources"),
            validation_actions: look.texts(at, "validationActions"),
        }
    }
}

fn param_ref<'t>(look: &mut Look, at: Cursor<'t>) -> ParamRef<'t> {
    let written = |found: Option<Located<&'t str>>| found.filter(|text| !text.value.is_empty());
    ParamRef {
        at,
        name: written(look.text(at, "name")),
        namespace: written(look.text(at, "namespace")),
        selector: look.map(at, "selector"),
        parameter_not_found_action: look.text(at, "parameterNotFoundAction"),
    }
}
