//! Moments, and what calendars show of them (reference §4, §5).

use std::cmp::Ordering;
use std::fmt;

pub(crate) mod zone;

/// A moment and the offset it was written with. Order and equality look at the moment alone.
#[derive(Debug, Clone, Copy)]
pub struct Timestamp {
    /// Since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    // INVARIANT: below a thousand million.
    nanoseconds: u32,
    /// Seconds east of UTC.
    offset: i32,
}

/// What a calendar and a clock show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Civil {
    pub(crate) year: i64,
    /// 1 to 12.
    pub(crate) month: u32,
    /// 1 to 31.
    pub(crate) day: u32,
    /// 0 to 365.
    pub(crate) year_day: u32,
    /// Sunday is 0.
    pub(crate) weekday: u32,
    pub(crate) hour: u32,
    pub(crate) minute: u32,
    pub(crate) second: u32,
}

const DAY: i64 = 86_400;
const SECOND: i64 = 1_000_000_000;

/// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
const FIRST: i64 = -62_135_596_800;
const LAST: i64 = 253_402_300_799;

impl Timestamp {
    /// A moment in UTC; nothing outside of the years 1 to 9999.
    #[must_use]
    pub fn new(seconds: i64, nanoseconds: u32) -> Option<Timestamp> {
        let fits = (FIRST..=LAST).contains(&seconds) && i64::from(nanoseconds) < SECOND;
        fits.then_some(Timestamp {
            seconds,
            nanoseconds,
            offset: 0,
        })
    }

    /// Below a thousand million.
    #[must_use]
    pub fn nanoseconds(&self) -> u32 {
        self.nanoseconds
    }

    /// Whether it is the first moment of year 1, Go's empty time.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.seconds == FIRST && self.nanoseconds == 0
    }

    /// Reads RFC 3339 as Go does: capital `T` and `Z`, hours of one digit, fractions of any length behind
    /// a point or comma, of which nine digits count. Nothing for another text; the moment may be outside
    /// of the years that count.
    pub(crate) fn parse(text: &str) -> Option<Timestamp> {
        let mut reader = Reader(text);
        let year = reader.digits(4)?;
        reader.mark('-')?;
        let month = reader.digits(2)?;
        reader.mark('-')?;
        let day = reader.digits(2)?;
        reader.mark('T')?;
        let hour = reader.one_or_two_digits()?;
        reader.mark(':')?;
        let minute = reader.digits(2)?;
        reader.mark(':')?;
        let second = reader.digits(2)?;
        let nanoseconds = reader.fraction();
        let offset = reader.offset()?;
        let is_date = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        if !is_date || hour > 23 || minute > 59 || second > 59 || !reader.0.is_empty() {
            return None;
        }
        let days = days_from_civil(i64::from(year), month, day);
        let clock = i64::from(hour * 3600 + minute * 60 + second);
        Some(Timestamp {
            seconds: days * DAY + clock - i64::from(offset),
            nanoseconds,
            offset,
        })
    }

    pub(crate) fn is_in_range(&self) -> bool {
        (FIRST..=LAST).contains(&self.seconds)
    }

    /// So many nanoseconds later; nothing outside of the years that count.
    #[must_use]
    pub fn plus(&self, span: i64) -> Option<Timestamp> {
        let nanoseconds = i64::from(self.nanoseconds) + span.rem_euclid(SECOND);
        let seconds = self
            .seconds
            .checked_add(span.div_euclid(SECOND))?
            .checked_add(nanoseconds / SECOND)?;
        let later = Timestamp {
            seconds,
            nanoseconds: u32::try_from(nanoseconds % SECOND).ok()?,
            offset: self.offset,
        };
        later.is_in_range().then_some(later)
    }

    /// So many nanoseconds earlier.
    #[must_use]
    pub fn minus(&self, span: i64) -> Option<Timestamp> {
        match span.checked_neg() {
            Some(negated) => self.plus(negated),
            None => self.plus(i64::MAX)?.plus(1),
        }
    }

    /// The nanoseconds from another moment to this one; nothing when they do not fit 64 bits.
    #[must_use]
    pub fn since(&self, other: &Timestamp) -> Option<i64> {
        let seconds = i128::from(self.seconds) - i128::from(other.seconds);
        let nanoseconds = i128::from(self.nanoseconds) - i128::from(other.nanoseconds);
        i64::try_from(seconds * i128::from(SECOND) + nanoseconds).ok()
    }

    /// What calendar and clock show at a place so many seconds east of UTC.
    pub(crate) fn civil(&self, offset: i64) -> Civil {
        let seconds = self.seconds + offset;
        let days = seconds.div_euclid(DAY);
        let clock = seconds.rem_euclid(DAY);
        let (year, month, day) = civil_from_days(days);
        let small = |value: i64| u32::try_from(value).unwrap_or_default();
        Civil {
            year,
            month,
            day,
            year_day: small(days - days_from_civil(year, 1, 1)),
            weekday: small((days + 4).rem_euclid(7)),
            hour: small(clock / 3600),
            minute: small(clock % 3600 / 60),
            second: small(clock % 60),
        }
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Timestamp) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Timestamp) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Timestamp) -> Ordering {
        (self.seconds, self.nanoseconds).cmp(&(other.seconds, other.nanoseconds))
    }
}

