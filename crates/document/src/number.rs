//! Numbers as text the way Go prints and reads them: `strconv.FormatFloat`, `%v`, `ParseFloat`, `ParseInt`.
//!
//! Kyverno compares and shows numbers through their Go text (engine reference §0.2 and A.6), so the
//! text is part of the meaning.

use std::fmt::{self, Write};

/// How a float is laid out; Go's format letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `f`: no exponent.
    Plain,
    /// `e`: one digit, the rest behind the point, an exponent of at least two digits.
    Exponent,
    /// `E`
    UpperExponent,
    /// `g`: an exponent only for very small and large numbers.
    General,
    /// `G`
    UpperGeneral,
}

/// How many digits a float gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Digits {
    /// As few as read back to the same float.
    Shortest,
    /// Behind the point; for the general notations, in all.
    Fixed(u16),
}

/// Why a text is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    Syntax,
    Range,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NumberError::Syntax => "invalid syntax",
            NumberError::Range => "value out of range",
        })
    }
}

impl std::error::Error for NumberError {}

/// Go's `strconv.FormatFloat` for 64 bits.
#[must_use]
pub fn format_float(value: f64, notation: Notation, digits: Digits) -> String {
    let mut text = String::new();
    push_float(&mut text, value, notation, digits);
    text
}

/// Go's `strconv.FormatFloat` for 32 bits: the digits are the shortest that tell singles apart.
#[must_use]
pub fn format_float32(value: f32, notation: Notation, digits: Digits) -> String {
    if digits != Digits::Shortest {
        return format_float(f64::from(value), notation, digits);
    }
    let mut text = String::new();
    match special(f64::from(value)) {
        Some(word) => text.push_str(word),
        None => push_decimal(&mut text, &Decimal::shortest32(value), notation, digits),
    }
    text
}

/// A float as `%v` prints it: `80`, `0.5`, `1e+06`.
#[must_use]
pub fn go_float(value: f64) -> String {
    format_float(value, Notation::General, Digits::Shortest)
}

/// Appends what [`format_float`] returns.
pub fn push_float(text: &mut String, value: f64, notation: Notation, digits: Digits) {
    if let Some(word) = special(value) {
        return text.push_str(word);
    }
    // Writing to a `String` cannot fail.
    match (notation, digits) {
        (Notation::Plain, Digits::Shortest) => {
            let start = text.len();
            let _ = write!(text, "{value}");
            if text.len() - start >= Decimal::TIES {
                text.truncate(start);
                Decimal::shortest(value).push_plain(text);
            }
        }
        (Notation::Plain, Digits::Fixed(count)) => {
            let _ = write!(text, "{value:.*}", usize::from(count));
        }
        (_, Digits::Shortest) => {
            push_decimal(text, &Decimal::shortest(value), notation, digits);
        }
        (Notation::Exponent | Notation::UpperExponent, Digits::Fixed(count)) => {
            let count = usize::from(count);
            push_decimal(
                text,
                &Decimal::read(format_args!("{value:.count$e}")),
                notation,
                digits,
            );
        }
        (Notation::General | Notation::UpperGeneral, Digits::Fixed(count)) => {
            let count = usize::from(count.max(1)) - 1;
            let mut decimal = Decimal::read(format_args!("{value:.count$e}"));
            let kept = decimal.digits.trim_end_matches('0').len().max(1);
            decimal.digits.truncate(kept);
            push_decimal(text, &decimal, notation, digits);
        }
    }
}

/// Appends a finite float as Go's `encoding/json` writes it: no exponent from 1e-6 up to 1e21, and
/// else one without padding (`1e-7`). Infinities and NaN have no JSON text and are written as `null`.
pub fn push_json_float(text: &mut String, value: f64) {
    let size = value.abs();
    if !value.is_finite() {
        text.push_str("null");
    } else if size == 0.0 || (1e-6..1e21).contains(&size) {
        push_float(text, value, Notation::Plain, Digits::Shortest);
    } else {
        let decimal = Decimal::shortest(value);
        decimal.push_mantissa(text);
        let _ = write!(text, "e{:+}", decimal.exponent);
    }
}

