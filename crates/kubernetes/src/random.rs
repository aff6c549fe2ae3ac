//! Random texts that match a pattern.

use std::fmt;

use regex_syntax::hir::{Class, Hir, HirKind};

use crate::regex::{RegexError, parse_posix};

/// A pattern in the bare syntax of POSIX: literals, `.`, classes, groups, alternatives, repetitions
/// (JMESPath reference §6.5).
#[derive(Debug, Clone)]
pub struct Pattern {
    hir: Hir,
}

/// A text that would be longer than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong {
    pub limit: usize,
}

/// How often `*` and its like repeat at most.
const MOST_REPEATS: u32 = 4096;

impl Pattern {
    pub fn new(pattern: &str) -> Result<Pattern, RegexError> {
        parse_posix(pattern).map(|hir| Pattern { hir })
    }

    /// The only text that matches, if there is but one.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        match self.hir.kind() {
            HirKind::Literal(literal) => std::str::from_utf8(&literal.0).ok(),
            _ => None,
        }
    }

    /// A text that matches, no longer than `limit` bytes. `next` gives random numbers of 64 bits; the same
    /// numbers give the same text. Anchors match anywhere.
    pub fn text(&self, limit: usize, next: &mut dyn FnMut() -> u64) -> Result<String, TooLong> {
        let mut text = String::new();
        Generator { limit, next }.push(&mut text, &self.hir)?;
        Ok(text)
    }
}

struct Generator<'n> {
    limit: usize,
    next: &'n mut dyn FnMut() -> u64,
}

impl Generator<'_> {
    /// Appends a text for a part. Recursion is as deep as the pattern, whose depth is limited.
    fn push(&mut self, text: &mut String, part: &Hir) -> Result<(), TooLong> {
        match part.kind() {
            HirKind::Empty | HirKind::Look(_) => (),
            HirKind::Literal(literal) => {
                text.push_str(&String::from_utf8_lossy(&literal.0));
                self.check(text)?;
            }
            HirKind::Class(class) => {
                text.extend(self.character(class));
                self.check(text)?;
            }
            HirKind::Capture(capture) => self.push(text, &capture.sub)?,
            HirKind::Concat(parts) => {
                for part in parts {
                    self.push(text, part)?;
                }
            }
            HirKind::Alternation(parts) => {
                let choice = usize::try_from(self.below(parts.len() as u64)).unwrap_or_default();
                if let Some(part) = parts.get(choice) {
                    self.push(text, part)?;
                }
            }
            HirKind::Repetition(repetition) => {
                let most = repetition.max.unwrap_or(MOST_REPEATS.max(repetition.min));
                let choices = u64::from(most.saturating_sub(repetition.min)) + 1;
                let count = u64::from(repetition.min) + self.below(choices);
                for _ in 0..count {
                    let before = text.len();
                    self.push(text, &repetition.sub)?;
                    // What adds nothing would add nothing again: `()*` must not cost.
                    if text.len() == before && repetition.sub.properties().maximum_len() == Some(0) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// One character of a class; of a class with printable ASCII characters, one of those.
    fn character(&mut self, class: &Class) -> Option<char> {
        let ranges: Vec<(u32, u32)> = match class {
            Class::Unicode(class) => class
                .ranges()
                .iter()
                .map(|range| (u32::from(range.start()), u32::from(range.end())))
                .collect(),
            Class::Bytes(class) => class
                .ranges()
                .iter()
                .map(|range| (u32::from(range.start()), u32::from(range.end())))
                .collect(),
        };
        let (first, last) = (u32::from(b' '), u32::from(b'~'));
        let printable: Vec<(u32, u32)> = ranges
            .iter()
            .map(|(start, end)| (*start.max(&first), *end.min(&last)))
            .filter(|(start, end)| start <= end)
            .collect();
        self.code(if printable.is_empty() { &ranges } else { &printable })
    }

    fn code(&mut self, ranges: &[(u32, u32)]) -> Option<char> {
        let length = |(start, end): &(u32, u32)| u64::from(end - start) + 1;
        let mut choice = self.below(ranges.iter().map(length).sum());
        for range in ranges {
            if choice < length(range) {
                let code = range.0 + u32::try_from(choice).ok()?;
                // A range across the surrogates holds codes that are no characters.
                return char::from_u32(code).or(char::from_u32(range.0));
            }
            choice -= length(range);
        }
        None
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next)().checked_rem(bound).unwrap_or_default()
    }

    fn check(&self, text: &str) -> Result<(), TooLong> {
        if text.len() > self.limit {
            return Err(TooLong { limit: self.limit });
        }
        Ok(())
    }
}

impl std::error::Error for TooLong {}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the random text would have more than {} bytes", self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::{Free, Regex};

    /// A small generator with a fixed start.
    fn numbers() -> impl FnMut() -> u64 {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        }
    }

    #[test]
    fn texts_match_their_patterns() {
        let mut next = numbers();
        for pattern in [
            "abc",
            "[0-9a-z]{4}",
            "(foo|b[a-c]r)-[[:upper:]]+x?",
            "^[^a-z]{3}$",
            ".{2,5}",
            "\\.\\*\\x41",
            "[é-ü]é*",
            "(a|b|){3}",
        ] {
            let compiled = Pattern::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            let whole = Regex::new(&format!("^(?:{pattern})$")).unwrap();
            for _ in 0..20 {
                let text = compiled.text(100_000, &mut next).unwrap();
                assert_eq!(whole.is_match(&text, &mut Free), Ok(true), "{pattern}: {text}");
            }
        }
    }

    #[test]
    fn bad_and_boundless_patterns_are_refused() {
        for (pattern, expected) in [
            ("\\d", "error parsing regexp: invalid escape sequence: `\\d`"),
            (
                "(?i)a",
                "error parsing regexp: missing argument to repetition operator: `?`",
            ),
            (
                "[a-c-e]",
                "error parsing regexp: invalid character class range: `-e`",
            ),
            ("(a", "error parsing regexp: missing closing ): `(a`"),
        ] {
            assert_eq!(Pattern::new(pattern).expect_err(pattern).to_string(), expected);
        }
        let boundless = Pattern::new("((a{30}*)*)*").unwrap();
        assert_eq!(boundless.text(1000, &mut numbers()), Err(TooLong { limit: 1000 }));
        let empty = Pattern::new("(()*)*").unwrap();
        assert_eq!(empty.text(0, &mut numbers()).as_deref(), Ok(""));
    }
}
