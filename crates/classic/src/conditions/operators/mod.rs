//! The table of condition operators (engine reference §4.3): one file for each family.

mod duration;
mod equality;
mod membership;
mod old_membership;
mod order;

use sekisho_document::Value;

use super::{ConditionError, steps::Steps};
use crate::leaf::Relation;

/// An operator of a condition.
#[derive(Debug)]
pub struct Operator {
    pub name: &'static str,
    /// Other names with the same meaning.
    pub aliases: &'static [&'static str],
    /// What to write instead, if the operator should not be used any more.
    pub instead: Option<&'static str>,
    /// What it says about key and value, as the rest of a sentence: "holds when …".
    pub summary: &'static str,
    pub examples: &'static [Example],
    pub spelling: Spelling,
    /// Reads a value for this operator.
    pub(in crate::conditions) prepare: for<'v> fn(&'v Value) -> Prepared<'v>,
}

/// A condition and its answer; key and value are JSON.
#[derive(Debug)]
pub struct Example {
    pub key: &'static str,
    pub value: &'static str,
    pub holds: bool,
}

/// How the name of an operator is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    AnyCase,
    /// In another case the operator is accepted, but never holds.
    Exact,
}

/// The value of a condition, read for its operator.
#[derive(Debug, Clone)]
pub(in crate::conditions) enum Prepared<'v> {
    Equals(equality::Operand<'v>),
    NotEquals(equality::Operand<'v>),
    Membership(membership::Wanted, membership::Choice<'v>),
    OldMembership(old_membership::Wanted, old_membership::Choice<'v>),
    Order(Relation, order::Operand),
    Duration(Relation, duration::Operand),
}

impl Prepared<'_> {
    pub(super) fn holds(&self, key: &Value, steps: &mut Steps) -> Result<bool, ConditionError> {
        match self {
            Prepared::Equals(operand) => operand.equals(key, steps),
            Prepared::NotEquals(operand) => operand.equals(key, steps).map(|equal| !equal),
            Prepared::Membership(wanted, choice) => choice.decides(*wanted, key, steps),
            Prepared::OldMembership(wanted, choice) => choice.decides(*wanted, key, steps),
            Prepared::Order(relation, operand) => Ok(operand.stands(*relation, key)),
            Prepared::Duration(relation, operand) => Ok(operand.stands(*relation, key)),
        }
    }

    pub(super) fn into_owned(self) -> Prepared<'static> {
        match self {
            Prepared::Equals(operand) => Prepared::Equals(operand.into_owned()),
            Prepared::NotEquals(operand) => Prepared::NotEquals(operand.into_owned()),
            Prepared::Membership(wanted, choice) => Prepared::Membership(wanted, choice.into_owned()),
            Prepared::OldMembership(wanted, choice) => Prepared::OldMembership(wanted, choice.into_owned()),
            Prepared::Order(relation, operand) => Prepared::Order(relation, operand),
            Prepared::Duration(relation, operand) => Prepared::Duration(relation, operand),
        }
    }
}

/// Every operator, family by family.
pub const OPERATORS: &[&[Operator]] = &[
    duration::OPERATORS,
    equality::OPERATORS,
    membership::OPERATORS,
    old_membership::OPERATORS,
    order::OPERATORS,
];

/// All operators in the order of the table.
pub fn all() -> impl Iterator<Item = &'static Operator> {
    OPERATORS.iter().copied().flatten()
}

/// The operator of this name, in upper or lower case.
#[must_use]
pub fn find(name: &str) -> Option<&'static Operator> {
    all().find(|operator| operator.names().any(|known| known.eq_ignore_ascii_case(name)))
}

impl Operator {
    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether the operator has exactly this name.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }
}
