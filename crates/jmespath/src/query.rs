//! A compiled query.

use std::ops::Range;

use sekisho_document::Value;

use crate::interpreter::{evaluate, growth};
use crate::observer::{Observer, Unobserved};
use crate::parser::parse;
use crate::tree::Tree;
use crate::{Found, Function, Functions, Limits, QueryError, Setting, SyntaxError};

/// A query that is ready to be evaluated. Functions are resolved; an unknown one fails when it is reached.
#[derive(Debug, Clone)]
pub struct Query {
    pub(crate) text: Box<str>,
    pub(crate) tree: Tree,
    pub(crate) growth: u64,
}

impl Query {
    /// Reads a query within the standard limits.
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn compile(text: &str, functions: &Functions) -> Result<Query, SyntaxError> {
        Query::compile_within(text, functions, &Limits::STANDARD)
    }

    /// Reads a query.
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn compile_within(text: &str, functions: &Functions, limits: &Limits) -> Result<Query, SyntaxError> {
        let tree = parse(text, functions, limits)?;
        Ok(Query {
            text: Box::from(text),
            growth: growth(&tree),
            tree,
        })
    }

    /// The text the query was compiled from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Evaluates the query on a document. What lies in the document is borrowed from it.
    ///
    /// # Errors
    /// A missing key that nothing makes up for, or another fault of the evaluation.
    pub fn search<'a>(&'a self, root: &'a Value, setting: Setting<'_>) -> Result<Found<'a>, QueryError> {
        evaluate(
            self,
            root,
            setting,
            &mut { setting.limits.steps },
            &mut Unobserved,
        )
    }

    /// Evaluates as [`Query::search`] does, with so many steps in the place of those of the limits, and
    /// takes those that it needs.
    ///
    /// # Errors
    /// As [`Query::search`].
    pub fn search_within<'a>(
        &'a self,
        root: &'a Value,
        setting: Setting<'_>,
        steps: &mut u64,
    ) -> Result<Found<'a>, QueryError> {
        evaluate(self, root, setting, steps, &mut Unobserved)
    }

    /// Evaluates as [`Query::search`] does and shows every sub-expression to an observer.
    ///
    /// # Errors
    /// As [`Query::search`].
    pub fn observe<'a>(
        &'a self,
        root: &'a Value,
        setting: Setting<'_>,
        observer: &mut impl Observer,
    ) -> Result<Found<'a>, QueryError> {
        evaluate(self, root, setting, &mut { setting.limits.steps }, observer)
    }
    /// The calls of the query, innermost first: what there is to check about them without a document.
    pub fn calls(&self) -> impl Iterator<Item = CallSite<'_>> {
        self.tree.calls()
    }
}

/// A call in a query.
#[derive(Debug, Clone)]
pub struct CallSite<'q> {
    /// Nothing where what is called has no name: `@(a)`.
    pub name: Option<&'q str>,
    /// Nothing for an unknown name.
    pub function: Option<&'static Function>,
    /// How many arguments are given.
    pub arguments: usize,
    /// The bytes of the call in the query; it begins with the name.
    pub at: Range<u32>,
}

impl PartialEq for Query {
    /// The same tree, however it is written.
    fn eq(&self, other: &Query) -> bool {
        self.tree == other.tree
    }
}
