//! Reading a quantity: sign, digits, suffix; with upstream's rounding and caps.

use std::str::FromStr;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::{Amount, Format, LONGEST, Quantity, QuantityError, digits, ten_to};

/// The finest digit: nano.
const FINEST: i32 = -9;

/// Above this number of digits a decimal quantity is held as big.
const SMALL_DIGITS: usize = 18;

impl Quantity {
    /// Reads a quantity (engine reference A.3, JMESPath reference §6.3). The digits may be missing: `.`
    /// and `Ki` are zero. What is finer than nano is rounded away from zero.
    pub fn parse(text: &str) -> Result<Quantity, QuantityError> {
        // Upstream gives the plain zero no family of its own; it then prints like an exponent.
        if text == "0" {
            return Ok(Quantity::from_i64(0, Format::DecimalExponent));
        }
        let written = Written::read(text)?;
        let suffix = Suffix::read(written.suffix)?;
        let count = written.whole.len() + written.fraction.len();
        if count > LONGEST {
            return Err(QuantityError::TooLong);
        }
        if let Some(amount) = small(&written, suffix, count) {
            return Ok(Quantity {
                amount,
                format: suffix.format,
            });
        }
        big(&written, suffix)
    }
}

impl FromStr for Quantity {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Quantity, QuantityError> {
        Quantity::parse(text)
    }
}

/// The parts of the text. Leading zeros of `whole` are gone; it is `0` where nothing is left.
struct Written<'a> {
    negative: bool,
    /// Whether any digit was written, leading zeros included.
    has_digits: bool,
    whole: &'a str,
    fraction: &'a str,
    suffix: &'a str,
}

impl Written<'_> {
    fn read(text: &str) -> Result<Written<'_>, QuantityError> {
        if text.is_empty() {
            return Err(QuantityError::Format);
        }
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (written, rest) = split(unsigned, |byte| byte.is_ascii_digit());
        let whole = written.trim_start_matches('0');
        let (fraction, suffix) = match rest.strip_prefix('.') {
            Some(rest) => split(rest, |byte| byte.is_ascii_digit()),
            None => ("", rest),
        };
        let (_, rest) = split(suffix, |byte| b"eEinumkKMGTP".contains(&byte));
        let exponent = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        if !exponent.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(QuantityError::Format);
        }
        Ok(Written {
            negative: text.starts_with('-'),
            // A lone sign counts as zero before upstream looks for digits.
            has_digits: unsigned.is_empty() || written.len() + fraction.len() > 0,
            whole: if whole.is_empty() { "0" } else { whole },
            fraction,
            suffix,
        })
    }
}

/// Splits a text behind its leading bytes of one sort.
fn split(text: &str, belongs: impl Fn(u8) -> bool) -> (&str, &str) {
    let length = text.bytes().take_while(|byte| belongs(*byte)).count();
    text.split_at_checked(length).unwrap_or((text, ""))
}

#[derive(Clone, Copy)]
struct Suffix {
    format: Format,
    /// Of two for the binary family, else of ten.
    exponent: i32,
}

const SUFFIXES: &[(&str, Format, i32)] = &[
    ("", Format::DecimalSi, 0),
    ("n", Format::DecimalSi, -9),
    ("u", Format::DecimalSi, -6),
    ("m", Format::DecimalSi, -3),
    ("k", Format::DecimalSi, 3),
    ("M", Format::DecimalSi, 6),
    ("G", Format::DecimalSi, 9),
    ("T", Format::DecimalSi, 12),
    ("P", Format::DecimalSi, 15),
    ("E", Format::DecimalSi, 18),
    ("Ki", Format::BinarySi, 10),
    ("Mi", Format::BinarySi, 20),
    ("Gi", Format::BinarySi, 30),
    ("Ti", Format::BinarySi, 40),
    ("Pi", Format::BinarySi, 50),
    ("Ei", Format::BinarySi, 60),
];

impl Suffix {
    fn read(text: &str) -> Result<Suffix, QuantityError> {
        if let Some((_, format, exponent)) = SUFFIXES.iter().find(|(name, ..)| *name == text) {
            return Ok(Suffix {
                format: *format,
                exponent: *exponent,
            });
        }
        let number = text.strip_prefix(['e', 'E']).ok_or(QuantityError::Suffix)?;
        let number: i64 = number.parse().map_err(|_| QuantityError::Suffix)?;
        Ok(Suffix {
            format: Format::DecimalExponent,
            // Upstream cuts the exponent to 32 bits.
            #[expect(clippy::cast_possible_truncation, reason = "as upstream does")]
            exponent: number as i32,
        })
    }
}

