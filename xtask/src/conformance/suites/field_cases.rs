//! `field-cases`: small policies and resources with the right outcome, each in the modes it names.
//!
//! What a run says about loading, each verdict, decision and object is a case of its own; so is that
//! nothing else is said about the policies it names.

use rayon::prelude::*;
use sekisho_document::Value;
use serde::Deserialize;

use crate::conformance::case::{Case, Excuse, Outcome};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, show};
use crate::conformance::kyverno::{self, Answer, Inputs, Order, Policies, Resource};

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut runs = Vec::new();
    let mut cases = Vec::new();
    for folder in corpus.folders_with("field-cases", "expected.json")? {
        let name = folder.trim_start_matches("field-cases/").to_owned();
        let expected: Expected = corpus.json(&format!("{folder}/expected.json"))?;
        match expected.runs {
            Some(of_folder) => {
                for (idx, run) in of_folder.into_iter().enumerate() {
                    runs.push((folder.clone(), format!("{name}/{idx}"), run));
                }
            }
            None => cases.push(Case::new("prose", &name, Outcome::Excused(Excuse::Prose))),
        }
    }
    let checked = runs.par_iter().flat_map_iter(|(folder, name, run)| {
        run.semantics
            .iter()
            .flat_map(move |semantics| check_run(corpus, folder, name, run, semantics))
    });
    cases.par_extend(checked);
    Ok(cases)
}

#[derive(Deserialize)]
struct Expected {
    /// Absent where the outcome is told in prose.
    runs: Option<Vec<Run>>,
}

#[derive(Deserialize)]
struct Run {
    /// `cluster`, `kyverno-cli`: each mode in which the run holds.
    semantics: Vec<String>,
    operation: Option<String>,
    files: Files,
    load: Option<Json>,
    verdicts: Option<Vec<Verdict>>,
    #[serde(default)]
    decisions: Vec<Json>,
    #[serde(default)]
    objects: Vec<Json>,
    generated: Option<Json>,
}

/// Names in the folder of the case.
#[derive(Deserialize)]
struct Files {
    policies: Vec<String>,
    resources: Vec<String>,
    #[serde(default)]
    exceptions: Vec<String>,
    #[serde(default)]
    values: Vec<String>,
    #[serde(default)]
    params: Vec<String>,
    #[serde(default)]
    userinfo: Vec<String>,
    #[serde(default)]
    crds: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Verdict {
    policy: String,
    /// Absent where the name does not matter.
    rule: Option<String>,
    resource: Target,
    /// `none` for no verdict.
    result: String,
    message: Option<String>,
    #[serde(default)]
    message_contains: Vec<String>,
    report: Option<Report>,
}

#[derive(Deserialize)]
struct Report {
    message: Option<String>,
    properties: Option<Json>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Target {
    Index {
        index: usize,
    },
    Object {
        kind: String,
        namespace: Option<String>,
        name: String,
    },
}

fn check_run(corpus: &Corpus, folder: &str, name: &str, run: &Run, semantics: &str) -> Vec<Case> {
    let order = match semantics {
        "kyverno-cli" => Order::KyvernoCli,
        _ => Order::ApiServer,
    };
    let inputs = inputs(folder, run);
    let policies = Policies::read(corpus, &inputs.policies, order);
    let (answer, subjects) = kyverno::judge(corpus, &inputs, order, run.operation.as_deref());
    let mut check = Check {
        semantics,
        name,
        folder,
        policies: &policies,
        answer: &answer,
        subjects: &subjects,
        cases: Vec::new(),
    };
    check.load(run.load.as_ref());
    check.verdicts(run.verdicts.as_deref());
    // Only a cluster admits.
    let decisions = run.decisions.iter().filter(|_| order == Order::ApiServer);
    for (idx, Json(decision)) in decisions.enumerate() {
        check.missing(&format!("decision/{idx}"), decision);
    }
    for (idx, object) in run.objects.iter().enumerate() {
        check.missing(&format!("object/{idx}"), &object.0);
    }
    if let Some(generated) = &run.generated {
        check.missing("generated", &generated.0);
    }
    check.cases
}

fn inputs(folder: &str, run: &Run) -> Inputs {
    let paths = |names: &[String]| {
        names
            .iter()
            .map(|name| format!("{folder}/{name}"))
            .collect::<Vec<_>>()
    };
    let mut policies = paths(&run.files.policies);
    policies.extend(paths(&run.files.crds));
    Inputs {
        policies,
        resources: paths(&run.files.resources),
        exceptions: paths(&run.files.exceptions),
        parameters: paths(&run.files.params),
        values: paths(&run.files.values).pop(),
        user: paths(&run.files.userinfo).pop(),
        ..Inputs::default()
    }
}

struct Check<'a> {
    semantics: &'a str,
    name: &'a str,
    folder: &'a str,
    policies: &'a Policies,
    answer: &'a Answer,
    /// The objects in the order in which they are counted.
    subjects: &'a [Value],
    cases: Vec<Case>,
}

impl Check<'_> {
    fn push(&mut self, what: &str, outcome: Outcome) {
        self.cases.push(Case::new(
            self.semantics,
            &format!("{}/{what}", self.name),
            outcome,
        ));
    }

