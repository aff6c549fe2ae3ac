//! `markdown`: tables for comments on changes.

use std::borrow::Cow;
use std::io::{self, Write};

use sekisho_diagnostics::{Severity, Sources, visible};

use crate::format::Entry;
use crate::{Case, Detail, Event, Judged, Messages, Options, Report, RowResult, Rows, shown, summary_lines};

pub(crate) const ENTRY: Entry = Entry {
    name: "markdown",
    summary: "tables for comments on changes",
    make: Some(|options| {
        Box::new(Markdown {
            options,
            last: Last::Heading,
        })
    }),
};

struct Markdown {
    options: Options,
    last: Last,
}

/// What stands above, which decides whether a blank line or a head of a table has to follow.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Heading,
    Item,
    Finding,
    Row,
}

impl Report for Markdown {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "## sekisho {}", self.options.command)
    }

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::Diagnostic(diagnostic) => {
                let word = match diagnostic.severity {
                    Severity::Note => "note",
                    Severity::Warning => "warning",
                    Severity::Error => "error",
                };
                let place = diagnostic
                    .primary
                    .and_then(|span| shown::place_text(span, sources));
                let place = place.map_or_else(String::new, |place| format!("{}: ", escaped(&place)));
                let message = escaped(&diagnostic.message).into_owned();
                self.item(&format!("{place}**{word}** [{}] {message}", diagnostic.code), out)
            }
            Event::Judged(judged) => self.judged(judged, sources, out),
            Event::Case(case) => self.case(case, out),
            Event::Summary(summary) => {
                if self.options.detail == Detail::Quiet {
                    return Ok(());
                }
                // A paragraph between two lists keeps them apart.
                if self.last == Last::Item {
                    writeln!(out, "\n**Summary**")?;
                    self.last = Last::Heading;
                }
                for line in summary_lines(summary) {
                    self.item(&line, out)?;
                }
                Ok(())
            }
        }
    }
}

impl Markdown {
    fn item(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.last != Last::Item {
            writeln!(out)?;
        }
        self.last = Last::Item;
        writeln!(out, "- {text}")
    }

    fn judged(&mut self, judged: &Judged<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        for answer in &judged.answers {
            if !shown::is_told(answer, self.options.detail) {
                continue;
            }
            if self.last != Last::Finding {
                out.write_all(b"\n| Result | Rule | Resource | Place | Message |\n|---|---|---|---|---|\n")?;
            }
            self.last = Last::Finding;
            let verdict = answer.verdict;
            let place = shown::primary(answer, &judged.place, sources);
            let place = place.and_then(|span| shown::place_text(span, sources));
            let place = place.unwrap_or_else(|| judged.place.file.to_owned());
            let cells = [
                answer.status.word().to_owned(),
                shown::rule_name(&verdict.policy, &verdict.rule),
                shown::object_name(judged),
                place,
                shown::message(verdict).into_owned(),
            ];
            put_row(&cells, out)?;
        }
        Ok(())
    }

    fn case(&mut self, case: &Case, out: &mut dyn Write) -> io::Result<()> {
        if let Some(error) = &case.error {
            let (file, error) = (escaped(&case.file), escaped(error));
            self.item(&format!("{file}: **error** {error}"), out)?;
        }
        let wanted = |row: &&crate::Row| match self.options.rows {
            Rows::All => true,
            Rows::Failed => row.result == RowResult::Fail,
        };
        let rows = case.rows.iter().filter(wanted).enumerate();
        for (idx, row) in rows {
            if idx == 0 {
                let name = if case.name.is_empty() {
                    &case.file
                } else {
                    &case.name
                };
                writeln!(out, "\n### {}\n", escaped(name))?;
                out.write_all(match self.options.messages {
                    Messages::Hidden => HEAD,
                    Messages::Shown => DETAILED_HEAD,
                })?;
            }
            let mut cells = vec![
                (idx + 1).to_string(),
                row.policy.clone(),
                row.rule.clone(),
                row.resource.clone(),
                row.result.word().to_owned(),
                row.reason.text(),
            ];
            if self.options.messages == Messages::Shown {
                cells.push(row.message.clone());
            }
            put_row(&cells, out)?;
            self.last = Last::Row;
        }
        Ok(())
    }
}

