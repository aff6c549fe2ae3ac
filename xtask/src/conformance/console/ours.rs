//! Runs our command line on the words of a recorded one, in a process of its own.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::Context;
use sekisho_document::Value;
use sekisho_document::json::{self, Rules};

use super::{Console, Row};
use crate::conformance::json::Json;

/// The command of this program that behaves as the binary `sekisho`.
pub(crate) const COMMAND: &str = "sekisho";

/// Rows and counts of a command: from the document that it also writes.
pub(in crate::conformance) fn run(folder: &Path, words: &[String], name: &str) -> anyhow::Result<Console> {
    let file = env::temp_dir().join(format!("sekisho-{}-{name}.json", std::process::id()));
    let mut command = Command::new(env::current_exe()?);
    command
        .arg(COMMAND)
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null());
    if words.first().is_some_and(|word| word == "apply") {
        command.args(["--semantics", "kyverno-cli"]);
    }
    if words
        .first()
        .is_some_and(|word| word == "apply" || word == "test")
    {
        command.arg(format!("--format=json={}", file.display()));
    }
    let output = command.output().context("the command line cannot be run")?;
    let mut console = match fs::read(&file) {
        Ok(bytes) => document(&json::read(&bytes, Rules::KUBERNETES).unwrap_or_default()),
        Err(_) => Console::default(),
    };
    console.succeeds = output.status.success();
    // Absent when the command ended before it judged anything.
    let _ = fs::remove_file(&file);
    Ok(console)
}

fn document(document: &Value) -> Console {
    let mut console = Console::default();
    for item in document
        .get("items")
        .and_then(Value::as_list)
        .into_iter()
        .flatten()
    {
        let list = |key: &str| item.get(key).and_then(Value::as_list).into_iter().flatten();
        let object = |part: &str| item.str_at(&["resource", part]);
        console.is_unsupported |= item.str_at(&["code"]) == "not-evaluated-yet";
        let name = format!("{}/{}/{}", object("namespace"), object("kind"), object("name"));
        if let Some(changed) = item.get("changed") {
            console.changed.insert(name.clone(), Json(changed.clone()));
        }
        for verdict in list("verdicts") {
            console.rows.insert(Row {
                policy: verdict.str_at(&["policy", "name"]).to_owned(),
                rule: verdict.str_at(&["rule"]).to_owned(),
                resource: name.clone(),
                result: verdict.str_at(&["status"]).to_owned(),
            });
        }
        for row in list("rows") {
            let text = |key: &str| row.str_at(&[key]).to_owned();
            console.rows.insert(Row {
                policy: text("policy"),
                rule: text("rule"),
                resource: text("resource"),
                result: text("result"),
            });
        }
    }
    let count = |path: &[&str]| {
        let count = document.at(path).and_then(Value::as_i64);
        count
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or_default()
    };
    console.counts = match document.at(&["summary", "tests"]) {
        Some(_) => Some(
            ["passed", "failed"]
                .map(|name| count(&["summary", "tests", name]))
                .to_vec(),
        ),
        None if document.get("summary").is_some() => {
            let names = ["pass", "fail", "warn", "error", "skip"];
            Some(names.map(|name| count(&["summary", "counts", name])).to_vec())
        }
        None => None,
    };
    console
}
