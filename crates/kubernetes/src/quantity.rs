//! Kubernetes quantities, exactly: `500m`, `1.5Gi`, `1e3`; read, compare, compute, print.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

mod arithmetic;
mod parse;
mod print;

/// A decimal number and the family of suffixes it was written in (engine reference A.3).
///
/// Comparison is by value; the family does not take part.
#[derive(Debug, Clone)]
pub struct Quantity {
    amount: Amount,
    pub format: Format,
}

/// The family of suffixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `n u m k M G T P E`, or no suffix.
    DecimalSi,
    /// `Ki Mi Gi Ti Pi Ei`.
    BinarySi,
    /// `e3`, `E-2`.
    DecimalExponent,
}

/// The number itself. Which of the two forms a text takes is decided by its length, as upstream does,
/// and shows: a big one is kept at nine digits after the point (JMESPath reference §6.3).
#[derive(Debug, Clone)]
enum Amount {
    /// `mantissa × 10^exponent`.
    Small {
        mantissa: i64,
        exponent: i32,
    },
    Big {
        mantissa: BigInt,
        exponent: i32,
    },
}

/// Why a text is no quantity, or an operation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantityError {
    /// Upstream's text.
    Format,
    /// Upstream's text.
    Number,
    /// Upstream's text.
    Suffix,
    /// More digits than [`LONGEST`]. Upstream has no limit.
    TooLong,
    DivisionByZero,
    /// Only whole quantities have a remainder.
    NotWhole,
}

/// How many digits a quantity may have, written or computed.
pub const LONGEST: usize = 4096;

impl Quantity {
    /// A whole number.
    #[must_use]
    pub const fn from_i64(value: i64, format: Format) -> Quantity {
        Quantity {
            amount: Amount::Small {
                mantissa: value,
                exponent: 0,
            },
            format,
        }
    }

    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.sign() == 0
    }

    /// -1, 0 or 1.
    #[must_use]
    pub fn sign(&self) -> i32 {
        match &self.amount {
            Amount::Small { mantissa, .. } => match mantissa.cmp(&0) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            },
            Amount::Big { mantissa, .. } => match mantissa.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    /// The value as a whole number of 64 bits. Like upstream this looks at how the quantity is held:
    /// nothing for one with digits after the point, even if they are zeros, or one held as big.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.amount {
            Amount::Small {
                mantissa: 0,
                exponent: 0..,
            } => Some(0),
            Amount::Small {
                mantissa,
                exponent: exponent @ 0..,
            } => 10_i64
                .checked_pow(exponent.unsigned_abs())
                .and_then(|power| mantissa.checked_mul(power)),
            Amount::Small { .. } | Amount::Big { .. } => None,
        }
    }

    /// The value as a float: the mantissa times one power of ten, with the rounding that implies
    /// (`1.2` is `12 * (1/10)`), so that quotients agree with upstream.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the caller asks for a float")]
    pub fn as_f64(&self) -> f64 {
        let (base, exponent) = match &self.amount {
            Amount::Small { mantissa, exponent } => (*mantissa as f64, *exponent),
            Amount::Big { mantissa, exponent } => (mantissa.to_f64().unwrap_or_default(), *exponent),
        };
        if exponent == 0 {
            return base;
        }
        base * power_of_ten(exponent)
    }

    /// How many bytes its digits take beside the value itself.
    #[must_use]
    pub fn digit_bytes(&self) -> usize {
        match &self.amount {
            Amount::Small { .. } => 0,
            Amount::Big { mantissa, .. } => usize::try_from(mantissa.bits() / 8).unwrap_or(usize::MAX),
        }
    }

    fn new(mantissa: BigInt, exponent: i32, format: Format) -> Quantity {
        Quantity {
            amount: Amount::Big { mantissa, exponent },
            format,
        }
    }

    fn exponent(&self) -> i32 {
        match self.amount {
            Amount::Small { exponent, .. } | Amount::Big { exponent, .. } => exponent,
        }
    }

    fn mantissa(&self) -> BigInt {
        match &self.amount {
            Amount::Small { mantissa, .. } => BigInt::from(*mantissa),
            Amount::Big { mantissa, .. } => mantissa.clone(),
        }
    }
}

