//! Reads the suite and the answers recorded for it.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

pub(crate) struct Suite {
    pub(crate) rows: Vec<Row>,
}

/// An answer and the test it belongs to.
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) golden: Value,
    pub(crate) test: Value,
}

impl Row {
    pub(crate) fn expression(&self) -> &str {
        self.test["expr"].as_str().unwrap_or_default()
    }
}

/// The suite in a folder of recorded answers; nothing if it is absent.
pub(crate) fn load_from(folder: &Path) -> Option<Suite> {
    let goldens = std::fs::read_to_string(folder.join("goldens.jsonl")).ok()?;
    let mut tests: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for file in std::fs::read_dir(folder.join("suite")).ok()? {
        let text = std::fs::read_to_string(file.ok()?.path()).ok()?;
        let suite: Value = serde_json::from_str(&text).ok()?;
        let name = suite["file"].as_str()?.to_owned();
        for test in suite["tests"].as_array()? {
            let (section, test_name) = (test["section"].as_str()?, test["name"].as_str()?);
            tests
                .entry(format!("{name}/{section}/{test_name}"))
                .or_default()
                .push(test.clone());
        }
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for line in goldens.lines() {
        let golden: Value = serde_json::from_str(line).ok()?;
        let id = golden["id"].as_str()?.to_owned();
        // Some names repeat; their tests and answers stand in one order.
        let position = seen.entry(id.clone()).or_default();
        let test = tests.get(&id)?.get(*position)?.clone();
        *position += 1;
        rows.push(Row { id, golden, test });
    }
    Some(Suite { rows })
}
