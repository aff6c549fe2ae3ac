//! What calls may cost: the formulas of `cost`, from what is known before the call. The target of a method
//! is the first operand.

use crate::{Bounds, CallEstimate, Operands, Type};

const ONE: Bounds = Bounds::exactly(1);

/// One unit, whatever the sizes are.
#[must_use]
pub fn one(_: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(ONE)
}

#[must_use]
pub fn comparing(operands: &Operands<'_>) -> CallEstimate {
    let greatest = operands.size(0).greatest.min(operands.size(1).greatest);
    let smaller = Bounds {
        least: u64::from(greatest > 0),
        greatest,
    };
    CallEstimate::of(smaller.times(0.1))
}

#[must_use]
pub fn adding(operands: &Operands<'_>) -> CallEstimate {
    let size = operands.size(0).plus(operands.size(1));
    CallEstimate {
        cost: size.times(0.1),
        size: Some(size),
    }
}

/// Lists are put together in one step.
#[must_use]
pub fn joining(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate {
        cost: ONE,
        size: Some(operands.size(0).plus(operands.size(1))),
    }
}

#[must_use]
pub fn of_list(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(operands.size(1).times(1.0))
}

#[must_use]
pub fn of_operand(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(operands.size(0).times(0.1))
}

#[must_use]
pub fn of_argument(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(operands.size(1).times(0.1))
}

#[must_use]
pub fn containing(operands: &Operands<'_>) -> CallEstimate {
    let text = operands.size(0).times(0.1);
    CallEstimate::of(text.multiplied(operands.size(1).times(0.1)))
}

#[must_use]
pub fn matching(operands: &Operands<'_>) -> CallEstimate {
    let text = operands.size(0).plus(ONE).times(0.1);
    CallEstimate::of(text.multiplied(operands.size(1).times(0.25)))
}

/// As [`matching`]; each code point may be found for itself.
#[must_use]
pub fn finding(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate {
        size: Some(Bounds {
            least: 0,
            greatest: operands.size(0).greatest,
        }),
        ..matching(operands)
    }
}

/// A code point becomes at most four bytes.
#[must_use]
pub fn converting(operands: &Operands<'_>) -> CallEstimate {
    let size = operands.size(0);
    CallEstimate {
        cost: size.times(0.1),
        size: Some(Bounds {
            least: size.least,
            greatest: size.greatest.wrapping_mul(4),
        }),
    }
}

#[must_use]
pub fn converting_back(operands: &Operands<'_>) -> CallEstimate {
    let size = operands.size(0);
    CallEstimate {
        cost: size.times(0.1),
        size: Some(Bounds {
            least: size.least / 4,
            greatest: size.greatest,
        }),
    }
}

/// Each code point may be escaped, and there are two quotes.
#[must_use]
pub fn quoting(operands: &Operands<'_>) -> CallEstimate {
    let size = operands.size(0);
    CallEstimate {
        cost: size.times(0.1),
        size: Some(Bounds {
            least: size.least.wrapping_add(2),
            greatest: size.greatest.wrapping_mul(2).wrapping_add(2),
        }),
    }
}

#[must_use]
pub fn sets_once(operands: &Operands<'_>) -> CallEstimate {
    let product = operands.size(0).multiplied(operands.size(1));
    CallEstimate::of(product.times(1.0).plus(ONE))
}

#[must_use]
pub fn sets_twice(operands: &Operands<'_>) -> CallEstimate {
    let product = operands.size(0).multiplied(operands.size(1));
    CallEstimate::of(product.times(2.0).plus(ONE))
}

/// A tenth of the first, whose size the result has.
#[must_use]
pub fn same_size(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate {
        cost: operands.size(0).times(0.1),
        size: Some(operands.size(0)),
    }
}

#[must_use]
pub fn fifth_of_operand(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(operands.size(0).times(0.2))
}

/// One way through a text, or through a list and the texts in it.
#[must_use]
pub fn traversal(operands: &Operands<'_>) -> CallEstimate {
    let size = operands.size(0);
    CallEstimate::of(match operands.element_type(0) {
        None => size.times(0.1),
        Some(Type::String | Type::Bytes) => size.multiplied(operands.element_size(0).times(0.1).plus(ONE)),
        Some(_) => size,
    })
}

/// The result is longest when the shortest part is replaced by the longest text wherever it fits, and
/// shortest the other way round.
#[must_use]
pub fn replacing(operands: &Operands<'_>) -> CallEstimate {
    let (text, old, new) = (operands.size(0), operands.size(1), operands.size(2));
    let (most, kept_most) = match old.least {
        // An empty part is found around every code point.
        0 => (text.greatest.saturating_add(1), text.greatest),
        least if new.greatest <= least => (0, text.greatest),
        least => (quotient(text.greatest, least), 0),
    };
    let (fewest, kept_fewest) = match old.greatest {
        0 => (text.least.saturating_add(1), text.least),
        greatest if greatest <= new.least => (0, text.least),
        greatest => (quotient(text.least, greatest), 0),
    };
    let count = Bounds {
        least: fewest,
        greatest: most,
    };
    let kept = Bounds {
        least: kept_fewest,
        greatest: kept_most,
    };
    CallEstimate {
        cost: text.times(0.2),
        size: Some(count.multiplied(new).plus(kept)),
    }
}

