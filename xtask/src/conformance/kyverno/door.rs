//! The door to what is under test: runs of `apply` and `test` with the semantics of Kyverno's command line.

use std::collections::BTreeSet;

use sekisho_chain::{Chain, Given, Outcome, Plan, Run};
use sekisho_diagnostics::{Source, Sources};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Map, Numbers, Value};
use sekisho_evaluator::{Nobody, Phase, Status, Verdict};
use sekisho_kubernetes::{
    Answer as Answered, Facts, NoFacts, Order, Profile, Question, Request, Review, resource,
};
use sekisho_parser::cli_kinds::{decode_user_info, decode_values};
use sekisho_parser::{CliFate, Content, Parsed, Policy};

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

/// Policies that were loaded as `apply` loads them, or as a cluster would hold them.
pub(in crate::conformance) struct Policies {
    chain: Chain,
    unsupported: BTreeSet<String>,
    /// Names of policies with the reason why they give no verdict.
    refused: Vec<(String, String)>,
}

/// The answer to some objects, and the objects as they are counted.
pub(in crate::conformance) struct Judged {
    pub(in crate::conformance) answer: Answer,
    pub(in crate::conformance) objects: Vec<Value>,
}

impl Policies {
    pub(in crate::conformance) fn load(corpus: &Corpus, inputs: &Inputs, order: Order) -> Policies {
        let profile = Profile {
            order,
            ..Profile::NEWEST
        };
        let mut policies = Vec::new();
        let mut refused = Vec::new();
        for file in &inputs.policies {
            read_policies(corpus, file, order, &mut policies, &mut refused);
        }
        for file in &inputs.exceptions {
            let read = sekisho_parser::parse(&source(corpus, file), &Limits::DEFAULT).output;
            policies.extend(read.iter().filter_map(|document| document.policy().cloned()));
        }
        let unsupported = policies.iter().filter(|policy| !is_supported(policy, profile));
        let unsupported = unsupported
            .map(|policy| policy.meta().name.value.to_string())
            .collect();
        let chain = Chain::load(&policies, profile).output;
        let by_checks = chain.refused().iter();
        refused.extend(by_checks.map(|refused| (refused.policy.name.to_string(), refused.text.clone())));
        Policies {
            chain,
            unsupported,
            refused,
        }
    }

    pub(in crate::conformance) fn refused(&self) -> &[(String, String)] {
        &self.refused
    }

