//! `kyverno-engine`: what the parts of Kyverno's engine answer: wildcards, leaf patterns, operators,
//! overlay patterns, merges and patches, pod security, image references, printing.

use sekisho_document::Value;

use crate::conformance::case::{Case, Difference, Outcome, check_all, content_name};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, same, show, show_sorted};

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for file in corpus.files("kyverno-engine", ".json")? {
        let Json(vectors) = corpus.json(&file)?;
        for (group, rows) in vectors.as_map().into_iter().flatten() {
            if let Some(rows) = rows.as_list() {
                cases.extend(check_all(rows, |row| name(group, row), |row| check(group, row)));
            }
        }
    }
    Ok(cases)
}

/// A case is named after its input: the row without the answer.
fn name(group: &str, row: &Value) -> (String, String) {
    let input = match row {
        Value::List(items) => {
            let inputs = if group == "operators" {
                3
            } else if ONE_INPUT.contains(&group) {
                1
            } else {
                2
            };
            let inputs: Vec<String> = items.iter().take(inputs).map(show_sorted).collect();
            inputs.join(" ")
        }
        _ => {
            let mut input = row.as_map().cloned().unwrap_or_default();
            input.remove("failed");
            show_sorted(&Value::Map(input))
        }
    };
    (group.to_owned(), content_name(&input))
}

const ONE_INPUT: &[&str] = &["images", "printing"];

fn check(group: &str, row: &Value) -> Outcome {
    let item = |idx: usize| {
        row.as_list()
            .and_then(|items| items.get(idx))
            .unwrap_or(&Value::Null)
    };
    let text = |idx: usize| item(idx).as_str().unwrap_or_default();
    match group {
        "wildcard" => compare(row, item(2), engine::wildcard(text(0), text(1)).map(Value::Bool)),
        "leaf" => compare(row, item(2), engine::leaf(item(0), item(1)).map(Value::Bool)),
        "operators" => compare(
            row,
            item(3),
            engine::operator(item(0), text(1), item(2)).map(Value::Bool),
        ),
        "patterns" => {
            let expected = Value::List(row.as_list().into_iter().flatten().skip(2).cloned().collect());
            compare(row, &expected, engine::pattern(item(0), item(1)))
        }
        "strategic_merge" => compare_change(row, engine::strategic_merge(item(0), item(1))),
        "json_patch" => compare_change(row, engine::json_patch(item(0), text(1))),
        "pod_security" => compare(
            row,
            row.get("failed").unwrap_or(&Value::Null),
            engine::pod_security(row),
        ),
        "images" => compare(row, item(1), engine::parse_image(text(0))),
        "printing" => {
            let expected = Value::List([1, 2, 3].into_iter().map(|idx| item(idx).clone()).collect());
            compare(row, &expected, engine::printing(item(0)))
        }
        _ => Outcome::fail(&show(row), "an answer", "a group that this runner does not know"),
    }
}

fn compare(row: &Value, expected: &Value, got: Option<Value>) -> Outcome {
    match got {
        Some(got) if same(expected, &got) => Outcome::Pass,
        Some(got) => Outcome::fail(&show(row), &show(expected), &show(&got)),
        None => Outcome::fail(&show(row), &show(expected), "no answer yet"),
    }
}

/// The third item of a row is the changed document, `unchanged`, or `error` with a text behind it.
fn compare_change(row: &Value, got: Option<Result<Value, String>>) -> Outcome {
    let item = |idx: usize| {
        row.as_list()
            .and_then(|items| items.get(idx))
            .unwrap_or(&Value::Null)
    };
    let expected = match item(2).as_str() {
        Some("error") => Err(item(3).as_str().unwrap_or_default()),
        Some("unchanged") => Ok(item(0)),
        _ => Ok(item(2)),
    };
    match (expected, got) {
        (Ok(expected), Some(Ok(got))) => compare(row, expected, Some(got)),
        (Err(expected), Some(Err(got))) => Outcome::of(expected == got, || Difference {
            input: show(row),
            expected: expected.to_owned(),
            got: got.clone(),
        }),
        (Ok(expected), Some(Err(text))) => Outcome::fail(&show(row), &show(expected), &text),
        (Err(text), Some(Ok(got))) => Outcome::fail(&show(row), text, &show(&got)),
        (_, None) => Outcome::fail(&show(row), "an answer", "no answer yet"),
    }
}

