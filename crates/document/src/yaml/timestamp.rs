//! Which texts the tag `!!timestamp` takes: four layouts of Go's `time` package (YAML reference §2).

/// `2006-1-2`, and with a time after a blank, or after `T` or `t` and then with a zone.
pub(super) fn is_timestamp(text: &str) -> bool {
    let mut rest = text.as_bytes();
    let Some([y0, y1, y2, y3]) = rest.first_chunk::<4>() else {
        return false;
    };
    let year_digits = [y0, y1, y2, y3];
    if !year_digits.iter().all(|digit| digit.is_ascii_digit()) {
        return false;
    }
    let year = year_digits
        .iter()
        .fold(0_u32, |year, digit| year * 10 + u32::from(**digit - b'0'));
    rest = rest.get(4..).unwrap_or_default();
    let date = || -> Option<(u32, u32, &[u8])> {
        let rest = after(rest, b'-')?;
        let (month, rest) = one_or_two(rest)?;
        let (day, rest) = one_or_two(after(rest, b'-')?)?;
        Some((month, day, rest))
    };
    let Some((month, day, rest)) = date() else {
        return false;
    };
    if day < 1 || day > days(year, month) {
        return false;
    }
    match rest {
        [] => true,
        [b' ', time @ ..] => clock(time) == Some(&[]),
        [b'T' | b't', time @ ..] => clock(time).is_some_and(is_zone),
        _ => false,
    }
}

fn days(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => 0,
    }
}

/// `15:4:5` with a fraction or none; gives what follows.
fn clock(text: &[u8]) -> Option<&[u8]> {
    let (hour, rest) = one_or_two(text)?;
    let (minute, rest) = one_or_two(after(rest, b':')?)?;
    let (second, rest) = one_or_two(after(rest, b':')?)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    match rest {
        [b'.' | b',', b'0'..=b'9', ..] => {
            let fraction = rest.get(1..)?;
            let length = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
            fraction.get(length..)
        }
        _ => Some(rest),
    }
}

fn is_zone(text: &[u8]) -> bool {
    match text {
        [b'Z'] => true,
        [b'+' | b'-', h0, h1, b':', m0, m1] => {
            let two = |high: &u8, low: &u8| {
                let is_number = high.is_ascii_digit() && low.is_ascii_digit();
                is_number.then(|| (high - b'0') * 10 + (low - b'0'))
            };
            matches!((two(h0, h1), two(m0, m1)), (Some(0..=24), Some(0..=60)))
        }
        _ => false,
    }
}

fn after(text: &[u8], byte: u8) -> Option<&[u8]> {
    match text {
        [first, rest @ ..] if *first == byte => Some(rest),
        _ => None,
    }
}

fn one_or_two(text: &[u8]) -> Option<(u32, &[u8])> {
    match text {
        [high @ b'0'..=b'9', low @ b'0'..=b'9', rest @ ..] => {
            Some((u32::from(high - b'0') * 10 + u32::from(low - b'0'), rest))
        }
        [digit @ b'0'..=b'9', rest @ ..] => Some((u32::from(digit - b'0'), rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_told_from_other_text() {
        for text in [
            "2001-01-01",
            "2000-2-29",
            "2001-12-14 21:59:43.10",
            "2001-12-14T1:2:3Z",
            "2001-12-14t21:59:43.1+05:30",
        ] {
            assert!(is_timestamp(text), "{text}");
        }
        for text in [
            "",
            "2001",
            "2001-13-01",
            "2001-2-29",
            "2001-0-1",
            "2001-1-0",
            "2001-12-14 21:59:43.10 -5",
            "2001-12-14T21:59:43",
            "2001-12-14 21:59:43Z",
            "2001-12-14 24:00:00",
            "2001-12-14T21:59:43+5:00",
            "01-01-01",
        ] {
            assert!(!is_timestamp(text), "{text}");
        }
    }
}
