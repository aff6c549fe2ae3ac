//! What the suites recorded with Kyverno's command line have in common.

mod command;
mod compare;
mod door;
mod features;
mod verdict;

pub(super) use command::Inputs;
pub(super) use compare::{Run, Silence, compare};
pub(super) use door::{Policies, apply, documents, judge, test, test_rows};
pub(super) use features::Features;

use std::collections::BTreeSet;

pub(super) use sekisho_kubernetes::Order;
use serde::Deserialize;

use super::json::Json;

/// What one policy said about one resource. Paths are relative to the corpus.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Response {
    /// The file of the policy.
    #[serde(default)]
    pub(super) policy: String,
    #[serde(rename = "policyName")]
    pub(super) policy_name: String,
    pub(super) resource: Resource,
    /// The extra run of a test for an operation.
    #[serde(default)]
    pub(super) operation: String,
    /// In the order of the engine: `rule`, `result`, `message`, `ruleType`, and where they apply
    /// `report`, `properties`, `generated`, `target`.
    pub(super) rules: Vec<Json>,
    /// The object after all rules, where it differs from what the policy was given.
    pub(super) patched: Option<Json>,
}

/// A document of a file, as it was loaded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(super) struct Resource {
    pub(super) file: String,
    pub(super) index: usize,
}

/// Everything that a run of `apply` or `test` answers.
#[derive(Debug, Clone, Default)]
pub(super) struct Answer {
    pub(super) responses: Vec<Response>,
    /// pass, fail, warn, error, skip as `apply` counts them.
    pub(super) counts: Option<[u64; 5]>,
    /// Why the command stopped.
    pub(super) error: Option<String>,
    /// Policies of which not everything is evaluated yet: their silence is no answer.
    pub(super) unsupported: BTreeSet<String>,
}

/// A row of the table that `test` prints.
#[derive(Debug, Clone)]
pub(super) struct TestRow {
    /// Position of the test document in its file.
    pub(super) document: usize,
    pub(super) policy: String,
    pub(super) rule: String,
    pub(super) resource: String,
    pub(super) passed: bool,
    /// Nothing was compared: a part is not built yet.
    pub(super) missing: bool,
    pub(super) reason: String,
}

/// What `test` says about a folder.
#[derive(Debug, Clone, Default)]
pub(super) struct TestAnswer {
    pub(super) rows: Vec<TestRow>,
    /// The files of policies that were read, relative to the corpus.
    pub(super) policies: Vec<String>,
    /// Why the command stopped.
    pub(super) error: Option<String>,
}
