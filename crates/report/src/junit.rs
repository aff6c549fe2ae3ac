//! `junit`: JUnit XML for the test reports of build servers.
//!
//! One suite for each file of objects and for each test document; one test case for each verdict and row. A
//! suite begins with how many cases it has, so it is kept until its file ends.

use std::fmt::Write as _;
use std::io::{self, Write};

use sekisho_diagnostics::{Diagnostic, Severity, Sources, Span, Style, render, visible};
use sekisho_evaluator::Status;

use crate::format::Entry;
use crate::{Case, Event, Judged, Options, Report, RowReason, RowResult, shown, text};

pub(crate) const ENTRY: Entry = Entry {
    name: "junit",
    summary: "JUnit XML for test reports",
    make: Some(|options| {
        Box::new(Junit {
            options,
            suite: Suite::default(),
        })
    }),
};

struct Junit {
    options: Options,
    suite: Suite,
}

/// The suite that is not yet written.
#[derive(Default)]
struct Suite {
    name: String,
    file: String,
    cases: String,
    tests: u64,
    failures: u64,
    errors: u64,
    skipped: u64,
}

/// A suite longer than this is written, and another one of its name begins: a file of any size needs
/// little room.
const LONGEST: usize = 4 << 20;

impl Report for Junit {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        writeln!(
            out,
            "<testsuites name=\"sekisho {}\">",
            attribute(self.options.command)
        )
    }

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::Diagnostic(diagnostic) => {
                let source = diagnostic.primary.and_then(|span| sources.get(span.source));
                let file = source.map_or("", |source| &source.name).to_owned();
                self.turn_to("input", &file, out)?;
                self.suite.diagnostic(diagnostic, sources);
                Ok(())
            }
            Event::Judged(judged) => {
                self.turn_to(judged.place.file, judged.place.file, out)?;
                self.suite.judged(judged, sources);
                Ok(())
            }
            Event::Case(case) => {
                let name = if case.name.is_empty() {
                    &case.file
                } else {
                    &case.name
                };
                self.suite.put(out)?;
                self.turn_to(name, &case.file, out)?;
                self.suite.case(case, sources);
                self.suite.put(out)
            }
            Event::Summary(_) => {
                self.suite.put(out)?;
                out.write_all(b"</testsuites>\n")
            }
        }
    }
}

impl Junit {
    /// Makes sure that the suite at hand has this name.
    fn turn_to(&mut self, name: &str, file: &str, out: &mut dyn Write) -> io::Result<()> {
        let same = self.suite.name == name && self.suite.file == file;
        if !same || self.suite.cases.len() > LONGEST {
            self.suite.put(out)?;
            name.clone_into(&mut self.suite.name);
            file.clone_into(&mut self.suite.file);
        }
        Ok(())
    }
}

impl Suite {
    /// Writes the suite if it has cases, and empties it.
    fn put(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let suite = std::mem::take(self);
        if suite.tests == 0 {
            return Ok(());
        }
        write!(out, "  <testsuite name=\"{}\"", attribute(&suite.name))?;
        if !suite.file.is_empty() {
            write!(out, " file=\"{}\"", attribute(&suite.file))?;
        }
        writeln!(
            out,
            " tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">",
            suite.tests, suite.failures, suite.errors, suite.skipped
        )?;
        out.write_all(suite.cases.as_bytes())?;
        out.write_all(b"  </testsuite>\n")
    }

    fn diagnostic(&mut self, diagnostic: &Diagnostic, sources: &Sources) {
        let body = || render(diagnostic, sources, Style::Plain);
        let ending = match diagnostic.severity {
            Severity::Error => Ending::Error {
                message: &diagnostic.message,
                body: body(),
            },
            Severity::Warning | Severity::Note => Ending::Said(body()),
        };
        let place = position(diagnostic.primary, sources);
        self.add(diagnostic.code, &diagnostic.message, place, ending);
    }

