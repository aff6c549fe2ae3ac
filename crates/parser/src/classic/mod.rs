//! ClusterPolicy and Policy: the specification, and the rules as views of the document.
//!
//! A [`ClassicPolicy`] holds the checked document; [`ClassicPolicy::rules`] reads its rules. A [`Rule`]
//! borrows from the document it was read from: fixed parts are typed, free parts (patterns, patches,
//! conditions' operands, everything with `{{ }}`) are cursors, a value beside its places. [`read_rule`]
//! takes a cursor to any rule, so a rule that autogen has rewritten is read the same way.

mod body;
mod conditions;
mod context;
mod read;
mod rule;
mod selection;
mod spec;

pub use body::{
    Body, Cel, Check, Deny, Generate, GenerateLoop, Generation, ImageVerification, Mutate, MutateLoop, Patch,
    PodSecurity, Target, Validate, ValidateLoop, Visit,
};
pub use conditions::{Condition, Conditions};
pub use context::{ApiCall, ContextEntry, EntrySource};
pub use read::read_rule;
pub(crate) use read::{conditions, context, match_block};
pub use rule::{NamedExpression, Rule};
pub use selection::{Filter, Filters, MatchBlock, Subject};
pub use spec::{Action, ActionOverride, ApplyRules, FailurePolicy, Spec, WebhookConfiguration};

use sekisho_diagnostics::Diagnosed;

use crate::policy::Meta;

/// A ClusterPolicy or a Policy as it was written.
#[derive(Debug, Clone)]
pub struct ClassicPolicy {
    pub meta: Meta,
}

impl ClassicPolicy {
    /// Whether it is a `Policy`, which looks only at its own namespace.
    #[must_use]
    pub fn is_namespaced(&self) -> bool {
        self.meta.gvk.kind == "Policy"
    }

    /// The fields of `spec` beside the rules.
    #[must_use]
    pub fn spec(&self) -> Spec<'_> {
        read::read_spec(self.meta.root())
    }

    /// The rules in order. The diagnostics are faults of free parts that the field tables do not reach.
    #[must_use]
    pub fn rules(&self) -> Diagnosed<Vec<Rule<'_>>> {
        read::read_rules(self.meta.root())
    }
}
