//! `table`: the tables of Kyverno's command line (command line reference A1.10, A2.4).

mod grid;

use std::io::{self, Write};

use sekisho_diagnostics::{Sources, render_line, visible};
use sekisho_evaluator::Status;

use crate::format::Entry;
use crate::{
    Case, Detail, Event, Judged, Messages, Options, Report, Row, RowResult, Rows, Summary, shown,
    summary_lines,
};
use grid::Grid;

pub(crate) const ENTRY: Entry = Entry {
    name: "table",
    summary: "the tables of Kyverno's command line",
    make: Some(|options| {
        Box::new(Table {
            options,
            grid: grid(options),
        })
    }),
};

struct Table {
    options: Options,
    /// The findings of a run; of tests the failed rows, if only those are wanted.
    grid: Grid,
}

const HEADERS: &[&str] = &["ID", "POLICY", "RULE", "RESOURCE", "RESULT", "REASON"];

fn grid(options: Options) -> Grid {
    let mut headers = HEADERS.to_vec();
    match options.messages {
        Messages::Hidden => {}
        Messages::Shown => headers.push("MESSAGE"),
    }
    Grid::new(headers, options.style)
}

impl Report for Table {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::Diagnostic(diagnostic) => writeln!(out, "{}", render_line(diagnostic, sources)),
            Event::Judged(judged) => self.judged(judged, out),
            Event::Case(case) => self.case(case, out),
            Event::Summary(summary) => self.summary(summary, out),
        }
    }
}

impl Table {
    fn judged(&mut self, judged: &Judged<'_>, out: &mut dyn Write) -> io::Result<()> {
        let identity = judged.identity;
        let resource = match (identity.kind.kind.as_str(), identity.namespace.as_str()) {
            ("", "") if identity.name.is_empty() => shown::object_name(judged),
            (kind, "") => format!("{kind}/{}", identity.name),
            (kind, namespace) => format!("{namespace}/{kind}/{}", identity.name),
        };
        for answer in &judged.answers {
            let verdict = answer.verdict;
            let cells = [
                verdict.policy.key(),
                verdict.rule.to_string(),
                resource.clone(),
                status(answer.status).to_owned(),
                String::new(),
                shown::message(verdict).into_owned(),
            ];
            self.grid.push(&cells, out)?;
        }
        Ok(())
    }

    fn case(&mut self, case: &Case, out: &mut dyn Write) -> io::Result<()> {
        if let Some(error) = &case.error {
            let error = shown::one_line(error);
            writeln!(out, "{}: error: {}\n", visible(&case.file), visible(&error))?;
        }
        match self.options.rows {
            Rows::Failed => {
                for row in case.rows.iter().filter(|row| row.result == RowResult::Fail) {
                    self.grid.push(&cells(row), out)?;
                }
                Ok(())
            }
            Rows::All if case.rows.is_empty() => Ok(()),
            Rows::All => {
                writeln!(out, "{}", visible(&title(case)))?;
                let mut grid = grid(self.options);
                for row in &case.rows {
                    grid.push(&cells(row), out)?;
                }
                grid.finish(out)?;
                writeln!(out)
            }
        }
    }

    fn summary(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let Some(tests) = &summary.tests else {
            self.grid.finish(out)?;
            return self.own_summary(summary, out);
        };
        match self.options.rows {
            Rows::All => writeln!(
                out,
                "Test Summary: {} tests passed and {} tests failed",
                tests.passed, tests.failed
            )?,
            Rows::Failed => {
                let total = tests.passed + tests.failed;
                writeln!(out, "Test Summary: {} out of {total} tests failed", tests.failed)?;
                if !self.grid.is_empty() {
                    writeln!(out, "\nAggregated Failed Test Cases : ")?;
                    self.grid.finish(out)?;
                }
            }
        }
        self.own_summary(summary, out)
    }

