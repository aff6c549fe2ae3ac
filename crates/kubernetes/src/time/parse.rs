//! Reading a moment in a Go layout.

use super::layout::{Element, Fields, Offset, cut};
use super::{DAY, MONTHS, Time, TimeError, WEEKDAYS, Zone, days_in, days_to, is_leap, short};

impl Time {
    /// Reads a moment as Go's `time.Parse` does on a machine whose zone is UTC (JMESPath reference §6.4).
    ///
    /// What the layout leaves out is zero or one; without a zone the moment is in UTC.
    pub fn parse(layout: &str, text: &str) -> Result<Time, TimeError> {
        let (whole_layout, whole_text) = (layout.as_bytes(), text.as_bytes());
        let mismatch = |rest: &[u8], expected: &[u8]| TimeError::Mismatch {
            text: whole_text.into(),
            layout: whole_layout.into(),
            rest: rest.into(),
            expected: expected.into(),
        };
        let range = |fault| TimeError::Range {
            text: whole_text.into(),
            fault,
        };
        let mut fields = Parts::default();
        let (mut layout, mut text) = (whole_layout, whole_text);
        loop {
            let cut = cut(layout);
            text = skip(text, cut.literal).map_err(|rest| mismatch(rest, cut.literal))?;
            let Some(element) = cut.element else {
                break;
            };
            match fields.read(element, text, cut.rest) {
                Ok(rest) => text = rest,
                Err(Fault::Mismatch) => return Err(mismatch(text, cut.written)),
                Err(Fault::Range(fault)) => return Err(range(fault)),
            }
            layout = cut.rest;
        }
        if !text.is_empty() {
            return Err(TimeError::ExtraText {
                text: whole_text.into(),
                rest: text.into(),
            });
        }
        fields.time().map_err(range)
    }
}

/// What was read so far.
#[derive(Default)]
struct Parts {
    year: i64,
    month: Option<u32>,
    day: Option<u32>,
    year_day: Option<u32>,
    hour: u32,
    minute: u32,
    second: u32,
    nanoseconds: u32,
    half: Option<Half>,
    is_utc: bool,
    offset: Option<i32>,
    zone_name: Option<Box<str>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
}

