//! `oneline`: a line for each finding, `file:line:column: fail[policy/rule] message`.

use std::io::{self, Write};

use sekisho_diagnostics::{Severity, Sources, visible};

use sekisho_kubernetes::resource;

use crate::changes;
use crate::format::Entry;
use crate::{Detail, Event, Options, Report, shown, summary_lines};

pub(crate) const ENTRY: Entry = Entry {
    name: "oneline",
    summary: "one line each, `file:line:column: fail[policy/rule] message`",
    make: Some(|options| Box::new(Oneline { options })),
};

struct Oneline {
    options: Options,
}

impl Report for Oneline {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let place = |span| shown::place_text(span, sources);
        match event {
            Event::Diagnostic(diagnostic) => {
                let word = match diagnostic.severity {
                    Severity::Note => "note",
                    Severity::Warning => "warning",
                    Severity::Error => "error",
                };
                let place = diagnostic.primary.and_then(place);
                put(place.as_deref(), word, diagnostic.code, &diagnostic.message, out)
            }
            Event::Judged(judged) => {
                let file = visible(judged.place.file);
                for answer in &judged.answers {
                    if !shown::is_told(answer, self.options.detail) {
                        continue;
                    }
                    let place = shown::primary(answer, &judged.place, sources).and_then(place);
                    let name = shown::rule_name(&answer.verdict.policy, &answer.verdict.rule);
                    let message = shown::message(answer.verdict);
                    let word = answer.status.word();
                    put(
                        Some(place.as_deref().unwrap_or(&file)),
                        word,
                        &name,
                        &message,
                        out,
                    )?;
                }
                if self.options.detail == Detail::Quiet {
                    return Ok(());
                }
                let own = changes::of_object(judged).into_iter();
                let own = own.map(|change| (change.by(), shown::object_name(judged)));
                let targets = changes::of_targets(judged).into_iter();
                let targets =
                    targets.map(|change| (change.by(), resource::identity(change.before).to_string()));
                for (by, object) in own.chain(targets) {
                    put(Some(&file), "changed", &by, &object, out)?;
                }
                Ok(())
            }
            Event::Case(case) => {
                let file = visible(&case.file);
                if let Some(error) = &case.error {
                    put(Some(&file), "error", "", error, out)?;
                }
                for row in &case.rows {
                    if !shown::is_row_told(row, self.options.detail) {
                        continue;
                    }
                    let place = row.place.and_then(place);
                    let (word, _) = shown::row_word(row);
                    let (name, message) = (shown::row_name(row), shown::row_message(row));
                    put(
                        Some(place.as_deref().unwrap_or(&file)),
                        word,
                        &name,
                        &message,
                        out,
                    )?;
                }
                Ok(())
            }
            Event::Summary(summary) => {
                if self.options.detail != Detail::Quiet {
                    for line in summary_lines(summary) {
                        writeln!(out, "{line}")?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// A line; the place is safe to show already.
fn put(place: Option<&str>, word: &str, name: &str, message: &str, out: &mut dyn Write) -> io::Result<()> {
    if let Some(place) = place {
        write!(out, "{place}: ")?;
    }
    out.write_all(word.as_bytes())?;
    if !name.is_empty() {
        write!(out, "[{}]", visible(name))?;
    }
    writeln!(out, " {}", visible(&shown::one_line(message)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, example};

    #[test]
    fn a_run_of_policies() {
        let text = example::written(Format::Oneline, example::options("apply"), &example::apply);
        assert_eq!(
            text,
            "\
check.yaml:7:11: warning[some-code] `pinned` is odd
pods.yaml:9:12: fail[check-pods/pinned] validation error: latest is not a version
pods.yaml:1:1: error[check-pods/broken] variable substitution failed
pods.yaml:1:1: warn[check-pods/soft] validation error: no team
checked 1 resource from 1 file with 1 policy (5 rules)
1 pass, 1 fail, 1 warn, 1 skip (1 precondition), 1 could not be judged (1 error)
"
        );
    }

    #[test]
    fn a_run_of_tests_with_everything() {
        let options = Options {
            detail: Detail::Verbose,
            ..example::options("test")
        };
        let text = example::written(Format::Oneline, options, &example::test);
        assert!(
            text.starts_with(
                "\
kyverno-test.yaml: pass[check-pods/named] v1/Pod/shop/good is as expected
kyverno-test.yaml:2:3: fail[check-pods/pinned] expected pass, got fail for v1/Pod/shop/bad
kyverno-test.yaml: pass[check-pods/other] no rule has anything to say of v1/Pod/shop/bad; it counts as passed
broken/kyverno-test.yaml: error no policy
checked"
            ),
            "{text}"
        );
    }
}