/// Go's `strconv.ParseFloat` for 64 bits: decimal and hexadecimal floats with single underscores
/// between digits, `inf`, `infinity`, `nan`.
///
/// # Errors
/// `Syntax` for any other text, `Range` for a number that no finite float is near.
pub fn parse_float(text: &str) -> Result<f64, NumberError> {
    let (negative, body) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    let sign = if negative { -1.0 } else { 1.0 };
    if body.eq_ignore_ascii_case("inf") || body.eq_ignore_ascii_case("infinity") {
        return Ok(sign * f64::INFINITY);
    }
    if text.eq_ignore_ascii_case("nan") {
        return Ok(f64::NAN);
    }
    let hexadecimal = body.strip_prefix("0x").or(body.strip_prefix("0X"));
    let digits = hexadecimal.unwrap_or(body);
    let plain;
    let digits = if digits.contains('_') {
        if !underscores_are_between_digits(digits, hexadecimal.is_some()) {
            return Err(NumberError::Syntax);
        }
        plain = digits.replace('_', "");
        &plain
    } else {
        digits
    };
    let size = match hexadecimal {
        Some(_) => parse_hexadecimal(digits)?,
        None => parse_decimal(digits)?,
    };
    if size.is_infinite() {
        return Err(NumberError::Range);
    }
    Ok(sign * size)
}

/// Go's `strconv.ParseInt` with base 10 and 64 bits, and `strconv.Atoi`: a sign and ASCII digits.
///
/// # Errors
/// `Syntax` for any other text, `Range` beyond 64 bits.
pub fn parse_int(text: &str) -> Result<i64, NumberError> {
    text.parse::<i64>().map_err(|error| match error.kind() {
        std::num::IntErrorKind::PosOverflow | std::num::IntErrorKind::NegOverflow => NumberError::Range,
        _ => NumberError::Syntax,
    })
}

fn special(value: f64) -> Option<&'static str> {
    if value.is_nan() {
        Some("NaN")
    } else if value.is_infinite() {
        Some(if value > 0.0 { "+Inf" } else { "-Inf" })
    } else {
        None
    }
}

/// A finite number as digits: `0.DIGITS`, times ten to the power of `exponent + 1`.
struct Decimal {
    negative: bool,
    // INVARIANT: ASCII digits, at least one.
    digits: String,
    /// Power of ten of the first digit.
    exponent: i32,
}

impl Decimal {
    /// A float in the middle between two shortest texts has at least this many digits in them, because
    /// with fewer it would print exactly. For singles it is [`Decimal::TIES32`].
    const TIES: usize = 15;
    const TIES32: usize = 6;

    /// The shortest digits. In the middle between two, Rust takes the greater and Go the even one;
    /// where the float below is nearer than the one above, at powers of two, Go takes the greater too,
    /// except at 2^-25, the one that needs all seventeen digits.
    fn shortest(value: f64) -> Decimal {
        let shortest = Decimal::read(format_args!("{value:e}"));
        let count = shortest.digits.len();
        if count < Decimal::TIES || (count < 17 && value.to_bits() << 12 == 0) {
            return shortest;
        }
        let printed = format!("{value:.*e}", count - 1);
        if printed.parse() == Ok(value) {
            Decimal::read(format_args!("{printed}"))
        } else {
            shortest
        }
    }

    fn shortest32(value: f32) -> Decimal {
        let shortest = Decimal::read(format_args!("{value:e}"));
        let count = shortest.digits.len();
        if count < Decimal::TIES32 || value.to_bits() << 9 == 0 {
            return shortest;
        }
        let printed = format!("{value:.*e}", count - 1);
        if printed.parse() == Ok(value) {
            Decimal::read(format_args!("{printed}"))
        } else {
            shortest
        }
    }

    /// Reads what Rust prints for `{:e}`: `-1.25e-7`.
    fn read(printed: fmt::Arguments<'_>) -> Decimal {
        let printed = printed.to_string();
        let (mantissa, exponent) = printed.split_once('e').unwrap_or((&printed, "0"));
        Decimal {
            negative: mantissa.starts_with('-'),
            digits: mantissa.chars().filter(char::is_ascii_digit).collect(),
            exponent: exponent.parse().unwrap_or(0),
        }
    }

    fn push_mantissa(&self, text: &mut String) {
        if self.negative {
            text.push('-');
        }
        let (first, rest) = self.digits.split_at(1);
        text.push_str(first);
        if !rest.is_empty() {
            text.push('.');
            text.push_str(rest);
        }
    }