/// Kyverno's columns (command line reference A1.10).
const HEAD: &[u8] = b"| ID | POLICY | RULE | RESOURCE | RESULT | REASON |\n|---|---|---|---|---|---|\n";
const DETAILED_HEAD: &[u8] =
    b"| ID | POLICY | RULE | RESOURCE | RESULT | REASON | MESSAGE |\n|---|---|---|---|---|---|---|\n";

fn put_row(cells: &[String], out: &mut dyn Write) -> io::Result<()> {
    for cell in cells {
        write!(out, "| {} ", escaped(cell))?;
    }
    writeln!(out, "|")
}

/// A text as one line that means only itself in Markdown. `@` would call people where this is posted.
fn escaped(text: &str) -> Cow<'_, str> {
    let line = shown::one_line(text);
    let shown = visible(&line);
    if !shown.contains(SPECIAL) {
        return match shown {
            Cow::Borrowed(_) => line,
            Cow::Owned(shown) => Cow::Owned(shown),
        };
    }
    let mut escaped = String::with_capacity(shown.len() + 16);
    for character in shown.chars() {
        match character {
            '@' => escaped.push_str("&#64;"),
            _ => {
                if SPECIAL.contains(&character) {
                    escaped.push('\\');
                }
                escaped.push(character);
            }
        }
    }
    Cow::Owned(escaped)
}

const SPECIAL: &[char] = &[
    '\\', '`', '*', '_', '[', ']', '<', '>', '|', '~', '#', '&', '$', '@', '!',
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, example};

    #[test]
    fn texts_mean_only_themselves() {
        let rows = [
            ("plain text: a/b", "plain text: a/b"),
            ("a\nb", "a b"),
            ("a|b `c` <d> @e", "a\\|b \\`c\\` \\<d\\> &#64;e"),
            ("\u{1b}[0m", "\\\\u{1b}\\[0m"),
        ];
        for (text, expected) in rows {
            assert_eq!(escaped(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_run_of_policies() {
        let text = example::written(Format::Markdown, example::options("apply"), &example::apply);
        assert_eq!(
            text,
            "\
## sekisho apply

- check.yaml:7:11: **warning** [some-code] \\`pinned\\` is odd

| Result | Rule | Resource | Place | Message |
|---|---|---|---|---|
| fail | check-pods/pinned | Pod shop/bad | pods.yaml:9:12 | validation error: latest is not a version |
| error | check-pods/broken | Pod shop/bad | pods.yaml:1:1 | variable substitution failed |
| warn | check-pods/soft | Pod shop/bad | pods.yaml:1:1 | validation error: no team |

- checked 1 resource from 1 file with 1 policy (5 rules)
- 1 pass, 1 fail, 1 warn, 1 skip (1 precondition), 1 could not be judged (1 error)
"
        );
    }

    #[test]
    fn a_run_of_tests() {
        let text = example::written(Format::Markdown, example::options("test"), &example::test);
        assert_eq!(
            text,
            "\
## sekisho test

### pods

| ID | POLICY | RULE | RESOURCE | RESULT | REASON |
|---|---|---|---|---|---|
| 1 | check-pods | named | v1/Pod/shop/good | Pass | Ok |
| 2 | check-pods | pinned | v1/Pod/shop/bad | Fail | Want pass, got fail |
| 3 | check-pods | other | v1/Pod/shop/bad | Pass | Excluded |

- broken/kyverno-test.yaml: **error** no policy

**Summary**

- checked 3 rows of 2 tests from 2 files
- 2 rows passed, 1 of them without evaluating anything (1 excluded)
- 1 row failed
- 1 test could not be run
"
        );
    }
}