/// The doors to the parts under test; nothing stands for a part that is not there.
mod engine {
    use sekisho_classic::conditions::{self, Comparison};
    use sekisho_classic::leaf::LeafPattern;
    use sekisho_classic::mutate::merge::{Budget, MergePatch};
    use sekisho_classic::overlay::{self, Class, Mismatch, Overlay};
    use sekisho_classic::pod_security::{Exclusion, PodSecurityPlan};
    use sekisho_diagnostics::{SourceId, Span};
    use sekisho_document::{JsonPatchDialect, Patch, Text, Value, json, print};
    use sekisho_kubernetes::image::{Image, ImageRules};
    use sekisho_kubernetes::{Limits, wildcard};

    pub(super) fn wildcard(pattern: &str, text: &str) -> Option<bool> {
        Some(wildcard::matches(pattern, text))
    }

    pub(super) fn leaf(value: &Value, pattern: &Value) -> Option<bool> {
        Some(LeafPattern::compile(pattern).matches(value))
    }

    pub(super) fn operator(key: &Value, operator: &str, value: &Value) -> Option<bool> {
        let comparison = Comparison::compile(operator).ok()?;
        conditions::decide(&comparison, key, value, &Limits::DEFAULT).ok()
    }

    /// `[status]`, or `[status, text, path]`.
    pub(super) fn pattern(resource: &Value, pattern: &Value) -> Option<Value> {
        let outcome = match Overlay::compile(pattern) {
            Ok(overlay) => overlay::compare(&overlay, resource, &Limits::DEFAULT),
            Err(complaint) => return Some(texts(["error", &complaint.message, ""])),
        };
        Some(match outcome {
            Ok(()) => texts(["pass"]),
            Err(Mismatch {
                class, text, path, ..
            }) => {
                let status = match class {
                    Class::Skip => "skip",
                    Class::Violation => "fail",
                    Class::Trouble | Class::Limit => "error",
                };
                texts([status, &text, &path])
            }
        })
    }

    pub(super) fn strategic_merge(resource: &Value, patch: &Value) -> Option<Result<Value, String>> {
        let mut budget = Budget::new(&Limits::DEFAULT);
        let merged = MergePatch::new(patch).apply(resource, &mut budget);
        Some(merged.map(|merged| merged.unwrap_or_else(|| resource.clone())))
    }

    pub(super) fn json_patch(document: &Value, patch: &str) -> Option<Result<Value, String>> {
        // The rule that holds the patch says what it was about to do.
        let read = Patch::read_text(patch).map_err(|error| format!("failed to decode patches: {error}"));
        Some(read.and_then(|patch| {
            let patched = patch.apply(document, JsonPatchDialect::Kyverno, Patch::GROWTH);
            patched.map_err(|error| error.message)
        }))
    }

    /// The failed checks with their texts.
    pub(super) fn pod_security(row: &Value) -> Option<Value> {
        let exclusions = |key: &str| -> Vec<Exclusion> {
            let entries = row.get(key).and_then(Value::as_list).into_iter().flatten();
            entries.map(Exclusion::compile).collect()
        };
        let text = |key: &str| Text::new(row.str_at(&[key]));
        let (level, version) = (text("level"), text("version"));
        let plan = PodSecurityPlan::new(
            Span::new(SourceId(0), 0, 0),
            level,
            version,
            exclusions("exclude"),
        );
        let part = |key: &str| row.at(&["pod", key]).unwrap_or(&Value::Null);
        let failed = plan.failed(part("metadata"), part("spec"), &exclusions("exception"));
        let entries = failed.into_iter().map(|(id, text)| (id, Value::from(text)));
        Some(Value::Map(entries.collect()))
    }

    /// The fields of an image reference, or `{"err": text}`.
    pub(super) fn parse_image(reference: &str) -> Option<Value> {
        Some(match Image::parse(reference, &ImageRules::kyverno()) {
            Ok(image) => image.to_value(),
            Err(error) => Value::Map([("err", Value::from(error.to_string()))].into_iter().collect()),
        })
    }

    /// The text of `%v`, the JSON text, and the name of the Go type.
    pub(super) fn printing(value: &Value) -> Option<Value> {
        let json = json::write(value, json::Form::GO);
        Some(texts([&print::go_text(value), &json, print::go_type(value)]))
    }

    fn texts<const N: usize>(texts: [&str; N]) -> Value {
        Value::List(texts.into_iter().map(Value::from).collect())
    }
}
