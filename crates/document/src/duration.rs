//! Durations as Go writes them: `1h30m`, `1.5s`, `-200ms`.

use std::fmt;

/// A signed span of time in nanoseconds, as Go's `time.Duration`: about ±292 years.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration {
    pub nanoseconds: i64,
}

/// Why a text is no duration. The texts are Go's, users see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DurationError {
    Invalid { text: String },
    MissingUnit { text: String },
    UnknownUnit { unit: String, text: String },
}

const MICROSECOND: u64 = 1_000;
const MILLISECOND: u64 = 1_000 * MICROSECOND;
const SECOND: u64 = 1_000 * MILLISECOND;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// The largest magnitude: that of the most negative duration.
const MOST: u64 = 1 << 63;

const UNITS: &[(&str, u64)] = &[
    ("ns", 1),
    ("us", MICROSECOND),
    ("µs", MICROSECOND),
    ("μs", MICROSECOND),
    ("ms", MILLISECOND),
    ("s", SECOND),
    ("m", MINUTE),
    ("h", HOUR),
];

impl Duration {
    pub const MIN: Duration = Duration {
        nanoseconds: i64::MIN,
    };
    pub const MAX: Duration = Duration {
        nanoseconds: i64::MAX,
    };

    #[must_use]
    pub const fn from_nanoseconds(nanoseconds: i64) -> Duration {
        Duration { nanoseconds }
    }

    /// A span of whole seconds; nothing when it does not fit.
    #[must_use]
    pub fn from_seconds(seconds: i64) -> Option<Duration> {
        seconds.checked_mul(1_000_000_000).map(Duration::from_nanoseconds)
    }

    /// Reads a duration: an optional sign and one or more numbers with units, or just `0` (engine
    /// reference A.4). There are no days and no blanks.
    pub fn parse(text: &str) -> Result<Duration, DurationError> {
        let invalid = || DurationError::Invalid {
            text: text.to_owned(),
        };
        let (negative, mut rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if rest == "0" {
            return Ok(Duration::default());
        }
        if rest.is_empty() {
            return Err(invalid());
        }
        let mut total: u64 = 0;
        while !rest.is_empty() {
            let (number, tail) = Number::read(rest).ok_or_else(invalid)?;
            let is_unit = |character: char| character != '.' && !character.is_ascii_digit();
            let length = tail.find(|character| !is_unit(character)).unwrap_or(tail.len());
            let (name, tail) = tail.split_at_checked(length).unwrap_or((tail, ""));
            if name.is_empty() {
                return Err(DurationError::MissingUnit {
                    text: text.to_owned(),
                });
            }
            let Some((_, unit)) = UNITS.iter().find(|(known, _)| *known == name) else {
                return Err(DurationError::UnknownUnit {
                    unit: name.to_owned(),
                    text: text.to_owned(),
                });
            };
            total = number
                .times(*unit)
                .and_then(|span| total.checked_add(span))
                .filter(|total| *total <= MOST)
                .ok_or_else(invalid)?;
            rest = tail;
        }
        let nanoseconds = if negative {
            0_i64.checked_sub_unsigned(total)
        } else {
            i64::try_from(total).ok()
        };
        nanoseconds.map(Duration::from_nanoseconds).ok_or_else(invalid)
    }

    /// The span in seconds. Whole seconds and the fraction are converted apart, as Go does.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the caller asks for the nearest float")]
    pub fn seconds(self) -> f64 {
        let whole = self.nanoseconds / 1_000_000_000;
        let fraction = self.nanoseconds % 1_000_000_000;
        whole as f64 + fraction as f64 / 1e9
    }
}

/// A decimal number before a unit: `whole + fraction / scale`.
struct Number {
    whole: u64,
    fraction: u64,
    scale: f64,
}

impl Number {
    fn read(text: &str) -> Option<(Number, &str)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (written, mut rest) = text.split_at_checked(digits)?;
        let mut number = Number {
            whole: 0,
            fraction: 0,
            scale: 1.0,
        };
        for digit in written.bytes() {
            number.whole = number
                .whole
                .checked_mul(10)?
                .checked_add(u64::from(digit - b'0'))
                .filter(|whole| *whole <= MOST)?;
        }
        let mut has_digits = digits > 0;
        if let Some(tail) = rest.strip_prefix('.') {
            let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
            let (written, tail) = tail.split_at_checked(digits)?;
            has_digits |= digits > 0;
            number.read_fraction(written);
            rest = tail;
        }
        has_digits.then_some((number, rest))
    }

