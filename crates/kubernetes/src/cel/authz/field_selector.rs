//! Field selectors: `spec.nodeName=n1,status.phase!=Failed`.

/// The canonical text of a selector, or what the API machinery says of one that it can not read.
pub(super) fn canonical(text: &str) -> Result<String, String> {
    let mut terms = split_terms(text);
    terms.sort_unstable();
    let terms = terms.into_iter().filter(|term| !term.is_empty());
    let terms: Result<Vec<String>, String> = terms
        .map(|term| {
            let fault = || format!("invalid selector: '{text}'; can't understand '{term}'");
            let (field, operator, value) = split_term(term).ok_or_else(fault)?;
            Ok(format!("{field}{operator}{}", escape(&unescape(value)?)))
        })
        .collect();
    Ok(terms?.join(","))
}

/// The parts between commas that no backslash stands in front of.
fn split_terms(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b',' => {
                terms.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => (),
        }
    }
    terms.push(text.get(start..).unwrap_or_default());
    terms
}

/// Field, operator and value; `==` is the same as `=`.
fn split_term(term: &str) -> Option<(&str, &'static str, &str)> {
    for (at, _) in term.char_indices() {
        let (field, rest) = term.split_at_checked(at)?;
        for (written, operator) in [("!=", "!="), ("==", "="), ("=", "=")] {
            if let Some(value) = rest.strip_prefix(written) {
                return Some((field, operator, value));
            }
        }
    }
    None
}

fn unescape(value: &str) -> Result<String, String> {
    let mut made = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some(escaped @ ('\\' | ',' | '=')) => made.push(escaped),
                other => {
                    let other = other.map(String::from).unwrap_or_default();
                    return Err(format!(
                        "invalid field selector: invalid escape sequence: \\{other}"
                    ));
                }
            },
            ',' | '=' => {
                return Err(format!(
                    "invalid field selector: unescaped character in value: {character}"
                ));
            }
            other => made.push(other),
        }
    }
    Ok(made)
}

fn escape(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace(',', "\\,")
        .replace('=', "\\=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_have_a_canonical_text() {
        for (text, expected) in [
            ("", Some("")),
            ("spec.nodeName==n1", Some("spec.nodeName=n1")),
            ("b!=2,a=1", Some("a=1,b!=2")),
            ("a=x\\,y", Some("a=x\\,y")),
            ("a=,", Some("a=")),
            ("a b", None),
            ("a=b=c", None),
            ("a=\\z", None),
        ] {
            let canonical = canonical(text).ok();
            assert_eq!(canonical.as_deref(), expected, "{text}");
        }
    }
}
