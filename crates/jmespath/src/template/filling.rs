//! One filling of a template: the scope, the limits, and what is left of them.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::error::LIMIT_EXCEEDED;
use crate::interpreter::evaluate;
use crate::observer::Observer;
use crate::template::hole::{Form, FormFault};
use crate::template::scope::{Scope, Wanted};
use crate::template::walk::Ask;
use crate::{EntrySet, Found, Limits, Query, QueryError, Setting};

pub(super) struct Filling<'f, S, O> {
    pub(super) scope: &'f mut S,
    pub(super) setting: Setting<'f>,
    pub(super) observer: &'f mut O,
    /// Steps that are left for the string at hand.
    pub(super) steps: u64,
    pub(super) nesting: usize,
}

impl<S: Scope, O: Observer> Filling<'_, S, O> {
    /// Evaluates a query and hands on what it finds while the context is lent.
    pub(super) fn search<T>(
        &mut self,
        query: &Query,
        entries: Option<&EntrySet>,
        then: impl FnOnce(Found<'_>) -> T,
    ) -> Result<T, Complaint> {
        let wanted = Wanted {
            query: query.text(),
            entries,
        };
        let before = self.steps;
        let root = self.scope.root(wanted)?;
        let result = match evaluate(query, root, self.setting, &mut self.steps, self.observer) {
            Ok(found) => Ok(then(found)),
            Err(error) => Err(failed(&error)),
        };
        self.scope.spend(before - self.steps)?;
        result
    }

    /// Evaluates a query that was compiled with its template.
    pub(super) fn search_form<T>(
        &mut self,
        form: &Form,
        then: impl FnOnce(Found<'_>) -> T,
    ) -> Result<T, Complaint> {
        match &form.query {
            Ok(query) => self.search(query, Some(&form.entries), then),
            Err(fault) => {
                // Entries are loaded before a query is read, so a fault of theirs comes first.
                self.scope.root(Wanted {
                    query: &form.text,
                    entries: Some(&form.entries),
                })?;
                Err(fault.complaint(&form.text))
            }
        }
    }
}

impl<S: Scope, O: Observer> Ask for Filling<'_, S, O> {
    fn ask(&mut self, query: &str) -> Result<Value, Complaint> {
        match FormFault::compile(query, self.scope.functions(), self.setting.limits) {
            Ok(query) => self.search(&query, None, |found| found.into_value()),
            Err(fault) => {
                let wanted = Wanted { query, entries: None };
                self.scope.root(wanted)?;
                Err(fault.complaint(query))
            }
        }
    }

    fn deletes(&self) -> bool {
        self.scope.deletes()
    }

    fn has_target(&mut self) -> bool {
        let wanted = Wanted {
            query: "target",
            entries: None,
        };
        self.scope
            .root(wanted)
            .is_ok_and(|root| root.get("target").is_some())
    }

    fn limits(&self) -> &Limits {
        self.setting.limits
    }

    fn nesting(&mut self) -> &mut usize {
        &mut self.nesting
    }

    fn spend(&mut self, steps: u64) -> Result<(), Complaint> {
        match self.steps.checked_sub(steps) {
            Some(left) => {
                self.steps = left;
                self.scope.spend(steps)
            }
            None => {
                let limit = self.setting.limits.steps;
                let text = format!("the placeholders of a text take more than {limit} steps");
                Err(Complaint::new(LIMIT_EXCEEDED, text))
            }
        }
    }
}

fn failed(error: &QueryError) -> Complaint {
    let text = format!("JMESPath query failed: {error}");
    match error {
        QueryError::NotFound(_) => Complaint::new(crate::QUERY_FAILED, text),
        QueryError::Failed(complaint) => Complaint::new(complaint.code, text),
    }
}
