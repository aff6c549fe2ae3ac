//! PolicyException of `kyverno.io`: resources that some rules do not apply to.

use sekisho_document::Cursor;

use crate::classic::{Conditions, MatchBlock, conditions, match_block};
use crate::look::Look;
use crate::policy::{Located, Meta};

/// A PolicyException as it was written.
#[derive(Debug, Clone)]
pub struct Exception {
    pub meta: Meta,
}

/// What an exception says (engine reference §10.1).
#[derive(Debug, Clone)]
pub struct ExceptionSpec<'t> {
    pub at: Cursor<'t>,
    pub background: bool,
    /// `any` and `all` only.
    pub matched: MatchBlock<'t>,
    pub conditions: Option<Conditions<'t>>,
    pub exceptions: Vec<Excepted<'t>>,
    /// Items like those of `validate.podSecurity.exclude`; the rule is not skipped but loses these controls.
    pub pod_security: Vec<Cursor<'t>>,
}

/// A policy and its rules.
#[derive(Debug, Clone)]
pub struct Excepted<'t> {
    pub at: Cursor<'t>,
    /// `name` or `namespace/name`, without wildcards.
    pub policy_name: Located<&'t str>,
    /// Wildcard patterns.
    pub rule_names: Vec<Located<&'t str>>,
}

impl Exception {
    #[must_use]
    pub fn spec(&self) -> ExceptionSpec<'_> {
        let look = &mut Look::default();
        let root = self.meta.root();
        let at = root.get("spec").unwrap_or(root);
        let exceptions = look.maps(at, "exceptions");
        ExceptionSpec {
            at,
            background: look.flag(at, "background").is_none_or(|flag| flag.value),
            matched: match_block(look, at, "match"),
            conditions: conditions(at, "conditions"),
            exceptions: exceptions
                .into_iter()
                .map(|at| Excepted {
                    at,
                    policy_name: look.text_or_empty(at, "policyName"),
                    rule_names: look.texts(at, "ruleNames"),
                })
                .collect(),
            pod_security: look.maps(at, "podSecurity"),
        }
    }
}