/// Rounded up, in doubles as the reference computes it.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the reference computes in doubles"
)]
fn quotient(number: u64, divisor: u64) -> u64 {
    (number as f64 / divisor as f64).ceil() as u64
}

/// Every code point may become a part, unless a number of parts is written.
#[must_use]
pub fn splitting(operands: &Operands<'_>) -> CallEstimate {
    let text = operands.size(0);
    CallEstimate {
        cost: text.times(0.2),
        size: Some(Bounds {
            least: 0,
            greatest: operands.int(2).map_or(text.greatest, i64::cast_unsigned),
        }),
    }
}

#[must_use]
pub fn joining_texts(operands: &Operands<'_>) -> CallEstimate {
    let count = operands.size(0);
    let mut size = match operands.element_type(0) {
        Some(_) => count.multiplied(operands.element_size(0)),
        None => Bounds::NONE,
    };
    if operands.len() > 1 {
        let separators = Bounds {
            least: count.least.saturating_sub(1),
            greatest: count.greatest.saturating_sub(1),
        };
        size = size.plus(operands.size(1).multiplied(separators));
    }
    CallEstimate {
        cost: size.times(0.1),
        size: Some(size),
    }
}

/// A list that is made, and the call.
fn made(factor: f64, size: Bounds) -> CallEstimate {
    CallEstimate {
        cost: size.times(factor).plus(Bounds::exactly(11)),
        size: Some(size),
    }
}

/// A whole number that is written; a negative one counts as zero.
fn count(operands: &Operands<'_>, position: usize) -> Option<u64> {
    operands
        .int(position)
        .map(|number| u64::try_from(number).unwrap_or(0))
}

#[must_use]
pub fn slicing(operands: &Operands<'_>) -> CallEstimate {
    let start = count(operands, 1).unwrap_or(0);
    let end = count(operands, 2).unwrap_or(operands.size(0).greatest);
    made(1.0, Bounds::exactly(end.wrapping_sub(start)))
}

#[must_use]
pub fn making_same(operands: &Operands<'_>) -> CallEstimate {
    made(1.0, operands.size(0))
}

#[must_use]
pub fn ranging(operands: &Operands<'_>) -> CallEstimate {
    made(1.0, Bounds::exactly(count(operands, 0).unwrap_or(u64::MAX)))
}

#[must_use]
pub fn flattening(operands: &Operands<'_>) -> CallEstimate {
    made(1.0, operands.size(0))
}

#[must_use]
#[expect(clippy::cast_precision_loss, reason = "the reference computes in doubles")]
pub fn flattening_deep(operands: &Operands<'_>) -> CallEstimate {
    let depth = count(operands, 1).unwrap_or(u64::MAX);
    made(depth as f64, operands.size(0))
}

#[must_use]
pub fn comparing_each(operands: &Operands<'_>) -> CallEstimate {
    squared(operands.size(0), 2.0)
}

#[must_use]
pub fn ordering_texts(operands: &Operands<'_>) -> CallEstimate {
    squared(operands.size(0), 2.1)
}

#[must_use]
pub fn ordering_by(operands: &Operands<'_>) -> CallEstimate {
    squared(operands.size(1), 2.0)
}

#[must_use]
pub fn ordering_by_texts(operands: &Operands<'_>) -> CallEstimate {
    squared(operands.size(1), 2.1)
}

/// The result counts as if it had so many elements.
fn squared(size: Bounds, factor: f64) -> CallEstimate {
    made(factor, size.multiplied(size))
}

#[must_use]
pub fn one_and_tenth(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(operands.size(0).times(0.1).plus(ONE))
}

#[must_use]
pub fn list_and_one(operands: &Operands<'_>) -> CallEstimate {
    CallEstimate::of(operands.size(0).plus(ONE))
}

#[must_use]
pub fn extracting(operands: &Operands<'_>) -> CallEstimate {
    let size = Bounds {
        least: 0,
        greatest: operands.size(0).greatest,
    };
    CallEstimate {
        cost: searching(operands).plus(size),
        size: Some(size),
    }
}

#[must_use]
pub fn extracting_all(operands: &Operands<'_>) -> CallEstimate {
    let found = extracting(operands);
    CallEstimate {
        cost: found.cost.plus(Bounds::exactly(10)),
        ..found
    }
}

#[must_use]
pub fn replacing_matches(operands: &Operands<'_>) -> CallEstimate {
    let (text, new) = (operands.size(0), operands.size(2));
    let size = Bounds {
        least: 0,
        greatest: text
            .greatest
            .saturating_add(text.greatest.saturating_mul(new.greatest)),
    };
    CallEstimate {
        cost: searching(operands).plus(size),
        size: Some(size),
    }
}

fn searching(operands: &Operands<'_>) -> Bounds {
    let text = operands.size(0).plus(ONE).times(0.1);
    text.multiplied(operands.size(1).plus(ONE).times(0.25))
}
