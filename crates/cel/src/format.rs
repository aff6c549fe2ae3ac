//! `format`: the places of a text, and what values look like in them (reference §5).

use crate::collection::List;
use crate::fault::Fault;
use crate::meter::Meter;
use crate::time::seconds_text;
use crate::value::Value;
use sekisho_document::number::{go_float, parse_int};

/// What stands in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    Text,
    Decimal,
    Fixed(Option<u32>),
    Scientific,
    Binary,
    Octal,
    Hex { upper: bool },
}

/// Beyond this many digits behind the point the reference's printer gives up.
const MOST_DIGITS: u32 = 1_000_000;

/// No double has more digits behind the point than this, but zeros.
const EXACT_DIGITS: u32 = 1_074;

/// Goes through a format: `text` gets what stands between the places, `place` gets each place with its
/// number, once it is known that there is an argument for it.
pub(crate) fn walk<'t>(
    format: &'t str,
    arguments: usize,
    mut text: impl FnMut(&'t str) -> Result<(), Fault>,
    mut place: impl FnMut(usize, Verb) -> Result<(), Fault>,
) -> Result<usize, Fault> {
    let mut rest = format;
    let mut number = 0;
    while let Some((before, behind)) = rest.split_once('%') {
        text(before)?;
        if let Some(behind) = behind.strip_prefix('%') {
            text("%")?;
            rest = behind;
            continue;
        }
        if number >= arguments {
            return Err(Fault::new(format!("index {number} out of range")));
        }
        if behind.is_empty() {
            return Err(Fault::fixed("unexpected end of string"));
        }
        let (verb, behind) = clause(behind)
            .map_err(|fault| Fault::new(format!("could not parse formatting clause: {fault}")))?;
        place(number, verb)?;
        number += 1;
        rest = behind;
    }
    text(rest)?;
    Ok(number)
}

fn clause(text: &str) -> Result<(Verb, &str), Fault> {
    let (precision, text) = precision(text)?;
    let mut characters = text.chars();
    let verb = match characters.next() {
        Some('s') => Verb::Text,
        Some('d') => Verb::Decimal,
        Some('f') => Verb::Fixed(precision),
        Some('e') => Verb::Scientific,
        Some('b') => Verb::Binary,
        Some('o') => Verb::Octal,
        Some('x') => Verb::Hex { upper: false },
        Some('X') => Verb::Hex { upper: true },
        Some(other) => {
            // The reference looks at one byte.
            let mut buffer = [0; 4];
            let byte = other
                .encode_utf8(&mut buffer)
                .bytes()
                .next()
                .map_or(' ', char::from);
            return Err(Fault::new(format!("unrecognized formatting clause \"{byte}\"")));
        }
        None => return Err(Fault::fixed("unexpected end of string")),
    };
    Ok((verb, characters.as_str()))
}

fn precision(text: &str) -> Result<(Option<u32>, &str), Fault> {
    let Some(text) = text.strip_prefix('.') else {
        return Ok((None, text));
    };
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    let fault = |what: String| Fault::new(format!("error while parsing precision: {what}"));
    if rest.is_empty() {
        return Err(fault("could not find end of precision specifier".to_owned()));
    }
    match parse_int(digits) {
        Ok(number) => Ok((Some(u32::try_from(number).unwrap_or(u32::MAX)), rest)),
        Err(error) => Err(fault(format!(
            "error while converting precision to integer: strconv.Atoi: parsing \"{digits}\": {error}"
        ))),
    }
}

/// Fills a format with the values of a list.
pub(crate) fn fill(format: &str, list: &List<'_>, meter: &mut Meter) -> Result<String, Fault> {
    let made = std::cell::RefCell::new((String::new(), meter));
    let push = |text: &str| {
        let (made, meter) = &mut *made.borrow_mut();
        meter.take(text.len())?;
        made.push_str(text);
        Ok(())
    };
    walk(format, list.len(), push, |position, verb| {
        let value = list.get(position).unwrap_or(Value::Null);
        let shown = {
            let (_, meter) = &mut *made.borrow_mut();
            show(verb, &value, meter)
        };
        match shown {
            Ok(text) => push(&text),
            Err(Fault::Error(text)) => Err(Fault::new(format!("error during formatting: {text}"))),
            Err(stopped) => Err(stopped),
        }
    })?;
    Ok(made.into_inner().0)
}

