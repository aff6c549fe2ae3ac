//! A part of a policy that may hold placeholders: what was written, and what it was compiled to.

use std::ops::Range;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_evaluator::Observer;
use sekisho_jmespath::{Dialect, Found, Functions, Limits, QueryError, Scope, Skeleton, Wanted};

use crate::context::Context;

/// A document with its placeholders compiled.
#[derive(Debug, Clone)]
pub struct Template {
    written: Value,
    skeleton: Skeleton,
}

impl Template {
    pub(crate) fn compile(written: &Value, functions: &Functions, limits: &Limits) -> Template {
        // Entries are found by name when the query is asked: a loop brings some that a rule does not know.
        let dialect = Dialect {
            functions,
            limits,
            entries: &[],
        };
        Template {
            skeleton: Skeleton::compile(written, &dialect),
            written: written.clone(),
        }
    }

    /// The document as it stands in the policy.
    pub(crate) fn written(&self) -> &Value {
        &self.written
    }

    /// The document, if nothing in it depends on a request.
    pub(crate) fn fixed(&self) -> Option<&Value> {
        self.skeleton.fixed()
    }

    /// The document with its placeholders replaced.
    pub(crate) fn fill<O: Observer>(&self, context: &mut Context<'_, '_, O>) -> Result<Value, Complaint> {
        if let Some(value) = self.fixed() {
            return Ok(value.clone());
        }
        let setting = context.setting();
        if !O::WATCHES {
            return Ok(self.skeleton.fill(context, setting)?);
        }
        let mut steps = Steps::default();
        let filled = self.skeleton.observe(context, setting, &mut steps);
        for (text, value) in &steps.0 {
            context
                .observer
                .expression(text, value.as_ref().map_err(String::as_str));
        }
        Ok(filled?)
    }
}

/// What a query did, kept until the context that it borrows is free again.
#[derive(Default)]
struct Steps(Vec<(String, Result<Value, String>)>);

impl sekisho_jmespath::Observer for Steps {
    fn expression(&mut self, text: &str, _at: Range<u32>, value: Result<&Found<'_>, &QueryError>) {
        let value = value
            .map(|found| found.clone().into_value())
            .map_err(ToString::to_string);
        self.0.push((text.to_owned(), value));
    }
}

impl<O: Observer> Scope for Context<'_, '_, O> {
    fn root(&mut self, wanted: Wanted<'_>) -> Result<&Value, Complaint> {
        self.prepare(wanted.query)?;
        Ok(self.tree())
    }

    fn functions(&self) -> &Functions {
        self.functions()
    }

    fn deletes(&self) -> bool {
        self.operation() == sekisho_kubernetes::Verb::Delete
    }

    fn spend(&mut self, steps: u64) -> Result<(), Complaint> {
        self.spend(steps)
    }
}
