//! What a failed validation says (admission reference §3.8).

use sekisho_cel::Value;

/// The longest text that a message expression may give, in bytes.
const LONGEST: usize = 5 * 1024;

/// The text of a message expression, unless it is no usable message.
#[must_use]
pub fn computed(value: &Value<'_>) -> Option<String> {
    let text = value.as_str()?.trim();
    let usable = !text.is_empty() && text.len() <= LONGEST && !text.contains('\n');
    usable.then(|| text.to_owned())
}

/// The fixed message, or the expression that does not hold.
#[must_use]
pub fn fixed(message: &str, expression: &str) -> String {
    match message.trim() {
        "" => format!("failed expression: {}", expression.trim()),
        message => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_single_lines_of_some_length_are_messages() {
        let long = "a".repeat(LONGEST + 1);
        for (text, expected) in [
            (" a ", Some("a")),
            ("a\n", Some("a")),
            ("a\nb", None),
            (" ", None),
            (&long, None),
        ] {
            assert_eq!(computed(&Value::text(text)).as_deref(), expected, "{text}");
        }
        assert_eq!(computed(&Value::Int(1)), None);
    }

    #[test]
    fn without_a_message_the_expression_is_shown() {
        assert_eq!(fixed(" too big ", "x"), "too big");
        assert_eq!(fixed("  ", " a < b\n"), "failed expression: a < b");
    }
}
