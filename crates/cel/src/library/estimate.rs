//! What calls may cost: the formulas of `cost`, from least and greatest sizes.

use crate::{Bounds, CallEstimate};

/// The size at a position; the target of a method is the first.
#[must_use]
pub fn at(sizes: &[Bounds], position: usize) -> Bounds {
    sizes.get(position).copied().unwrap_or(Bounds::UNKNOWN)
}

/// One unit, whatever the sizes are.
#[must_use]
pub fn one(_: &[Bounds]) -> CallEstimate {
    CallEstimate::of(Bounds::exactly(1))
}

#[must_use]
pub fn comparing(sizes: &[Bounds]) -> CallEstimate {
    let greatest = at(sizes, 0).greatest.min(at(sizes, 1).greatest);
    let smaller = Bounds {
        least: u64::from(greatest > 0),
        greatest,
    };
    CallEstimate::of(smaller.times(0.1))
}

#[must_use]
pub fn adding(sizes: &[Bounds]) -> CallEstimate {
    let size = at(sizes, 0).plus(at(sizes, 1));
    CallEstimate {
        cost: size.times(0.1),
        size: Some(size),
    }
}

#[must_use]
pub fn joining(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate {
        cost: Bounds::exactly(1),
        size: Some(at(sizes, 0).plus(at(sizes, 1))),
    }
}

#[must_use]
pub fn of_list(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 1).times(1.0))
}

#[must_use]
pub fn of_operand(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 0).times(0.1))
}

#[must_use]
pub fn of_argument(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 1).times(0.1))
}

#[must_use]
pub fn containing(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 0).times(0.1).multiplied(at(sizes, 1).times(0.1)))
}

#[must_use]
pub fn matching(sizes: &[Bounds]) -> CallEstimate {
    let text = at(sizes, 0).plus(Bounds::exactly(1)).times(0.1);
    CallEstimate::of(text.multiplied(at(sizes, 1).times(0.25)))
}

/// A code point becomes at most four bytes.
#[must_use]
pub fn converting(sizes: &[Bounds]) -> CallEstimate {
    let size = at(sizes, 0);
    CallEstimate {
        cost: size.times(0.1),
        size: Some(Bounds {
            least: size.least,
            greatest: size.greatest.wrapping_mul(4),
        }),
    }
}

#[must_use]
pub fn converting_back(sizes: &[Bounds]) -> CallEstimate {
    let size = at(sizes, 0);
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
pub fn quoting(sizes: &[Bounds]) -> CallEstimate {
    let size = at(sizes, 0);
    CallEstimate {
        cost: size.times(0.1),
        size: Some(Bounds {
            least: size.least.wrapping_add(2),
            greatest: size.greatest.wrapping_mul(2).wrapping_add(2),
        }),
    }
}

#[must_use]
pub fn sets_once(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 0).multiplied(at(sizes, 1)).plus(Bounds::exactly(1)))
}

#[must_use]
pub fn sets_twice(sizes: &[Bounds]) -> CallEstimate {
    let product = at(sizes, 0).multiplied(at(sizes, 1));
    CallEstimate::of(product.times(2.0).plus(Bounds::exactly(1)))
}

/// A tenth of the first, whose size the result has.
#[must_use]
pub fn same_size(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate {
        cost: at(sizes, 0).times(0.1),
        size: Some(at(sizes, 0)),
    }
}

#[must_use]
pub fn fifth_of_operand(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 0).times(0.2))
}

#[must_use]
pub fn traversal(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 0).times(0.1))
}

#[must_use]
pub fn replacing(sizes: &[Bounds]) -> CallEstimate {
    fifth_of_operand(sizes)
}

#[must_use]
pub fn splitting(sizes: &[Bounds]) -> CallEstimate {
    fifth_of_operand(sizes)
}

#[must_use]
pub fn joining_texts(sizes: &[Bounds]) -> CallEstimate {
    fifth_of_operand(sizes)
}

#[must_use]
pub fn slicing(sizes: &[Bounds]) -> CallEstimate {
    made(at(sizes, 0))
}

fn made(size: Bounds) -> CallEstimate {
    CallEstimate {
        cost: size.plus(Bounds::exactly(11)),
        size: Some(size),
    }
}

#[must_use]
pub fn making_same(sizes: &[Bounds]) -> CallEstimate {
    made(at(sizes, 0))
}

#[must_use]
pub fn ranging(sizes: &[Bounds]) -> CallEstimate {
    made(at(sizes, 0))
}

#[must_use]
pub fn flattening(sizes: &[Bounds]) -> CallEstimate {
    made(at(sizes, 0))
}

#[must_use]
pub fn flattening_deep(sizes: &[Bounds]) -> CallEstimate {
    made(at(sizes, 0))
}

#[must_use]
pub fn comparing_each(sizes: &[Bounds]) -> CallEstimate {
    squared(at(sizes, 0), 2.0)
}

#[must_use]
pub fn ordering_texts(sizes: &[Bounds]) -> CallEstimate {
    squared(at(sizes, 0), 2.1)
}

#[must_use]
pub fn ordering_by(sizes: &[Bounds]) -> CallEstimate {
    squared(at(sizes, 1), 2.0)
}

#[must_use]
pub fn ordering_by_texts(sizes: &[Bounds]) -> CallEstimate {
    squared(at(sizes, 1), 2.1)
}

fn squared(size: Bounds, factor: f64) -> CallEstimate {
    CallEstimate {
        cost: size.multiplied(size).times(factor).plus(Bounds::exactly(11)),
        size: Some(size),
    }
}

#[must_use]
pub fn one_and_tenth(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 0).times(0.1).plus(Bounds::exactly(1)))
}

#[must_use]
pub fn list_and_one(sizes: &[Bounds]) -> CallEstimate {
    CallEstimate::of(at(sizes, 0).plus(Bounds::exactly(1)))
}

#[must_use]
pub fn extracting(sizes: &[Bounds]) -> CallEstimate {
    let size = Bounds {
        least: 0,
        greatest: at(sizes, 0).greatest,
    };
    CallEstimate {
        cost: searching(sizes).plus(size),
        size: Some(size),
    }
}

#[must_use]
pub fn extracting_all(sizes: &[Bounds]) -> CallEstimate {
    let found = extracting(sizes);
    CallEstimate {
        cost: found.cost.plus(Bounds::exactly(10)),
        ..found
    }
}

#[must_use]
pub fn replacing_matches(sizes: &[Bounds]) -> CallEstimate {
    let (text, new) = (at(sizes, 0), at(sizes, 2));
    let size = Bounds {
        least: 0,
        greatest: text
            .greatest
            .saturating_add(text.greatest.saturating_mul(new.greatest)),
    };
    CallEstimate {
        cost: searching(sizes).plus(size),
        size: Some(size),
    }
}

fn searching(sizes: &[Bounds]) -> Bounds {
    let one = Bounds::exactly(1);
    let text = at(sizes, 0).plus(one).times(0.1);
    text.multiplied(at(sizes, 1).plus(one).times(0.25))
}
