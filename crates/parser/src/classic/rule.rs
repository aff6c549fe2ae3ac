//! A rule of a classic policy.

use sekisho_document::Cursor;

use super::{Body, Conditions, ContextEntry, MatchBlock};
use crate::policy::Located;

/// One rule, a view of the document it was read from (engine reference §1.3).
#[derive(Debug, Clone)]
pub struct Rule<'t> {
    /// The whole rule.
    pub at: Cursor<'t>,
    pub name: Located<&'t str>,
    pub matched: MatchBlock<'t>,
    /// Without filters when there is no `exclude`.
    pub excluded: MatchBlock<'t>,
    pub context: Vec<ContextEntry<'t>>,
    pub preconditions: Option<Conditions<'t>>,
    pub cel_preconditions: Vec<NamedExpression<'t>>,
    /// Property name and text.
    pub report_properties: Vec<(&'t str, Cursor<'t>)>,
    /// Map from kind to a list of extractors (§11.4).
    pub image_extractors: Option<Cursor<'t>>,
    pub skip_background_requests: bool,
    pub body: Body<'t>,
}

/// A CEL expression with its name.
#[derive(Debug, Clone, Copy)]
pub struct NamedExpression<'t> {
    pub name: Located<&'t str>,
    pub expression: Cursor<'t>,
}