/// What a place says of a value that it does not take.
pub(crate) fn refusal(verb: Verb, type_name: &str) -> String {
    let takes = match verb {
        Verb::Text => {
            "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps"
        }
        Verb::Decimal => "decimal clause can only be used on integers",
        Verb::Fixed(_) => "fixed-point clause can only be used on doubles",
        Verb::Scientific => "scientific clause can only be used on doubles",
        Verb::Binary => "only integers and bools can be formatted as binary",
        Verb::Octal => "octal clause can only be used on integers",
        Verb::Hex { .. } => "only integers, byte buffers, and strings can be formatted as hex",
    };
    format!("{takes}, was given {type_name}")
}

fn show(verb: Verb, value: &Value<'_>, meter: &mut Meter) -> Result<String, Fault> {
    let refused = || Err(Fault::new(refusal(verb, value.type_name())));
    match verb {
        Verb::Text => text(value, meter),
        Verb::Decimal => match value {
            Value::Int(value) => Ok(value.to_string()),
            Value::Uint(value) => Ok(value.to_string()),
            _ => refused(),
        },
        Verb::Fixed(precision) => match double(value) {
            Some(value) => fixed(value, precision.unwrap_or(6), meter),
            None => refused(),
        },
        Verb::Scientific => match double(value) {
            Some(value) => Ok(scientific(value)),
            None => refused(),
        },
        Verb::Binary => match value {
            Value::Bool(value) => Ok(u8::from(*value).to_string()),
            Value::Int(value) => Ok(signed(*value, format!("{:b}", value.unsigned_abs()))),
            Value::Uint(value) => Ok(format!("{value:b}")),
            _ => refused(),
        },
        Verb::Octal => match value {
            Value::Int(value) => Ok(signed(*value, format!("{:o}", value.unsigned_abs()))),
            Value::Uint(value) => Ok(format!("{value:o}")),
            _ => refused(),
        },
        Verb::Hex { upper } => {
            let digits = match value {
                Value::Int(value) => signed(*value, format!("{:x}", value.unsigned_abs())),
                Value::Uint(value) => format!("{value:x}"),
                Value::String(text) => hex(text.as_str().as_bytes(), meter)?,
                Value::Bytes(bytes) => hex(bytes.as_slice(), meter)?,
                _ => return refused(),
            };
            Ok(if upper { digits.to_uppercase() } else { digits })
        }
    }
}

fn signed(value: i64, digits: String) -> String {
    if value < 0 { format!("-{digits}") } else { digits }
}

fn hex(bytes: &[u8], meter: &mut Meter) -> Result<String, Fault> {
    use std::fmt::Write;
    meter.take(bytes.len() * 2)?;
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(digits, "{byte:02x}");
    }
    Ok(digits)
}

/// A double, or one of the texts for what is no number.
fn double(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Double(value) => Some(*value),
        Value::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

fn not_finite(value: f64) -> Option<&'static str> {
    match value {
        _ if value.is_nan() => Some("NaN"),
        f64::INFINITY => Some("∞"),
        f64::NEG_INFINITY => Some("-∞"),
        _ => None,
    }
}

