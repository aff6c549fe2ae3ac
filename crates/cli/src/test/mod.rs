//! `test`: test files in the format of `kyverno test`, with its semantics (command line reference A1).
//!
//! Differences on purpose: a fault in one test file fails that case and not the run, and what selects
//! nothing is said beside the verdict that it keeps.

mod case;
mod compare;
mod index;
mod rows;
mod selector;
mod warn;
mod world;

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use sekisho_chain::{Chain, Outcome};
use sekisho_diagnostics::{Diagnostic, Severity, Sources};
use sekisho_document::{Numbers, Text, yaml};
use sekisho_evaluator::Status;
use sekisho_kubernetes::{Order, Profile, Verb};
use sekisho_parser::admission::Mode;
use sekisho_parser::cli_kinds::decode_test;
use sekisho_report::{Case, Event, RowReason, RowResult, Summary, TestCounts};

pub use selector::{Selector, SelectorFault};

use crate::apply::Sink;
use crate::load::Reader;
use crate::load::files::{self, Folders, Found, Input};
use crate::load::resources::Resource;

/// What `test` is asked to do.
#[derive(Debug, Clone)]
pub struct Options {
    /// Folders, looked through for files of the name, or test files.
    pub paths: Vec<String>,
    /// `kyverno-test.yaml`.
    pub file_name: String,
    pub selector: Selector,
    pub profile: Profile,
    /// Threads that run cases; 0 means as many as there are cores.
    pub jobs: usize,
    /// RFC 3339.
    pub now: Text,
    /// Whether to name what `.gitignore` leaves out.
    pub names_ignored: bool,
}

/// One document of a test file: its rows, and everything behind them.
#[derive(Debug)]
pub struct CaseOutput {
    pub case: Case,
    /// The texts that places point into.
    pub sources: Sources,
    pub diagnostics: Vec<Diagnostic>,
    /// The answers before they are compared: one for each resource and operation.
    pub runs: Vec<RunOutput>,
    /// The files that policies were read from.
    pub policy_files: Vec<String>,
    pub chain: Option<Chain>,
}

/// What all policies say of one resource.
#[derive(Debug, Clone)]
pub struct RunOutput {
    pub file: String,
    pub resource: Resource,
    /// What sort of document it is, where it is no resource.
    pub payload: Option<Mode>,
    /// Of an extra run; nothing for the default run.
    pub operation: Option<Verb>,
    pub outcome: Outcome,
}

impl RunOutput {
    /// Whether it is a document that is no resource.
    #[must_use]
    pub fn is_payload(&self) -> bool {
        self.payload.is_some()
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    pub summary: Summary,
    /// Errors in what was read, cases that could not be run, and rows that need more than is there.
    pub errors: u64,
    /// How many test documents were found.
    pub found: u64,
}

impl Options {
    /// All tests below a path, as Kyverno's command line runs them.
    #[must_use]
    pub fn plain(path: &str, now: &str) -> Options {
        Options {
            paths: vec![path.to_owned()],
            file_name: "kyverno-test.yaml".to_owned(),
            selector: Selector::everything(),
            profile: Profile {
                order: Order::KyvernoCli,
                ..Profile::NEWEST
            },
            jobs: 0,
            now: Text::new(now),
            names_ignored: false,
        }
    }
}

/// Runs every test below the paths, in the order of their files.
///
/// # Errors
/// Only those of the sink: everything else is an event.
pub fn run(options: &Options, sink: &mut impl Sink) -> io::Result<Ending> {
    /// Files whose cases are run together and told of in order.
    const BATCH: usize = 64;
    let (files, complaints) = discover(options);
    let mut ending = Ending {
        summary: Summary {
            tests: Some(TestCounts::default()),
            ..Summary::nothing("test")
        },
        errors: 0,
        found: 0,
    };
    for complaint in &complaints {
        ending.errors += u64::from(complaint.severity == Severity::Error);
        sink.event(&Event::Diagnostic(complaint), &Sources::new())?;
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.jobs)
        .build()
        .ok()
        .filter(|_| options.jobs != 1 && files.len() > 1);
    for batch in files.chunks(BATCH) {
        let outputs: Vec<Vec<CaseOutput>> = match &pool {
            Some(pool) => pool.install(|| batch.par_iter().map(|file| run_file(file, options)).collect()),
            None => batch.iter().map(|file| run_file(file, options)).collect(),
        };
        for file in &outputs {
            ending.summary.files += u64::from(!file.is_empty());
            for output in file {
                tell(output, &mut ending, sink)?;
            }
        }
    }
    Ok(ending)
}

fn tell(output: &CaseOutput, ending: &mut Ending, sink: &mut impl Sink) -> io::Result<()> {
    // A case that could not be run is one thing, whatever was said on the way.
    let is_broken = output.case.error.is_some();
    ending.errors += u64::from(is_broken);
    for diagnostic in &output.diagnostics {
        ending.errors += u64::from(!is_broken && diagnostic.severity == Severity::Error);
        sink.event(&Event::Diagnostic(diagnostic), &output.sources)?;
    }
    ending.found += 1;
    let summary = &mut ending.summary;
    if let Some(chain) = &output.chain {
        summary.policies += chain.plans().len() as u64;
        summary.rules += chain.rule_count() as u64;
        summary.exceptions += chain.exceptions() as u64;
    }
    let default_runs = output.runs.iter().filter(|run| run.operation.is_none());
    summary.objects += default_runs.count() as u64;
    let mut counts = summary.tests.unwrap_or_default();
    counts.cases += 1;
    counts.broken += u64::from(is_broken);
    for row in &output.case.rows {
        match row.result {
            RowResult::Pass | RowResult::Skip => counts.passed += 1,
            RowResult::Fail => counts.failed += 1,
        }
        match row.reason {
            RowReason::Excluded => counts.excluded += 1,
            RowReason::InvalidPolicy => counts.invalid += 1,
            RowReason::NotEvaluated => ending.errors += 1,
            RowReason::Ok
            | RowReason::NotFound
            | RowReason::ResourceError
            | RowReason::ResourceDiff
            | RowReason::Want { .. } => {}
        }
    }
    summary.not_judged = ending.errors;
    summary.tests = Some(counts);
    sink.event(&Event::Case(&output.case), &output.sources)
}

/// The test files below the paths, each once, in the order of paths.
fn discover(options: &Options) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let mut found = Found::default();
    let mut files: Vec<PathBuf> = Vec::new();
    for word in &options.paths {
        let path = Path::new(word);
        if path.is_dir() {
            let named = |path: &Path| {
                path.file_name()
                    .is_some_and(|name| name == options.file_name.as_str())
            };
            let below = files::look_through(path, Folders::Everything, &named, &mut found);
            files.extend(below.files);
        } else {
            let mut of_word = files::find(std::slice::from_ref(word), Folders::Everything);
            found.complaints.append(&mut of_word.complaints);
            files.extend(
                of_word
                    .inputs
                    .into_iter()
                    .filter_map(|located| match located.input {
                        Input::File(path) => Some(path),
                        Input::StandardInput | Input::BuiltIn(_) => None,
                    }),
            );
        }
    }
    let mut seen = std::collections::HashSet::new();
    files.retain(|file| seen.insert(file.clone()));
    if options.names_ignored {
        found.complaints.append(&mut found.ignored);
    }
    (files, found.complaints)
}

