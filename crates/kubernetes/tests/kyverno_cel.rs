//! The recorded answers of Kyverno's environments to expressions.

#![expect(clippy::disallowed_methods, reason = "the test reads recorded answers")]

#[cfg(test)]
mod kyverno_cel {
    pub(crate) mod answer;
    pub(crate) mod compare;
    pub(crate) mod facts;
    #[expect(dead_code, reason = "values are only written here, not read")]
    #[path = "../../../cel/tests/goldens/notation.rs"]
    pub(crate) mod notation;
    pub(crate) mod rows;
}

use std::collections::BTreeMap;

use kyverno_cel::answer::{Context, Environments, answer};
use kyverno_cel::compare::compare;
use kyverno_cel::rows::{folder, rows};

/// Rows that are known to differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

#[test]
fn answers_are_those_recorded() {
    let (Some(kyverno), Some(everyday)) = (rows("kyverno.jsonl"), rows("goldens-everyday.jsonl")) else {
        println!("the recorded answers are absent: nothing was compared");
        return;
    };
    let filter = std::env::var("ONLY").unwrap_or_default();
    let keyed = kyverno.iter().map(|row| (row, "result"));
    let keyed = keyed.chain(everyday.iter().map(|row| (row, "vpol_env")));
    let mut environments = Environments::default();
    let mut contexts: BTreeMap<String, Context> = BTreeMap::new();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for (row, key) in keyed {
        let id = row["id"].as_str().unwrap();
        if !id.contains(&filter) {
            continue;
        }
        let name = row["context"].as_str().unwrap_or("empty");
        let context = contexts
            .entry(name.to_owned())
            .or_insert_with(|| Context::read(&folder().join("objects"), name));
        let found = answer(row, context, &mut environments);
        let group = id.strip_prefix("kyverno/").unwrap_or("everyday/");
        let group = group.split('/').next().unwrap_or_default();
        let count = counts.entry(group.to_owned()).or_default();
        count.1 += 1;
        let known = DIFFERENT.iter().find(|(it, _)| *it == id);
        match (compare(row, &row[key], &found), known) {
            (Ok(()), None) => count.0 += 1,
            (Ok(()), Some((_, reason))) => faults.push(format!("{id} is as recorded: {reason}")),
            (Err(_), Some(_)) => (),
            (Err(fault), None) => faults.push(format!("{id}\n  {}\n{fault}", row["expr"])),
        }
    }
    for (group, (good, all)) in &counts {
        println!("{group:16} {good} of {all}");
    }
    assert!(!counts.is_empty(), "nothing was compared");
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
