//! Skip files: cases that are known to differ, each with its reason.
//!
//! A line is `case  # reason`; `*` in the case stands for any text. `!case  # reason` keeps cases out of the
//! lines below it. Empty lines and lines that start with `#` are for the reader.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

/// The entries of one skip file. An absent file has none.
#[derive(Debug, Default)]
pub(super) struct Skips {
    entries: Vec<Entry>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) pattern: String,
    pub(super) reason: String,
}

impl Skips {
    pub(super) fn read(file: &Path) -> anyhow::Result<Skips> {
        if !file.exists() {
            return Ok(Skips::default());
        }
        let text =
            fs::read_to_string(file).with_context(|| format!("`{}` cannot be read", file.display()))?;
        Skips::parse(&text).with_context(|| format!("`{}` is not a skip file", file.display()))
    }

    pub(super) fn parse(text: &str) -> anyhow::Result<Skips> {
        let mut entries = Vec::new();
        for (idx, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(" # ") {
                Some((pattern, reason)) if !reason.trim().is_empty() => entries.push(Entry {
                    pattern: pattern.trim().to_owned(),
                    reason: reason.trim().to_owned(),
                }),
                _ => bail!("line {}: expected `case  # reason`", idx + 1),
            }
        }
        Ok(Skips { entries })
    }

    /// The first entry that names a case, unless it keeps it out.
    pub(super) fn find(&self, id: &str) -> Option<&Entry> {
        let named = |entry: &&Entry| matches(entry.pattern.trim_start_matches('!'), id);
        let first = self.entries.iter().find(named);
        first.filter(|entry| !entry.pattern.starts_with('!'))
    }
}

/// Whether a text is what a pattern describes, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part).and_then(|at| rest.get(at + part.len()..)) {
            Some(behind) => rest = behind,
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_cases() {
        for (pattern, text, expected) in [
            ("a/b", "a/b", true),
            ("a/b", "a/bc", false),
            ("a/*", "a/b/c", true),
            ("*/c", "a/b/c", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c", false),
            ("ab*ba", "aba", false),
            ("*", "", true),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn every_entry_has_a_reason() {
        let skips = Skips::parse("# step 3\n\na/*  # step 3: patches\n").unwrap();
        assert_eq!(
            skips.find("a/b").map(|entry| entry.reason.as_str()),
            Some("step 3: patches")
        );
        assert!(skips.find("b").is_none());
        let skips = Skips::parse("!a/b  # passes\na/*  # later\n").unwrap();
        assert!(skips.find("a/b").is_none() && skips.find("a/c").is_some());
        assert!(Skips::parse("a/b").is_err());
    }
}
