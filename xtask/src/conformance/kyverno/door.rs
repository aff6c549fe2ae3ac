//! The door to what is under test: runs of `apply` and `test`.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use sekisho::apply::{self, Options};
use sekisho::load::Reader;
use sekisho::load::files::Input;
use sekisho::test;
use sekisho_chain::{Chain, Plan};
use sekisho_diagnostics::{Sources, render_line};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Value};
use sekisho_evaluator::Verdict;
use sekisho_kubernetes::{Order, Profile, Verb};
use sekisho_parser::{CliFate, Content, Policy};
use sekisho_report::{Event, Judged, RowReason, RowResult};

use super::verdict::rule;
use super::{Answer, Inputs, Resource, Response, TestAnswer, TestRow};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::Json;

/// The moment of every run: that of the recordings.
const NOW: &str = "2026-08-21T00:00:00Z";

/// The documents of a YAML file, up to the first that cannot be read.
pub(in crate::conformance) fn documents(corpus: &Corpus, file: &str) -> Vec<Value> {
    let text = corpus.text(file).unwrap_or_default();
    let documents = yaml::documents(&text);
    documents
        .filter(|document| !document.as_ref().is_ok_and(yaml::Document::is_blank))
        .map_while(|document| {
            document
                .and_then(|document| document.read(&Limits::DEFAULT, Numbers::AsWritten))
                .ok()
        })
        .collect()
}

/// Which policies of some files are not evaluated, or not wholly.
#[derive(Debug, Default)]
pub(in crate::conformance) struct Policies {
    pub(in crate::conformance) unsupported: BTreeSet<String>,
    /// Names of policies that are refused, with the reason.
    pub(in crate::conformance) refused: Vec<(String, String)>,
}

impl Policies {
    pub(in crate::conformance) fn read(corpus: &Corpus, files: &[String], order: Order) -> Policies {
        let profile = Profile {
            order,
            ..Profile::NEWEST
        };
        let mut reader = Reader::new(&profile);
        let mut read = Policies::default();
        for file in files {
            let Ok(source) = reader.source(&Input::File(corpus.path(file))) else {
                continue;
            };
            for document in sekisho_parser::parse(&source, &reader.limits).output {
                let text = match document.fate {
                    CliFate::Loaded => None,
                    CliFate::Skipped { text } | CliFate::FileFatal { text } | CliFate::Invalid { text } => {
                        Some(text)
                    }
                };
                match (document.content, text, order) {
                    (Content::Policy(policy), None, _) | (Content::Policy(policy), _, Order::ApiServer) => {
                        read.add(&policy, profile);
                    }
                    (Content::Policy(policy), Some(text), Order::KyvernoCli) => {
                        read.refused.push((policy.meta().name.value.to_string(), text));
                    }
                    (Content::Refused(meta), text, _) => {
                        read.refused
                            .push((meta.name.value.to_string(), text.unwrap_or_default()));
                    }
                    (Content::Other(_) | Content::NotAnObject | Content::Unreadable, _, _) => {}
                }
            }
        }
        read
    }

    fn add(&mut self, policy: &Policy, profile: Profile) {
        let name = policy.meta().name.value.to_string();
        let is_supported = match policy {
            Policy::Classic(_) => {
                let chain = Chain::load(std::slice::from_ref(policy), profile);
                let refused = chain.output.refused().iter();
                self.refused
                    .extend(refused.map(|refused| (name.clone(), refused.text.clone())));
                chain
                    .diagnostics
                    .iter()
                    .all(|diagnostic| diagnostic.code != "not-evaluated-yet")
            }
            other => !other.comes_later(),
        };
        if !is_supported {
            self.unsupported.insert(name);
        }
    }
}