    fn judged(&mut self, judged: &Judged<'_>, sources: &Sources) {
        let name = shown::object_name(judged);
        for answer in &judged.answers {
            let verdict = answer.verdict;
            let message = shown::message(verdict);
            let body = || text::finding(answer, judged, sources, Style::Plain);
            let ending = match answer.status {
                Status::Pass => Ending::Passed,
                Status::Warn => Ending::Said(body()),
                Status::Skip => Ending::Skipped { message: &message },
                Status::Fail => Ending::Failure {
                    message: &message,
                    body: body(),
                },
                Status::Error => Ending::Error {
                    message: &message,
                    body: body(),
                },
            };
            let place = position(shown::primary(answer, &judged.place, sources), sources);
            let class = shown::rule_name(&verdict.policy, &verdict.rule);
            self.add(&class, &name, place, ending);
        }
    }

    fn case(&mut self, case: &Case, sources: &Sources) {
        if let Some(error) = &case.error {
            let ending = Ending::Error {
                message: error,
                body: String::new(),
            };
            self.add("test", &case.file, None, ending);
        }
        for row in &case.rows {
            let message = shown::row_message(row);
            let ending = match (row.result, &row.reason) {
                (RowResult::Fail, _) => Ending::Failure {
                    message: &message,
                    body: text::row_block(row, case, sources, Style::Plain),
                },
                (_, RowReason::InvalidPolicy | RowReason::NotEvaluated) => {
                    Ending::Skipped { message: &message }
                }
                (RowResult::Pass | RowResult::Skip, RowReason::Excluded) => Ending::Said(message),
                (RowResult::Pass | RowResult::Skip, _) => Ending::Passed,
            };
            let place = position(row.place, sources);
            self.add(&shown::row_name(row), &shown::row_object(row), place, ending);
        }
    }

    fn add(&mut self, class: &str, name: &str, place: Option<(String, u32)>, ending: Ending<'_>) {
        self.tests += 1;
        let cases = &mut self.cases;
        // Writing to a `String` cannot fail.
        let _ = write!(
            cases,
            "    <testcase classname=\"{}\" name=\"{}\"",
            attribute(class),
            attribute(name)
        );
        if let Some((file, line)) = place {
            let _ = write!(cases, " file=\"{}\" line=\"{line}\"", attribute(&file));
        }
        let _ = match ending {
            Ending::Passed => writeln!(cases, "/>"),
            Ending::Said(said) => {
                writeln!(
                    cases,
                    ">\n      <system-out>{}</system-out>\n    </testcase>",
                    content(&said)
                )
            }
            Ending::Skipped { message } => {
                self.skipped += 1;
                let message = attribute(message);
                writeln!(
                    cases,
                    ">\n      <skipped message=\"{message}\"/>\n    </testcase>"
                )
            }
            Ending::Failure { message, body } => {
                self.failures += 1;
                let (message, body) = (attribute(message), content(&body));
                writeln!(
                    cases,
                    ">\n      <failure message=\"{message}\">{body}</failure>\n    </testcase>"
                )
            }
            Ending::Error { message, body } => {
                self.errors += 1;
                let (message, body) = (attribute(message), content(&body));
                writeln!(
                    cases,
                    ">\n      <error message=\"{message}\">{body}</error>\n    </testcase>"
                )
            }
        };
    }
}

/// How a test case ends.
enum Ending<'a> {
    Passed,
    /// Passed, with something to say.
    Said(String),
    Skipped {
        message: &'a str,
    },
    Failure {
        message: &'a str,
        body: String,
    },
    Error {
        message: &'a str,
        body: String,
    },
}

fn position(span: Option<Span>, sources: &Sources) -> Option<(String, u32)> {
    let span = span?;
    let source = sources.get(span.source)?;
    Some((source.name.to_string(), sources.position(span)?.line))
}

/// A text as one line, for an attribute.
fn attribute(text: &str) -> String {
    content(&visible(&shown::one_line(text)))
}

