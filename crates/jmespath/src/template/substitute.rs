//! Substitution in a document that is not compiled, by whoever answers queries: for checks that give
//! answers of their own, and as the measure of the compiled way.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::Limits;
use crate::error::LIMIT_EXCEEDED;
use crate::template::fault::FillError;
use crate::template::path::Path;
use crate::template::reference;
use crate::template::walk::{Ask, fill};

/// Who answers the queries of placeholders.
pub trait Resolver {
    /// The value of a query.
    ///
    /// # Errors
    /// The cause, as Kyverno shows it behind `failed to resolve QUERY at path PATH: `.
    fn resolve(&mut self, query: &str) -> Result<Value, Complaint>;

    /// Whether the request deletes something: `request.object` then means `request.oldObject`.
    fn deletes(&self) -> bool {
        false
    }

    /// Whether `{{ @ }}` means a place in `target`.
    fn has_target(&mut self) -> bool {
        false
    }
}

/// Replaces references, then placeholders.
///
/// # Errors
/// The first string, in the order of the document, that can not be filled.
pub fn substitute(
    document: &Value,
    resolver: &mut impl Resolver,
    limits: &Limits,
) -> Result<Value, FillError> {
    let mut asking = Asking {
        resolver,
        limits,
        steps: limits.steps,
        nesting: 0,
    };
    match reference::resolved(document, limits) {
        None => fill(&mut asking, document, &Path::ROOT),
        Some(document) => fill(&mut asking, &document?, &Path::ROOT),
    }
}

struct Asking<'s, R> {
    resolver: &'s mut R,
    limits: &'s Limits,
    steps: u64,
    nesting: usize,
}

impl<R: Resolver> Ask for Asking<'_, R> {
    fn ask(&mut self, query: &str) -> Result<Value, Complaint> {
        self.resolver.resolve(query)
    }

    fn deletes(&self) -> bool {
        self.resolver.deletes()
    }

    fn has_target(&mut self) -> bool {
        self.resolver.has_target()
    }

    fn limits(&self) -> &Limits {
        self.limits
    }

    fn nesting(&mut self) -> &mut usize {
        &mut self.nesting
    }

    fn spend(&mut self, steps: u64) -> Result<(), Complaint> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => {
                let limit = self.limits.steps;
                let text = format!("the placeholders of a document take more than {limit} steps");
                Err(Complaint::new(LIMIT_EXCEEDED, text))
            }
        }
    }
}
