//! Numbers of different kinds: conversions without loss, and comparison.

use std::cmp::Ordering;

const TWO_63: f64 = 9_223_372_036_854_775_808.0;
const TWO_64: f64 = 18_446_744_073_709_551_616.0;

/// The whole number that a double is.
#[expect(clippy::cast_possible_truncation, reason = "the range is checked before")]
pub(crate) fn to_int_exactly(value: f64) -> Option<i64> {
    let fits = value.fract() == 0.0 && (-TWO_63..TWO_63).contains(&value);
    fits.then_some(value as i64)
}

/// The whole number without sign that a double is.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked before"
)]
pub(crate) fn to_uint_exactly(value: f64) -> Option<u64> {
    let fits = value.fract() == 0.0 && (0.0..TWO_64).contains(&value);
    fits.then_some(value as u64)
}

pub(crate) fn compare_int_uint(left: i64, right: u64) -> Ordering {
    i128::from(left).cmp(&i128::from(right))
}

/// Nothing when the double is no number. The reference compares with the nearest double (recorded), not
/// with the whole number itself.
#[expect(clippy::cast_precision_loss, reason = "the nearest double is meant")]
pub(crate) fn compare_int_double(left: i64, right: f64) -> Option<Ordering> {
    (left as f64).partial_cmp(&right)
}

#[expect(clippy::cast_precision_loss, reason = "the nearest double is meant")]
pub(crate) fn compare_uint_double(left: u64, right: f64) -> Option<Ordering> {
    (left as f64).partial_cmp(&right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_compared_by_value() {
        assert_eq!(compare_int_double(-1, -1.5), Some(Ordering::Greater));
        assert_eq!(compare_int_double(1, 1.5), Some(Ordering::Less));
        assert_eq!(compare_int_double(i64::MAX, TWO_63), Some(Ordering::Equal));
        assert_eq!(compare_uint_double(u64::MAX, TWO_64), Some(Ordering::Equal));
        assert_eq!(compare_int_uint(-1, u64::MAX), Ordering::Less);
        assert_eq!(compare_int_double(0, f64::NAN), None);
        assert_eq!(to_int_exactly(TWO_63), None);
        assert_eq!(to_uint_exactly(-0.0), Some(0));
    }
}