    fn own_summary(&self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if self.options.detail == Detail::Quiet {
            return Ok(());
        }
        writeln!(out)?;
        for line in summary_lines(summary) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

fn title(case: &Case) -> String {
    if case.name.is_empty() {
        case.file.clone()
    } else {
        format!("{}: {}", case.file, case.name)
    }
}

fn cells(row: &Row) -> [String; 6] {
    [
        row.policy.clone(),
        row.rule.clone(),
        row.resource.clone(),
        row.result.word().to_owned(),
        row.reason.text(),
        shown::one_line(&row.message).into_owned(),
    ]
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Pass => "Pass",
        Status::Fail => "Fail",
        Status::Warn => "Warn",
        Status::Error => "Error",
        Status::Skip => "Skip",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, example};
    use sekisho_diagnostics::Style;

    #[test]
    fn a_run_of_policies() {
        let text = example::written(Format::Table, example::options("apply"), &example::apply);
        assert_eq!(
            text,
            "\
check.yaml:7:11: warning[some-code]: `pinned` is odd
│────│────────────│────────│──────────────│────────│────────│
│ ID │ POLICY     │ RULE   │ RESOURCE     │ RESULT │ REASON │
│────│────────────│────────│──────────────│────────│────────│
│ 1  │ check-pods │ pinned │ shop/Pod/bad │ Fail   │        │
│ 2  │ check-pods │ named  │ shop/Pod/bad │ Pass   │        │
│ 3  │ check-pods │ team   │ shop/Pod/bad │ Skip   │        │
│ 4  │ check-pods │ broken │ shop/Pod/bad │ Error  │        │
│ 5  │ check-pods │ soft   │ shop/Pod/bad │ Warn   │        │
│────│────────────│────────│──────────────│────────│────────│

checked 1 resource from 1 file with 1 policy (5 rules)
1 pass, 1 fail, 1 warn, 1 skip (1 precondition), 1 could not be judged (1 error)
"
        );
    }

    #[test]
    fn a_run_of_tests() {
        let text = example::written(Format::Table, example::options("test"), &example::test);
        assert_eq!(
            text,
            "\
kyverno-test.yaml: pods
│────│────────────│────────│──────────────────│────────│─────────────────────│
│ ID │ POLICY     │ RULE   │ RESOURCE         │ RESULT │ REASON              │
│────│────────────│────────│──────────────────│────────│─────────────────────│
│ 1  │ check-pods │ named  │ v1/Pod/shop/good │ Pass   │ Ok                  │
│ 2  │ check-pods │ pinned │ v1/Pod/shop/bad  │ Fail   │ Want pass, got fail │
│ 3  │ check-pods │ other  │ v1/Pod/shop/bad  │ Pass   │ Excluded            │
│────│────────────│────────│──────────────────│────────│─────────────────────│

broken/kyverno-test.yaml: error: no policy

Test Summary: 2 tests passed and 1 tests failed

checked 3 rows of 2 tests from 2 files
2 rows passed, 1 of them without evaluating anything (1 excluded)
1 row failed
1 test could not be run
"
        );
    }

    #[test]
    fn failed_rows_alone_with_messages_and_colours() {
        let options = Options {
            rows: Rows::Failed,
            messages: Messages::Shown,
            detail: Detail::Quiet,
            style: Style::Coloured,
            ..example::options("test")
        };
        let text = example::written(Format::Table, options, &example::test);
        let plain = text.replace("\u{1b}[40;32m", "<").replace("\u{1b}[0m", ">");
        assert_eq!(
            plain,
            "\
broken/kyverno-test.yaml: error: no policy

Test Summary: 1 out of 3 tests failed

Aggregated Failed Test Cases : 
│────│────────────│────────│─────────────────│────────│─────────────────────│───────────────────────────────────────────│
│ <ID> │ <POLICY    > │ <RULE  > │ <RESOURCE       > │ <RESULT> │ <REASON             > │ <MESSAGE                                  > │
│────│────────────│────────│─────────────────│────────│─────────────────────│───────────────────────────────────────────│
│ 1  │ check-pods │ pinned │ v1/Pod/shop/bad │ Fail   │ Want pass, got fail │ validation error: latest is not a version │
│────│────────────│────────│─────────────────│────────│─────────────────────│───────────────────────────────────────────│
"
        );
    }
}