    pub(in crate::conformance) fn is_unsupported(&self, policy: &str) -> bool {
        self.unsupported.contains(policy)
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
                let resource = Resource {
                    file: file.clone(),
                    index,
                };
                for response in self.run(&self.settled(&document), &given).responses {
                    for verdict in &response.verdicts {
                        count(&mut counts, verdict);
                    }
                    answer.responses.push(self.response(&resource, &response));
                }
            }
        }
        let refused = u64::try_from(self.refused.len()).unwrap_or_default();
        let [pass, fail, warn, error, skip] = counts;
        answer.counts = Some([pass, fail, warn, error + refused, skip]);
        answer
    }

    /// Objects and admission reviews, each on its own; lists are taken apart and everything is counted
    /// through.
    pub(in crate::conformance) fn judge(
        &self,
        corpus: &Corpus,
        inputs: &Inputs,
        operation: Option<&str>,
    ) -> Judged {
        let given = given(corpus, inputs);
        let mut answer = Answer {
            unsupported: self.unsupported.clone(),
            ..Answer::default()
        };
        let mut objects = Vec::new();
        let items = inputs.resources.iter().flat_map(|file| documents(corpus, file));
        let items = items.flat_map(|document| resource::expand(&document));
        for (index, item) in items.enumerate() {
            let (object, outcome) = self.judge_one(&item.object, operation, &given);
            let place = Resource {
                file: String::new(),
                index,
            };
            answer.responses.extend(
                outcome
                    .responses
                    .iter()
                    .map(|response| self.response(&place, response)),
            );
            objects.push(object);
        }
        Judged { answer, objects }
    }

    fn judge_one(&self, document: &Value, operation: Option<&str>, given: &Given) -> (Value, Outcome) {
        if document.str_at(&["kind"]) == "AdmissionReview"
            && let Some(review) = Review::read(document).output
        {
            let object = review.request.subject().cloned().unwrap_or_default();
            return (
                object,
                self.chain.admit(&review.request, &Namespaces(given), &mut Nobody),
            );
        }
        let object = self.settled(document);
        let outcome = match self.chain.profile().order {
            Order::KyvernoCli => self.run(&object, given),
            Order::ApiServer => {
                let request = match operation {
                    Some("UPDATE") => Request::update(object.clone(), object.clone(), self.chain.kinds()),
                    Some("DELETE") => Request::delete(object.clone(), self.chain.kinds()),
                    _ => Request::create(object.clone(), self.chain.kinds()),
                };
                match request {
                    Ok(request) => self.chain.admit(&request, &Namespaces(given), &mut Nobody),
                    Err(_) => Outcome {
                        responses: Vec::new(),
                        object: object.clone(),
                    },
                }
            }
        };
        (object, outcome)
    }

    /// An object as the loader of the order leaves it.
    fn settled(&self, document: &Value) -> Value {
        let mut object = match self.chain.profile().order {
            Order::KyvernoCli => resource::settle_nulls(document).renumber(Numbers::AllFloat),
            Order::ApiServer => document.clone(),
        };
        resource::settle_namespace(&mut object, self.chain.kinds());
        object
    }

    fn run(&self, object: &Value, given: &Given) -> Outcome {
        let run = Run {
            object,
            operation: None,
            old: None,
            given,
            facts: &NoFacts,
        };
        self.chain.run(&run, &mut Nobody)
    }

    fn response(&self, resource: &Resource, response: &sekisho_chain::Response) -> Response {
        let name = self.chain.plans().get(response.plan).map(Plan::name);
        Response {
            policy: String::new(),
            policy_name: name.map(|name| name.name.to_string()).unwrap_or_default(),
            resource: resource.clone(),
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

/// Every namespace exists, with its name as a label, beside the labels that values give it.
struct Namespaces<'a>(&'a Given);

impl Facts for Namespaces<'_> {
    fn ask(&self, question: &Question<'_>) -> Answered {
        let Question::Namespace { name } = question else {
            return Answered::Unknown;
        };
        let mut labels = Map::new();
        labels.insert("kubernetes.io/metadata.name", Value::from(*name));
        let given = self.0.values.iter().flat_map(|values| &values.namespace_selector);
        for entry in given.filter(|entry| entry.name.value == *name) {
            for (key, value) in entry.labels.as_map().into_iter().flatten() {
                labels.insert(key.clone(), value.clone());
            }
        }
        let metadata: Map = [("name", Value::from(*name)), ("labels", Value::Map(labels))]
            .into_iter()
            .collect();
        Answered::Is(Value::Map(
            [("metadata", Value::Map(metadata))].into_iter().collect(),
        ))
    }
}

/// The policies of a file that are used. The command line uses nothing of some files.
fn read_policies(
    corpus: &Corpus,
    file: &str,
    order: Order,
    policies: &mut Vec<Policy>,
    refused: &mut Vec<(String, String)>,
) {
    let source = source(corpus, file);
    let parsed = sekisho_parser::parse(&source, &Limits::DEFAULT).output;
    let fatal = |document: &Parsed| matches!(document.fate, CliFate::FileFatal { .. });
    let nothing = order == Order::KyvernoCli && parsed.iter().any(fatal);
    for document in parsed {
        let text = match (&document.fate, order) {
            (CliFate::Loaded, _) | (_, Order::ApiServer) => None,
            (CliFate::Skipped { text } | CliFate::FileFatal { text } | CliFate::Invalid { text }, _) => {
                Some(text.clone())
            }
        };
        match (document.content, text) {
            (Content::Policy(policy), None) if !nothing => policies.push(policy),
            (Content::Policy(policy), text) => {
                refused.push((policy.meta().name.value.to_string(), text.unwrap_or_default()));
            }
            (Content::Refused(meta), text) => {
                refused.push((meta.name.value.to_string(), text.unwrap_or_default()));
            }
            (Content::Other(_) | Content::NotAnObject | Content::Unreadable, _) => {}
        }
    }
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
    let mut report = Map::new();
    if shown(verdict) != verdict.status {
        report.insert("result", Value::from(shown(verdict).word()));
    }
    if let Some(message) = reported_message(verdict) {
        report.insert("message", Value::from(message));
    }
    if !report.is_empty() {
        rule.insert("report", Value::Map(report));
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

/// The message that properties of the rule put into a report instead (engine reference §10.3).
fn reported_message(verdict: &Verdict) -> Option<&str> {
    let of_status = format!("{}Message", verdict.status.word());
    let property = |name: &str| {
        let found = verdict
            .properties
            .iter()
            .find(|(key, text)| key == name && !text.is_empty());
        found.map(|(_, text)| text.as_str())
    };
    property("message").or_else(|| property(&of_status))
}
