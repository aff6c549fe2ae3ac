//! Warnings of an answer, within the limits of the server (admission reference §1.15).

use std::collections::BTreeSet;

/// How many characters all warnings may have before they are cut.
const TOGETHER: usize = 4096;

/// How long a warning is after that.
const CUT: usize = 256;

/// Warnings in order, each text once.
#[derive(Debug, Clone, Default)]
pub struct Warnings {
    texts: Vec<String>,
    known: BTreeSet<String>,
}

impl Warnings {
    /// Adds a warning. Empty ones, known ones and those with control characters are dropped.
    pub fn add(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() && self.known.insert(text.clone()) {
            self.texts.push(text);
        }
    }

    /// The warnings that are sent: all of them, or the first of them cut.
    #[must_use]
    pub fn finish(self) -> Vec<String> {
        let texts = self
            .texts
            .into_iter()
            .filter(|text| !text.chars().any(char::is_control));
        let texts: Vec<String> = texts.collect();
        let together: usize = texts.iter().map(|text| text.chars().count()).sum();
        if together <= TOGETHER {
            return texts;
        }
        let mut written = 0;
        let mut sent = Vec::new();
        for text in texts {
            if written >= TOGETHER {
                break;
            }
            let text: String = text.chars().take(CUT).collect();
            written += text.chars().count();
            sent.push(text);
        }
        sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(texts: impl IntoIterator<Item = String>) -> Vec<usize> {
        let mut warnings = Warnings::default();
        texts.into_iter().for_each(|text| warnings.add(text));
        warnings.finish().iter().map(String::len).collect()
    }

    #[test]
    fn many_long_warnings_are_cut() {
        let long = |number: usize| format!("{number:04}{}", "a".repeat(496));
        assert_eq!(
            sent(["a".to_owned(), "a".to_owned(), String::new(), "b\n".to_owned()]),
            [1]
        );
        assert_eq!(sent((0..8).map(long)), [500; 8]);
        assert_eq!(sent((0..9).map(long)), [256; 9]);
        assert_eq!(sent((0..30).map(long)), [256; 16]);
    }
}
