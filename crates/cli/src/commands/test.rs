//! `sekisho test`: test files in the format of `kyverno test`.

use std::io::IsTerminal;
use std::time::Instant;

use sekisho_diagnostics::{Diagnostic, Sources};
use sekisho_report::{Event, Format, Messages, Rows, TestCounts};

use super::Failure;
use super::common::{self, Common, Semantics, Telling};
use crate::apply::Sink;
use crate::exit::{Exit, FailOn};
use crate::output::{Output, Wanted};
use crate::test::{Options, Selector};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  sekisho test
  sekisho test policies/ -t policy=require-*,resource=web --fail-only")]
pub(crate) struct Arguments {
    /// Folders that are looked through for tests, or test files
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<String>,

    /// Name of test files
    #[arg(short, long, value_name = "NAME", default_value = "kyverno-test.yaml")]
    file_name: String,

    /// Which rows: `policy=a*,rule=b,resource=c`
    #[arg(short, long, value_name = "SELECTOR")]
    test_case_selector: Option<String>,

    /// Whose rules of evaluation
    #[arg(long, value_enum, default_value_t = Semantics::KyvernoCli, value_name = "WHOSE")]
    semantics: Semantics,

    /// Version of the cluster [default: the newest known]
    #[arg(long, value_name = "VERSION")]
    kubernetes: Option<String>,

    /// As `--format`: json, yaml, markdown or junit
    #[arg(short, long, value_name = "FORMAT", help_heading = "Output")]
    output_format: Option<String>,

    /// Show failed rows only, at the end
    #[arg(long, help_heading = "Output")]
    fail_only: bool,

    /// Show messages in tables
    #[arg(long, help_heading = "Output")]
    detailed_results: bool,

    /// The status from which on the run fails
    #[arg(long, value_enum, default_value_t = FailOn::Fail, value_name = "STATUS", help_heading = "What counts")]
    fail_on: FailOn,

    /// Finding no test is an error; so it is without `--allow-empty`
    #[arg(long, conflicts_with = "allow_empty", help_heading = "What counts")]
    require_tests: bool,

    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let common = &arguments.common;
    let start = Instant::now();
    let profile = common::profile(arguments.semantics, arguments.kubernetes.as_deref())?;
    let mut wanted = common.wanted(Format::Text)?;
    if let Some(name) = &arguments.output_format {
        let format: Format = name
            .parse()
            .map_err(|cause: sekisho_report::FormatError| Failure::usage(cause.to_string()))?;
        wanted.retain(|wanted| wanted.file.is_some());
        wanted.insert(0, Wanted { format, file: None });
    }
    let selector = selector(arguments)?;
    let telling = Telling {
        rows: if arguments.fail_only {
            Rows::Failed
        } else {
            Rows::All
        },
        messages: if arguments.detailed_results {
            Messages::Shown
        } else {
            Messages::Hidden
        },
        ..Telling::plain("test")
    };
    let options = Options {
        paths: arguments.paths.clone(),
        file_name: arguments.file_name.clone(),
        selector,
        profile,
        jobs: common.jobs,
        now: common::now(),
        names_ignored: common.is_verbose(),
    };
    let mut output = Output::open(
        &wanted,
        common.options(telling, profile, std::io::stdout().is_terminal()),
        None,
    )
    .map_err(Failure::usage)?;
    output.begin()?;
    let mut ending = crate::test::run(&options, &mut output)?;
    let mut exit = Exit::Fine;
    // `--require-tests` says what is so anyway.
    if ending.found == 0 && (!common.allow_empty || arguments.require_tests) {
        let message = format!(
            "no test was found: no file called `{}`, or no entry that is chosen",
            arguments.file_name
        );
        let diagnostic =
            Diagnostic::error("no-tests", message).help("`--allow-empty` takes this for a success");
        output.event(&Event::Diagnostic(&diagnostic), &Sources::new())?;
        exit = Exit::Usage;
    }
    let is_idle = |counts: TestCounts| counts.passed + counts.failed + counts.broken == 0;
    if ending.found > 0
        && ending.errors == 0
        && ending.summary.tests.is_some_and(is_idle)
        && !common.allow_empty
    {
        let message = "nothing is compared: the tests that were found have no row, as they name no resource or no result";
        let diagnostic =
            Diagnostic::error("no-rows", message).help("`--allow-empty` takes this for a success");
        output.event(&Event::Diagnostic(&diagnostic), &Sources::new())?;
        exit = Exit::Usage;
    }
    if std::io::stdout().is_terminal() {
        ending.summary.time = Some(start.elapsed());
    }
    output.end(&ending.summary)?;
    if ending.errors > 0 {
        exit = exit.max(Exit::NotJudged);
    }
    if ending
        .summary
        .tests
        .is_some_and(|counts| arguments.fail_on.meets_rows(&counts))
    {
        exit = exit.max(Exit::Violations);
    }
    Ok(exit.code())
}

/// The selector. A part that cannot be read would choose more than was meant.
fn selector(arguments: &Arguments) -> Result<Selector, Failure> {
    let Some(text) = &arguments.test_case_selector else {
        return Ok(Selector::everything());
    };
    let (selector, faults) = Selector::parse(text);
    match faults.into_iter().next() {
        None => Ok(selector),
        Some(fault) => Err(Failure::usage(fault.0)),
    }
}
