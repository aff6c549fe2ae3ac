//! The door to the files of the command line: a tree in, a typed file or a refusal out.

use std::ops::Range;
use std::sync::Arc;

use sekisho_diagnostics::{Diagnosed, Diagnostic, Severity, Source};
use sekisho_document::yaml::{self, Limits, ReadError};
use sekisho_document::{Cursor, Numbers, Tree};
use sekisho_kubernetes::Gvk;

use super::{ClusterResource, ContextFile, TestCase, UserInfo, Values};
use super::{cluster_resource, context, mocks, test, user_info, values};
use crate::codes;
use crate::fields::{KindShape, shape_of};
use crate::look::Look;
use crate::strict::{Manner, read_object};

/// A file of the command line, or why Kyverno refuses it.
#[derive(Debug, Clone)]
pub struct Decoded<T> {
    /// Nothing when an error was found.
    pub content: Option<T>,
    /// The text with which Kyverno's command line stops.
    pub refusal: Option<String>,
}

/// The test cases of a file, one for each document. Blank documents are none.
#[must_use]
pub fn read_tests(source: &Source, limits: &Limits) -> Vec<Diagnosed<Decoded<TestCase>>> {
    yaml::documents(&source.text)
        .filter(|document| document.as_ref().map_or(true, |document| !document.is_blank()))
        .map(|document| match document {
            Ok(document) => read_range(source, document.range(), limits, decode_test),
            Err(error) => unreadable(source, &error),
        })
        .collect()
}

/// A file of one document, read by one of the decoders here: `read_file(&source, &limits, decode_values)`.
#[must_use]
pub fn read_file<T>(
    source: &Source,
    limits: &Limits,
    decode: impl FnOnce(Tree) -> Diagnosed<Decoded<T>>,
) -> Diagnosed<Decoded<T>> {
    read_range(source, 0..source.text.len(), limits, decode)
}

fn read_range<T>(
    source: &Source,
    range: Range<usize>,
    limits: &Limits,
    decode: impl FnOnce(Tree) -> Diagnosed<Decoded<T>>,
) -> Diagnosed<Decoded<T>> {
    let tree = match yaml::read_tree(source, range, limits, Numbers::AsWritten) {
        Ok(tree) => tree,
        Err(error) => return unreadable(source, &error),
    };
    let Some(first) = tree.diagnostics.first() else {
        return decode(tree.output);
    };
    // Unlike for policies a key that is set twice is an error here.
    let refusal = Some(format!("error converting YAML to JSON: {}", first.message));
    let mut diagnostics = tree.diagnostics;
    for diagnostic in &mut diagnostics {
        diagnostic.severity = Severity::Error;
    }
    let output = Decoded {
        content: None,
        refusal,
    };
    Diagnosed { output, diagnostics }
}

fn unreadable<T>(source: &Source, error: &ReadError) -> Diagnosed<Decoded<T>> {
    let refusal = Some(format!("error converting YAML to JSON: {}", error.upstream()));
    let output = Decoded {
        content: None,
        refusal,
    };
    Diagnosed {
        output,
        diagnostics: vec![error.diagnostic(source.id)],
    }
}

/// Reads one document of a test file.
#[must_use]
pub fn decode_test(tree: Tree) -> Diagnosed<Decoded<TestCase>> {
    let mut read = decode(tree, "Test", test::read_test);
    if let Some(case) = &read.output.content {
        let faults = mocks::faults(&case.api_call_responses, &case.global_context_entries);
        read.diagnostics.extend(faults);
    }
    let old_name = |case: &TestCase| codes::old_format(case.tree.cursor(), "name");
    match read.output.content.as_ref().and_then(old_name) {
        None => read,
        Some(diagnostic) => refused(read.diagnostics, diagnostic),
    }
}

/// Reads a Values file.
#[must_use]
pub fn decode_values(tree: Tree) -> Diagnosed<Decoded<Values>> {
    decode(tree, "Values", |look, tree| {
        values::read_values(look, tree.cursor())
    })
}

/// Reads a UserInfo file.
#[must_use]
pub fn decode_user_info(tree: Tree) -> Diagnosed<Decoded<UserInfo>> {
    decode(tree, "UserInfo", |look, tree| {
        user_info::read_user_info(look, tree.cursor())
    })
}

/// Reads a Context file.
#[must_use]
pub fn decode_context(tree: Tree) -> Diagnosed<Decoded<ContextFile>> {
    decode(tree, "Context", |look, tree| {
        context::read_context_file(look, tree.cursor())
    })
}

/// Reads a ClusterResource file.
#[must_use]
pub fn decode_cluster_resource(tree: Tree) -> Diagnosed<Decoded<ClusterResource>> {
    decode(tree, "ClusterResource", |look, tree| {
        cluster_resource::read_cluster_resource(look, tree.cursor())
    })
}

fn decode<T>(
    mut tree: Tree,
    kind: &str,
    read: impl FnOnce(&mut Look, &Arc<Tree>) -> T,
) -> Diagnosed<Decoded<T>> {
    let Some(shape) = shape(kind) else {
        return Diagnosed {
            output: Decoded {
                content: None,
                refusal: None,
            },
            diagnostics: Vec::new(),
        };
    };
    let findings = read_object(&mut tree, shape.shape, Manner::Decoder);
    let unknown = findings
        .unknown
        .first()
        .map(|field| format!("error unmarshaling JSON: while decoding JSON: json: unknown field {field:?}"));
    let refusal = unknown.or_else(|| findings.invalid.first().cloned());
    if findings
        .diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error)
    {
        let output = Decoded {
            content: None,
            refusal,
        };
        return Diagnosed {
            output,
            diagnostics: findings.diagnostics,
        };
    }
    let tree = Arc::new(tree);
    if let Some(diagnostic) = without_type(tree.cursor(), kind) {
        return refused(findings.diagnostics, diagnostic);
    }
    let mut look = Look::default();
    let content = read(&mut look, &tree);
    let mut diagnostics = findings.diagnostics;
    diagnostics.append(&mut look.diagnostics);
    diagnostics.extend(codes::unexpected_kind(tree.cursor(), kind));
    Diagnosed {
        output: Decoded {
            content: Some(content),
            refusal: None,
        },
        diagnostics,
    }
}

fn shape(kind: &str) -> Option<&'static KindShape> {
    shape_of(&Gvk::new("cli.kyverno.io", "v1alpha1", kind))
}

/// A file of the time before these kinds had a version.
fn without_type(root: Cursor<'_>, kind: &str) -> Option<Diagnostic> {
    let says = |key: &str| {
        root.get(key)
            .and_then(|cursor| cursor.value.as_str())
            .is_some_and(|text| !text.is_empty())
    };
    if says("apiVersion") && says("kind") {
        return None;
    }
    Some(codes::without_type(root, kind))
}

fn refused<T>(mut diagnostics: Vec<Diagnostic>, diagnostic: Diagnostic) -> Diagnosed<Decoded<T>> {
    const OLD: &str = "uses a deprecated schema that will be removed in 1.15";
    diagnostics.push(diagnostic);
    Diagnosed {
        output: Decoded {
            content: None,
            refusal: Some(OLD.to_owned()),
        },
        diagnostics,
    }
}
