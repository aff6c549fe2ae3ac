//! What a recorded row is about: the body of the rule it names, or the kind of its policy.

use std::collections::HashMap;

use sekisho_document::Value;

use crate::conformance::corpus::Corpus;

/// The bodies of the rules of policies, by the names of policy and rule.
#[derive(Debug, Default)]
pub(in crate::conformance) struct Features {
    kinds: HashMap<String, String>,
    rules: HashMap<(String, String), String>,
    main: Option<(usize, String)>,
}

/// The bodies of a validate rule, as the reference lists them.
const BODIES: &[(&str, &str)] = &[
    ("pattern", "pattern"),
    ("anyPattern", "anyPattern"),
    ("deny", "deny"),
    ("foreach", "foreach"),
    ("cel", "validate.cel"),
    ("podSecurity", "podSecurity"),
    ("manifests", "validate.manifests"),
    ("assert", "validate.assert"),
];

/// Bodies by what it takes to evaluate them, the least first; kinds with CEL take more than any of them.
const WEIGHTS: &[&str] = &[
    "no-body",
    "validate",
    "pattern",
    "anyPattern",
    "deny",
    "foreach",
    "validate.assert",
    "validate.manifests",
    "mutate",
    "podSecurity",
    "validate.cel",
    "generate",
    "verifyImages",
];

impl Features {
    /// The features of the policies in some files. A file that cannot be read has none.
    pub(in crate::conformance) fn read(corpus: &Corpus, files: &[String]) -> Features {
        let mut features = Features::default();
        for file in files {
            features.add(&super::door::documents(corpus, file));
        }
        features
    }

    fn add(&mut self, documents: &[Value]) {
        for document in documents {
            let name = document.str_at(&["metadata", "name"]);
            let kind = document.str_at(&["kind"]);
            self.kinds.insert(name.to_owned(), kind.to_owned());
            if kind != "ClusterPolicy" && kind != "Policy" {
                self.weigh(kind);
            }
            let rules = document.at(&["spec", "rules"]).and_then(Value::as_list);
            for rule in rules.into_iter().flatten() {
                let key = (name.to_owned(), rule.str_at(&["name"]).to_owned());
                self.weigh(body(rule));
                self.rules.insert(key, body(rule).to_owned());
            }
        }
    }

    fn weigh(&mut self, feature: &str) {
        let weight = WEIGHTS
            .iter()
            .position(|known| *known == feature)
            .unwrap_or(WEIGHTS.len());
        if self.main.as_ref().is_none_or(|(known, _)| *known < weight) {
            self.main = Some((weight, feature.to_owned()));
        }
    }

    /// What a run of these policies as a whole is about: the feature that takes most to evaluate.
    pub(in crate::conformance) fn main(&self) -> String {
        self.main
            .as_ref()
            .map_or_else(|| "no-such-policy".to_owned(), |(_, feature)| feature.clone())
    }

    /// The feature of a row. A generated rule has the body of the rule it comes from.
    pub(in crate::conformance) fn of(&self, policy: &str, rule: &str) -> String {
        let policy = policy.rsplit('/').next().unwrap_or(policy);
        let written = ["autogen-cronjob-", "autogen-"]
            .iter()
            .find_map(|prefix| rule.strip_prefix(prefix));
        let body = [Some(rule), written]
            .into_iter()
            .flatten()
            .find_map(|rule| self.rules.get(&(policy.to_owned(), rule.to_owned())));
        match (body, self.kinds.get(policy)) {
            (Some(body), _) => body.clone(),
            (None, Some(kind)) if kind != "ClusterPolicy" && kind != "Policy" => kind.clone(),
            (None, Some(_)) => "no-such-rule".to_owned(),
            (None, None) => "no-such-policy".to_owned(),
        }
    }
}

fn body(rule: &Value) -> &'static str {
    if let Some(validate) = rule.get("validate") {
        let body = BODIES.iter().find(|(key, _)| validate.get(key).is_some());
        return body.map_or("validate", |(_, feature)| feature);
    }
    let bodies = ["mutate", "generate", "verifyImages"];
    bodies
        .into_iter()
        .find(|key| rule.get(key).is_some())
        .unwrap_or("no-body")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::json::Json;

    #[test]
    fn a_row_is_about_the_body_of_its_rule() {
        let Json(policy) = serde_json::from_str(
            r#"{"kind": "ClusterPolicy", "metadata": {"name": "p"}, "spec": {"rules": [
                {"name": "a", "validate": {"cel": {}}}, {"name": "b", "mutate": {"foreach": []}}]}}"#,
        )
        .unwrap();
        let Json(other) =
            serde_json::from_str(r#"{"kind": "ValidatingPolicy", "metadata": {"name": "v"}}"#).unwrap();
        let mut features = Features::default();
        features.add(&[policy, other]);
        for (policy, rule, expected) in [
            ("p", "a", "validate.cel"),
            ("p", "autogen-a", "validate.cel"),
            ("ns/p", "autogen-cronjob-b", "mutate"),
            ("p", "c", "no-such-rule"),
            ("v", "", "ValidatingPolicy"),
            ("q", "a", "no-such-policy"),
        ] {
            assert_eq!(features.of(policy, rule), expected, "{policy} {rule}");
        }
    }
}
