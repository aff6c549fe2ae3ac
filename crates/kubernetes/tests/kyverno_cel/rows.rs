//! The recorded rows.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/cel")
}

/// Nothing if they are absent.
pub(crate) fn rows(file: &str) -> Option<Vec<Json>> {
    let text = std::fs::read_to_string(folder().join(file)).ok()?;
    Some(
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    )
}
