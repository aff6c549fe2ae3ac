//! Recorded answers against ours: rule by rule, objects, silence, counts.

use std::collections::BTreeMap;

use sekisho_document::Value;

use super::{Answer, Features, Resource, Response};
use crate::conformance::case::{Case, Difference, Excuse, Outcome};
use crate::conformance::json::{Json, same, show};

/// What was recorded of one run.
#[derive(Debug, Default)]
pub(in crate::conformance) struct Run {
    pub(in crate::conformance) id: String,
    pub(in crate::conformance) responses: Vec<Response>,
    pub(in crate::conformance) counts: Option<[u64; 5]>,
    /// Resources, by file and index (all without one), for which no rule of a policy (of all without
    /// one) answers.
    pub(in crate::conformance) silent: Vec<Silence>,
    /// The original stops with an error.
    pub(in crate::conformance) stops: bool,
    /// The original crashes.
    pub(in crate::conformance) crashes: bool,
    /// Only some answers of the run were recorded: others say nothing.
    pub(in crate::conformance) partial: bool,
}

#[derive(Debug, Clone)]
pub(in crate::conformance) struct Silence {
    pub(in crate::conformance) policy: Option<String>,
    pub(in crate::conformance) file: String,
    pub(in crate::conformance) index: Option<usize>,
}

/// Which answers belong together: policy, resource, operation.
type Key<'a> = (&'a str, &'a Resource, &'a str);

/// What we say to a key.
#[derive(Clone, Copy)]
struct Ours<'a> {
    responses: &'a [&'a Response],
    /// Not everything of the policy is evaluated yet.
    is_unsupported: bool,
}

/// A case for every recorded rule, object, count and silence, and one for everything else we say.
pub(in crate::conformance) fn compare(run: &Run, features: &Features, answer: Option<&Answer>) -> Vec<Case> {
    if run.crashes {
        return vec![run.case(features, "crash", Outcome::Excused(Excuse::Crash))];
    }
    let nothing = Answer::default();
    let given = answer.unwrap_or(&nothing);
    let expected = by_key(&run.responses);
    let got = by_key(&given.responses);
    let mut cases = Vec::new();
    for (key, responses) in &expected {
        let ours = got.get(key).map_or(&[][..], Vec::as_slice);
        let ours = Ours {
            responses: ours,
            is_unsupported: given.unsupported.contains(key.0),
        };
        cases.extend(compare_rules(run, features, *key, responses, ours));
        cases.extend(compare_objects(run, features, *key, responses, ours));
    }
    for silence in &run.silent {
        cases.push(compare_silence(run, features, silence, answer));
    }
    for (key, responses) in &got {
        let silent = run.silent.iter().any(|silence| silence.covers(*key));
        if !expected.contains_key(key) && !silent && !run.partial && !run.stops {
            let ours = Ours {
                responses,
                is_unsupported: false,
            };
            cases.extend(compare_rules(run, features, *key, &[], ours));
            cases.extend(compare_objects(run, features, *key, &[], ours));
        }
    }
    if let Some(counts) = run.counts {
        let expected = format!("{counts:?}");
        let outcome = match answer {
            None => Outcome::Fail(difference(&run.id, &expected, "no answer yet")),
            Some(answer) if !answer.unsupported.is_empty() => Outcome::missing(&features.main()),
            Some(answer) => {
                let got = format!("{:?}", answer.counts.unwrap_or_default());
                Outcome::of(got == expected, || difference(&run.id, &expected, &got))
            }
        };
        cases.push(run.case(features, "counts", outcome));
    }
    if run.stops || given.error.is_some() {
        let stops = answer.is_some_and(|answer| answer.error.is_some());
        let said = given.error.clone().unwrap_or_else(|| "no error".to_owned());
        let wanted = if run.stops { "an error" } else { "no error" };
        let outcome = Outcome::of(stops == run.stops, || difference("", wanted, &said));
        cases.push(run.case(features, "error", outcome));
    }
    cases
}

fn by_key(responses: &[Response]) -> BTreeMap<Key<'_>, Vec<&Response>> {
    let mut keys: BTreeMap<Key<'_>, Vec<&Response>> = BTreeMap::new();
    for response in responses {
        let key = (
            response.policy_name.as_str(),
            &response.resource,
            response.operation.as_str(),
        );
        keys.entry(key).or_default().push(response);
    }
    keys
}

