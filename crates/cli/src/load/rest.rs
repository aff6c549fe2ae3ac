//! What stands behind the root of a document in braces or brackets: no reader comes to it.

use std::ops::Range;

use sekisho_diagnostics::{Diagnostic, SourceId};

use super::resources::span;

/// Where the rest of a document begins whose root is closed before its end: `{…}{…}`, JSON in lines. Looks
/// at brackets and quotes alone, so the document itself is read by others.
#[must_use]
pub fn behind_root(text: &str) -> Option<usize> {
    let mut rest = text.char_indices().peekable();
    skip_blank(text, &mut rest);
    if !matches!(rest.peek(), Some((_, '{' | '['))) {
        return None;
    }
    let mut depth = 0_usize;
    // What a quote may stand behind: elsewhere it is a character of a plain scalar.
    let mut opens = true;
    while let Some((_, c)) = rest.next() {
        match c {
            '"' | '\'' if opens => {
                skip_quoted(c, &mut rest);
                opens = false;
            }
            '{' | '[' => {
                depth += 1;
                opens = true;
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                opens = false;
            }
            ',' | ':' => opens = true,
            c if c.is_whitespace() => {}
            _ => opens = false,
        }
        if depth == 0 {
            break;
        }
    }
    skip_blank(text, &mut rest);
    let (at, _) = rest.next()?;
    let marker = ["---", "..."]
        .iter()
        .any(|marker| text.get(at..).is_some_and(|rest| rest.starts_with(marker)));
    (!marker).then_some(at)
}

type Chars<'t> = std::iter::Peekable<std::str::CharIndices<'t>>;

/// White space, comments, the line of a document's begin.
fn skip_blank(text: &str, rest: &mut Chars<'_>) {
    while let Some((at, c)) = rest.peek().copied() {
        let is_begin = text.get(at..).is_some_and(|rest| rest.starts_with("---"));
        match c {
            '#' => while rest.next_if(|(_, c)| *c != '\n').is_some() {},
            '-' if is_begin && at == 0 => {
                rest.nth(2);
            }
            c if c.is_whitespace() || c == '\u{feff}' => {
                rest.next();
            }
            _ => return,
        }
    }
}

fn skip_quoted(quote: char, rest: &mut Chars<'_>) {
    while let Some((_, c)) = rest.next() {
        if c == '\\' && quote == '"' {
            rest.next();
        } else if c == quote {
            return;
        }
    }
}

/// Says that the rest of a document is not read.
#[must_use]
pub fn not_read(source: SourceId, range: &Range<usize>, at: usize) -> Diagnostic {
    let start = range.start + at;
    let message = "what stands behind the end of the document's root is not read";
    Diagnostic::error("content-behind-root", message)
        .at(span(source, &(start..start)))
        .help("write `---` between documents")
}

#[cfg(test)]
mod tests {
    use super::behind_root;

    #[test]
    fn the_rest_begins_behind_the_root() {
        for (text, expected) in [
            ("{a: b}", None),
            ("{a: b}\n", None),
            ("{a: b} # {c}\n", None),
            ("{a: b}{c: d}", Some(6)),
            ("{\"a\": \"}\"}\n{}", Some(11)),
            ("[1, 2] x", Some(7)),
            ("# c\n{a: it's}\n", None),
            ("{a: 'x}''y'}\n", None),
            ("{a: \"\\\"}\"}", None),
            ("{a: b}\n---\n", None),
            ("--- {a: b}\n{c: d}", Some(11)),
            ("a: {b: c}\nd: e", None),
            ("", None),
            ("{a: [", None),
        ] {
            assert_eq!(behind_root(text), expected, "{text}");
        }
    }
}
