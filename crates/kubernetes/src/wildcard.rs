//! Wildcard patterns: `*` is any run of characters, `?` is exactly one; nothing else is special.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Whether the whole text matches the pattern (engine reference §0.4, A.1).
///
/// There are no escapes and no classes, `/` is an ordinary character, and the empty pattern matches only
/// the empty text. Pieces between stars are looked for from left to right and never again, so the time
/// is linear in the text; only a piece that holds `?` costs its own length per character.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    // Most texts differ before anything special comes, or have no pattern but their like.
    for (position, byte) in pattern.bytes().enumerate() {
        match byte {
            b'*' | b'?' => {
                let rest = pattern.get(position..).zip(text.get(position..));
                return rest.is_some_and(|(pattern, text)| matches_pieces(pattern, text));
            }
            _ if text.as_bytes().get(position) == Some(&byte) => (),
            _ => return false,
        }
    }
    pattern.len() == text.len()
}

fn matches_pieces(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return starts(pattern, text) == Some(text.len());
    };
    let Some(skipped) = starts(first, text) else {
        return false;
    };
    let mut remaining = text.get(skipped..).unwrap_or_default();
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for piece in middle.split('*').filter(|piece| !piece.is_empty()) {
        match find(piece, remaining) {
            Some(end) => remaining = remaining.get(end..).unwrap_or_default(),
            None => return false,
        }
    }
    ends(last, remaining)
}

/// Whether a text has `*` or `?` and so is a pattern.
#[must_use]
pub fn is_pattern(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'*' | b'?'))
}

/// A pattern that was looked at once, for patterns that are known before the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wildcard {
    pattern: Box<str>,
    shape: Shape,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Anything,
    Exactly,
    General,
}

impl Wildcard {
    #[must_use]
    pub fn new<'a>(pattern: impl Into<Cow<'a, str>>) -> Wildcard {
        let pattern: Cow<'a, str> = pattern.into();
        let shape = if !is_pattern(&pattern) {
            Shape::Exactly
        } else if pattern.bytes().all(|byte| byte == b'*') {
            Shape::Anything
        } else {
            Shape::General
        };
        Wildcard {
            pattern: pattern.into(),
            shape,
        }
    }

    /// The pattern as written.
    #[must_use]
    pub fn pattern(&self) -> &str {
        &self.pattern
    }

    /// Whether the pattern matches only itself.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.shape == Shape::Exactly
    }

    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        match self.shape {
            Shape::Anything => true,
            // Comparing empty texts byte by byte costs hundreds of nanoseconds on some processors, where
            // the address of an empty box is looked at although nothing is read from it.
            Shape::Exactly if text.is_empty() => self.pattern.is_empty(),
            Shape::Exactly => *self.pattern == *text,
            Shape::General => matches(&self.pattern, text),
        }
    }
}

/// How many bytes of the text the piece covers when it is laid at the start.
fn starts(piece: &str, text: &str) -> Option<usize> {
    if !piece.contains('?') {
        return text.starts_with(piece).then_some(piece.len());
    }
    let mut characters = text.chars();
    for wanted in piece.chars() {
        let found = characters.next()?;
        if wanted != '?' && wanted != found {
            return None;
        }
    }
    Some(text.len() - characters.as_str().len())
}

/// Whether the piece covers the end of the text.
fn ends(piece: &str, text: &str) -> bool {
    if !piece.contains('?') {
        return text.ends_with(piece);
    }
    let mut characters = text.chars().rev();
    piece.chars().rev().all(|wanted| {
        characters
            .next()
            .is_some_and(|found| wanted == '?' || wanted == found)
    })
}

/// Where the leftmost occurrence of the piece ends.
fn find(piece: &str, text: &str) -> Option<usize> {
    if !piece.contains('?') {
        return text.find(piece).map(|start| start + piece.len());
    }
    /// Characters of a piece times characters of a text from which on preparing a search pays.
    const MANY: usize = 1 << 16;
    /// Words of memory that the search may take.
    const MOST_WORDS: usize = 1 << 20;
    if piece.len().saturating_mul(text.len()) > MANY {
        let kinds: BTreeSet<char> = piece.chars().collect();
        if kinds.len().saturating_mul(piece.len() / 64) <= MOST_WORDS {
            return Places::of(piece).find(text);
        }
    }
    text.char_indices().find_map(|(start, _)| {
        let rest = text.get(start..)?;
        starts(piece, rest).map(|length| start + length)
    })
}

