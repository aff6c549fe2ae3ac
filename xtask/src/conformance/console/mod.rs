//! What a command line prints, as rows, counts and an exit code: recorded texts and our own answers.

mod ours;
mod recorded;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use ours::COMMAND;
pub(super) use ours::run;
pub(super) use recorded::read;

use super::json::Json;

/// What can be compared of one command.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Console {
    pub(super) rows: BTreeSet<Row>,
    /// Whether only failed rows are listed.
    pub(super) failures_only: bool,
    /// `apply`: pass, fail, warn, error, skip. `test`: passed and failed.
    pub(super) counts: Option<Vec<u64>>,
    pub(super) succeeds: bool,
    /// What becomes of objects that a mutation changes.
    pub(super) changed: BTreeMap<String, Json>,
    /// Of ours: something is not evaluated yet.
    pub(super) is_unsupported: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    pub(super) policy: String,
    pub(super) rule: String,
    /// `shop/Pod/web` of `apply`, `v1/Pod/shop/web` of `test`.
    pub(super) resource: String,
    /// In lower case. A list of failures says `fail` of warnings too.
    pub(super) result: String,
}

impl Console {
    /// The rows as a list of failures shows them.
    pub(super) fn failures(&self) -> BTreeSet<Row> {
        let failed = self
            .rows
            .iter()
            .filter(|row| row.result == "fail" || row.result == "warn");
        failed
            .map(|row| Row {
                result: "fail".to_owned(),
                ..row.clone()
            })
            .collect()
    }
}

impl Row {
    pub(super) fn show(&self) -> String {
        format!("{} {}/{} {}", self.result, self.policy, self.rule, self.resource)
    }
}