enum Fault {
    Mismatch,
    Range(&'static str),
}

impl Parts {
    /// Reads one element and returns the rest of the text.
    fn read<'a>(&mut self, element: Element, text: &'a [u8], layout: &[u8]) -> Result<&'a [u8], Fault> {
        match element {
            Element::LongYear => {
                let (digits, rest) = text.split_at_checked(4).ok_or(Fault::Mismatch)?;
                if !digits.first().is_some_and(u8::is_ascii_digit) {
                    return Err(Fault::Mismatch);
                }
                self.year = signed(digits)?;
                Ok(rest)
            }
            Element::Year => {
                let (digits, rest) = text.split_at_checked(2).ok_or(Fault::Mismatch)?;
                let year = signed(digits)?;
                self.year = year + if year >= 69 { 1900 } else { 2000 };
                Ok(rest)
            }
            Element::LongMonth => self.read_month(text, MONTHS),
            Element::Month => self.read_month(text, MONTHS.map(short)),
            Element::NumberMonth | Element::ZeroMonth => {
                let (month, rest) = number(text, element == Element::ZeroMonth)?;
                self.month = Some(month);
                within(rest, (1..=12).contains(&month), "month out of range")
            }
            Element::LongWeekday => name(text, &WEEKDAYS).map(|(_, rest)| rest),
            Element::Weekday => name(text, &WEEKDAYS.map(short)).map(|(_, rest)| rest),
            Element::Day | Element::UnderDay | Element::ZeroDay => {
                let text = match text {
                    [b' ', rest @ ..] if element == Element::UnderDay => rest,
                    _ => text,
                };
                let (day, rest) = number(text, element == Element::ZeroDay)?;
                self.day = Some(day);
                Ok(rest)
            }
            Element::UnderYearDay | Element::ZeroYearDay => self.read_year_day(element, text),
            Element::Hour => {
                let (hour, rest) = number(text, false)?;
                self.hour = hour;
                within(rest, hour < 24, "hour out of range")
            }
            Element::Hour12 | Element::ZeroHour12 => {
                let (hour, rest) = number(text, element == Element::ZeroHour12)?;
                self.hour = hour;
                within(rest, hour <= 12, "hour out of range")
            }
            Element::Minute | Element::ZeroMinute => {
                let (minute, rest) = number(text, element == Element::ZeroMinute)?;
                self.minute = minute;
                within(rest, minute < 60, "minute out of range")
            }
            Element::Second | Element::ZeroSecond => {
                let (second, rest) = number(text, element == Element::ZeroSecond)?;
                self.second = second;
                let rest = within(rest, second < 60, "second out of range")?;
                self.read_unasked_fraction(rest, layout)
            }
            Element::UpperHalf => self.read_half(text, [b"AM", b"PM"]),
            Element::LowerHalf => self.read_half(text, [b"am", b"pm"]),
            Element::ZoneName => self.read_zone_name(text),
            Element::Offset(Offset { zulu: true, .. }) if text.starts_with(b"Z") => {
                self.is_utc = true;
                Ok(text.get(1..).unwrap_or_default())
            }
            Element::Offset(offset) => self.read_offset(offset, text),
            Element::Fraction { digits, .. } => self.read_fraction(text, digits + 1),
            Element::TrimmedFraction { .. } => {
                let length = fraction_length(text);
                if length == 0 {
                    return Ok(text);
                }
                self.read_fraction(text, length)
            }
        }
    }

    fn read_month<'a>(&mut self, text: &'a [u8], names: [&str; 12]) -> Result<&'a [u8], Fault> {
        let (position, rest) = name(text, &names)?;
        self.month = u32::try_from(position + 1).ok();
        Ok(rest)
    }

    fn read_year_day<'a>(&mut self, element: Element, text: &'a [u8]) -> Result<&'a [u8], Fault> {
        let padded = element == Element::UnderYearDay;
        let blanks = text.iter().take(2).take_while(|byte| **byte == b' ').count();
        let text = text.get(if padded { blanks } else { 0 }..).unwrap_or_default();
        let count = text
            .iter()
            .take(3)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if count == 0 || (!padded && count != 3) {
            return Err(Fault::Mismatch);
        }
        let (digits, rest) = text.split_at_checked(count).ok_or(Fault::Mismatch)?;
        self.year_day = u32::try_from(signed(digits)?).ok();
        Ok(rest)
    }

    fn read_half<'a>(&mut self, text: &'a [u8], names: [&[u8]; 2]) -> Result<&'a [u8], Fault> {
        let (written, rest) = text.split_at_checked(2).ok_or(Fault::Mismatch)?;
        let [morning, afternoon] = names;
        // The afternoon wins where a layout asks twice.
        if written == afternoon {
            self.half = Some(Half::Afternoon);
        } else if written == morning {
            self.half = self.half.or(Some(Half::Morning));
        } else {
            return Err(Fault::Mismatch);
        }
        Ok(rest)
    }

    fn read_zone_name<'a>(&mut self, text: &'a [u8]) -> Result<&'a [u8], Fault> {
        if let Some(rest) = text.strip_prefix(b"UTC") {
            self.is_utc = true;
            return Ok(rest);
        }
        let length = zone_name_length(text).ok_or(Fault::Mismatch)?;
        let (name, rest) = text.split_at_checked(length).ok_or(Fault::Mismatch)?;
        self.zone_name = std::str::from_utf8(name).ok().map(Box::from);
        Ok(rest)
    }

    fn read_offset<'a>(&mut self, offset: Offset, text: &'a [u8]) -> Result<&'a [u8], Fault> {
        let wanted = match offset.fields {
            Fields::Hours => 1,
            Fields::Minutes => 2,
            Fields::Seconds => 3,
        };
        let colons = if offset.colons { wanted - 1 } else { 0 };
        let (written, rest) = text
            .split_at_checked(1 + 2 * wanted + colons)
            .ok_or(Fault::Mismatch)?;
        let (sign, fields) = written.split_first().ok_or(Fault::Mismatch)?;
        let step = if offset.colons { 3 } else { 2 };
        let mut numbers = [0_u32; 3];
        let mut is_whole = true;
        for (field, slot) in fields.chunks(step).zip(&mut numbers) {
            if field.get(2).is_some_and(|colon| *colon != b':') {
                return Err(Fault::Mismatch);
            }
            match number(field, true) {
                Ok((number, _)) if is_whole => *slot = number,
                // What follows is not looked at; but what came before may be out of range, and that
                // is said first.
                _ => is_whole = false,
            }
        }
        let [hours, minutes, seconds] = numbers;
        for (out, fault) in [
            (seconds > 60, "time zone offset second out of range"),
            (minutes > 60, "time zone offset minute out of range"),
            (hours > 24, "time zone offset hour out of range"),
        ] {
            if out {
                return Err(Fault::Range(fault));
            }
        }
        let total = i32::try_from((hours * 60 + minutes) * 60 + seconds).map_err(|_| Fault::Mismatch)?;
        let total = match sign {
            b'+' => total,
            b'-' => -total,
            _ => return Err(Fault::Mismatch),
        };
        if !is_whole {
            return Err(Fault::Mismatch);
        }
        // One second west is Go's mark for "no offset", and so is lost there.
        self.offset = Some(total).filter(|total| *total != -1);
        Ok(rest)
    }

    /// A fraction behind the seconds is taken even if the layout has none.
    fn read_unasked_fraction<'a>(&mut self, text: &'a [u8], layout: &[u8]) -> Result<&'a [u8], Fault> {
        let length = fraction_length(text);
        let is_asked = matches!(
            cut(layout).element,
            Some(Element::Fraction { .. } | Element::TrimmedFraction { .. })
        );
        if length == 0 || is_asked {
            return Ok(text);
        }
        self.read_fraction(text, length)
    }

    fn read_fraction<'a>(&mut self, text: &'a [u8], length: usize) -> Result<&'a [u8], Fault> {
        let (written, rest) = text.split_at_checked(length).ok_or(Fault::Mismatch)?;
        let (b'.' | b',', digits) = written.split_first().ok_or(Fault::Mismatch)? else {
            return Err(Fault::Mismatch);
        };
        let digits = digits.get(..9).unwrap_or(digits);
        let number = signed(digits)?;
        let missing = u32::try_from(9 - digits.len()).unwrap_or_default();
        self.nanoseconds = u32::try_from(number)
            .map_err(|_| Fault::Range("fractional second out of range"))?
            .saturating_mul(10_u32.pow(missing));
        Ok(rest)
    }

    fn time(mut self) -> Result<Time, &'static str> {
        match self.half {
            Some(Half::Afternoon) if self.hour < 12 => self.hour += 12,
            Some(Half::Morning) if self.hour == 12 => self.hour = 0,
            _ => (),
        }
        self.settle_date()?;
        let (month, day) = (self.month.unwrap_or(1), self.day.unwrap_or(1));
        if !(1..=days_in(month, self.year)).contains(&day) {
            return Err("day out of range");
        }
        let clock = i64::from((self.hour * 60 + self.minute) * 60 + self.second);
        let seconds = days_to(self.year, month, day) * DAY + clock;
        let mut time = Time::from_unix(seconds, self.nanoseconds);
        if self.is_utc {
            return Ok(time);
        }
        let name = self.zone_name.unwrap_or_default();
        match self.offset {
            Some(0) if name.is_empty() => (),
            Some(offset) => {
                time.seconds -= i64::from(offset);
                time.zone = Zone { name, offset };
            }
            // The offset of `GMT+3` is kept, but the clock is taken for that of UTC, as Go does.
            None if !name.is_empty() => {
                let hours: Option<i32> = name.strip_prefix("GMT").and_then(|hours| hours.parse().ok());
                time.zone = Zone {
                    offset: hours.unwrap_or_default() * 3600,
                    name,
                };
            }
            None => (),
        }
        Ok(time)
    }

    /// Turns the day of the year into month and day, or compares it with them.
    fn settle_date(&mut self) -> Result<(), &'static str> {
        let Some(year_day) = self.year_day else {
            return Ok(());
        };
        if !(1..=365 + u32::from(is_leap(self.year))).contains(&year_day) {
            return Err("day-of-year out of range");
        }
        let (mut month, mut day) = (1, year_day);
        while day > days_in(month, self.year) {
            day -= days_in(month, self.year);
            month += 1;
        }
        if self.month.is_some_and(|other| other != month) {
            return Err("day-of-year does not match month");
        }
        if self.day.is_some_and(|other| other != day) {
            return Err("day-of-year does not match day");
        }
        (self.month, self.day) = (Some(month), Some(day));
        Ok(())
    }
}

