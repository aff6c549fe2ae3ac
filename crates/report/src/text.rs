//! `text`: findings with the source lines of object and policy (command line design §8).

use std::io::{self, Write};

use sekisho_diagnostics::{Note, Parts, Sources, Style, Tone, render, render_parts};
use sekisho_document::Value;
use sekisho_kubernetes::resource;

use crate::changes::{self, Change};
use crate::format::Entry;
use crate::{Answer, Case, Detail, Event, Judged, Options, Report, Row, Summary, shown, summary_lines};

pub(crate) const ENTRY: Entry = Entry {
    name: "text",
    summary: "findings with the lines of object and policy",
    make: Some(|options| {
        Box::new(Text {
            options,
            last: Last::Nothing,
            said_new: false,
        })
    }),
};

struct Text {
    options: Options,
    last: Last,
    /// Whether it was said that differences are those of new documents.
    said_new: bool,
}

/// What stands above: blocks are set apart, lines of one sort are not.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Nothing,
    Line,
    Block,
}

impl Report for Text {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::Diagnostic(diagnostic) => {
                let block = render(diagnostic, sources, self.options.style);
                self.put(Last::Block, &block, out)
            }
            Event::Judged(judged) => self.judged(judged, sources, out),
            Event::Case(case) => self.case(case, sources, out),
            Event::Summary(summary) => self.summary(summary, out),
        }
    }
}

impl Text {
    fn judged(&mut self, judged: &Judged<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        for answer in &judged.answers {
            if shown::is_wrong(answer) {
                let block = finding(answer, judged, sources, self.options.style);
                self.put(Last::Block, &block, out)?;
            } else if self.options.detail == Detail::Verbose {
                let line = short_finding(answer, judged, self.options.style);
                self.put(Last::Line, &line, out)?;
            }
        }
        if self.options.detail == Detail::Quiet {
            return Ok(());
        }
        self.changed(judged, out)
    }

    /// What became of the object, and of others.
    fn changed(&mut self, judged: &Judged<'_>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(after) = judged.changed {
            let by: Vec<String> = changes::of_object(judged).iter().map(Change::by).collect();
            let name = shown::object_name(judged);
            self.change(&by, &name, (judged.object, after), out)?;
        }
        for change in changes::of_targets(judged) {
            let name = resource::identity(change.before).to_string();
            let message = format!("{name}, for {}", shown::object_name(judged));
            self.change(&[change.by()], &message, (change.before, change.after), out)?;
        }
        Ok(())
    }

    fn change(
        &mut self,
        by: &[String],
        message: &str,
        (before, after): (&Value, &Value),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut notes = Vec::new();
        if !std::mem::replace(&mut self.said_new, true) {
            notes.push(Note {
                word: "note",
                text: "both sides are written anew; comments and layout of files are not kept",
            });
        }
        let parts = Parts {
            word: "changed",
            tone: Tone::Good,
            code: &by.join(", "),
            message,
            primary: None,
            labels: &[],
            notes: &notes,
        };
        let mut block = render_parts(&parts, &Sources::new(), self.options.style);
        block += &changes::difference(("before", before), ("after", after), self.options.style);
        self.put(Last::Block, &block, out)
    }

    fn case(&mut self, case: &Case, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let style = self.options.style;
        if let Some(error) = &case.error {
            let message = format!("{}: {}", case.file, shown::one_line(error));
            self.put(
                Last::Block,
                &headline("error", Tone::Bad, "", &message, style),
                out,
            )?;
        }
        for row in &case.rows {
            let (word, tone) = shown::row_word(row);
            if shown::is_row_told(row, Detail::Normal) {
                self.put(Last::Block, &row_block(row, case, sources, style), out)?;
            } else if self.options.detail == Detail::Verbose {
                let line = headline(word, tone, &shown::row_name(row), &shown::row_message(row), style);
                self.put(Last::Line, &line, out)?;
            }
        }
        Ok(())
    }

    fn summary(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if self.options.detail == Detail::Quiet {
            return Ok(());
        }
        let lines: String = summary_lines(summary)
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        self.put(Last::Block, &lines, out)
    }

    fn put(&mut self, kind: Last, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let apart = kind == Last::Block || self.last == Last::Block;
        if apart && self.last != Last::Nothing {
            out.write_all(b"\n")?;
        }
        self.last = kind;
        out.write_all(text.as_bytes())
    }
}

/// The full form of an answer.
pub(crate) fn finding(answer: &Answer<'_>, judged: &Judged<'_>, sources: &Sources, style: Style) -> String {
    let primary = shown::primary(answer, &judged.place, sources);
    let labels = shown::labels(answer, judged);
    let object = shown::object_name(judged);
    let object = match primary {
        Some(_) => object,
        None => format!("{object} in {}", judged.place.file),
    };
    let mut notes = vec![Note {
        word: "resource",
        text: &object,
    }];
    let more = |word: &'static str| move |text| Note { word, text };
    let unanswered = answer.verdict.unanswered.iter().map(String::as_str);
    notes.extend(unanswered.map(more("unanswered")));
    notes.extend(shown::effect(answer).map(more("effect")));
    notes.extend(answer.help.iter().map(String::as_str).map(more("help")));
    let parts = Parts {
        word: answer.status.word(),
        tone: shown::tone(answer.status),
        code: &shown::rule_name(&answer.verdict.policy, &answer.verdict.rule),
        message: &shown::message(answer.verdict),
        primary,
        labels: &labels,
        notes: &notes,
    };
    render_parts(&parts, sources, style)
}

