//! The splitter: a file's text into documents, line by line, before any YAML is read (YAML reference §6).

use std::iter::FusedIterator;
use std::ops::Range;

use super::ReadError;
use super::error::Fault;

/// The documents of a file, one after the other, none of them read yet.
///
/// A line that begins with `---` separates. A bad separator is an error, the chunk before it is lost, and
/// nothing follows.
#[must_use]
pub fn documents(text: &str) -> Documents<'_> {
    Documents { text, at: 0 }
}

/// One document of a file, as raw text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document<'t> {
    /// The byte of the file where `text` begins.
    pub start: usize,
    pub text: &'t str,
}

impl Document<'_> {
    /// The bytes of the file this document takes.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether there is nothing but blank lines and comments. A lone `---` is something.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text
            .lines()
            .map(str::trim_start)
            .all(|line| line.is_empty() || line.starts_with('#'))
    }

    /// Whether Kubernetes' own loaders hand this document to their JSON reader (§7).
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.text.trim_start().starts_with('{')
    }
}

/// See [`documents`].
#[derive(Debug, Clone)]
pub struct Documents<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Documents<'t> {
    type Item = Result<Document<'t>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let mut end = start;
        loop {
            let rest = self.text.get(end..).unwrap_or_default();
            if rest.is_empty() {
                self.at = end;
                return self.chunk(start, end);
            }
            if !rest.starts_with("---") {
                end += rest.find("\n---").map_or(rest.len(), |found| found + 1);
                continue;
            }
            let line_length = rest.find('\n').map_or(rest.len(), |found| found + 1);
            let remark = rest.get(3..line_length).unwrap_or_default();
            let trimmed = remark.trim();
            if !trimmed.is_empty() && !trimmed.starts_with('#') {
                self.at = self.text.len();
                let from = end + 3 + (remark.len() - remark.trim_start().len());
                let fault = Fault::Separator(trimmed.to_owned());
                return Some(Err(ReadError::new(fault, from..from + trimmed.len())));
            }
            if end > start {
                self.at = end + line_length;
                return self.chunk(start, end);
            }
            end += line_length;
        }
    }
}

impl<'t> Documents<'t> {
    fn chunk(&self, start: usize, end: usize) -> Option<Result<Document<'t>, ReadError>> {
        let text = self.text.get(start..end)?;
        (!text.is_empty()).then_some(Ok(Document { start, text }))
    }
}

impl FusedIterator for Documents<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<Result<(usize, &str), String>> {
        documents(text)
            .map(|item| match item {
                Ok(document) => Ok((document.start, document.text)),
                Err(error) => Err(error.upstream()),
            })
            .collect()
    }

    #[test]
    fn files_are_split_at_lines_that_begin_with_three_dashes() {
        for (text, expected) in [
            ("", vec![]),
            ("\n", vec![(0, "\n")]),
            ("a: 1\n---\nb: 2\n", vec![(0, "a: 1\n"), (9, "b: 2\n")]),
            ("---\na: 1\n---", vec![(0, "---\na: 1\n")]),
            ("---\n---\n", vec![(0, "---\n")]),
            ("a\n---\n---\nb", vec![(0, "a\n"), (6, "---\nb")]),
            ("a\r\n--- # c\r\nb", vec![(0, "a\r\n"), (12, "b")]),
            ("a: |\n ---\n", vec![(0, "a: |\n ---\n")]),
            ("\u{feff}---\na: 1\n", vec![(0, "\u{feff}---\na: 1\n")]),
        ] {
            assert_eq!(
                split(text),
                expected.into_iter().map(Ok).collect::<Vec<_>>(),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_bad_separator_ends_the_file() {
        let found = split("a: 1\n---\nb: 2\n---\t x: 3 \n---\nc: 4\n");
        let expected = vec![
            Ok((0, "a: 1\n")),
            Err("invalid Yaml document separator: x: 3".to_owned()),
        ];
        assert_eq!(found, expected);
        let error = documents("--- x\n").next().unwrap().unwrap_err();
        assert_eq!(error.at, 4..5);
    }

    #[test]
    fn blank_and_json_documents_are_told_apart() {
        for (text, blank, json) in [
            ("# c\n\n", true, false),
            ("---\n", false, false),
            (" \n {}", false, true),
            ("[]", false, false),
        ] {
            let document = documents(text).next().unwrap().unwrap();
            assert_eq!(
                (document.is_blank(), document.is_json()),
                (blank, json),
                "{text:?}"
            );
        }
    }
}