/// With commas between thousands.
fn fixed(value: f64, precision: u32, meter: &mut Meter) -> Result<String, Fault> {
    if precision > MOST_DIGITS {
        return Ok("%!(NOVERB)".to_owned());
    }
    if let Some(text) = not_finite(value) {
        return Ok(text.to_owned());
    }
    // The printer keeps the most digits in 16 bits and the least in eight, so beyond 255 they differ.
    let (least, most) = (precision & 0xff, precision & 0xffff);
    let most = if most > 0x7fff {
        EXACT_DIGITS
    } else {
        most.min(EXACT_DIGITS)
    };
    meter.take(most as usize)?;
    let digits = format!("{:.*}", most as usize, value.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut text = String::from(if value < 0.0 { "-" } else { "" });
    for (position, digit) in whole.char_indices() {
        if position > 0 && (whole.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    let fraction = match precision > 0xff {
        true => fraction.trim_end_matches('0'),
        false => fraction,
    };
    if !fraction.is_empty() || least > 0 {
        text.push('.');
        text.push_str(fraction);
        let missing = (least as usize).saturating_sub(fraction.len());
        text.extend(std::iter::repeat_n('0', missing));
    }
    Ok(text)
}

/// Always with six digits behind the point, whatever precision is asked for.
fn scientific(value: f64) -> String {
    if let Some(text) = not_finite(value) {
        return format!("{text:>6}");
    }
    let digits = format!("{value:.6e}");
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
    let mantissa = if value == 0.0 {
        mantissa.trim_start_matches('-')
    } else {
        mantissa
    };
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ("⁻", exponent),
        None => ("", exponent),
    };
    let raised: String = format!("{exponent:0>2}")
        .chars()
        .map(|digit| match digit {
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or_default()).unwrap_or(digit),
        })
        .collect();
    format!("{mantissa}×10{sign}{raised}")
}

fn text(value: &Value<'_>, meter: &mut Meter) -> Result<String, Fault> {
    Ok(match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => go_float(*value),
        Value::String(text) => {
            meter.take(text.as_str().len())?;
            text.as_str().to_owned()
        }
        Value::Bytes(bytes) => match std::str::from_utf8(bytes.as_slice()) {
            Ok(text) => text.to_owned(),
            Err(_) => {
                return Err(Fault::fixed(
                    "could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string",
                ));
            }
        },
        Value::Timestamp(moment) => moment.to_string(),
        Value::Duration(span) => seconds_text(*span),
        Value::Type(name) => name.as_str().to_owned(),
        Value::List(_) | Value::Map(_) => within(value, meter)?,
        Value::Optional(_) | Value::Object(_) | Value::Opaque(_) => {
            return Err(Fault::new(refusal(Verb::Text, value.type_name())));
        }
    })
}

/// A value inside of a list or map, near to how an expression would write it.
fn within(value: &Value<'_>, meter: &mut Meter) -> Result<String, Fault> {
    meter.step()?;
    let shown = match value {
        Value::String(text) => format!("\"{text}\""),
        Value::Bytes(_) => format!("b\"{}\"", text(value, meter)?),
        Value::Double(value) if value.is_finite() => format!("{value:.6}"),
        Value::Double(value) if value.is_nan() => "\"NaN\"".to_owned(),
        Value::Double(value) => format!("\"{}Infinity\"", if *value < 0.0 { "-" } else { "" }),
        Value::Timestamp(_) => format!("timestamp(\"{}\")", text(value, meter)?),
        Value::Duration(_) => format!("duration(\"{}\")", text(value, meter)?),
        Value::List(list) => {
            let items: Result<Vec<_>, _> = list.iter().map(|item| within(&item, meter)).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Map(map) => {
            let mut entries = Vec::with_capacity(map.len());
            for (key, value) in map.iter() {
                entries.push((within(&key, meter)?, within(&value, meter)?));
            }
            entries.sort();
            let entries: Vec<String> = entries
                .into_iter()
                .map(|(key, value)| format!("{key}:{value}"))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        other => return text(other, meter),
    };
    meter.take(shown.len())?;
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn numbers_look_as_the_reference_prints_them() {
        let meter = &mut Meter::new(Limits::STANDARD, None);
        for (value, precision, expected) in [
            (1_234_567.891, 6, "1,234,567.891000"),
            (2.5, 0, "2"),
            (0.35, 1, "0.3"),
            (-0.0, 2, "0.00"),
            (-0.05, 1, "-0.1"),
            (f64::NEG_INFINITY, 6, "-∞"),
            (1.0, MOST_DIGITS + 1, "%!(NOVERB)"),
        ] {
            assert_eq!(fixed(value, precision, meter).unwrap(), expected);
        }
        assert_eq!(fixed(1.0, 1000, meter).unwrap().len(), 234);
        for (value, expected) in [
            (-1.5, "-1.500000×10⁰⁰"),
            (1e-10, "1.000000×10⁻¹⁰"),
            (1e100, "1.000000×10¹⁰⁰"),
            (f64::NAN, "   NaN"),
        ] {
            assert_eq!(scientific(value), expected);
        }
    }
}