/// One run of `apply`.
pub(in crate::conformance) fn apply(corpus: &Corpus, inputs: &Inputs, policies: &Policies) -> Answer {
    let mut answer = Answer {
        unsupported: policies.unsupported.clone(),
        ..Answer::default()
    };
    let mut counted: BTreeMap<&str, i64> = BTreeMap::new();
    let ending = run(corpus, inputs, Order::KyvernoCli, None, &mut |judged| {
        let resource = Resource {
            file: relative(corpus, judged.place.file),
            index: judged.place.document,
        };
        let verdicts = judged.answers.iter().map(|answer| answer.verdict);
        for verdict in verdicts.filter(|verdict| is_mutating(verdict)) {
            // The original counts these twice, and those about existing objects not at all (command line
            // reference A2.3); ours are counted once each.
            let more = if verdict.target.is_some() { -1 } else { 1 };
            *counted.entry(verdict.status.word()).or_insert(0) += more;
        }
        let shows = |verdict: &Verdict| verdict.target.is_none() || !is_mutating(verdict);
        answer.responses.extend(responses(&resource, judged, shows));
    });
    match ending {
        Ok(ending) => {
            let counts = ending.summary.counts;
            let count = |word: &str, ours: u64| {
                let more = counted.get(word).copied().unwrap_or_default();
                ours.saturating_add_signed(more)
            };
            answer.counts = Some([
                count("pass", counts.pass),
                count("fail", counts.fail),
                count("warn", counts.warn),
                count("error", counts.error),
                count("skip", counts.skip),
            ]);
            answer.error = ending.stopped;
        }
        Err(error) => answer.error = Some(error.to_string()),
    }
    answer
}

/// Objects, each on its own, counted through in the order in which they are judged.
pub(in crate::conformance) fn judge(
    corpus: &Corpus,
    inputs: &Inputs,
    order: Order,
    operation: Option<&str>,
) -> (Answer, Vec<Value>) {
    let mut answer = Answer::default();
    let mut objects = Vec::new();
    let operation = operation.and_then(Verb::parse);
    let ending = run(corpus, inputs, order, operation, &mut |judged| {
        let resource = Resource {
            file: String::new(),
            index: objects.len(),
        };
        answer.responses.extend(responses(&resource, judged, |_| true));
        objects.push(judged.object.clone());
    });
    answer.error = match ending {
        Ok(ending) => ending.stopped,
        Err(error) => Some(error.to_string()),
    };
    (answer, objects)
}

fn run(
    corpus: &Corpus,
    inputs: &Inputs,
    order: Order,
    operation: Option<Verb>,
    told: &mut impl FnMut(&Judged<'_>),
) -> io::Result<apply::Ending> {
    let paths = |files: &[String]| files.iter().map(|file| path(corpus, file)).collect::<Vec<_>>();
    let one = |file: &Option<String>| file.as_ref().map(|file| path(corpus, file));
    let options = Options {
        policies: paths(&inputs.policies),
        resources: paths(&inputs.resources),
        payloads: paths(&inputs.payloads),
        exceptions: paths(&inputs.exceptions),
        values: one(&inputs.values),
        user_file: one(&inputs.user),
        context: one(&inputs.context),
        params: paths(&inputs.parameters),
        targets: paths(&inputs.targets),
        operation,
        profile: Profile {
            order,
            ..Profile::NEWEST
        },
        // Runs are judged side by side, not objects.
        jobs: 1,
        ..Options::plain(NOW)
    };
    apply::run(&options, &mut |event: &Event<'_>, _: &Sources| {
        if let Event::Judged(judged) = event {
            told(judged);
        }
        Ok(())
    })
}

fn is_mutating(verdict: &Verdict) -> bool {
    verdict.policy.kind.ends_with("MutatingPolicy")
}