/// One line for an answer that needs no look: `pass[policy/rule]: Pod shop/web: …`.
fn short_finding(answer: &Answer<'_>, judged: &Judged<'_>, style: Style) -> String {
    let mut message = shown::object_name(judged);
    let said = shown::message(answer.verdict);
    if !said.is_empty() {
        message += &format!(": {said}");
    }
    let name = shown::rule_name(&answer.verdict.policy, &answer.verdict.rule);
    headline(
        answer.status.word(),
        shown::tone(answer.status),
        &name,
        &message,
        style,
    )
}

/// The full form of a row.
pub(crate) fn row_block(row: &Row, case: &Case, sources: &Sources, style: Style) -> String {
    let (word, tone) = shown::row_word(row);
    let place = row.place.filter(|span| sources.get(span.source).is_some());
    let place = place.and_then(|span| shown::first_line(span, sources));
    let unplaced = format!("in {}", case.file);
    let mut notes = Vec::new();
    if place.is_none() {
        notes.push(Note {
            word: "test",
            text: &unplaced,
        });
    }
    let said = row.message.trim();
    if !said.is_empty() {
        notes.push(Note {
            word: "note",
            text: said,
        });
    }
    let parts = Parts {
        word,
        tone,
        code: &shown::row_name(row),
        message: &shown::row_message(row),
        primary: place,
        labels: &[],
        notes: &notes,
    };
    let mut block = render_parts(&parts, sources, style);
    if let Some((expected, actual)) = &row.difference {
        block += &changes::difference(("expected", expected), ("actual", actual), style);
    }
    block
}

fn headline(word: &str, tone: Tone, code: &str, message: &str, style: Style) -> String {
    let parts = Parts {
        word,
        tone,
        code,
        message,
        primary: None,
        labels: &[],
        notes: &[],
    };
    render_parts(&parts, &Sources::new(), style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, example};

    #[test]
    fn a_run_of_policies() {
        let text = example::written(Format::Text, example::options("apply"), &example::apply);
        assert_eq!(
            text,
            "\
warning[some-code]: `pinned` is odd
 --> check.yaml:7:11
  |
7 |   - name: pinned
  |           ^^^^^^
  |
  = help: name it otherwise

fail[check-pods/pinned]: validation error: latest is not a version
  --> pods.yaml:9:12
   |
 9 |     image: nginx:latest
   |            ^^^^^^^^^^^^ `spec.containers[0].image`
   |
  ::: check.yaml:13:20
   |
13 |             image: \"!*:latest\"
   |                    ----------- required here
   |
   = resource: Pod shop/bad
   = effect: denied; the rule enforces and its webhook fails closed
   = help: pin the image

error[check-pods/broken]: variable substitution failed
 --> pods.yaml:1:1
  |
1 | apiVersion: v1
  | ^^^^^^^^^^^^^^
  |
  = resource: Pod shop/bad

warn[check-pods/soft]: validation error: no team
 --> pods.yaml:1:1
  |
1 | apiVersion: v1
  | ^^^^^^^^^^^^^^
  |
  = resource: Pod shop/bad
  = effect: admitted; the rule only audits

checked 1 resource from 1 file with 1 policy (5 rules)
1 pass, 1 fail, 1 warn, 1 skip (1 precondition), 1 could not be judged (1 error)
"
        );
    }

    #[test]
    fn a_rule_for_pods_on_a_controller() {
        let text = example::written(Format::Text, example::options("apply"), &example::controller);
        assert_eq!(
            text,
            "\
fail[shop/check-pods/autogen-pinned]: validation failed
  --> web.yaml:1:7
   |
 1 | kind: Deployment
   |       ^^^^^^^^^^ `image` is missing
   |
  ::: check.yaml:13:20
   |
13 |             image: \"!*:latest\"
   |                    ----------- required here (rule written for Pod, applied to the template of this Deployment)
   |
   = resource: Deployment shop/web
   = effect: denied; the rule enforces

changed[shop/check-pods/add-team]: Deployment shop/web
  = note: both sides are written anew; comments and layout of files are not kept
--- before
+++ after
@@ -1,2 +1,4 @@
 kind: Deployment
 a: 1
+metadata:
+  team: web

checked 0 resources
"
        );
    }

    #[test]
    fn more_and_less() {
        let run = |detail| {
            let options = Options {
                detail,
                ..example::options("apply")
            };
            example::written(Format::Text, options, &example::apply)
        };
        let verbose = run(Detail::Verbose);
        assert!(
            verbose.contains(
                "\n\npass[check-pods/named]: Pod shop/bad: validation rule 'named' passed.\n\
                 skip[check-pods/team]: Pod shop/bad: preconditions not met\n\nerror["
            ),
            "{verbose}"
        );
        let quiet = run(Detail::Quiet);
        assert!(
            quiet.ends_with("= effect: admitted; the rule only audits\n"),
            "{quiet}"
        );
    }

    #[test]
    fn a_run_of_tests() {
        let text = example::written(Format::Text, example::options("test"), &example::test);
        assert_eq!(
            text,
            "\
fail[check-pods/pinned]: expected pass, got fail for v1/Pod/shop/bad
 --> kyverno-test.yaml:2:3
  |
2 | - policy: check-pods
  |   ^^^^^^^^^^^^^^^^^^
  |
  = note: validation error: latest is not a version

error: broken/kyverno-test.yaml: no policy

checked 3 rows of 2 tests from 2 files
2 rows passed, 1 of them without evaluating anything (1 excluded)
1 row failed
1 test could not be run
"
        );
    }
}
