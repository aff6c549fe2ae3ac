//! Printing a moment in a Go layout.

use std::fmt::Write as _;

use super::layout::{Element, Fields, Offset, cut};
use super::{Civil, MONTHS, Time, WEEKDAYS, short};

impl Time {
    /// The text of this moment in a layout (JMESPath reference §6.4).
    #[must_use]
    pub fn format(&self, layout: &str) -> String {
        let civil = self.civil();
        let mut text = Vec::with_capacity(layout.len() + 10);
        let mut rest = layout.as_bytes();
        loop {
            let cut = cut(rest);
            text.extend_from_slice(cut.literal);
            let Some(element) = cut.element else {
                break;
            };
            text.extend_from_slice(self.element(element, &civil).as_bytes());
            rest = cut.rest;
        }
        // Elements are ASCII, so no character was cut.
        String::from_utf8_lossy(&text).into_owned()
    }

    fn element(&self, element: Element, civil: &Civil) -> String {
        let month = MONTHS.get(civil.month as usize - 1).copied().unwrap_or_default();
        let weekday = WEEKDAYS.get(civil.weekday as usize).copied().unwrap_or_default();
        let hour12 = (civil.hour + 11) % 12 + 1;
        match element {
            Element::LongYear if civil.year < 0 => format!("-{:04}", civil.year.unsigned_abs()),
            Element::LongYear => format!("{:04}", civil.year),
            Element::Year => format!("{:02}", civil.year.unsigned_abs() % 100),
            Element::LongMonth => month.to_owned(),
            Element::Month => short(month).to_owned(),
            Element::NumberMonth => civil.month.to_string(),
            Element::ZeroMonth => format!("{:02}", civil.month),
            Element::LongWeekday => weekday.to_owned(),
            Element::Weekday => short(weekday).to_owned(),
            Element::Day => civil.day.to_string(),
            Element::UnderDay => format!("{:2}", civil.day),
            Element::ZeroDay => format!("{:02}", civil.day),
            Element::UnderYearDay => format!("{:3}", civil.year_day),
            Element::ZeroYearDay => format!("{:03}", civil.year_day),
            Element::Hour => format!("{:02}", civil.hour),
            Element::Hour12 => hour12.to_string(),
            Element::ZeroHour12 => format!("{hour12:02}"),
            Element::Minute => civil.minute.to_string(),
            Element::ZeroMinute => format!("{:02}", civil.minute),
            Element::Second => civil.second.to_string(),
            Element::ZeroSecond => format!("{:02}", civil.second),
            Element::UpperHalf => if civil.hour < 12 { "AM" } else { "PM" }.to_owned(),
            Element::LowerHalf => if civil.hour < 12 { "am" } else { "pm" }.to_owned(),
            Element::ZoneName if self.zone().name.is_empty() => offset_text(
                self.zone().offset,
                Offset {
                    zulu: false,
                    colons: false,
                    fields: Fields::Minutes,
                },
            ),
            Element::ZoneName => self.zone().name.to_string(),
            Element::Offset(offset) => offset_text(self.zone().offset, offset),
            Element::Fraction { separator, digits } => format!("{separator}{}", self.fraction(digits)),
            Element::TrimmedFraction { separator, digits } => {
                match self.fraction(digits).trim_end_matches('0') {
                    "" => String::new(),
                    digits => format!("{separator}{digits}"),
                }
            }
        }
    }

    /// The first digits of the part of a second; there are nine at most.
    fn fraction(&self, digits: usize) -> String {
        let mut text = format!("{:09}", self.nanosecond());
        text.truncate(digits);
        text
    }
}

fn offset_text(seconds: i32, offset: Offset) -> String {
    if seconds == 0 && offset.zulu {
        return "Z".to_owned();
    }
    let minutes = seconds / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    let colon = if offset.colons { ":" } else { "" };
    let minutes = minutes.unsigned_abs();
    let mut text = format!("{sign}{:02}", minutes / 60);
    if offset.fields != Fields::Hours {
        let _ = write!(text, "{colon}{:02}", minutes % 60);
    }
    if offset.fields == Fields::Seconds {
        let _ = write!(text, "{colon}{:02}", seconds.unsigned_abs() % 60);
    }
    text
}