    fn missing(&mut self, what: &str, expected: &Value) {
        self.push(what, Outcome::fail(self.folder, &show(expected), "no answer yet"));
    }

    /// `"ok"`, or the policies that are refused.
    fn load(&mut self, load: Option<&Json>) {
        let Some(Json(load)) = load else { return };
        let refused = &self.policies.refused;
        let got: Vec<String> = refused
            .iter()
            .map(|(policy, text)| format!("{policy}: {text}"))
            .collect();
        let got = got.join("\n");
        let expected = load.get("refused").and_then(Value::as_list);
        let passes = match expected {
            None => refused.is_empty(),
            Some(expected) => {
                expected.len() == refused.len()
                    && expected.iter().all(|entry| {
                        refused.iter().any(|(policy, text)| {
                            policy == entry.str_at(&["policy"]) && text.contains(entry.str_at(&["contains"]))
                        })
                    })
            }
        };
        let outcome = if passes {
            Outcome::Pass
        } else {
            Outcome::fail(self.folder, &show(load), &got)
        };
        self.push("load", outcome);
    }

    fn verdicts(&mut self, verdicts: Option<&[Verdict]>) {
        let Some(verdicts) = verdicts else { return };
        let mut claimed = Vec::new();
        // Rows that name a rule first: a row without one means what is left.
        let mut order: Vec<(usize, &Verdict)> = verdicts.iter().enumerate().collect();
        order.sort_by_key(|(idx, verdict)| (verdict.rule.is_none(), *idx));
        for (idx, verdict) in order {
            let outcome = self.verdict(verdict, &mut claimed);
            self.push(&format!("verdict/{idx}"), outcome);
        }
        if verdicts
            .iter()
            .any(|verdict| self.policies.unsupported.contains(&verdict.policy))
        {
            let outcome = Outcome::fail(self.folder, "nothing further", "not evaluated yet");
            return self.push("verdict/others", outcome);
        }
        let named = |policy: &str| verdicts.iter().any(|verdict| verdict.policy == policy);
        let said = self.said();
        let further: Vec<String> = said
            .iter()
            .filter(|said| named(said.policy) && !claimed.contains(&said.position))
            .map(Said::show)
            .collect();
        let outcome = match further.as_slice() {
            [] => Outcome::Pass,
            further => Outcome::fail(self.folder, "nothing further", &further.join("\n")),
        };
        self.push("verdict/others", outcome);
    }

