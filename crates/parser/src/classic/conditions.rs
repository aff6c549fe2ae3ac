//! Conditions: key, operator, value, in one of two containers.

use sekisho_document::Cursor;

use crate::policy::Located;

/// What `preconditions` and `deny.conditions` hold (engine reference §1.4).
#[derive(Debug, Clone)]
pub enum Conditions<'t> {
    /// The older form; all must hold.
    List(Vec<Condition<'t>>),
    /// A list that is absent is not the same as an empty one (§4.2).
    AnyAll {
        at: Cursor<'t>,
        any: Option<Vec<Condition<'t>>>,
        all: Option<Vec<Condition<'t>>>,
    },
    /// Neither form: Kyverno fails to decode it.
    Unreadable(Cursor<'t>),
}

impl<'t> Conditions<'t> {
    /// Every condition in the order of its list, `any` first.
    pub fn iter(&self) -> impl Iterator<Item = &Condition<'t>> {
        let (first, second): (&[Condition<'t>], &[Condition<'t>]) = match self {
            Conditions::List(list) => (list, &[]),
            Conditions::AnyAll { any, all, .. } => (
                any.as_deref().unwrap_or_default(),
                all.as_deref().unwrap_or_default(),
            ),
            Conditions::Unreadable(_) => (&[], &[]),
        };
        first.iter().chain(second)
    }
}

/// One condition. A null key or value counts as absent.
#[derive(Debug, Clone, Copy)]
pub struct Condition<'t> {
    pub at: Cursor<'t>,
    pub key: Option<Cursor<'t>>,
    /// Empty when it is missing.
    pub operator: Located<&'t str>,
    pub value: Option<Cursor<'t>>,
    pub message: Option<Cursor<'t>>,
}