impl Amount {
    /// Mantissa and exponent, if 128 bits hold the mantissa.
    fn narrow(&self) -> Option<(i128, i32)> {
        match self {
            Amount::Small { mantissa, exponent } => Some((i128::from(*mantissa), *exponent)),
            Amount::Big { mantissa, exponent } => mantissa.to_i128().map(|mantissa| (mantissa, *exponent)),
        }
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Quantity) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quantity {}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Quantity) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Quantity) -> Ordering {
        if let Some(ordering) = compare_small(&self.amount, &other.amount) {
            return ordering;
        }
        let (sign, other_sign) = (self.sign(), other.sign());
        if sign != other_sign || sign == 0 {
            return sign.cmp(&other_sign);
        }
        let (left, right) = (self.mantissa(), other.mantissa());
        let size = |mantissa: &BigInt, exponent: i32| digits(mantissa) + i64::from(exponent);
        let sizes = size(&left, self.exponent()).cmp(&size(&right, other.exponent()));
        if sizes != Ordering::Equal {
            return if sign > 0 { sizes } else { sizes.reverse() };
        }
        // Of equal size, so the exponents differ by no more than the mantissas have digits.
        let gap = i64::from(self.exponent()) - i64::from(other.exponent());
        let shift = |mantissa: BigInt, by: i64| mantissa * ten_to(u32::try_from(by).unwrap_or_default());
        if gap >= 0 {
            shift(left, gap).cmp(&right)
        } else {
            left.cmp(&shift(right, -gap))
        }
    }
}

/// The common case, without big numbers.
fn compare_small(left: &Amount, right: &Amount) -> Option<Ordering> {
    let ((left, exponent), (right, other_exponent)) = (left.narrow()?, right.narrow()?);
    let gap = i64::from(exponent) - i64::from(other_exponent);
    let power = 10_i128.checked_pow(u32::try_from(gap.unsigned_abs()).ok()?)?;
    Some(if gap >= 0 {
        left.checked_mul(power)?.cmp(&right)
    } else {
        left.cmp(&right.checked_mul(power)?)
    })
}

/// How many decimal digits a number has; zero has one.
fn digits(number: &BigInt) -> i64 {
    let length = number.magnitude().to_string().len();
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn ten_to(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}

/// A power of ten as Go's `math.Pow10` computes it: from a table of 32 steps, so that rounding agrees.
fn power_of_ten(exponent: i32) -> f64 {
    let small = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
    ];
    let large = [1e0, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288];
    let tiny = [
        1e0, 1e-32, 1e-64, 1e-96, 1e-128, 1e-160, 1e-192, 1e-224, 1e-256, 1e-288, 1e-320,
    ];
    let size = exponent.unsigned_abs() as usize;
    let step = |table: &[f64], idx: usize| table.get(idx).copied().unwrap_or_default();
    match exponent {
        309.. => f64::INFINITY,
        0..309 => step(&large, size / 32) * step(&small, size % 32),
        -323..0 => step(&tiny, size / 32) / step(&small, size % 32),
        _ => 0.0,
    }
}

impl std::error::Error for QuantityError {}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuantityError::Format => f.write_str(
                "quantities must match the regular expression \
                 '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
            ),
            QuantityError::Number => f.write_str("unable to parse numeric part of quantity"),
            QuantityError::Suffix => f.write_str("unable to parse quantity's suffix"),
            QuantityError::TooLong => write!(f, "quantity has more than {LONGEST} digits"),
            QuantityError::DivisionByZero => f.write_str("quantity divided by zero"),
            QuantityError::NotWhole => f.write_str("quantity is not a whole number"),
        }
    }
}

#[cfg(test)]
mod tests;