fn within<'a>(rest: &'a [u8], holds: bool, fault: &'static str) -> Result<&'a [u8], Fault> {
    if holds { Ok(rest) } else { Err(Fault::Range(fault)) }
}

/// A number of one or two digits, or of exactly two.
fn number(text: &[u8], two: bool) -> Result<(u32, &[u8]), Fault> {
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    match text {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9', rest @ ..] => Ok((digit(*tens) * 10 + digit(*ones), rest)),
        [ones @ b'0'..=b'9', rest @ ..] if !two => Ok((digit(*ones), rest)),
        _ => Err(Fault::Mismatch),
    }
}

/// Digits with an optional sign.
fn signed(text: &[u8]) -> Result<i64, Fault> {
    std::str::from_utf8(text)
        .ok()
        .and_then(|text| {
            if text == "+" || text == "-" {
                Some(0)
            } else {
                text.parse().ok()
            }
        })
        .ok_or(Fault::Mismatch)
}

/// The name at the start of a text, in any case.
fn name<'a>(text: &'a [u8], names: &[&str]) -> Result<(usize, &'a [u8]), Fault> {
    let found = names.iter().enumerate().find_map(|(position, name)| {
        let (written, rest) = text.split_at_checked(name.len())?;
        written
            .eq_ignore_ascii_case(name.as_bytes())
            .then_some((position, rest))
    });
    found.ok_or(Fault::Mismatch)
}

