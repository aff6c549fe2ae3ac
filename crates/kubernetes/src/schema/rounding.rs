//! Quantities of resources, which servers round up to thousandths (schema reference §4.1, quantities).

use sekisho_document::{Map, Text, Value};

use crate::Quantity;

/// Rounds the quantities in some fields that hold resources.
pub(super) fn round(map: &mut Map, fields: &[&str]) {
    for field in fields {
        let Some(Value::Map(resources)) = map.get(field) else {
            continue;
        };
        let mut made = resources.clone();
        for (name, quantity) in resources {
            if let Some(rounded) = quantity.as_str().and_then(rounded) {
                made.insert(name.clone(), Value::String(rounded));
            }
        }
        if !made.is_shared_with(resources) {
            map.insert(Text::new(field), Value::Map(made));
        }
    }
}

/// A quantity in canonical text, rounded away from zero; nothing if it is no finer than a thousandth. Only
/// quantities printed in `n` or `u` are.
fn rounded(text: &str) -> Option<Text> {
    let (number, per_milli) = match (text.strip_suffix('u'), text.strip_suffix('n')) {
        (Some(number), _) => (number, 1_000),
        (_, Some(number)) => (number, 1_000_000),
        _ => return None,
    };
    let number: i128 = number.parse().ok()?;
    let up = number.unsigned_abs().div_ceil(per_milli);
    let sign = if number < 0 { "-" } else { "" };
    let quantity = Quantity::parse(&format!("{sign}{up}m")).ok()?;
    Some(Text::from(quantity.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_finer_than_a_thousandth_is_rounded() {
        for (text, expected) in [
            ("100u", Some("1m")),
            ("1001u", Some("2m")),
            ("1n", Some("1m")),
            ("999999u", Some("1")),
            ("-1u", Some("-1m")),
            ("1m", None),
            ("1Gi", None),
        ] {
            assert_eq!(rounded(text).as_deref(), expected, "{text}");
        }
    }
}