/// Runs the cases of one test file. A case of which the selector leaves no entry gives nothing.
///
/// ```no_run
/// use std::path::Path;
/// use sekisho::test::{Options, run_file};
///
/// let options = Options::plain("suite", "2026-01-01T00:00:00Z");
/// for output in run_file(Path::new("suite/kyverno-test.yaml"), &options) {
///     for row in &output.case.rows {
///         println!("{} {} {}", row.policy, row.resource, row.reason.text());
///     }
/// }
/// ```
#[must_use]
pub fn run_file(file: &Path, options: &Options) -> Vec<CaseOutput> {
    let name = file.display().to_string();
    let mut reader = Reader::new(&options.profile);
    let source = match reader.source(&Input::File(file.to_path_buf())) {
        Ok(source) => source,
        Err(diagnostic) => return vec![broken(&name, 0, reader, vec![*diagnostic])],
    };
    let mut outputs = Vec::new();
    let documents = yaml::documents(&source.text)
        .filter(|document| !document.as_ref().is_ok_and(yaml::Document::is_blank));
    for (position, document) in documents.enumerate() {
        let mut reader = Reader::new(&options.profile);
        let source = reader
            .sources
            .add_shared(source.name.clone(), source.text.clone());
        let tree = document.and_then(|document| {
            yaml::read_tree(&source, document.range(), &reader.limits, Numbers::AsWritten)
        });
        let tree = match tree {
            Ok(tree) => tree,
            Err(error) => {
                let said = vec![error.diagnostic(source.id)];
                outputs.push(broken(&name, position, reader, said));
                continue;
            }
        };
        let mut said = tree.diagnostics;
        // A key that is set twice is an error of strict decoding (A1.2).
        for diagnostic in &mut said {
            diagnostic.severity = Severity::Error;
        }
        let mut read = decode_test(tree.output);
        said.append(&mut read.diagnostics);
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        match read.output.content {
            Some(mut content) if !said.iter().any(is_error) => {
                options.selector.choose(&mut content.results);
                if content.results.is_empty() {
                    continue;
                }
                let folder = file.parent().unwrap_or(Path::new(""));
                outputs.push(case::run(
                    &content, &name, position, folder, options, reader, said,
                ));
            }
            _ => outputs.push(broken(&name, position, reader, said)),
        }
    }
    outputs
}

/// A case that could not be run; the first error says why.
fn broken(file: &str, document: usize, reader: Reader, diagnostics: Vec<Diagnostic>) -> CaseOutput {
    let error = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| diagnostic.message.clone());
    CaseOutput {
        case: Case {
            file: file.to_owned(),
            document,
            name: String::new(),
            rows: Vec::new(),
            error: Some(error.unwrap_or_else(|| "the test cannot be read".to_owned())),
        },
        sources: reader.sources,
        diagnostics,
        runs: Vec::new(),
        policy_files: Vec::new(),
        chain: None,
    }
}

/// What an expected result reads like; nothing for a word that no status has.
fn status_of(word: &str) -> Option<Status> {
    [
        Status::Pass,
        Status::Skip,
        Status::Warn,
        Status::Fail,
        Status::Error,
    ]
    .into_iter()
    .find(|status| status.word() == word)
}
