//! Expected diagnostics in comments: `# error[unknown-function]` on the line, or alone above it, or on
//! the header of a block scalar with the lines to count: `expression: >  # error[unknown-function] +2`.

/// A diagnostic at a line of a file, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Said {
    pub line: usize,
    pub severity: String,
    pub code: String,
}

/// What the comments of a text expect, sorted.
pub fn expected(text: &str) -> Vec<Said> {
    let mut found = Vec::new();
    // Comments alone on their lines, waiting for the line below.
    let mut waiting: Vec<Expectation> = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let line_number = idx + 1;
        let (code, expectations) = split(line);
        if code.trim().is_empty() && !expectations.is_empty() {
            waiting.extend(expectations);
            continue;
        }
        for expectation in waiting.drain(..).chain(expectations) {
            found.push(expectation.at(line_number));
        }
    }
    found.sort();
    found
}

/// What is said and not expected, and what is expected and not said, a line each. Empty when both agree.
pub fn differences(expected: &[Said], said: &[Said]) -> Vec<String> {
    let mut missing = expected.to_vec();
    let mut lines = Vec::new();
    for said in said {
        match missing.iter().position(|expected| expected == said) {
            Some(position) => {
                missing.remove(position);
            }
            None => lines.push(format!(
                "line {}: {}[{}] is not expected",
                said.line, said.severity, said.code
            )),
        }
    }
    let missing = missing.iter();
    lines.extend(
        missing.map(|said| format!("line {}: {}[{}] is not said", said.line, said.severity, said.code)),
    );
    lines
}

struct Expectation {
    severity: String,
    code: String,
    below: usize,
}

impl Expectation {
    fn at(self, line: usize) -> Said {
        Said {
            line: line + self.below,
            severity: self.severity,
            code: self.code,
        }
    }
}

/// The text before a comment that expects something, and what it expects.
fn split(line: &str) -> (&str, Vec<Expectation>) {
    for (at, _) in line.match_indices('#') {
        let starts = line[..at].chars().next_back().is_none_or(char::is_whitespace);
        let expectations = expectations(&line[at + 1..]);
        if starts && !expectations.is_empty() {
            return (&line[..at], expectations);
        }
    }
    (line, Vec::new())
}

/// `error[a] warning[b] +2`; other words are for the reader.
fn expectations(comment: &str) -> Vec<Expectation> {
    let mut found: Vec<Expectation> = Vec::new();
    for word in comment.split_whitespace() {
        if let Some(below) = word.strip_prefix('+').and_then(|number| number.parse().ok()) {
            if let Some(last) = found.last_mut() {
                last.below = below;
            }
            continue;
        }
        let Some((severity, code)) = word.strip_suffix(']').and_then(|word| word.split_once('[')) else {
            continue;
        };
        if ["error", "warning", "note"].contains(&severity) {
            found.push(Expectation {
                severity: severity.to_owned(),
                code: code.to_owned(),
                below: 0,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: usize, severity: &str, code: &str) -> Said {
        Said {
            line,
            severity: severity.to_owned(),
            code: code.to_owned(),
        }
    }

    #[test]
    fn comments_say_what_is_expected() {
        for (text, expected_here) in [
            ("a: b # error[x]\n", vec![said(1, "error", "x")]),
            (
                "# error[x]\n# warning[y]\na: b\n",
                vec![said(3, "error", "x"), said(3, "warning", "y")],
            ),
            ("a: > # error[x] +2\n  b\n  c\n", vec![said(3, "error", "x")]),
            (
                "a: b # error[x] warning[y] because\n",
                vec![said(1, "error", "x"), said(1, "warning", "y")],
            ),
            ("# an ordinary comment\na: 'b#c' # nothing[x]\n", vec![]),
        ] {
            assert_eq!(expected(text), expected_here, "{text}");
        }
    }

    #[test]
    fn differences_name_both_sides() {
        let expected = [said(1, "error", "x"), said(2, "error", "y")];
        assert_eq!(differences(&expected, &expected), Vec::<String>::new());
        let got = differences(&expected, &[said(1, "error", "x"), said(3, "error", "y")]);
        assert_eq!(
            got,
            ["line 3: error[y] is not expected", "line 2: error[y] is not said"]
        );
    }
}