/// The answers about one object that are shown, those of each policy together.
fn responses(resource: &Resource, judged: &Judged<'_>, shows: impl Fn(&Verdict) -> bool) -> Vec<Response> {
    let mut responses: Vec<Response> = Vec::new();
    for answer in &judged.answers {
        let verdict = answer.verdict;
        if !shows(verdict) {
            continue;
        }
        let name = verdict.policy.name.as_str();
        if responses.last().is_none_or(|last| last.policy_name != name) {
            responses.push(response(name, resource, ""));
        }
        if let Some(last) = responses.last_mut() {
            add(last, verdict);
        }
    }
    responses
}

fn response(policy: &str, resource: &Resource, operation: &str) -> Response {
    Response {
        policy: String::new(),
        policy_name: policy.to_owned(),
        resource: resource.clone(),
        operation: operation.to_owned(),
        rules: Vec::new(),
        patched: None,
    }
}

fn add(response: &mut Response, verdict: &Verdict) {
    response.rules.push(rule(verdict));
    if let (Some(after), None) = (&verdict.after, &verdict.target) {
        response.patched = Some(Json(after.clone()));
    }
}

/// The answers behind one document of a test file, before they are compared with what the test expects.
pub(in crate::conformance) fn test(corpus: &Corpus, folder: &str, document: usize) -> Option<Answer> {
    let output = run_test(corpus, folder)
        .into_iter()
        .find(|output| output.case.document == document)?;
    let files: Vec<String> = output
        .policy_files
        .iter()
        .map(|file| relative(corpus, file))
        .collect();
    let mut answer = Answer {
        unsupported: Policies::read(corpus, &files, Order::KyvernoCli).unsupported,
        error: output.case.error.clone(),
        ..Answer::default()
    };
    let plans = output.chain.as_ref().map_or(&[][..], Chain::plans);
    for run in &output.runs {
        let resource = Resource {
            file: relative(corpus, &run.file),
            index: run.resource.document,
        };
        let operation = run.operation.map_or("", Verb::as_str);
        for said in &run.outcome.responses {
            let name = plans.get(said.plan).map(Plan::name);
            let name = name.map(|name| name.name.to_string()).unwrap_or_default();
            let mut response = response(&name, &resource, operation);
            said.verdicts
                .iter()
                .for_each(|verdict| add(&mut response, verdict));
            answer.responses.push(response);
        }
    }
    Some(answer)
}

/// The rows that `test` prints for a folder.
pub(in crate::conformance) fn test_rows(corpus: &Corpus, folder: &str) -> TestAnswer {
    let mut answer = TestAnswer::default();
    for output in run_test(corpus, folder) {
        answer
            .policies
            .extend(output.policy_files.iter().map(|file| relative(corpus, file)));
        if let Some(error) = output.case.error {
            let said: Vec<String> = output
                .diagnostics
                .iter()
                .map(|diagnostic| render_line(diagnostic, &output.sources))
                .collect();
            answer.error = Some(format!("{error}\n{}", said.join("\n")));
        }
        answer
            .rows
            .extend(output.case.rows.into_iter().map(|row| TestRow {
                document: output.case.document,
                passed: row.result != RowResult::Fail,
                missing: row.reason == RowReason::NotEvaluated,
                reason: format!("{} {}", row.reason.text(), row.message),
                policy: row.policy,
                rule: row.rule,
                resource: row.resource,
            }));
    }
    answer
}

fn run_test(corpus: &Corpus, folder: &str) -> Vec<test::CaseOutput> {
    let file = corpus.path(folder).join("kyverno-test.yaml");
    let options = test::Options {
        jobs: 1,
        ..test::Options::plain(&file.display().to_string(), NOW)
    };
    test::run_file(&file, &options)
}

fn path(corpus: &Corpus, file: &str) -> String {
    corpus.path(file).display().to_string()
}

/// A file as the recordings name it, whatever steps up and down its path takes.
fn relative(corpus: &Corpus, file: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let below = Path::new(file)
        .strip_prefix(corpus.root())
        .unwrap_or(Path::new(file));
    let below = below.to_string_lossy().into_owned();
    for part in below.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