    fn push_plain(&self, text: &mut String) {
        if self.negative {
            text.push('-');
        }
        let Ok(whole) = usize::try_from(self.exponent + 1) else {
            text.push_str("0.");
            text.extend((self.exponent + 1..0).map(|_| '0'));
            return text.push_str(&self.digits);
        };
        if whole == 0 {
            text.push_str("0.");
        }
        for (idx, digit) in self.digits.chars().enumerate() {
            if idx == whole && idx > 0 {
                text.push('.');
            }
            text.push(digit);
        }
        text.extend((self.digits.len()..whole).map(|_| '0'));
    }
}

fn push_decimal(text: &mut String, decimal: &Decimal, notation: Notation, digits: Digits) {
    let mark = match notation {
        Notation::Plain => return decimal.push_plain(text),
        Notation::Exponent => 'e',
        Notation::UpperExponent => 'E',
        Notation::General | Notation::UpperGeneral => {
            if (-4..exponent_from(decimal, digits)).contains(&decimal.exponent) {
                return decimal.push_plain(text);
            }
            if notation == Notation::General { 'e' } else { 'E' }
        }
    };
    decimal.push_mantissa(text);
    let sign = if decimal.exponent < 0 { '-' } else { '+' };
    let _ = write!(text, "{mark}{sign}{:02}", decimal.exponent.unsigned_abs());
}

/// The power of ten from which the general notations use an exponent: 6 for the shortest digits, else
/// the number of digits asked for, or the number there are when they reach to the point.
fn exponent_from(decimal: &Decimal, digits: Digits) -> i32 {
    match digits {
        Digits::Shortest => 6,
        Digits::Fixed(count) => {
            let asked = i32::from(count.max(1));
            let there = i32::try_from(decimal.digits.len()).unwrap_or(i32::MAX);
            if asked > there && there > decimal.exponent {
                there
            } else {
                asked
            }
        }
    }
}

/// `digits [. digits] [e [sign] digits]` with at least one digit before the exponent; no sign.
fn parse_decimal(body: &str) -> Result<f64, NumberError> {
    let (mantissa, exponent) = match body.find(['e', 'E']) {
        Some(at) => (body.get(..at).unwrap_or_default(), body.get(at + 1..)),
        None => (body, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
        return Err(NumberError::Syntax);
    }
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if digits.is_empty() || !all_digits(digits) {
            return Err(NumberError::Syntax);
        }
    }
    body.parse().map_err(|_| NumberError::Syntax)
}

/// `hexdigits [. hexdigits] p [sign] digits`, without its `0x`.
fn parse_hexadecimal(body: &str) -> Result<f64, NumberError> {
    let (mantissa, exponent) = body.split_once(['p', 'P']).ok_or(NumberError::Syntax)?;
    let mut bits: u64 = 0;
    let mut lost = false;
    let mut scale: i64 = 0;
    let mut point = false;
    let mut digits = false;
    for character in mantissa.chars() {
        if character == '.' && !point {
            point = true;
            continue;
        }
        let digit = character.to_digit(16).ok_or(NumberError::Syntax)?;
        digits = true;
        if bits >> 60 == 0 {
            bits = bits << 4 | u64::from(digit);
            scale -= if point { 4 } else { 0 };
        } else {
            lost |= digit != 0;
            scale += if point { 0 } else { 4 };
        }
    }
    let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if !digits || power.is_empty() || !power.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::Syntax);
    }
    let power = power.parse::<i64>().unwrap_or(i64::MAX).min(1 << 40);
    let power = if exponent.starts_with('-') { -power } else { power };
    Ok(scaled(bits, lost, scale + power))
}

/// An underscore needs a digit, or the base prefix, on its left and a digit on its right.
fn underscores_are_between_digits(digits: &str, hexadecimal: bool) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (hexadecimal && byte.is_ascii_hexdigit());
    let mut left = hexadecimal;
    let mut bytes = digits.as_bytes().iter().peekable();
    while let Some(byte) = bytes.next() {
        if *byte == b'_' && !(left && bytes.peek().is_some_and(|byte| is_digit(byte))) {
            return false;
        }
        left = is_digit(byte);
    }
    true
}

