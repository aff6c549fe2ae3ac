//! The door to what is under test: runs of `apply` and `test` with the semantics of Kyverno's command line.

use std::collections::BTreeSet;

use sekisho_chain::{Chain, Given, Plan, Run};
use sekisho_diagnostics::{Source, Sources};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Map, Numbers, Value};
use sekisho_evaluator::{Nobody, Phase, Status, Verdict};
use sekisho_kubernetes::{NoFacts, Order, Profile, resource};
use sekisho_parser::cli_kinds::{decode_user_info, decode_values};
use sekisho_parser::{CliFate, Policy};

use super::{Answer, Inputs, Resource, Response, TestAnswer};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::Json;

/// The answers behind one document of a test file, before they are compared with what the test expects.
pub(in crate::conformance) fn test(_corpus: &Corpus, _folder: &str, _document: usize) -> Option<Answer> {
    None
}

/// The rows that `test` prints for a folder.
pub(in crate::conformance) fn test_rows(_corpus: &Corpus, _folder: &str) -> Option<TestAnswer> {
    None
}

/// The documents of a YAML file, up to the first that cannot be read.
pub(super) fn documents(corpus: &Corpus, file: &str) -> Vec<Value> {
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

/// Policies that were loaded as `apply` loads them.
pub(in crate::conformance) struct Policies {
    chain: Chain,
    unsupported: BTreeSet<String>,
}

impl Policies {
    pub(in crate::conformance) fn load(corpus: &Corpus, inputs: &Inputs) -> Policies {
        let files = inputs.policies.iter().chain(&inputs.exceptions);
        let policies: Vec<Policy> = files.flat_map(|file| read_policies(corpus, file)).collect();
        let profile = Profile {
            order: Order::KyvernoCli,
            ..Profile::NEWEST
        };
        let unsupported = policies.iter().filter(|policy| !is_supported(policy, profile));
        Policies {
            unsupported: unsupported
                .map(|policy| policy.meta().name.value.to_string())
                .collect(),
            chain: Chain::load(&policies, profile).output,
        }
    }

    /// One run of `apply`.
    pub(in crate::conformance) fn apply(&self, corpus: &Corpus, inputs: &Inputs) -> Answer {
        let given = given(corpus, inputs);
        let mut answer = Answer {
            unsupported: self.unsupported.clone(),
            ..Answer::default()
        };
        let mut counts = [0; 5];
        for file in inputs.resources.iter().chain(&inputs.payloads) {
            for (index, document) in documents(corpus, file).into_iter().enumerate() {
                let mut object = resource::settle_nulls(&document);
                resource::settle_namespace(&mut object, self.chain.kinds());
                let object = object.renumber(Numbers::AllFloat);
                let run = Run {
                    object: &object,
                    operation: None,
                    old: None,
                    given: &given,
                    facts: &NoFacts,
                };
                for response in self.chain.run(&run, &mut Nobody).responses {
                    for verdict in &response.verdicts {
                        count(&mut counts, verdict);
                    }
                    answer.responses.push(self.response(file, index, &response));
                }
            }
        }
        answer.counts = Some(counts);
        answer
    }

    fn response(&self, file: &str, index: usize, response: &sekisho_chain::Response) -> Response {
        let name = self.chain.plans().get(response.plan).map(Plan::name);
        Response {
            policy: String::new(),
            policy_name: name.map(|name| name.name.to_string()).unwrap_or_default(),
            resource: Resource {
                file: file.to_owned(),
                index,
            },
            operation: String::new(),
            rules: response.verdicts.iter().map(rule).collect(),
            patched: response
                .verdicts
                .iter()
                .rev()
                .find_map(|verdict| verdict.after.clone())
                .map(Json),
        }
    }
}

/// The policies of a file that the command line would use: nothing of a file that it refuses as a whole.
fn read_policies(corpus: &Corpus, file: &str) -> Vec<Policy> {
    let source = source(corpus, file);
    let parsed = sekisho_parser::parse(&source, &Limits::DEFAULT).output;
    if parsed
        .iter()
        .any(|document| matches!(document.fate, CliFate::FileFatal { .. }))
    {
        return Vec::new();
    }
    let loaded = parsed
        .into_iter()
        .filter(|document| document.fate == CliFate::Loaded);
    loaded.filter_map(|document| document.policy().cloned()).collect()
}

fn is_supported(policy: &Policy, profile: Profile) -> bool {
    match policy {
        Policy::Classic(_) => {
            let loaded = Chain::load(std::slice::from_ref(policy), profile);
            loaded
                .diagnostics
                .iter()
                .all(|diagnostic| diagnostic.code != "not-evaluated-yet")
        }
        Policy::Exception(_) | Policy::GlobalEntry(_) | Policy::Definition(_) => true,
        Policy::Cleanup(_) | Policy::Later(_) => false,
    }
}

fn given(corpus: &Corpus, inputs: &Inputs) -> Given {
    let tree = |file: &String| {
        let source = source(corpus, file);
        let whole = 0..source.text.len();
        yaml::read_tree(&source, whole, &Limits::DEFAULT, Numbers::AsWritten)
            .ok()
            .map(|read| read.output)
    };
    let user = inputs
        .user
        .as_ref()
        .and_then(tree)
        .and_then(|tree| decode_user_info(tree).output.content);
    Given {
        values: inputs
            .values
            .as_ref()
            .and_then(tree)
            .and_then(|tree| decode_values(tree).output.content),
        set: Vec::new(),
        user: user.as_ref().map(Given::user_of),
    }
}

fn source(corpus: &Corpus, file: &str) -> Source {
    Sources::new().add(file, &corpus.text(file).unwrap_or_default())
}

fn count(counts: &mut [u64; 5], verdict: &Verdict) {
    let [pass, fail, warn, error, skip] = counts;
    let counted = match shown(verdict) {
        Status::Pass => pass,
        Status::Fail => fail,
        Status::Warn => warn,
        Status::Error => error,
        Status::Skip => skip,
    };
    *counted += 1;
}

/// The status in a report: a failure of an unscored policy is a warning.
fn shown(verdict: &Verdict) -> Status {
    match verdict.status {
        Status::Fail if !verdict.policy.is_scored() => Status::Warn,
        status => status,
    }
}

/// A verdict in the form of a recorded rule.
fn rule(verdict: &Verdict) -> Json {
    let mut rule = Map::new();
    rule.insert("rule", Value::from(verdict.rule.clone()));
    rule.insert("result", Value::from(verdict.status.word()));
    rule.insert("message", Value::from(verdict.message.as_str()));
    let sort = match verdict.phase {
        Phase::Mutate => "Mutation",
        Phase::VerifyImages => "ImageVerify",
        Phase::Validate => "Validation",
        Phase::Generate => "Generation",
    };
    rule.insert("ruleType", Value::from(sort));
    if shown(verdict) != verdict.status {
        let report = [("result", Value::from(shown(verdict).word()))];
        rule.insert("report", Value::Map(report.into_iter().collect()));
    }
    let mut properties: Map = verdict
        .properties
        .iter()
        .map(|(key, text)| (key.clone(), Value::from(text.clone())))
        .collect();
    if !verdict.exceptions.is_empty() {
        let names: Vec<&str> = verdict.exceptions.iter().map(|key| name_of(key)).collect();
        properties.insert("exceptions", Value::from(names.join(",")));
    }
    if !properties.is_empty() {
        rule.insert("properties", Value::Map(properties));
    }
    Json(Value::Map(rule))
}

/// The name in `namespace/name`.
fn name_of(key: &str) -> &str {
    key.rsplit('/').next().unwrap_or(key)
}
