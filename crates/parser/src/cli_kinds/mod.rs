//! Files of the Kyverno command line: tests, values, user information, contexts, cluster resources.
//!
//! They are decoded as Go's strict JSON decoder does it (command line reference A1.2): field names in any
//! capitals, numbers and booleans turned into texts where a text is wanted, unknown fields refused. Each
//! kind is a struct of owned, located parts, so that a finding can point at `kyverno-test.yaml:14:7`.

mod cluster_resource;
mod context;
mod decode;
mod mocks;
mod test;
mod user_info;
mod values;

pub use cluster_resource::ClusterResource;
pub use context::ContextFile;
pub use decode::{
    Decoded, decode_cluster_resource, decode_context, decode_test, decode_user_info, decode_values,
    read_file, read_tests,
};
pub use mocks::{ApiCallResponse, GlobalEntryMock, MockAddress, MockData, ProjectionMock};
pub use test::{ExpectedResult, ResourceSpec, TestCase};
pub use user_info::UserInfo;
pub use values::{NamespaceLabels, PolicyValues, ResourceValues, RuleValues, SubresourceMapping, Values};

use sekisho_document::{Cursor, Text};

use crate::look::Look;
use crate::policy::Located;

fn owned(text: Located<&str>) -> Located<Text> {
    Located {
        value: Text::new(text.value),
        span: text.span,
    }
}

/// A text; an empty one is as good as none.
fn text(look: &mut Look, at: Cursor<'_>, key: &str) -> Option<Located<Text>> {
    look.text(at, key)
        .filter(|text| !text.value.is_empty())
        .map(owned)
}

fn texts(look: &mut Look, at: Cursor<'_>, key: &str) -> Vec<Located<Text>> {
    look.texts(at, key).into_iter().map(owned).collect()
}

#[cfg(test)]
mod tests;
