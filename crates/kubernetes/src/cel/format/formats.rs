//! What the formats are.

use crate::time::Time;
use crate::url::Url;
use crate::validation;

/// A row of the table of formats.
#[derive(Debug)]
pub(super) struct Format {
    pub(super) name: &'static str,
    /// A quarter of the length of its longest pattern, which costs are computed from.
    pub(super) pattern_cost: u64,
    /// Everything that is wrong with a text.
    pub(super) faults: fn(&str) -> Vec<String>,
}

pub(super) static BYTE: Format = Format {
    name: "byte",
    pattern_cost: 21,
    faults: |text| unless(is_base64(text), "invalid base64"),
};
pub(super) static DATE: Format = Format {
    name: "date",
    pattern_cost: 18,
    faults: |text| unless(is_date(text), "invalid date"),
};
pub(super) static DATETIME: Format = Format {
    name: "datetime",
    pattern_cost: 18,
    faults: |text| unless(is_datetime(text), "invalid datetime"),
};
pub(super) static DNS1035_LABEL: Format = Format {
    name: "dns1035Label",
    pattern_cost: 8,
    faults: validation::dns1035_label,
};
pub(super) static DNS1035_LABEL_PREFIX: Format = Format {
    name: "dns1035LabelPrefix",
    pattern_cost: 8,
    faults: |text| validation::dns1035_label(&completed(text)),
};
pub(super) static DNS1123_LABEL: Format = Format {
    name: "dns1123Label",
    pattern_cost: 8,
    faults: validation::dns1123_label,
};
pub(super) static DNS1123_LABEL_PREFIX: Format = Format {
    name: "dns1123LabelPrefix",
    pattern_cost: 8,
    faults: |text| validation::dns1123_label(&completed(text)),
};
pub(super) static DNS1123_SUBDOMAIN: Format = Format {
    name: "dns1123Subdomain",
    pattern_cost: 15,
    faults: validation::dns1123_subdomain,
};
pub(super) static DNS1123_SUBDOMAIN_PREFIX: Format = Format {
    name: "dns1123SubdomainPrefix",
    pattern_cost: 15,
    faults: |text| validation::dns1123_subdomain(&completed(text)),
};
pub(super) static LABEL_VALUE: Format = Format {
    name: "labelValue",
    pattern_cost: 10,
    faults: validation::label_value,
};
pub(super) static QUALIFIED_NAME: Format = Format {
    name: "qualifiedName",
    pattern_cost: 15,
    faults: validation::label_key,
};
pub(super) static URI: Format = Format {
    name: "uri",
    pattern_cost: 276,
    faults: |text| {
        let error = Url::check_request(text).err();
        error.map(|error| error.to_string()).into_iter().collect()
    },
};
pub(super) static UUID: Format = Format {
    name: "uuid",
    pattern_cost: 18,
    faults: |text| unless(is_uuid(text), "does not match the UUID format"),
};

/// All formats, sorted by name.
pub(super) const FORMATS: &[&Format] = &[
    &BYTE,
    &DATE,
    &DATETIME,
    &DNS1035_LABEL,
    &DNS1035_LABEL_PREFIX,
    &DNS1123_LABEL,
    &DNS1123_LABEL_PREFIX,
    &DNS1123_SUBDOMAIN,
    &DNS1123_SUBDOMAIN_PREFIX,
    &LABEL_VALUE,
    &QUALIFIED_NAME,
    &URI,
    &UUID,
];

fn unless(is_right: bool, fault: &str) -> Vec<String> {
    match is_right {
        true => Vec::new(),
        false => vec![fault.to_owned()],
    }
}

/// A prefix may end with a dash, because something follows.
fn completed(prefix: &str) -> String {
    match prefix.strip_suffix('-') {
        Some(before) if !before.is_empty() => {
            let mut characters = before.chars();
            characters.next_back();
            format!("{}a", characters.as_str())
        }
        _ => prefix.to_owned(),
    }
}

fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    !text.is_empty()
        && text.len().is_multiple_of(4)
        && text.len() - digits.len() <= 2
        && digits.bytes().all(is_digit)
}

fn is_date(text: &str) -> bool {
    Time::parse("2006-01-02", text).is_ok()
}

/// A date, `T`, a time and a zone. Seconds are not more than 59; in front of the fraction any character may
/// stand for the point.
fn is_datetime(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut parts = lower.split('t');
    let (Some(date), Some(time)) = (parts.next(), parts.next()) else {
        return false;
    };
    let zoned = time.strip_suffix('z').or_else(|| without_offset(time));
    is_date(date) && zoned.is_some_and(is_time)
}

fn is_time(text: &str) -> bool {
    let Some((clock, fraction)) = text.split_at_checked("hh:mm:ss".len()) else {
        return false;
    };
    let mut numbers = clock.split(':').map(two_digits);
    let within = |number: Option<Option<u32>>, most: u32| number.flatten().is_some_and(|it| it <= most);
    within(numbers.next(), 23)
        && within(numbers.next(), 59)
        && within(numbers.next(), 59)
        && is_fraction(fraction)
}

fn is_fraction(text: &str) -> bool {
    let mut characters = text.chars();
    match characters.next() {
        None => true,
        Some('\n') => false,
        Some(_) => {
            let digits = characters.as_str();
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        }
    }
}

fn two_digits(text: &str) -> Option<u32> {
    let is_number = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// The text in front of `+hh:mm` or `-hh:mm`.
fn without_offset(text: &str) -> Option<&str> {
    let at = text.len().checked_sub("+hh:mm".len())?;
    let (before, offset) = text.split_at_checked(at)?;
    let (hours, minutes) = offset.strip_prefix(['+', '-'])?.split_once(':')?;
    two_digits(hours)?;
    two_digits(minutes)?;
    Some(before)
}

/// Thirty-two hexadecimal digits, with or without the dashes between their groups.
fn is_uuid(text: &str) -> bool {
    let mut rest = text;
    for (position, length) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if position > 0 {
            rest = rest.strip_prefix('-').unwrap_or(rest);
        }
        let Some((group, behind)) = rest.split_at_checked(length) else {
            return false;
        };
        if !group.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return false;
        }
        rest = behind;
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_their_formats() {
        assert!(FORMATS.is_sorted_by_key(|format| format.name));
        for (format, text, fits) in [
            (&BYTE, "aGk=", true),
            (&BYTE, "", false),
            (&BYTE, "a===", false),
            (&DATE, "2020-02-29", true),
            (&DATE, "2021-02-29", false),
            (&DATETIME, "2021-01-01t23:59:59.5+01:00", true),
            (&DATETIME, "2021-01-01T23:59:60Z", false),
            (&DATETIME, "2021-01-01T23:59:59", false),
            (&DATETIME, "2021-01-01T23:59:59éZ", false),
            (&UUID, "123e4567e89b12d3a456426614174000", true),
            (&UUID, "123e4567-e89b-12d3-a456-42661417400g", false),
            (&DNS1123_LABEL_PREFIX, "a-", true),
            (&DNS1123_LABEL_PREFIX, "-", false),
            (&DNS1123_LABEL_PREFIX, "é-", true),
        ] {
            let faults = (format.faults)(text);
            assert_eq!(faults.is_empty(), fits, "{} {text}: {faults:?}", format.name);
        }
    }
}