fn compare_rules(
    run: &Run,
    features: &Features,
    key: Key<'_>,
    expected: &[&Response],
    got: Ours<'_>,
) -> Vec<Case> {
    let ours = rules(got.responses);
    let mut used = vec![false; ours.len()];
    let mut cases = Vec::new();
    for (idx, rule) in rules(expected).into_iter().enumerate() {
        let position = ours
            .iter()
            .zip(&used)
            .position(|(ours, used)| !used && identity(ours) == identity(rule));
        let found = position.and_then(|position| {
            if let Some(used) = used.get_mut(position) {
                *used = true;
            }
            ours.get(position).copied()
        });
        let outcome = match found {
            Some(found) if same(rule, found) => Outcome::Pass,
            Some(found) => Outcome::Fail(difference(&place(run, key), &show(rule), &show(found))),
            None if got.is_unsupported => Outcome::missing(&features.of(key.0, identity(rule).0)),
            None => Outcome::Fail(difference(&place(run, key), &show(rule), "no verdict")),
        };
        cases.push(rule_case(run, features, key, rule, idx, outcome));
    }
    let extra = ours
        .iter()
        .zip(&used)
        .filter(|(_, used)| !**used)
        .map(|(rule, _)| *rule);
    for (idx, rule) in extra.enumerate() {
        let outcome = Outcome::Fail(difference(&place(run, key), "no verdict", &show(rule)));
        cases.push(rule_case(run, features, key, rule, idx, outcome));
    }
    cases
}

/// The object after all rules: expected where one was recorded, and where none was, none.
fn compare_objects(
    run: &Run,
    features: &Features,
    key: Key<'_>,
    expected: &[&Response],
    got: Ours<'_>,
) -> Option<Case> {
    let patched = |responses: &[&Response]| {
        responses
            .iter()
            .rev()
            .find_map(|response| response.patched.clone())
    };
    let said = rules(if expected.is_empty() {
        got.responses
    } else {
        expected
    });
    let changes = said
        .iter()
        .rev()
        .find(|rule| identity(rule).1 == "Mutation")
        .or(said.first());
    let rule = changes.map_or("", |rule| identity(rule).0);
    let feature = features.of(key.0, rule);
    let outcome = match (patched(expected), patched(got.responses)) {
        (None, None) => return None,
        (Some(_), None) if got.is_unsupported && rules(got.responses).is_empty() => {
            Outcome::missing(&feature)
        }
        (Some(Json(expected)), Some(Json(got))) => Outcome::of(same(&expected, &got), || {
            difference(&place(run, key), &show(&expected), &show(&got))
        }),
        (Some(Json(expected)), None) => {
            Outcome::Fail(difference(&place(run, key), &show(&expected), "no change"))
        }
        (None, Some(Json(got))) => Outcome::Fail(difference(&place(run, key), "no change", &show(&got))),
    };
    let name = format!("{}/patched", name(key));
    Some(case(&run.id, &name, &feature, outcome))
}

fn compare_silence(run: &Run, features: &Features, silence: &Silence, answer: Option<&Answer>) -> Case {
    let index = silence
        .index
        .map_or_else(|| "all".to_owned(), |index| index.to_string());
    let policy = silence.policy.as_deref().unwrap_or("all");
    let name = format!("silent/{policy}/{}#{index}", silence.file);
    let outcome = match answer {
        None => Outcome::Fail(difference("", "silence", "no answer yet")),
        // Nothing said by what is not evaluated yet is no answer.
        Some(answer) if silence.is_unsupported(answer) => Outcome::missing(&features.main()),
        Some(answer) => {
            let said = answer.responses.iter().find(|response| {
                let key = (response.policy_name.as_str(), &response.resource, "");
                silence.covers(key) && !response.rules.is_empty()
            });
            Outcome::of(said.is_none(), || {
                let said: Vec<String> = said
                    .iter()
                    .flat_map(|said| &said.rules)
                    .map(|Json(rule)| show(rule))
                    .collect();
                difference(&run.id, "silence", &said.join(" "))
            })
        }
    };
    run.case(features, &name, outcome)
}

impl Silence {
    fn is_unsupported(&self, answer: &Answer) -> bool {
        match &self.policy {
            Some(policy) => answer.unsupported.contains(policy),
            None => !answer.unsupported.is_empty(),
        }
    }

    fn covers(&self, (policy, resource, _): Key<'_>) -> bool {
        self.file == resource.file
            && self.index.is_none_or(|index| index == resource.index)
            && self.policy.as_deref().is_none_or(|silent| silent == policy)
    }
}

fn rules<'a>(responses: &[&'a Response]) -> Vec<&'a Value> {
    responses
        .iter()
        .flat_map(|response| &response.rules)
        .map(|Json(rule)| rule)
        .collect()
}

