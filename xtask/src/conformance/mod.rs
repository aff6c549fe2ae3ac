//! `cargo xtask conformance`: runs recorded suites and compares every answer with the original's.

mod admission;
mod case;
mod console;
mod corpus;

mod json;
mod judge;
mod kyverno;
mod score;
mod skips;
mod suites;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

pub(crate) use console::COMMAND;

use crate::workspace;
use corpus::Corpus;
use judge::Judged;
use skips::Skips;
use suites::{SUITES, Suite};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Suites to run: names of folders in the corpus [default: all]
    suites: Vec<String>,
    /// Folder of the recorded suites [default: ../shared/corpus beside the workspace]
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Writes every case and its outcome to a file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// How many differences to print for each suite
    #[arg(long, value_name = "N", default_value_t = 3)]
    show: usize,
}

/// Runs the suites; 1 when a case fails that is not listed as skipped, or a listed one passes.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let standard = workspace::root().join("../shared/corpus");
    let corpus = Corpus::new(arguments.corpus.as_ref().unwrap_or(&standard))?;
    let mut judged = Vec::new();
    for suite in selected(&arguments.suites)? {
        if corpus.has(suite.name) {
            judged.push(run_suite(suite, &corpus)?);
        } else if arguments.suites.is_empty() {
            println!("{} is absent from this corpus", suite.name);
        } else {
            bail!(
                "suite `{}` is absent from `{}`",
                suite.name,
                corpus.root().display()
            );
        }
    }
    for suite in &judged {
        print!("{}", suite.report(arguments.show));
    }
    if let Some(file) = &arguments.json {
        score::write_json(&judged, file)?;
    }
    if arguments.corpus.is_none() {
        score::write_reference(&judged)?;
    }
    let clean = judged.iter().all(Judged::is_clean);
    Ok(if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn run_suite(suite: &Suite, corpus: &Corpus) -> anyhow::Result<Judged> {
    let cases = (suite.run)(corpus).with_context(|| format!("suite `{}` could not be run", suite.name))?;
    let file = workspace::root().join(format!("tests/conformance/{}.skip", suite.name));
    Ok(Judged::new(suite.name, cases, &Skips::read(&file)?))
}

fn selected(names: &[String]) -> anyhow::Result<Vec<&'static Suite>> {
    if names.is_empty() {
        return Ok(SUITES.iter().collect());
    }
    names.iter().map(|name| find(name)).collect()
}

fn find(name: &str) -> anyhow::Result<&'static Suite> {
    SUITES.iter().find(|suite| suite.name == name).with_context(|| {
        let known: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        format!("no suite named `{name}`; there are {}", known.join(", "))
    })
}
