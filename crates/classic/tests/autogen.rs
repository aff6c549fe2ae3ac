//! Autogen against the recorded rules of the real engine: all policies of `kyverno-apply/policies.jsonl`.
#![expect(clippy::disallowed_methods, reason = "a test of recorded data reads files")]
#![expect(
    clippy::unwrap_used,
    reason = "a test says no by panicking, in its helpers too"
)]

use std::path::Path;

use sekisho_classic::autogen;
use sekisho_diagnostics::Sources;
use sekisho_document::{Numbers, Tree, Value, json, yaml};

#[test]
fn generated_rules_are_those_of_the_real_engine() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(rows) = std::fs::read_to_string(corpus.join("kyverno-apply/policies.jsonl")) else {
        println!("skipped: {} is not there", corpus.display());
        return;
    };
    let mut compared = 0;
    let mut wrong = Vec::new();
    for row in rows.lines() {
        let row = json::read(row.as_bytes(), json::Rules::KUBERNETES).unwrap();
        let Some(expected) = row.get("autogen") else {
            continue;
        };
        let path = row.str_at(&["path"]);
        let text = std::fs::read_to_string(corpus.join(path)).unwrap();
        for rules in policies(&text, row.str_at(&["name"])) {
            let annotation = rules
                .value
                .at(&["metadata", "annotations", autogen::ANNOTATION])
                .and_then(Value::as_str);
            let originals: Vec<Tree> = items(&rules);
            let controllers = autogen::controllers(&originals, annotation);
            let generated = autogen::generate(&originals, &controllers);
            let generated: Vec<Value> = generated
                .into_iter()
                .map(|generated| tidy(&generated.rule.value))
                .collect();
            let expected: Vec<Value> = expected.as_list().unwrap().iter().map(tidy).collect();
            if generated != expected {
                let first = generated
                    .iter()
                    .zip(&expected)
                    .find(|(ours, theirs)| ours != theirs);
                wrong.push(format!(
                    "{path}: {} rules, expected {}; {first:#?}",
                    generated.len(),
                    expected.len()
                ));
            }
            compared += 1;
        }
    }
    println!("{compared} policies compared");
    assert!(
        compared > 0 && wrong.is_empty(),
        "{} wrong: {}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn policies(text: &str, name: &str) -> Vec<Tree> {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let mut found = Vec::new();
    for document in yaml::documents(text) {
        let Ok(document) = document else { continue };
        let tree = yaml::read_tree(
            &source,
            document.range(),
            &yaml::Limits::DEFAULT,
            Numbers::AsWritten,
        );
        let Ok(tree) = tree else { continue };
        if let Some(policy) = sekisho_parser::read_document(tree.output).output.policy()
            && *policy.meta().name.value == *name
        {
            found.push((*policy.meta().tree).clone());
        }
    }
    found
}

fn items(policy: &Tree) -> Vec<Tree> {
    let rules = policy.cursor().at(&["spec", "rules"]).unwrap();
    rules
        .items()
        .map(|item| Tree {
            value: item.value.clone(),
            places: item.places.clone(),
        })
        .collect()
}

/// A rule without what only the printing of Go structs adds or leaves out.
fn tidy(value: &Value) -> Value {
    match value {
        Value::Map(map) => {
            let entries = map.iter().map(|(key, value)| (key.clone(), tidy(value)));
            let is_printed = |key: &str, value: &Value| match key {
                "resources" => value.as_map().is_some_and(|map| map.is_empty()),
                "caBundle" | "urlPath" => value.as_str() == Some(""),
                _ => false,
            };
            Value::Map(entries.filter(|(key, value)| !is_printed(key, value)).collect())
        }
        Value::List(list) => Value::List(list.iter().map(tidy).collect()),
        other => other.clone(),
    }
}
