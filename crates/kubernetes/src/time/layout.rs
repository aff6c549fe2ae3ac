//! The elements of a Go time layout: `2006`, `Jan`, `15`, `.000`, `Z07:00` and the rest.

/// One recognised part of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    LongYear,
    Year,
    LongMonth,
    Month,
    NumberMonth,
    ZeroMonth,
    LongWeekday,
    Weekday,
    Day,
    UnderDay,
    ZeroDay,
    UnderYearDay,
    ZeroYearDay,
    Hour,
    Hour12,
    ZeroHour12,
    Minute,
    ZeroMinute,
    Second,
    ZeroSecond,
    UpperHalf,
    LowerHalf,
    ZoneName,
    Offset(Offset),
    /// `.000`: exactly so many digits.
    Fraction {
        separator: char,
        digits: usize,
    },
    /// `.999`: up to so many digits, without trailing zeros.
    TrimmedFraction {
        separator: char,
        digits: usize,
    },
}

/// How an offset to UTC is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offset {
    /// Whether `Z` stands for no offset.
    pub(super) zulu: bool,
    pub(super) colons: bool,
    pub(super) fields: Fields,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fields {
    Hours,
    Minutes,
    Seconds,
}

/// A layout cut at its first element.
pub(super) struct Cut<'a> {
    /// What stands before the element; the whole layout when it has none.
    pub(super) literal: &'a [u8],
    pub(super) element: Option<Element>,
    /// The element as written.
    pub(super) written: &'a [u8],
    pub(super) rest: &'a [u8],
}

pub(super) fn cut(layout: &[u8]) -> Cut<'_> {
    for start in 0..layout.len() {
        let (literal, tail) = layout.split_at(start);
        let Some((skipped, element, length)) = element(tail) else {
            continue;
        };
        let literal = layout.get(..literal.len() + skipped).unwrap_or(literal);
        let tail = tail.get(skipped..).unwrap_or_default();
        let (written, rest) = tail.split_at_checked(length).unwrap_or((tail, &[]));
        return Cut {
            literal,
            element: Some(element),
            written,
            rest,
        };
    }
    Cut {
        literal: layout,
        element: None,
        written: &[],
        rest: &[],
    }
}

/// Elements that are plain words, longer ones before their beginnings. Digits that begin several
/// elements stand in the order in which Go tries them.
const WORDS: &[(&str, Element)] = &[
    ("January", Element::LongMonth),
    ("Monday", Element::LongWeekday),
    ("MST", Element::ZoneName),
    ("01", Element::ZeroMonth),
    ("02", Element::ZeroDay),
    ("03", Element::ZeroHour12),
    ("04", Element::ZeroMinute),
    ("05", Element::ZeroSecond),
    ("06", Element::Year),
    ("002", Element::ZeroYearDay),
    ("15", Element::Hour),
    ("1", Element::NumberMonth),
    ("2006", Element::LongYear),
    ("2", Element::Day),
    ("_2", Element::UnderDay),
    ("__2", Element::UnderYearDay),
    ("3", Element::Hour12),
    ("4", Element::Minute),
    ("5", Element::Second),
    ("PM", Element::UpperHalf),
    ("pm", Element::LowerHalf),
    ("-070000", offset(false, false, Fields::Seconds)),
    ("-07:00:00", offset(false, true, Fields::Seconds)),
    ("-0700", offset(false, false, Fields::Minutes)),
    ("-07:00", offset(false, true, Fields::Minutes)),
    ("-07", offset(false, false, Fields::Hours)),
    ("Z070000", offset(true, false, Fields::Seconds)),
    ("Z07:00:00", offset(true, true, Fields::Seconds)),
    ("Z0700", offset(true, false, Fields::Minutes)),
    ("Z07:00", offset(true, true, Fields::Minutes)),
    ("Z07", offset(true, false, Fields::Hours)),
];

const fn offset(zulu: bool, colons: bool, fields: Fields) -> Element {
    Element::Offset(Offset { zulu, colons, fields })
}

/// The element at the start of a layout: bytes that belong to the text before it, the element, its
/// length.
fn element(layout: &[u8]) -> Option<(usize, Element, usize)> {
    let first = layout.first()?;
    if !b"JM012345_Pp-Z.,".contains(first) {
        return None;
    }
    // An underscore before a year is an ordinary character.
    if layout.starts_with(b"_2006") {
        return Some((1, Element::LongYear, 4));
    }
    let short = |name: &[u8]| layout.starts_with(name) && !layout.get(3).is_some_and(u8::is_ascii_lowercase);
    if let Some((word, element)) = WORDS.iter().find(|(word, _)| layout.starts_with(word.as_bytes())) {
        return Some((0, *element, word.len()));
    }
    if short(b"Jan") {
        return Some((0, Element::Month, 3));
    }
    if short(b"Mon") {
        return Some((0, Element::Weekday, 3));
    }
    fraction(layout)
}

/// `.000`, `,000`, `.999`, `,999`, where no other digit follows.
fn fraction(layout: &[u8]) -> Option<(usize, Element, usize)> {
    let (separator @ (b'.' | b','), rest) = layout.split_first()? else {
        return None;
    };
    let separator = char::from(*separator);
    let digit = *rest.first()?;
    let digits = rest.iter().take_while(|byte| **byte == digit).count();
    if rest.get(digits).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    match digit {
        b'0' => Some((0, Element::Fraction { separator, digits }, digits + 1)),
        b'9' => Some((0, Element::TrimmedFraction { separator, digits }, digits + 1)),
        _ => None,
    }
}
