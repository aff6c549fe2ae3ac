//! Finding `{{ … }}` in a text (reference §8.1).

use std::ops::Range;

/// A placeholder of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    /// From its first brace to its last.
    pub at: Range<usize>,
    /// The bytes of the character before it, which must not be a backslash; none at the start of the text.
    pub before: usize,
}

/// The placeholders of a text that one pass replaces: leftmost first, none inside of another, none right
/// behind another.
#[must_use]
pub fn placeholders(text: &str) -> Vec<Placeholder> {
    let mut found = Vec::new();
    let mut taken = 0;
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("{{")) {
        let start = from + start;
        from = start + 1;
        let before = text.get(taken..start).and_then(|free| free.chars().next_back());
        let stands = match before {
            Some(character) => character != '\\',
            None => start == 0,
        };
        if !stands {
            continue;
        }
        if let Some(length) = text.get(start..).and_then(length) {
            let at = start..start + length;
            taken = at.end;
            from = at.end;
            found.push(Placeholder {
                at,
                before: before.map_or(0, char::len_utf8),
            });
        }
    }
    found
}

/// How long the placeholder is that a text begins with: two braces, characters and groups in single
/// braces, two braces.
fn length(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().enumerate().skip(2);
    while let Some((_, byte)) = bytes.next() {
        match byte {
            b'{' => {
                let (_, end) = bytes.find(|(_, byte)| matches!(byte, b'{' | b'}'))?;
                if end == b'{' {
                    return None;
                }
            }
            b'}' => {
                let (position, next) = bytes.next()?;
                return (next == b'}').then_some(position + 1);
            }
            _ => {}
        }
    }
    None
}

/// The query of a placeholder: without double braces and surrounding blanks.
///
/// Kyverno takes one byte for the character before a placeholder. What is left of a longer one becomes part
/// of the query, which then can not be read (reference §8.1).
pub(super) fn query_of(placeholder: &str, before: usize) -> Asked {
    let rest = "\u{fffd}".repeat(before.saturating_sub(1));
    let inner = rest + &placeholder.replace("{{", "").replace("}}", "");
    let inner = inner.trim();
    match inner.strip_prefix('-') {
        Some(rest) => Asked {
            query: rest.trim().to_owned(),
            shallow: true,
        },
        None => Asked {
            query: inner.to_owned(),
            shallow: false,
        },
    }
}

/// What a placeholder asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) query: String,
    /// Written `{{- … }}`: placeholders in the value stay as they are (reference §8.4).
    pub(super) shallow: bool,
}

/// A text without the backslashes that protect braces.
pub(super) fn unescaped(text: &str) -> String {
    text.replace("\\{{", "{{")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_placeholder() {
        let rows: &[(&str, &[&str])] = &[
            ("{{ a }}", &["{{ a }}"]),
            ("x{{a}}y{{b}}", &["{{a}}", "{{b}}"]),
            ("{{a}}{{b}}{{c}}", &["{{a}}", "{{c}}"]),
            ("{{ a.{{b}} }}", &["{{b}}"]),
            ("{{ {a: b} }}", &["{{ {a: b} }}"]),
            ("{{{a: b}}}", &["{{{a: b}}}"]),
            ("{{ {a: {b: c}} }}", &[]),
            ("{{ '}' }}", &[]),
            ("{{ 'a}}b' }}", &["{{ 'a}}"]),
            ("\\{{ a }}", &[]),
            ("\\\\{{ a }}", &[]),
            ("{{{ a }}", &["{{ a }}"]),
            ("{{ a\nb }}", &["{{ a\nb }}"]),
            ("}}{{n}}{{", &["{{n}}"]),
            ("{{}}", &["{{}}"]),
            ("{{ n }", &[]),
            ("{", &[]),
            ("é{{ n }}", &["{{ n }}"]),
            ("{{ n }}}", &["{{ n }}"]),
            ("{{ a }b }}", &[]),
        ];
        for (text, expected) in rows {
            let found = placeholders(text);
            let found: Vec<&str> = found.iter().map(|it| &text[it.at.clone()]).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn what_it_asks_for() {
        let rows: &[(&str, &str, bool)] = &[
            ("{{ a }}", "a", false),
            ("{{-a}}", "a", true),
            ("{{ - a }}", "a", true),
            ("{{{ n }}}", "{ n }", false),
            ("{{}}", "", false),
            ("{{ - }}", "", true),
        ];
        for (text, query, shallow) in rows {
            let asked = query_of(text, 0);
            assert_eq!(
                (asked.query.as_str(), asked.shallow),
                (*query, *shallow),
                "{text}"
            );
        }
    }
}
