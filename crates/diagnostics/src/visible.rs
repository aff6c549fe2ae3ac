//! User text made safe to show: nothing in it steers a terminal, hides, or fills the screen.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with every control, line-breaking, invisible and direction-changing character written as
/// an escape: `\n`, `\u{1b}`, `\u{202e}`. Of a text that is very long the middle is left out.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if let Some((head, left_out, tail)) = cut(text) {
        let (head, tail) = (escaped(head), escaped(tail));
        return Cow::Owned(format!("{head} \u{2026} {left_out} bytes \u{2026} {tail}"));
    }
    escaped(text)
}

fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_visible(&mut shown, character);
    }
    Cow::Owned(shown)
}

/// The start and the end of a text that is too long to be read, and how much lies between. Messages that
/// people write are not as long; names that somebody made up may be.
fn cut(text: &str) -> Option<(&str, usize, &str)> {
    const LONGEST: usize = 4_000;
    const HEAD: usize = 2_000;
    const TAIL: usize = 1_000;
    if text.len() <= LONGEST {
        return None;
    }
    let end = text.floor_char_boundary(HEAD);
    let start = text.ceil_char_boundary(text.len() - TAIL);
    Some((text.get(..end)?, start - end, text.get(start..)?))
}

/// Appends one character as [`visible`] shows it.
pub(crate) fn push_visible(text: &mut String, character: char) {
    // Writing to a `String` cannot fail.
    let _ = match character {
        '\n' => write!(text, "\\n"),
        '\r' => write!(text, "\\r"),
        '\t' => write!(text, "\\t"),
        _ if is_hidden(character) => write!(text, "\\u{{{:x}}}", u32::from(character)),
        _ => write!(text, "{character}"),
    };
}

/// Whether a character does something to a terminal or to a reader's eyes instead of being seen: controls,
/// separators, and those format characters that no writing system needs: the zero-width
/// joiners, which emoji and several scripts need, are shown as they are.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_long_texts_are_cut_in_the_middle() {
        let long = format!("a{}b", "x".repeat(3_998));
        assert_eq!(visible(&long), long);
        let shown = visible(&format!("\n{}\u{e9}end", "x".repeat(1_000_000))).into_owned();
        assert!(
            shown.starts_with("\\nxxx") && shown.ends_with("xxx\u{e9}end"),
            "{shown}"
        );
        assert!(shown.contains("x \u{2026} 997006 bytes \u{2026} x"), "{shown}");
        assert!(shown.len() < 3_100, "{}", shown.len());
        // A character is never cut apart.
        let shown = visible(&"\u{4e16}".repeat(2_000)).into_owned();
        assert!(shown.contains(" \u{2026} 3003 bytes \u{2026} "), "{shown}");
    }

    #[test]
    fn nothing_that_hides_or_steers_is_shown_raw() {
        let rows: &[(&str, &str)] = &[
            ("plain é 世 👩\u{200d}👧", "plain é 世 👩\u{200d}👧"),
            ("a\nb\r\t", r"a\nb\r\t"),
            ("\u{1b}[31mred\u{7}\0\u{7f}", r"\u{1b}[31mred\u{7}\u{0}\u{7f}"),
            ("\u{9b}31m\u{85}", r"\u{9b}31m\u{85}"),
            (
                "a\u{202e}b\u{2066}c\u{200b}\u{feff}\u{2028}",
                r"a\u{202e}b\u{2066}c\u{200b}\u{feff}\u{2028}",
            ),
        ];
        for (text, shown) in rows {
            assert_eq!(visible(text), *shown);
        }
    }
}
