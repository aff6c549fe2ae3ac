//! Which bindings of a policy are about a request, in which version it matches, and with which parameters
//! (admission reference §3.3, §4.3).

use sekisho_document::Value;
use sekisho_kubernetes::{Facts, Gvk, Kinds, Request};

use crate::constraints::{Constraints, Habits, Match, Surroundings};
use crate::vap::{Binding, params};

/// What of a policy decides it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy<'p> {
    pub(crate) constraints: &'p Constraints,
    pub(crate) parameters: Option<&'p Gvk>,
    pub(crate) bindings: &'p [Binding],
}

/// What a request is to a policy.
pub(crate) enum Bound {
    /// None of its business.
    Away,
    /// The policy itself is at fault.
    Misconfigured(String),
    By(Match, Vec<ByBinding>),
}

/// A binding that is about the request.
pub(crate) struct ByBinding {
    /// Its position among those of the policy.
    pub(crate) position: usize,
    /// The parameters one after the other; or why the binding is at fault.
    pub(crate) params: Result<Vec<Value>, String>,
}

/// Decides it. A policy without a binding is never asked.
pub(crate) fn bound(policy: Policy<'_>, request: &Request, kinds: &Kinds, facts: &dyn Facts) -> Bound {
    if policy.bindings.is_empty() {
        return Bound::Away;
    }
    let surroundings = Surroundings {
        kinds,
        facts,
        habits: Habits::API_SERVER,
    };
    let matched = match policy.constraints.matches(request, surroundings) {
        Ok(Some(matched)) => matched,
        Ok(None) => return Bound::Away,
        Err(error) => return Bound::Misconfigured(error.to_string()),
    };
    let kind = match policy.parameters {
        None => None,
        Some(gvk) => match kinds.find(gvk) {
            Some(kind) => Some((gvk, kind)),
            None => {
                return Bound::Misconfigured(format!(
                    "failed to find resource referenced by paramKind: '{}/{}, Kind={}'",
                    gvk.group, gvk.version, gvk.kind
                ));
            }
        },
    };
    let mut by = Vec::new();
    for (position, binding) in policy.bindings.iter().enumerate() {
        let matches = binding.constraints.as_ref().map_or(Ok(true), |constraints| {
            let found = constraints.matches(request, surroundings);
            found.map(|found| found.is_some())
        });
        let params = match matches {
            Ok(false) => continue,
            Ok(true) => {
                params::collect(kind, binding, &request.namespace, facts).map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        by.push(ByBinding { position, params });
    }
    Bound::By(matched, by)
}