/// Where in a piece each character fits, a bit for each place: all places are tried at once for a character
/// of the text, 64 in one operation.
struct Places {
    /// How many characters the piece has.
    length: usize,
    of: BTreeMap<char, Vec<u64>>,
    /// Where `?` stands, for characters that the piece does not have.
    of_others: Vec<u64>,
}

impl Places {
    fn of(piece: &str) -> Places {
        let length = piece.chars().count();
        let none = || vec![0_u64; length.div_ceil(64)];
        let mut places = Places {
            length,
            of: BTreeMap::new(),
            of_others: none(),
        };
        for (place, character) in piece.chars().enumerate() {
            let bits = match character {
                '?' => &mut places.of_others,
                other => places.of.entry(other).or_insert_with(none),
            };
            if let Some(word) = bits.get_mut(place / 64) {
                *word |= 1 << (place % 64);
            }
        }
        for bits in places.of.values_mut() {
            for (word, other) in bits.iter_mut().zip(&places.of_others) {
                *word |= other;
            }
        }
        places
    }

    /// Where the leftmost occurrence ends, which is the one that ends first: all are as long.
    fn find(&self, text: &str) -> Option<usize> {
        // Bit n: the last n + 1 characters of the text fit the first n + 1 of the piece.
        let mut reached = vec![0_u64; self.of_others.len()];
        let last = self.length.checked_sub(1)?;
        for (start, character) in text.char_indices() {
            let fits = self.of.get(&character).unwrap_or(&self.of_others);
            let mut carried = 1;
            for (word, fits) in reached.iter_mut().zip(fits) {
                let carry = *word >> 63;
                *word = (*word << 1 | carried) & fits;
                carried = carry;
            }
            if reached.get(last / 64)? >> (last % 64) & 1 == 1 {
                return Some(start + character.len_utf8());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_texts() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("***", "any/thing", true),
            ("?", "é", true),
            ("?", "", false),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("prefix-*", "prefix-foo", true),
            ("*.local", "a.local", true),
            ("*.local", ".local", true),
            ("*a*b*", "xxaxxbxx", true),
            ("*a*b*", "ba", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("*ab?d*", "xabcabxd", true),
            ("*?", "", false),
            ("?*?", "a", false),
            ("?*?", "éé", true),
            ("a\\*", "a*", false),
            ("[a]", "[a]", true),
            ("b.a***", "", false),
            ("..aa", "é", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern:?} on {text:?}");
            assert_eq!(
                Wildcard::new(pattern).matches(text),
                expected,
                "{pattern:?} on {text:?}"
            );
        }
    }

    #[test]
    fn long_pieces_with_question_marks() {
        // What has to be found, between texts that nearly are it.
        for length in [1, 62, 63, 64, 65, 127, 128, 200] {
            let piece = format!("?{}é?b", "a".repeat(length));
            let nearly = format!("{}é", "a".repeat(length + 700)).repeat(3);
            for (tail, expected) in [("xb", true), ("xc", false), ("éb", true), ("b", false)] {
                let text = format!("{nearly}{tail}-{}", "z".repeat(2_000));
                assert_eq!(matches(&format!("*{piece}*"), &text), expected, "{length} {tail}");
                let end = text
                    .find(tail)
                    .map(|start| start + tail.len())
                    .filter(|_| expected);
                assert_eq!(Places::of(&piece).find(&text), end, "{length} {tail}");
                assert_eq!(find(&piece, &text), end, "{length} {tail}");
            }
        }
        let text = "a".repeat(100_000);
        assert!(!matches(&format!("*?{}b*", "a".repeat(10_000)), &text));
    }

    #[test]
    fn many_stars_on_a_long_text_end_quickly() {
        let text = "a".repeat(200_000);
        assert!(!matches(&format!("{}b", "a*".repeat(50_000)), &text));
        assert!(matches(&"*a".repeat(50_000), &text));
    }
}