    fn verdict(&self, expected: &Verdict, claimed: &mut Vec<(usize, usize)>) -> Outcome {
        let about = expected.show();
        if self.policies.unsupported.contains(&expected.policy) {
            return Outcome::fail(self.folder, &about, "not evaluated yet");
        }
        let said: Vec<Said<'_>> = self
            .said()
            .into_iter()
            .filter(|said| said.policy == expected.policy && self.is_meant(&expected.resource, said.resource))
            .filter(|said| match &expected.rule {
                Some(rule) => said.rule.str_at(&["rule"]) == rule,
                None => !claimed.contains(&said.position),
            })
            .collect();
        claimed.extend(said.iter().map(|said| said.position));
        let passes = match said.as_slice() {
            [] => expected.result == "none",
            [said] => expected.is_met_by(said.rule),
            _ => false,
        };
        if passes {
            return Outcome::Pass;
        }
        let got: Vec<String> = said.iter().map(Said::show).collect();
        Outcome::fail(
            self.folder,
            &about,
            if got.is_empty() {
                "no verdict".to_owned()
            } else {
                got.join("\n")
            }
            .as_str(),
        )
    }

    fn said(&self) -> Vec<Said<'_>> {
        let responses = self.answer.responses.iter().enumerate();
        responses
            .flat_map(|(idx, response)| {
                response
                    .rules
                    .iter()
                    .enumerate()
                    .map(move |(rule_idx, Json(rule))| Said {
                        position: (idx, rule_idx),
                        policy: &response.policy_name,
                        resource: &response.resource,
                        rule,
                    })
            })
            .collect()
    }

    fn is_meant(&self, target: &Target, resource: &Resource) -> bool {
        match target {
            Target::Index { index } => *index == resource.index,
            Target::Object {
                kind,
                namespace,
                name,
            } => self.subjects.get(resource.index).is_some_and(|object| {
                object.str_at(&["kind"]) == kind
                    && object.str_at(&["metadata", "name"]) == name
                    && namespace
                        .as_deref()
                        .is_none_or(|space| object.str_at(&["metadata", "namespace"]) == space)
            }),
        }
    }
}

/// One rule's answer.
struct Said<'a> {
    position: (usize, usize),
    policy: &'a str,
    resource: &'a Resource,
    rule: &'a Value,
}

impl Said<'_> {
    fn show(&self) -> String {
        format!("{} on #{}: {}", self.policy, self.resource.index, show(self.rule))
    }
}

impl Verdict {
    fn is_met_by(&self, rule: &Value) -> bool {
        let message = rule.str_at(&["message"]);
        rule.str_at(&["result"]) == self.result
            && self.message.as_deref().is_none_or(|expected| expected == message)
            && self
                .message_contains
                .iter()
                .all(|part| message.contains(part.as_str()))
            && self.report.as_ref().is_none_or(|report| report.is_met_by(rule))
    }

    fn show(&self) -> String {
        let target = match &self.resource {
            Target::Index { index } => format!("#{index}"),
            Target::Object {
                kind,
                namespace,
                name,
            } => {
                format!("{kind} {}/{name}", namespace.as_deref().unwrap_or_default())
            }
        };
        let rule = self.rule.as_deref().unwrap_or("any rule");
        let message = self
            .message
            .as_deref()
            .map(|text| format!(", `{text}`"))
            .unwrap_or_default();
        let parts: String = self
            .message_contains
            .iter()
            .map(|part| format!(", with `{part}`"))
            .collect();
        format!(
            "{} {rule} on {target}: {}{message}{parts}",
            self.policy, self.result
        )
    }
}

impl Report {
    /// What a policy report shows: its message, and properties as a subset.
    fn is_met_by(&self, rule: &Value) -> bool {
        let message = match rule.str_at(&["report", "message"]) {
            "" => rule.str_at(&["message"]),
            other => other,
        };
        let expected = self
            .properties
            .as_ref()
            .and_then(|Json(properties)| properties.as_map());
        self.message.as_deref().is_none_or(|expected| expected == message)
            && expected.is_none_or(|expected| {
                expected
                    .iter()
                    .all(|(key, text)| rule.at(&["properties", key]) == Some(text))
            })
    }
}
