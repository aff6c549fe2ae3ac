//! Judges the recorded answers of Kyverno's environments.

mod answer;
mod compare;
mod facts;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value as Json;

use answer::{Context, Environments, answer};

pub(crate) use compare::Difference;

/// A recorded row, and how our answer differs.
pub(crate) struct Judged {
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) expression: String,
    pub(crate) difference: Option<Difference>,
}

/// All rows; nothing if they are absent.
pub(crate) fn judge(folder: &Path) -> Option<Vec<Judged>> {
    let kyverno = rows(folder, "kyverno.jsonl")?;
    let everyday = rows(folder, "goldens-everyday.jsonl")?;
    let keyed = kyverno.iter().map(|row| (row, "result"));
    let keyed = keyed.chain(everyday.iter().map(|row| (row, "vpol_env")));
    let mut environments = Environments::default();
    let mut contexts: BTreeMap<&str, Context> = BTreeMap::new();
    let judged = keyed.map(|(row, key)| {
        let id = row["id"].as_str().unwrap();
        let name = row["context"].as_str().unwrap_or("empty");
        let context = contexts
            .entry(name)
            .or_insert_with(|| Context::read(&folder.join("objects"), name));
        let found = answer(row, context, &mut environments);
        let group = id.strip_prefix("kyverno/").unwrap_or("everyday/");
        Judged {
            id: id.to_owned(),
            group: group.split('/').next().unwrap_or_default().to_owned(),
            expression: row["expr"].as_str().unwrap().to_owned(),
            difference: compare::compare(row, &row[key], &found),
        }
    });
    Some(judged.collect())
}

fn rows(folder: &Path, file: &str) -> Option<Vec<Json>> {
    let text = std::fs::read_to_string(folder.join(file)).ok()?;
    Some(
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    )
}
