//! Moments and Go's time layouts: reading, printing, and calendar arithmetic. No clock.

use std::cmp::Ordering;
use std::fmt;

use sekisho_document::duration::Quoted;

use crate::Duration;

mod format;
mod layout;
mod parse;

/// The layout of RFC 3339, as Go writes it.
pub const RFC3339: &str = "2006-01-02T15:04:05Z07:00";

/// A moment and the zone it is told in. Order and equality look at the moment alone.
#[derive(Debug, Clone)]
pub struct Time {
    /// Since 1970-01-01T00:00:00Z.
    seconds: i64,
    // INVARIANT: below a thousand million.
    nanoseconds: u32,
    zone: Zone,
}

/// A fixed offset to UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    /// The abbreviation, such as `UTC`; may be empty.
    pub name: Box<str>,
    /// Seconds east of UTC.
    pub offset: i32,
}

/// A moment as calendars and clocks of its zone show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Civil {
    pub year: i64,
    /// 1 to 12.
    pub month: u32,
    /// 1 to 31.
    pub day: u32,
    /// 1 to 366.
    pub year_day: u32,
    /// Sunday is 0.
    pub weekday: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
}

/// Why a text is no moment. The texts are Go's, users see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimeError {
    /// A part of the text does not fit its part of the layout.
    Mismatch {
        text: Box<[u8]>,
        layout: Box<[u8]>,
        rest: Box<[u8]>,
        expected: Box<[u8]>,
    },
    ExtraText {
        text: Box<[u8]>,
        rest: Box<[u8]>,
    },
    /// A part that is no such number, or does not agree with another part.
    Range {
        text: Box<[u8]>,
        fault: &'static str,
    },
}

const DAY: i64 = 86_400;
const NANOSECONDS: i64 = 1_000_000_000;

/// Seconds from the first day of year 1, from which Go counts, to 1970.
const FROM_YEAR_ONE: i64 = 62_135_596_800;

impl Zone {
    #[must_use]
    pub fn utc() -> Zone {
        Zone {
            name: "UTC".into(),
            offset: 0,
        }
    }
}

impl Time {
    /// The moment so many seconds and nanoseconds after the start of 1970, in UTC.
    #[must_use]
    pub fn from_unix(seconds: i64, nanoseconds: u32) -> Time {
        const MOST: u32 = 999_999_999;
        Time {
            seconds,
            nanoseconds: nanoseconds.min(MOST),
            zone: Zone::utc(),
        }
    }

    /// Reads RFC 3339 as Go does: a one-digit hour and any fraction of a second are taken too.
    pub fn parse_rfc3339(text: &str) -> Result<Time, TimeError> {
        Time::parse(RFC3339, text)
    }

    /// The text of RFC 3339 without a fraction of a second.
    #[must_use]
    pub fn rfc3339(&self) -> String {
        self.format(RFC3339)
    }

    /// Seconds since the start of 1970.
    #[must_use]
    pub fn unix_seconds(&self) -> i64 {
        self.seconds
    }

    /// The part of a second, in nanoseconds.
    #[must_use]
    pub fn nanosecond(&self) -> u32 {
        self.nanoseconds
    }

    #[must_use]
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// The same moment in UTC.
    #[must_use]
    pub fn utc(self) -> Time {
        self.told_in(Zone::utc())
    }

    /// The same moment in another zone.
    #[must_use]
    pub fn told_in(mut self, zone: Zone) -> Time {
        self.zone = zone;
        self
    }

    /// The moment a span later, or earlier for a negative one.
    #[must_use]
    pub fn add(&self, span: Duration) -> Time {
        self.moved(i128::from(span.nanoseconds))
    }

    /// The span from another moment to this one, at most that of [`Duration::MIN`] and
    /// [`Duration::MAX`].
    #[must_use]
    pub fn since(&self, other: &Time) -> Duration {
        let span = self.since_unix() - other.since_unix();
        let most = Duration::MAX.nanoseconds;
        let nanoseconds = i64::try_from(span).unwrap_or(if span < 0 { i64::MIN } else { most });
        Duration::from_nanoseconds(nanoseconds)
    }

    /// The moment cut down to a multiple of a span, counted from the start of year 1 in UTC. A span that
    /// is not positive changes nothing.
    #[must_use]
    pub fn truncate(&self, span: Duration) -> Time {
        if span.nanoseconds <= 0 {
            return self.clone();
        }
        let from_year_one = self.since_unix() + i128::from(FROM_YEAR_ONE) * i128::from(NANOSECONDS);
        self.moved(-from_year_one.rem_euclid(i128::from(span.nanoseconds)))
    }

    /// What calendar and clock of the zone show.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "remainders of small divisors"
    )]
    pub fn civil(&self) -> Civil {
        let local = self.seconds.saturating_add(i64::from(self.zone.offset));
        let days = local.div_euclid(DAY);
        let second = local.rem_euclid(DAY) as u32;
        let (year, month, day) = date_of(days);
        Civil {
            year,
            month,
            day,
            year_day: (days - days_to(year, 1, 1) + 1) as u32,
            weekday: (days + 4).rem_euclid(7) as u32,
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
        }
    }

    fn since_unix(&self) -> i128 {
        i128::from(self.seconds) * i128::from(NANOSECONDS) + i128::from(self.nanoseconds)
    }

    fn moved(&self, nanoseconds: i128) -> Time {
        let moment = self.since_unix() + nanoseconds;
        let second = i128::from(NANOSECONDS);
        let edge = if moment < 0 { i64::MIN } else { i64::MAX };
        Time {
            seconds: i64::try_from(moment.div_euclid(second)).unwrap_or(edge),
            nanoseconds: u32::try_from(moment.rem_euclid(second)).unwrap_or_default(),
            zone: self.zone.clone(),
        }
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Time) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Time) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Time {
    fn cmp(&self, other: &Time) -> Ordering {
        self.since_unix().cmp(&other.since_unix())
    }
}

/// Days from 1970-01-01 to a date of the Gregorian calendar. Years begin in March here, so that the
/// leap day is the last one.
fn days_to(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = i64::from((month + 9) % 12);
    let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The date so many days after 1970-01-01; the inverse of [`days_to`].
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a month and a day are small and positive"
)]
fn date_of(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u32;
    let month = ((month_from_march + 2) % 12 + 1) as u32;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(month: u32, year: i64) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// The first three letters of a name.
fn short(name: &'static str) -> &'static str {
    name.get(..3).unwrap_or(name)
}

impl std::error::Error for TimeError {}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeError::Mismatch {
                text,
                layout,
                rest,
                expected,
            } => write!(
                f,
                "parsing time {} as {}: cannot parse {} as {}",
                Quoted(text),
                Quoted(layout),
                Quoted(rest),
                Quoted(expected)
            ),
            TimeError::ExtraText { text, rest } => {
                write!(f, "parsing time {}: extra text: {}", Quoted(text), Quoted(rest))
            }
            TimeError::Range { text, fault } => write!(f, "parsing time {}: {fault}", Quoted(text)),
        }
    }
}

#[cfg(test)]
mod tests;
