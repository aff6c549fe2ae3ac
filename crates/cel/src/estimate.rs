//! What an expression may cost, known before it is evaluated.

/// A least and a greatest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub least: u64,
    pub greatest: u64,
}

/// What a call may cost, and how large its result may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallEstimate {
    pub cost: Bounds,
    pub size: Option<Bounds>,
}

/// Estimates a call from the sizes of its arguments, the target of a method first.
pub type Estimate = fn(arguments: &[Bounds]) -> CallEstimate;

impl CallEstimate {
    /// Of a call of whose result no size is known.
    #[must_use]
    pub fn of(cost: Bounds) -> CallEstimate {
        CallEstimate { cost, size: None }
    }
}

impl Bounds {
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
