//! The canonical text of a quantity.

use std::fmt;

use num_bigint::BigInt;
use num_traits::Zero;

use super::{Amount, Format, Quantity, ten_to};

impl fmt::Display for Quantity {
    /// An integer without trailing zeros and the suffix that makes up for them (JMESPath reference
    /// §6.3). A binary quantity that is small or not whole is printed as a decimal one. An exponent
    /// without a suffix is lost, as upstream loses it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        if self.format == Format::BinarySi
            && let Some(whole) = self.whole_above(1023)
        {
            return write_binary(f, whole);
        }
        let (digits, exponent) = match self.amount {
            Amount::Small { mantissa, exponent } => {
                let (mantissa, exponent) = strip_zeros(mantissa, exponent);
                (mantissa.to_string(), exponent)
            }
            Amount::Big {
                ref mantissa,
                exponent,
            } => {
                let mut digits = mantissa.to_string();
                let zeros = digits.len() - digits.trim_end_matches('0').len();
                digits.truncate(digits.len() - zeros);
                (
                    digits,
                    i64::from(exponent) + i64::try_from(zeros).unwrap_or_default(),
                )
            }
        };
        f.write_str(&digits)?;
        let lowered = exponent.rem_euclid(3);
        for _ in 0..lowered {
            f.write_str("0")?;
        }
        match (self.format, exponent - lowered) {
            (_, 0) => Ok(()),
            (Format::DecimalExponent, exponent) => write!(f, "e{exponent}"),
            (Format::DecimalSi | Format::BinarySi, exponent) => f.write_str(decimal_suffix(exponent)),
        }
    }
}

impl Quantity {
    /// The value if it is whole and its magnitude is above a bound.
    fn whole_above(&self, bound: u32) -> Option<BigInt> {
        let exponent = self.exponent();
        let power = ten_to(exponent.unsigned_abs());
        let whole = if exponent >= 0 {
            self.mantissa() * power
        } else {
            let mantissa = self.mantissa();
            if !(&mantissa % &power).is_zero() {
                return None;
            }
            mantissa / power
        };
        (*whole.magnitude() > bound.into()).then_some(whole)
    }
}

fn write_binary(f: &mut fmt::Formatter<'_>, mut whole: BigInt) -> fmt::Result {
    let steps = whole.trailing_zeros().unwrap_or_default() / 10;
    whole >>= steps * 10;
    let suffix = match steps {
        1 => "Ki",
        2 => "Mi",
        3 => "Gi",
        4 => "Ti",
        5 => "Pi",
        6 => "Ei",
        _ => "",
    };
    write!(f, "{whole}{suffix}")
}

fn strip_zeros(mut mantissa: i64, exponent: i32) -> (i64, i64) {
    let mut exponent = i64::from(exponent);
    while mantissa % 10 == 0 {
        mantissa /= 10;
        exponent += 1;
    }
    (mantissa, exponent)
}

fn decimal_suffix(exponent: i64) -> &'static str {
    match exponent {
        -9 => "n",
        -6 => "u",
        -3 => "m",
        3 => "k",
        6 => "M",
        9 => "G",
        12 => "T",
        15 => "P",
        18 => "E",
        _ => "",
    }
}