/// The amount as a mantissa of 64 bits, where upstream holds it so.
fn small(written: &Written<'_>, suffix: Suffix, count: usize) -> Option<Amount> {
    let (factor, exponent) = match suffix.format {
        Format::DecimalSi | Format::DecimalExponent if count <= SMALL_DIGITS => (1, suffix.exponent),
        Format::BinarySi if written.fraction.is_empty() => {
            let room = 14 - suffix.exponent * 3 / 10;
            let fits = usize::try_from(room).is_ok_and(|room| count <= room);
            (fits.then(|| 1_i64 << suffix.exponent)?, 0)
        }
        Format::DecimalSi | Format::DecimalExponent | Format::BinarySi => return None,
    };
    let exponent = exponent.saturating_sub(i32::try_from(written.fraction.len()).ok()?);
    if exponent < FINEST {
        return None;
    }
    let mut mantissa: i64 = 0;
    for digit in written.whole.bytes().chain(written.fraction.bytes()) {
        mantissa = mantissa.checked_mul(10)?.checked_add(i64::from(digit - b'0'))?;
    }
    let mantissa = mantissa.checked_mul(factor)?;
    Some(Amount::Small {
        mantissa: if written.negative { -mantissa } else { mantissa },
        exponent,
    })
}

/// The amount rounded to nano, with the caps of the binary family.
fn big(written: &Written<'_>, suffix: Suffix) -> Result<Quantity, QuantityError> {
    if !written.has_digits {
        return Err(QuantityError::Number);
    }
    match nearly_small(written, suffix) {
        Some(quantity) => Ok(quantity),
        None => bigger(written, suffix),
    }
}

fn bigger(written: &Written<'_>, suffix: Suffix) -> Result<Quantity, QuantityError> {
    let digits_written = [written.whole, written.fraction].concat();
    let mut mantissa = BigInt::from_str(&digits_written).map_err(|_| QuantityError::Number)?;
    let mut format = suffix.format;
    let fraction = i64::try_from(written.fraction.len()).unwrap_or(i64::MAX);
    let exponent = match format {
        Format::BinarySi => {
            mantissa <<= suffix.exponent;
            -fraction
        }
        Format::DecimalSi | Format::DecimalExponent => i64::from(suffix.exponent) - fraction,
    };
    mantissa = at_nano(mantissa, exponent)?;
    if format == Format::BinarySi {
        let one = ten_to(FINEST.unsigned_abs());
        let most = BigInt::from(i64::MAX) * &one;
        if mantissa > most {
            mantissa = most;
        }
        if mantissa < one && mantissa.is_positive() {
            format = Format::DecimalSi;
        }
    }
    if written.negative {
        mantissa = -mantissa;
    }
    Ok(Quantity::new(mantissa, FINEST, format))
}

/// The same for binary quantities that 128 bits hold, such as `1.5Gi`, without big numbers on the way.
fn nearly_small(written: &Written<'_>, suffix: Suffix) -> Option<Quantity> {
    let places = u32::try_from(written.fraction.len()).ok()?;
    if suffix.format != Format::BinarySi || places > FINEST.unsigned_abs() {
        return None;
    }
    let mut mantissa: i128 = 0;
    for digit in written.whole.bytes().chain(written.fraction.bytes()) {
        mantissa = mantissa.checked_mul(10)?.checked_add(i128::from(digit - b'0'))?;
    }
    let one = 10_i128.pow(FINEST.unsigned_abs());
    let mantissa = mantissa
        .checked_mul(1 << suffix.exponent)?
        .checked_mul(10_i128.pow(FINEST.unsigned_abs() - places))?
        .min(i128::from(i64::MAX) * one);
    let is_below_one = (1..one).contains(&mantissa);
    let mantissa = BigInt::from(if written.negative { -mantissa } else { mantissa });
    let format = if is_below_one {
        Format::DecimalSi
    } else {
        suffix.format
    };
    Some(Quantity::new(mantissa, FINEST, format))
}

/// The mantissa at exponent -9, rounded up. The work is bounded whatever the exponent says.
fn at_nano(mantissa: BigInt, exponent: i64) -> Result<BigInt, QuantityError> {
    let shift = exponent - i64::from(FINEST);
    if mantissa.is_zero() || shift == 0 {
        return Ok(mantissa);
    }
    let places = u32::try_from(shift.unsigned_abs()).map_err(|_| QuantityError::TooLong)?;
    if shift > 0 {
        if digits(&mantissa) + shift > LONGEST as i64 {
            return Err(QuantityError::TooLong);
        }
        return Ok(mantissa * ten_to(places));
    }
    if digits(&mantissa) + shift <= 0 {
        return Ok(BigInt::one());
    }
    let step = ten_to(places);
    let (quotient, remainder) = (&mantissa / &step, &mantissa % &step);
    Ok(if remainder.is_zero() {
        quotient
    } else {
        quotient + 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_agrees_with_the_long_one() {
        for whole in [
            "0",
            "1",
            "7",
            "1023",
            "8388608",
            "99999999999",
            "9999999999999999999999",
        ] {
            for fraction in ["", "5", "001", "000000001", "999999999", "25"] {
                for suffix in ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"] {
                    for sign in ["", "-"] {
                        let text = format!("{sign}{whole}.{fraction}{suffix}");
                        let written = Written::read(&text).unwrap();
                        let suffix = Suffix::read(written.suffix).unwrap();
                        let Some(short) = nearly_small(&written, suffix) else {
                            continue;
                        };
                        let long = bigger(&written, suffix).unwrap();
                        assert_eq!((&short, short.format), (&long, long.format), "{text}");
                        assert_eq!(short.to_string(), long.to_string(), "{text}");
                    }
                }
            }
        }
    }
}
