//! What the filling of a template asks its surroundings for.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{EntrySet, Functions};

/// The context in which placeholders are evaluated.
///
/// Entries of the context may be loaded on demand: [`Scope::root`] is called before each query, is told what
/// the query mentions, and lends the root only for that query. A scope that owns its context therefore needs
/// no interior mutability.
pub trait Scope {
    /// The root of the context, with everything loaded that the query mentions.
    ///
    /// # Errors
    /// An entry could not be loaded; the message is the cause that Kyverno would show.
    fn root(&mut self, wanted: Wanted<'_>) -> Result<&Value, Complaint>;

    /// The functions of queries that are only known once a placeholder inside of them is filled.
    fn functions(&self) -> &Functions;

    /// Whether the request deletes something: `request.object` then means `request.oldObject`.
    fn deletes(&self) -> bool;

    /// Takes note of steps that a query or a replacement took. Each text is bounded by itself; a scope may
    /// bound all of them together.
    ///
    /// # Errors
    /// The scope has no more steps to give.
    fn spend(&mut self, _steps: u64) -> Result<(), Complaint> {
        Ok(())
    }
}

impl<S: Scope + ?Sized> Scope for &mut S {
    fn root(&mut self, wanted: Wanted<'_>) -> Result<&Value, Complaint> {
        (**self).root(wanted)
    }

    fn functions(&self) -> &Functions {
        (**self).functions()
    }

    fn deletes(&self) -> bool {
        (**self).deletes()
    }

    fn spend(&mut self, steps: u64) -> Result<(), Complaint> {
        (**self).spend(steps)
    }
}

/// A query that is about to be evaluated.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'q> {
    pub query: &'q str,
    /// Which of the entries named at compile time it mentions. Nothing when the query was made just now;
    /// [`EntrySet::mentioned`] tells.
    pub entries: Option<&'q EntrySet>,
}

/// A scope in which everything is loaded.
#[derive(Debug, Clone, Copy)]
pub struct Loaded<'v> {
    pub root: &'v Value,
    pub functions: &'v Functions,
    pub deletes: bool,
}

impl Scope for Loaded<'_> {
    fn root(&mut self, _wanted: Wanted<'_>) -> Result<&Value, Complaint> {
        Ok(self.root)
    }

    fn functions(&self) -> &Functions {
        self.functions
    }

    fn deletes(&self) -> bool {
        self.deletes
    }
}
