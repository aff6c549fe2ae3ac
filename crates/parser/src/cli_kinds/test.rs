//! `kyverno-test.yaml`: what is judged with what, and what is expected.

use std::sync::Arc;

use sekisho_diagnostics::Span;
use sekisho_document::{Cursor, Text, Tree};

use super::values::read_values;
use super::{ApiCallResponse, GlobalEntryMock, Values, mocks, owned, text, texts};
use crate::look::Look;
use crate::policy::Located;

/// One document of a test file (command line reference A1.3). Paths are as written.
#[derive(Debug, Clone)]
pub struct TestCase {
    pub tree: Arc<Tree>,
    /// `metadata.name`.
    pub name: Option<Located<Text>>,
    /// Without repetitions.
    pub policies: Vec<Located<Text>>,
    /// Without repetitions.
    pub resources: Vec<Located<Text>>,
    pub target_resources: Vec<Located<Text>>,
    pub exceptions: Vec<Located<Text>>,
    pub param_resources: Vec<Located<Text>>,
    /// Files of kind ClusterResource; with any the run acts as on a cluster.
    pub cluster_resources: Vec<Located<Text>>,
    /// The deprecated single `jsonPayload` is here when there is no list.
    pub json_payloads: Vec<Located<Text>>,
    pub http_payloads: Vec<Located<Text>>,
    pub envoy_payloads: Vec<Located<Text>>,
    /// File of kind Values; not read when `values` is there.
    pub variables: Option<Located<Text>>,
    pub values: Option<Values>,
    /// File of kind UserInfo.
    pub userinfo: Option<Located<Text>>,
    /// File of kind Context, for CEL policies.
    pub context: Option<Located<Text>>,
    pub api_call_responses: Vec<ApiCallResponse>,
    pub global_context_entries: Vec<GlobalEntryMock>,
    pub results: Vec<ExpectedResult>,
}

/// One entry of `results`.
#[derive(Debug, Clone)]
pub struct ExpectedResult {
    /// The whole entry.
    pub span: Span,
    /// `name` or `namespace/name`; only what follows the last `/` is compared.
    pub policy: Located<Text>,
    pub rule: Option<Located<Text>>,
    /// `pass`, `fail`, `skip`, `warn` or `error`; anything else is never met.
    pub result: Located<Text>,
    /// For readers; never compared.
    pub kind: Option<Located<Text>>,
    /// `name` or `namespace/name`. Nothing when the field is absent: then `resource_specs` do not count.
    pub resources: Option<Vec<Located<Text>>>,
    pub resource_specs: Vec<ResourceSpec>,
    pub operation: Option<Located<Text>>,
    pub patched_resources: Option<Located<Text>>,
    /// The list, else the single `generatedResource`.
    pub generated_resources: Vec<Located<Text>>,
    pub clone_source_resource: Option<Located<Text>>,
    pub fail_on_missing_resources: bool,
    pub is_deleting_policy: bool,
}

/// A resource described by its fields; an empty field is any.
#[derive(Debug, Clone)]
pub struct ResourceSpec {
    pub span: Span,
    pub group: Text,
    pub version: Text,
    pub kind: Text,
    pub namespace: Text,
    pub subresource: Text,
    pub name: Text,
}

pub(crate) fn read_test(look: &mut Look, tree: &Arc<Tree>) -> TestCase {
    let at = tree.cursor();
    let metadata = look.map(at, "metadata");
    let results = look.maps(at, "results");
    let mut json_payloads = texts(look, at, "jsonPayloads");
    if json_payloads.is_empty() {
        json_payloads.extend(text(look, at, "jsonPayload"));
    }
    TestCase {
        tree: Arc::clone(tree),
        name: metadata.and_then(|metadata| text(look, metadata, "name")),
        policies: distinct(texts(look, at, "policies")),
        resources: distinct(texts(look, at, "resources")),
        target_resources: texts(look, at, "targetResources"),
        exceptions: texts(look, at, "exceptions"),
        param_resources: texts(look, at, "paramResources"),
        cluster_resources: texts(look, at, "clusterResources"),
        json_payloads,
        http_payloads: texts(look, at, "httpPayloads"),
        envoy_payloads: texts(look, at, "envoyPayloads"),
        variables: text(look, at, "variables"),
        values: look.map(at, "values").map(|at| read_values(look, at)),
        userinfo: text(look, at, "userinfo"),
        context: text(look, at, "context"),
        api_call_responses: mocks::api_call_responses(look, at),
        global_context_entries: mocks::global_context_entries(look, at),
        results: results.into_iter().map(|at| expected_result(look, at)).collect(),
    }
}

fn expected_result(look: &mut Look, at: Cursor<'_>) -> ExpectedResult {
    let mut generated_resources = texts(look, at, "generatedResources");
    if generated_resources.is_empty() {
        generated_resources.extend(text(look, at, "generatedResource"));
    }
    let specs = look.maps(at, "resourceSpecs");
    ExpectedResult {
        span: at.span(),
        policy: owned(look.text_or_empty(at, "policy")),
        rule: text(look, at, "rule"),
        result: owned(look.text_or_empty(at, "result")),
        kind: text(look, at, "kind"),
        resources: look
            .texts_if_any(at, "resources")
            .map(|names| names.into_iter().map(owned).collect()),
        resource_specs: specs.into_iter().map(|at| resource_spec(look, at)).collect(),
        operation: text(look, at, "operation"),
        patched_resources: text(look, at, "patchedResources"),
        generated_resources,
        clone_source_resource: text(look, at, "cloneSourceResource"),
        fail_on_missing_resources: look
            .flag(at, "failOnMissingResources")
            .is_some_and(|flag| flag.value),
        is_deleting_policy: look.flag(at, "isDeletingPolicy").is_some_and(|flag| flag.value),
    }
}

fn resource_spec(look: &mut Look, at: Cursor<'_>) -> ResourceSpec {
    let mut field = |key| Text::new(look.text_or_empty(at, key).value);
    ResourceSpec {
        span: at.span(),
        group: field("group"),
        version: field("version"),
        kind: field("kind"),
        namespace: field("namespace"),
        subresource: field("subresource"),
        name: field("name"),
    }
}

/// The first of equal texts stays.
fn distinct(texts: Vec<Located<Text>>) -> Vec<Located<Text>> {
    let mut kept: Vec<Located<Text>> = Vec::new();
    for text in texts {
        if kept.iter().all(|other| other.value != text.value) {
            kept.push(text);
        }
    }
    kept
}