    /// Digits that no longer fit are dropped, as in Go.
    fn read_fraction(&mut self, written: &str) {
        for digit in written.bytes() {
            if self.fraction > (MOST - 1) / 10 {
                return;
            }
            let longer = self.fraction * 10 + u64::from(digit - b'0');
            if longer > MOST {
                return;
            }
            self.fraction = longer;
            self.scale *= 10.0;
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the fraction of a unit is computed in floats, as Go does, and is below one hour"
    )]
    fn times(&self, unit: u64) -> Option<u64> {
        let whole = self.whole.checked_mul(unit).filter(|span| *span <= MOST)?;
        let part = self.fraction as f64 * (unit as f64 / self.scale);
        whole.checked_add(part as u64).filter(|span| *span <= MOST)
    }
}

impl fmt::Display for Duration {
    /// `0s`, below a second the largest fitting unit, else `XhYmZs` with all lower units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.nanoseconds.unsigned_abs();
        if span == 0 {
            return f.write_str("0s");
        }
        if self.nanoseconds < 0 {
            f.write_str("-")?;
        }
        match span {
            ..MICROSECOND => return write!(f, "{span}ns"),
            MICROSECOND..MILLISECOND => return write_fraction(f, span, MICROSECOND, "µs"),
            MILLISECOND..SECOND => return write_fraction(f, span, MILLISECOND, "ms"),
            _ => (),
        }
        if span >= HOUR {
            write!(f, "{}h", span / HOUR)?;
        }
        if span >= MINUTE {
            write!(f, "{}m", span % HOUR / MINUTE)?;
        }
        write_fraction(f, span % MINUTE, SECOND, "s")
    }
}

/// A span in a unit, with a fraction only as long as needed.
fn write_fraction(f: &mut fmt::Formatter<'_>, span: u64, unit: u64, name: &str) -> fmt::Result {
    write!(f, "{}", span / unit)?;
    let mut fraction = span % unit;
    if fraction > 0 {
        let mut width = unit.ilog10() as usize;
        while fraction.is_multiple_of(10) {
            fraction /= 10;
            width -= 1;
        }
        write!(f, ".{fraction:0width$}")?;
    }
    f.write_str(name)
}

impl std::error::Error for DurationError {}

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DurationError::Invalid { text } => {
                write!(f, "time: invalid duration {}", Quoted(text.as_bytes()))
            }
            DurationError::MissingUnit { text } => {
                write!(f, "time: missing unit in duration {}", Quoted(text.as_bytes()))
            }
            DurationError::UnknownUnit { unit, text } => write!(
                f,
                "time: unknown unit {} in duration {}",
                Quoted(unit.as_bytes()),
                Quoted(text.as_bytes())
            ),
        }
    }
}

/// A text in quotes as Go's time package quotes it: what is not printable ASCII as `\x..` bytes.
#[derive(Debug, Clone, Copy)]
pub struct Quoted<'a>(pub &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for &byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                b' '..=0x7f => write!(f, "{}", char::from(byte))?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_printed_as_go_does() {
        for (text, expected) in [
            ("0", "0s"),
            ("+0", "0s"),
            ("-0", "0s"),
            ("1h", "1h0m0s"),
            ("90s", "1m30s"),
            ("1h1h", "2h0m0s"),
            (".5s", "500ms"),
            ("1.s", "1s"),
            ("1.5h1ns", "1h30m0.000000001s"),
            ("1500us", "1.5ms"),
            ("15µs", "15µs"),
            ("1μs", "1µs"),
            ("-1.5s", "-1.5s"),
            ("999ns", "999ns"),
            ("0.3333333333333333333333h", "20m0s"),
            ("2562047h47m16.854775807s", "2562047h47m16.854775807s"),
            ("-2562047h47m16.854775808s", "-2562047h47m16.854775808s"),
        ] {
            let duration = Duration::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(duration.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn bad_texts_are_named() {
        for (text, expected) in [
            ("", "time: invalid duration \"\""),
            ("5", "time: missing unit in duration \"5\""),
            ("1d", "time: unknown unit \"d\" in duration \"1d\""),
            ("1h 2m", "time: unknown unit \"h \" in duration \"1h 2m\""),
            ("s", "time: invalid duration \"s\""),
            (".s", "time: invalid duration \".s\""),
            ("-", "time: invalid duration \"-\""),
            (
                "2562047h47m16.854775808s",
                "time: invalid duration \"2562047h47m16.854775808s\"",
            ),
            (
                "99999999999999999999s",
                "time: invalid duration \"99999999999999999999s\"",
            ),
            (
                "1é",
                "time: unknown unit \"\\xc3\\xa9\" in duration \"1\\xc3\\xa9\"",
            ),
        ] {
            let error = Duration::parse(text).expect_err(text);
            assert_eq!(error.to_string(), expected);
        }
    }
}
