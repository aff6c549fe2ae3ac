//! What an expression may cost, known before it is evaluated: the static estimate of the API server.
//!
//! [`Expression::estimate`](crate::Expression::estimate) walks the checked tree. A function says what a
//! call of it may cost with an [`Estimate`], in its table entry or in one of its overloads; without one a
//! call costs one unit. The formulas that several functions share are in [`crate::library::estimate`].

use crate::tree::Literal;
use crate::types::Type;

mod path;
mod walk;

pub(crate) use path::Path;
pub(crate) use walk::estimate;

/// A least and a greatest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub least: u64,
    pub greatest: u64,
}

/// What a call may cost, and how large its result may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallEstimate {
    /// Without the cost of the arguments.
    pub cost: Bounds,
    pub size: Option<Bounds>,
}

/// Estimates a call from what is known of its arguments.
pub type Estimate = fn(operands: &Operands<'_>) -> CallEstimate;

/// What is known of the sizes of values that an expression does not make itself.
pub trait SizeHints {
    /// The size of what a path leads to; nothing where nothing is known. The path begins with a variable
    /// (or with a part of a value that no variable holds); fields follow, and `@items`, `@indices`,
    /// `@keys` and `@values` for the parts of lists and maps.
    fn size(&self, path: &[&str], ty: &Type) -> Option<Bounds>;
}

/// Nothing is known of any size.
#[derive(Debug, Clone, Copy)]
pub struct NoHints;

impl SizeHints for NoHints {
    fn size(&self, _path: &[&str], _ty: &Type) -> Option<Bounds> {
        None
    }
}

/// What is known of the arguments of a call before they have values. The target of a method is the first.
pub struct Operands<'e> {
    pub(crate) row: Vec<Operand<'e>>,
    pub(crate) hints: &'e dyn SizeHints,
}

pub(crate) struct Operand<'e> {
    pub(crate) ty: &'e Type,
    pub(crate) size: Option<Bounds>,
    pub(crate) path: Path,
    pub(crate) literal: Option<&'e Literal>,
}

impl Operands<'_> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.row.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.row.is_empty()
    }

    /// The type of an operand; `dyn` where there is none.
    #[must_use]
    pub fn ty(&self, position: usize) -> &Type {
        self.row.get(position).map_or(&Type::Dyn, |operand| operand.ty)
    }

    /// The size of an operand: code points, bytes, elements or entries, one for a scalar.
    #[must_use]
    pub fn size(&self, position: usize) -> Bounds {
        let size = self.row.get(position).and_then(|operand| operand.size);
        size.unwrap_or(Bounds::UNKNOWN)
    }

    /// The type of the elements of a list, or of the keys of a map.
    #[must_use]
    pub fn element_type(&self, position: usize) -> Option<&Type> {
        match self.ty(position) {
            Type::List(of) | Type::Optional(of) => Some(of),
            Type::Map(of) => Some(&of.0),
            Type::Abstract(_, of) => of.first(),
            _ => None,
        }
    }

    /// The size that one element of a list may have, as far as hints say.
    #[must_use]
    pub fn element_size(&self, position: usize) -> Bounds {
        let hinted = || {
            let path = self.row.get(position)?.path.as_ref()?.with("@items");
            path.hint(self.hints, self.element_type(position)?)
        };
        hinted().unwrap_or(Bounds::UNKNOWN)
    }

    /// The whole number, if the operand is written as one.
    #[must_use]
    pub fn int(&self, position: usize) -> Option<i64> {
        match self.row.get(position)?.literal? {
            Literal::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The text, if the operand is written as one.
    #[must_use]
    pub fn text(&self, position: usize) -> Option<&str> {
        match self.row.get(position)?.literal? {
            Literal::String(text) => Some(text),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Operands<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sizes = self.row.iter().map(|operand| (operand.ty, operand.size));
        f.debug_list().entries(sizes).finish()
    }
}

impl CallEstimate {
    /// Of a call of whose result no size is known.
    #[must_use]
    pub fn of(cost: Bounds) -> CallEstimate {
        CallEstimate { cost, size: None }
    }
}

impl Bounds {
    pub const NONE: Bounds = Bounds::exactly(0);

    pub const UNKNOWN: Bounds = Bounds {
        least: 0,
        greatest: u64::MAX,
    };

    #[must_use]
    pub const fn exactly(number: u64) -> Bounds {
        Bounds {
            least: number,
            greatest: number,
        }
    }

    #[must_use]
    pub fn plus(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.saturating_add(other.least),
            greatest: self.greatest.saturating_add(other.greatest),
        }
    }

    #[must_use]
    pub fn multiplied(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.saturating_mul(other.least),
            greatest: self.greatest.saturating_mul(other.greatest),
        }
    }

    /// Both ends times a factor, rounded up.
    #[must_use]
    pub fn times(self, factor: f64) -> Bounds {
        Bounds {
            least: times(self.least, factor),
            greatest: times(self.greatest, factor),
        }
    }

    /// What is within either.
    #[must_use]
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds {
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the reference computes in doubles, and the range is checked before"
)]
fn times(number: u64, factor: f64) -> u64 {
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;
    let product = (number as f64 * factor).ceil();
    if product >= TWO_64 {
        return u64::MAX;
    }
    product as u64
}