fn identity(rule: &Value) -> (&str, &str) {
    (rule.str_at(&["rule"]), rule.str_at(&["ruleType"]))
}

fn rule_case(
    run: &Run,
    features: &Features,
    key: Key<'_>,
    rule: &Value,
    idx: usize,
    outcome: Outcome,
) -> Case {
    let (rule_name, _) = identity(rule);
    let shown = if rule_name.is_empty() {
        idx.to_string()
    } else {
        rule_name.to_owned()
    };
    case(
        &run.id,
        &format!("{}/{shown}", name(key)),
        &features.of(key.0, rule_name),
        outcome,
    )
}

fn name((policy, resource, operation): Key<'_>) -> String {
    let operation = if operation.is_empty() {
        String::new()
    } else {
        format!("@{operation}")
    };
    format!("{policy}/{}#{}{operation}", resource.file, resource.index)
}

fn place(run: &Run, key: Key<'_>) -> String {
    format!("{} {}", run.id, name(key))
}

fn case(run: &str, name: &str, feature: &str, outcome: Outcome) -> Case {
    Case::new(feature, &format!("{run}/{name}"), outcome)
}

impl Run {
    /// A case about the run as a whole.
    fn case(&self, features: &Features, name: &str, outcome: Outcome) -> Case {
        case(&self.id, name, &features.main(), outcome)
    }
}

fn difference(input: &str, expected: &str, got: &str) -> Difference {
    Difference {
        input: input.to_owned(),
        expected: expected.to_owned(),
        got: got.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(file: &str, rules: &str, patched: Option<&str>) -> Response {
        Response {
            policy: String::new(),
            policy_name: "p".to_owned(),
            resource: Resource {
                file: file.to_owned(),
                index: 0,
            },
            operation: String::new(),
            rules: serde_json::from_str(rules).unwrap(),
            patched: patched.map(|text| serde_json::from_str(text).unwrap()),
        }
    }

    fn outcomes(run: &Run, answer: &Answer) -> Vec<(String, bool)> {
        compare(run, &Features::default(), Some(answer))
            .into_iter()
            .map(|case| (case.id, matches!(case.outcome, Outcome::Pass)))
            .collect()
    }

    #[test]
    fn rules_objects_and_counts_are_compared() {
        let pass = r#"[{"rule": "r", "ruleType": "Mutation", "result": "pass"}]"#;
        let fail = r#"[{"rule": "r", "ruleType": "Mutation", "result": "fail"}]"#;
        let run = Run {
            id: "run".to_owned(),
            responses: vec![response("a", pass, Some("{\"x\": 1}"))],
            counts: Some([1, 0, 0, 0, 0]),
            ..Run::default()
        };
        let right = Answer {
            responses: vec![response("a", pass, Some("{\"x\": 1.0}"))],
            counts: Some([1, 0, 0, 0, 0]),
            ..Answer::default()
        };
        assert!(outcomes(&run, &right).iter().all(|(_, passed)| *passed));
        assert_eq!(outcomes(&run, &right).len(), 3);
        let wrong = Answer {
            responses: vec![response("a", fail, None), response("b", pass, None)],
            error: Some("stopped".to_owned()),
            ..Answer::default()
        };
        let ids: Vec<String> = outcomes(&run, &wrong)
            .into_iter()
            .filter(|(_, passed)| !passed)
            .map(|(id, _)| id)
            .collect();
        assert_eq!(
            ids,
            [
                "no-such-policy/run/p/a#0/r",
                "no-such-policy/run/p/a#0/patched",
                "no-such-policy/run/p/b#0/r",
                "no-such-policy/run/counts",
                "no-such-policy/run/error"
            ]
        );
    }

    #[test]
    fn silence_is_compared() {
        let rules = r#"[{"rule": "r", "ruleType": "Validation", "result": "pass"}]"#;
        let silence = Silence {
            policy: None,
            file: "a".to_owned(),
            index: None,
        };
        let run = Run {
            id: "run".to_owned(),
            silent: vec![silence],
            ..Run::default()
        };
        assert_eq!(
            outcomes(&run, &Answer::default()),
            [("no-such-policy/run/silent/all/a#all".to_owned(), true)]
        );
        let loud = Answer {
            responses: vec![response("a", rules, None)],
            ..Answer::default()
        };
        assert_eq!(
            outcomes(&run, &loud),
            [("no-such-policy/run/silent/all/a#all".to_owned(), false)]
        );
    }
}