/// A text whose controls are shown already, with what XML reserves escaped. XML 1.0 has no way to write the
/// two non-characters that end the basic plane.
fn content(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' => escaped.push_str("\\u{fffe}"),
            '\u{ffff}' => escaped.push_str("\\u{ffff}"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, example};

    #[test]
    fn a_run_of_policies() {
        let text = example::written(Format::Junit, example::options("apply"), &example::apply);
        let document = roxmltree::Document::parse(&text).unwrap();
        let suites: Vec<_> = document
            .root_element()
            .children()
            .filter(|node| node.is_element())
            .collect();
        let counts: Vec<String> = suites
            .iter()
            .map(|suite| {
                ["name", "tests", "failures", "errors", "skipped"]
                    .map(|name| suite.attribute(name).unwrap())
                    .join(" ")
            })
            .collect();
        assert_eq!(counts, ["input 1 0 0 0", "pods.yaml 5 1 1 1"]);
        let cases: Vec<_> = suites[1].children().filter(|node| node.is_element()).collect();
        assert_eq!(cases[0].attribute("classname"), Some("check-pods/pinned"));
        assert_eq!(cases[0].attribute("name"), Some("Pod shop/bad"));
        assert_eq!(cases[0].attribute("line"), Some("9"));
        let failure = cases[0].first_element_child().unwrap();
        assert_eq!(
            failure.attribute("message"),
            Some("validation error: latest is not a version")
        );
        let body = failure.text().unwrap();
        assert!(body.contains("  --> pods.yaml:9:12\n"), "{body}");
    }

    #[test]
    fn a_run_of_tests() {
        let text = example::written(Format::Junit, example::options("test"), &example::test);
        assert_eq!(
            text,
            r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sekisho test">
  <testsuite name="pods" file="kyverno-test.yaml" tests="3" failures="1" errors="0" skipped="0">
    <testcase classname="check-pods/named" name="v1/Pod/shop/good"/>
    <testcase classname="check-pods/pinned" name="v1/Pod/shop/bad" file="kyverno-test.yaml" line="2">
      <failure message="expected pass, got fail for v1/Pod/shop/bad">fail[check-pods/pinned]: expected pass, got fail for v1/Pod/shop/bad
 --&gt; kyverno-test.yaml:2:3
  |
2 | - policy: check-pods
  |   ^^^^^^^^^^^^^^^^^^
  |
  = note: validation error: latest is not a version
</failure>
    </testcase>
    <testcase classname="check-pods/other" name="v1/Pod/shop/bad">
      <system-out>no rule has anything to say of v1/Pod/shop/bad; it counts as passed</system-out>
    </testcase>
  </testsuite>
  <testsuite name="broken/kyverno-test.yaml" file="broken/kyverno-test.yaml" tests="1" failures="0" errors="1" skipped="0">
    <testcase classname="test" name="broken/kyverno-test.yaml">
      <error message="no policy"></error>
    </testcase>
  </testsuite>
</testsuites>
"#
        );
    }

    #[test]
    fn hostile_texts_stay_texts() {
        for (command, run) in [
            ("apply", &example::hostile as &example::Run),
            ("test", &example::hostile_test),
        ] {
            let text = example::written(Format::Junit, example::options(command), run);
            let document = roxmltree::Document::parse(&text).unwrap();
            let names: Vec<&str> = document
                .descendants()
                .filter(|node| node.is_element())
                .map(|node| node.tag_name().name())
                .collect();
            assert!(!names.contains(&"evil"), "{text}");
            assert!(text.contains("&lt;evil&gt;"), "{text}");
        }
    }

    #[test]
    fn long_suites_are_cut() {
        let mut junit = Junit {
            options: example::options("apply"),
            suite: Suite::default(),
        };
        let mut out = Vec::new();
        junit.turn_to("a", "a", &mut out).unwrap();
        for _ in 0..=LONGEST / 1000 {
            junit.suite.add("c", &"x".repeat(1000), None, Ending::Passed);
        }
        junit.turn_to("a", "a", &mut out).unwrap();
        assert!(out.len() > LONGEST);
        assert!(junit.suite.cases.is_empty());
        assert_eq!(junit.suite.name, "a");
    }
}
