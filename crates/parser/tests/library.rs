//! The public policy library and Kyverno's own suites are read where they lie.
//!
//! Skipped, and said so, when the corpus is not there.
#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use sekisho_diagnostics::{Severity, Sources, render_line};
use sekisho_document::Value;
use sekisho_document::json;
use sekisho_document::yaml::Limits;
use sekisho_jmespath::{Functions, functions};
use sekisho_kubernetes::{Kinds, Order};
use sekisho_parser::checks::{Surroundings, check_policy};
use sekisho_parser::cli_kinds::{
    decode_cluster_resource, decode_context, decode_user_info, decode_values, read_file, read_tests,
};
use sekisho_parser::{Content, Policy, documents};

fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: no corpus at {}", path.display());
    None
}

#[expect(clippy::disallowed_methods, reason = "a test of files reads files")]
fn text(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

#[expect(clippy::disallowed_methods, reason = "a test of files walks folders")]
fn yaml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for entry in entries {
        let extension = entry.extension().and_then(|extension| extension.to_str());
        if entry.is_dir() {
            yaml_files(&entry, found);
        } else if matches!(extension, Some("yaml" | "yml")) {
            found.push(entry);
        }
    }
}

#[test]
fn every_policy_that_kyverno_lists_is_read_and_passes_its_checks() {
    let Some(corpus) = corpus() else { return };
    let mut wanted: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for line in text(&corpus.join("kyverno-apply/policies.jsonl")).lines() {
        let row: Value = json::read(line.as_bytes(), json::Rules::GO).unwrap();
        let field = |key: &str| row.str_at(&[key]).to_owned();
        wanted
            .entry(field("path"))
            .or_default()
            // `ValidatingPolicy(HTTP)`: the list adds what is evaluated.
            .insert((field("kind").split('(').next().unwrap().to_owned(), field("name")));
    }
    assert!(wanted.len() > 300, "{}", wanted.len());
    let mut missing = Vec::new();
    let surroundings = Surroundings {
        kinds: &Kinds::kyverno_offline(),
        functions: &Functions::new(&[functions::STANDARD]),
    };
    for (path, policies) in &wanted {
        let mut sources = Sources::new();
        let source = sources.add(path, &text(&corpus.join(path)));
        let mut read = BTreeSet::new();
        for document in documents(&source, &Limits::DEFAULT) {
            for diagnostic in &document.diagnostics {
                if diagnostic.severity == Severity::Error {
                    missing.push(render_line(diagnostic, &sources));
                }
            }
            if let Content::Policy(policy) = &document.output.content {
                if let Policy::Classic(classic) = policy {
                    let rules = classic.rules().output;
                    let checked = check_policy(classic, &rules, surroundings);
                    let refusal = checked.refusal(Order::KyvernoCli);
                    missing.extend(refusal.map(|text| format!("{path}: refused: {text}")));
                }
                let meta = policy.meta();
                read.insert((meta.gvk.kind.to_string(), meta.name.value.to_string()));
            }
        }
        for policy in policies.difference(&read) {
            missing.push(format!("{path}: {policy:?}"));
        }
    }
    assert!(
        missing.is_empty(),
        "{} faults\n{}",
        missing.len(),
        missing.join("\n")
    );
}

#[test]
fn every_file_of_the_suites_is_read_without_a_panic() {
    let Some(corpus) = corpus() else { return };
    let mut files = Vec::new();
    for folder in ["kyverno-policies", "kyverno-cli"] {
        yaml_files(&corpus.join(folder), &mut files);
    }
    let mut policies = 0;
    for file in files {
        let mut sources = Sources::new();
        let source = sources.add(&file.display().to_string(), &text(&file));
        for document in documents(&source, &Limits::DEFAULT) {
            if document.output.policy().is_some() {
                policies += 1;
            }
        }
    }
    assert!(policies > 450, "{policies}");
}

#[test]
fn every_test_file_and_its_companions_are_decoded() {
    let Some(corpus) = corpus() else { return };
    let mut files = Vec::new();
    for folder in ["kyverno-policies", "kyverno-cli"] {
        yaml_files(&corpus.join(folder), &mut files);
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    let limits = &Limits::DEFAULT;
    for file in files {
        let text = text(&file);
        let mut sources = Sources::new();
        let source = sources.add(&file.display().to_string(), &text);
        let is_test = file.file_name().is_some_and(|name| name == "kyverno-test.yaml");
        let kinds = ["UserInfo", "Context", "ClusterResource", "Values"];
        let says = |kind: &str| {
            text.contains("cli.kyverno.io") && text.lines().any(|line| line == format!("kind: {kind}"))
        };
        let kind = if is_test {
            Some("Test")
        } else {
            kinds.into_iter().find(|kind| says(kind))
        };
        let Some(kind) = kind else { continue };
        *counts.entry(kind).or_default() += 1;
        let diagnostics = match kind {
            "Test" => read_tests(&source, limits)
                .into_iter()
                .flat_map(|case| case.diagnostics)
                .collect(),
            "Values" => read_file(&source, limits, decode_values).diagnostics,
            "UserInfo" => read_file(&source, limits, decode_user_info).diagnostics,
            "Context" => read_file(&source, limits, decode_context).diagnostics,
            _ => read_file(&source, limits, decode_cluster_resource).diagnostics,
        };
        faults.extend(
            diagnostics
                .iter()
                .map(|diagnostic| render_line(diagnostic, &sources)),
        );
    }
    assert!(counts["Test"] > 400 && counts["Values"] > 30, "{counts:?}");
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}