/// RFC 3339 with as much of a fraction as there is.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let it = self.civil(i64::from(self.offset));
        let (year, month, day) = (it.year, it.month, it.day);
        write!(f, "{year:04}-{month:02}-{day:02}")?;
        write!(f, "T{:02}:{:02}:{:02}", it.hour, it.minute, it.second)?;
        if self.nanoseconds > 0 {
            let digits = format!("{:09}", self.nanoseconds);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        if self.offset == 0 {
            return f.write_str("Z");
        }
        let sign = if self.offset < 0 { '-' } else { '+' };
        let minutes = self.offset.unsigned_abs() / 60;
        write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
    }
}

/// A duration in seconds, with a fraction as long as needed: `90s`, `0.5s`.
pub(crate) fn seconds_text(span: i64) -> String {
    let sign = if span < 0 { "-" } else { "" };
    let (whole, fraction) = (
        span.unsigned_abs() / 1_000_000_000,
        span.unsigned_abs() % 1_000_000_000,
    );
    if fraction == 0 {
        return format!("{sign}{whole}s");
    }
    let digits = format!("{fraction:09}");
    format!("{sign}{whole}.{}s", digits.trim_end_matches('0'))
}

struct Reader<'t>(&'t str);

impl Reader<'_> {
    fn digits(&mut self, count: usize) -> Option<u32> {
        let (digits, rest) = self.0.split_at_checked(count)?;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        self.0 = rest;
        digits.parse().ok()
    }

    fn one_or_two_digits(&mut self) -> Option<u32> {
        self.digits(2).or_else(|| self.digits(1))
    }

    fn mark(&mut self, mark: char) -> Option<()> {
        self.0 = self.0.strip_prefix(mark)?;
        Some(())
    }

    fn fraction(&mut self) -> u32 {
        let Some(rest) = self.0.strip_prefix(['.', ',']) else {
            return 0;
        };
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = rest.split_at_checked(length).unwrap_or(("", rest));
        if digits.is_empty() {
            return 0;
        }
        self.0 = rest;
        let nine = format!("{digits:0<9.9}");
        nine.parse().unwrap_or_default()
    }

    fn offset(&mut self) -> Option<i32> {
        if self.mark('Z').is_some() {
            return Some(0);
        }
        let sign = if self.mark('-').is_some() {
            -1
        } else {
            self.mark('+')?;
            1
        };
        let hours = self.digits(2)?;
        self.mark(':')?;
        let minutes = self.digits(2)?;
        // Go lets through an offset of 24 hours and one of 60 minutes, because some people write them.
        if hours > 24 || minutes > 60 {
            return None;
        }
        Some(sign * i32::try_from(hours * 3600 + minutes * 60).ok()?)
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01. Years begin in March here, so that leap days come last.
pub(super) fn days_from_civil(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month = i64::from((month + 9) % 12);
    let day_of_year = (153 * month + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

pub(super) fn civil_from_days(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = u32::try_from(day_of_year - (153 * month + 2) / 5 + 1).unwrap_or(1);
    let month = u32::try_from(if month < 10 { month + 3 } else { month - 9 }).unwrap_or(1);
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_moments_and_texts_again() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some("1970-01-01T00:00:00Z")),
            ("2024-02-29T23:45:10.5000Z", Some("2024-02-29T23:45:10.5Z")),
            ("2024-01-01T00:00:00+05:30", Some("2024-01-01T00:00:00+05:30")),
            (
                "2024-01-01T00:00:00.1234567899Z",
                Some("2024-01-01T00:00:00.123456789Z"),
            ),
            ("2024-01-01T1:00:00Z", Some("2024-01-01T01:00:00Z")),
            ("0001-01-01T00:00:00Z", Some("0001-01-01T00:00:00Z")),
            ("2023-02-29T00:00:00Z", None),
            ("2024-01-01T23:59:60Z", None),
            ("2024-01-01 00:00:00Z", None),
            ("2024-01-01T00:00:00", None),
            ("2024-01-01T00:00:00.Z", None),
        ] {
            let read = Timestamp::parse(text).map(|moment| moment.to_string());
            assert_eq!(read.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn calendars_show_the_moment() {
        let moment = Timestamp::parse("1969-12-31T23:59:59Z").unwrap();
        let civil = moment.civil(0);
        assert_eq!((civil.year, civil.month, civil.day), (1969, 12, 31));
        assert_eq!((civil.year_day, civil.weekday, civil.hour), (364, 3, 23));
        assert_eq!(moment.civil(1).year, 1970);
    }

    #[test]
    fn arithmetic_stays_within_the_years_that_count() {
        let last = Timestamp::parse("9999-12-31T23:59:59Z").unwrap();
        assert_eq!(last.plus(SECOND), None);
        assert!(last.plus(SECOND - 1).is_some());
        let first = Timestamp::new(FIRST, 0).unwrap();
        assert_eq!(first.minus(1), None);
        assert_eq!(last.since(&first), None);
        assert_eq!(first.plus(i64::MAX).unwrap().since(&first), Some(i64::MAX));
    }

    #[test]
    fn spans_are_shown_in_seconds() {
        assert_eq!(seconds_text(90_000_000_000), "90s");
        assert_eq!(seconds_text(-500_000_000), "-0.5s");
        assert_eq!(seconds_text(i64::MIN), "-9223372036.854775808s");
    }
}