/// How long `.123` or `,123` is at the start of a text; 0 when there is none.
fn fraction_length(text: &[u8]) -> usize {
    let [b'.' | b',', digits @ ..] = text else {
        return 0;
    };
    match digits.iter().take_while(|byte| byte.is_ascii_digit()).count() {
        0 => 0,
        count => count + 1,
    }
}

/// Skips literal text; runs of blanks count as one, and none is needed at the end. Returns what is left
/// where it differs.
fn skip<'a>(mut text: &'a [u8], mut literal: &[u8]) -> Result<&'a [u8], &'a [u8]> {
    while let Some((wanted, rest)) = literal.split_first() {
        if *wanted == b' ' {
            if text.first().is_some_and(|byte| *byte != b' ') {
                return Err(text);
            }
            (literal, text) = (trim_blanks(literal), trim_blanks(text));
            continue;
        }
        match text.split_first() {
            Some((found, tail)) if found == wanted => text = tail,
            _ => return Err(text),
        }
        literal = rest;
    }
    Ok(text)
}

fn trim_blanks(mut text: &[u8]) -> &[u8] {
    while let [b' ', rest @ ..] = text {
        text = rest;
    }
    text
}

/// How long a zone abbreviation is: three letters, or four or five with a `T` at the end, `GMT` with
/// hours, or hours alone.
fn zone_name_length(text: &[u8]) -> Option<usize> {
    if text.len() < 3 {
        return None;
    }
    if text.starts_with(b"ChST") || text.starts_with(b"MeST") {
        return Some(4);
    }
    if let Some(rest) = text.strip_prefix(b"GMT") {
        return Some(3 + signed_hours_length(rest).unwrap_or_default());
    }
    if text.starts_with(b"+") || text.starts_with(b"-") {
        return signed_hours_length(text);
    }
    let upper = text
        .iter()
        .take(6)
        .take_while(|byte| byte.is_ascii_uppercase())
        .count();
    match (upper, text) {
        (5, [_, _, _, _, b'T', ..]) => Some(5),
        (4, [_, _, _, b'T', ..] | [b'W', b'I', b'T', b'A', ..]) => Some(4),
        (3, _) => Some(3),
        _ => None,
    }
}

fn signed_hours_length(text: &[u8]) -> Option<usize> {
    let (b'+' | b'-', rest) = text.split_first()? else {
        return None;
    };
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let hours: u64 = std::str::from_utf8(rest.get(..count)?).ok()?.parse().ok()?;
    (hours <= 23).then_some(count + 1)
}