/// The float nearest to `bits · 2^power`, ties to even; `lost` says that the true number is a little
/// more than that. Infinite when it is too large.
fn scaled(bits: u64, lost: bool, power: i64) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let shift = bits.leading_zeros();
    let bits = bits << shift | u64::from(lost);
    let exponent = power - i64::from(shift) + 63;
    if exponent > 1023 {
        return f64::INFINITY;
    }
    let kept_bits = if exponent >= -1022 { 53 } else { exponent + 1075 };
    let Ok(kept_bits @ 0..=53) = u32::try_from(kept_bits) else {
        return 0.0;
    };
    let kept = bits.checked_shr(64 - kept_bits).unwrap_or(0);
    let rest = bits << kept_bits;
    let half = 1 << 63;
    let up = u64::from(rest > half || (rest == half && kept & 1 == 1));
    let biased = u64::try_from(exponent + 1023).unwrap_or(0);
    // The leading one of a normal number is not stored: it adds one to the exponent field instead.
    let field = if exponent >= -1022 { (biased - 1) << 52 } else { 0 };
    f64::from_bits(field + kept + up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_as_in_the_table_of_the_reference() {
        use Digits::{Fixed, Shortest};
        use Notation::{Exponent, General, Plain, UpperExponent, UpperGeneral};
        let rows: &[(f64, Notation, Digits, &str)] = &[
            (5.0, General, Shortest, "5"),
            (0.5, General, Shortest, "0.5"),
            (8080.0, General, Shortest, "8080"),
            (123_456.0, General, Shortest, "123456"),
            (100_000.0, General, Shortest, "100000"),
            (1_000_000.0, General, Shortest, "1e+06"),
            (4_294_967_296.0, General, Shortest, "4.294967296e+09"),
            (123_456_789.125, General, Shortest, "1.23456789125e+08"),
            (0.0001, General, Shortest, "0.0001"),
            (0.00001, General, Shortest, "1e-05"),
            (-0.0, General, Shortest, "-0"),
            (2.0_f64.powi(-24), General, Shortest, "5.960464477539063e-08"),
            (
                6_048_299_809_962_765.0 / 4.0,
                Plain,
                Shortest,
                "1512074952490691.2",
            ),
            (
                6_048_299_809_962_765.0 / 4.0,
                General,
                Shortest,
                "1.5120749524906912e+15",
            ),
            (1e21, UpperGeneral, Shortest, "1E+21"),
            (5.0, UpperExponent, Shortest, "5E+00"),
            (0.5, UpperExponent, Shortest, "5E-01"),
            (8080.0, UpperExponent, Shortest, "8.08E+03"),
            (1e-7, UpperExponent, Shortest, "1E-07"),
            (5e-324, Exponent, Shortest, "5e-324"),
            (f64::MAX, Exponent, Shortest, "1.7976931348623157e+308"),
            (5.0, Plain, Fixed(6), "5.000000"),
            (0.00001, Plain, Fixed(6), "0.000010"),
            (1e-7, Plain, Fixed(6), "0.000000"),
            (2.5, Plain, Fixed(0), "2"),
            (1e21, Plain, Shortest, "1000000000000000000000"),
            (1e-7, Plain, Shortest, "0.0000001"),
            (1234.5, Exponent, Fixed(2), "1.23e+03"),
            (0.0, Exponent, Fixed(2), "0.00e+00"),
            (1234.5, General, Fixed(2), "1.2e+03"),
            (100.0, General, Fixed(3), "100"),
            (100.0, General, Fixed(6), "100"),
            (400.0, General, Fixed(2), "4e+02"),
            (0.0, General, Fixed(4), "0"),
            (f64::INFINITY, Plain, Shortest, "+Inf"),
            (f64::NEG_INFINITY, General, Fixed(2), "-Inf"),
            (f64::NAN, Exponent, Shortest, "NaN"),
        ];
        for (value, notation, digits, text) in rows {
            assert_eq!(
                format_float(*value, *notation, *digits),
                *text,
                "{value} {notation:?}"
            );
        }
    }

    #[test]
    fn singles_print_with_their_own_digits() {
        let rows: &[(f32, Notation, &str)] = &[
            (1.234_567_9, Notation::General, "1.2345679"),
            (0.1, Notation::General, "0.1"),
            (1e6, Notation::General, "1e+06"),
            (16_777_216.0, Notation::Plain, "16777216"),
            (123_456_790.0, Notation::Plain, "123456790"),
            (1e21, Notation::Plain, "1000000000000000000000"),
            (0.001, Notation::Plain, "0.001"),
            (0.15, Notation::Plain, "0.15"),
            (-12.5, Notation::Plain, "-12.5"),
            (113.0 / 512.0, Notation::Plain, "0.22070312"),
            (f32::INFINITY, Notation::Plain, "+Inf"),
        ];
        for (value, notation, text) in rows {
            assert_eq!(format_float32(*value, *notation, Digits::Shortest), *text);
        }
    }

    #[test]
    fn floats_read_as_in_go() {
        let rows: &[(&str, Result<f64, NumberError>)] = &[
            ("1", Ok(1.0)),
            ("+1.", Ok(1.0)),
            (".5", Ok(0.5)),
            ("-1e3", Ok(-1000.0)),
            ("1E+2", Ok(100.0)),
            ("-Infinity", Ok(f64::NEG_INFINITY)),
            ("iNf", Ok(f64::INFINITY)),
            ("0x1p-2", Ok(0.25)),
            ("0X1.8p1", Ok(3.0)),
            ("0x_1_0p0", Ok(16.0)),
            ("-0x.8P0", Ok(-0.5)),
            ("0x1p-1074", Ok(5e-324)),
            ("0x1p-1075", Ok(0.0)),
            ("0x1.8p-1075", Ok(5e-324)),
            ("0x0.0000000000001p-1022", Ok(5e-324)),
            ("0x1.00000000000008p0", Ok(1.0)),
            ("0x1.000000000000080000000001p0", Ok(1.000_000_000_000_000_2)),
            ("0x1.fffffffffffffp1023", Ok(f64::MAX)),
            ("0x1p99999999999999999999", Err(NumberError::Range)),
            ("0x1.fffffffffffffcp1023", Err(NumberError::Range)),
            ("1e309", Err(NumberError::Range)),
            ("-1e309", Err(NumberError::Range)),
            ("1e-400", Ok(0.0)),
            ("", Err(NumberError::Syntax)),
            (".", Err(NumberError::Syntax)),
            ("+", Err(NumberError::Syntax)),
            ("e5", Err(NumberError::Syntax)),
            ("1e", Err(NumberError::Syntax)),
            ("1e+", Err(NumberError::Syntax)),
            ("1_23.50_0_0e+1_2", Ok(1.235e14)),
            ("_1", Err(NumberError::Syntax)),
            ("1__0", Err(NumberError::Syntax)),
            ("1_e5", Err(NumberError::Syntax)),
            ("1_", Err(NumberError::Syntax)),
            ("0x1", Err(NumberError::Syntax)),
            ("0x1_p0", Err(NumberError::Syntax)),
            ("0xp0", Err(NumberError::Syntax)),
            ("0x1p", Err(NumberError::Syntax)),
            ("+nan", Err(NumberError::Syntax)),
            ("infin", Err(NumberError::Syntax)),
            (" 1", Err(NumberError::Syntax)),
            ("--1", Err(NumberError::Syntax)),
            ("1.2.3", Err(NumberError::Syntax)),
            ("١", Err(NumberError::Syntax)),
        ];
        for (text, result) in rows {
            assert_eq!(parse_float(text), *result, "{text}");
        }
        assert!(parse_float("NaN").is_ok_and(f64::is_nan));
    }

    #[test]
    fn whole_numbers_read_as_in_go() {
        let rows: &[(&str, Result<i64, NumberError>)] = &[
            ("007", Ok(7)),
            ("+5", Ok(5)),
            ("-9223372036854775808", Ok(i64::MIN)),
            ("9223372036854775808", Err(NumberError::Range)),
            ("-9223372036854775809", Err(NumberError::Range)),
            ("", Err(NumberError::Syntax)),
            ("-", Err(NumberError::Syntax)),
            ("1_0", Err(NumberError::Syntax)),
            ("0x10", Err(NumberError::Syntax)),
            ("1.0", Err(NumberError::Syntax)),
        ];
        for (text, result) in rows {
            assert_eq!(parse_int(text), *result, "{text}");
        }
    }
}
