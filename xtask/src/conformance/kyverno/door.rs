//! The door to what is under test: runs of `apply` and `test` with the semantics of Kyverno's command line.

use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Value};

use super::{Answer, Inputs, TestAnswer};
use crate::conformance::corpus::Corpus;

/// The documents of a YAML file, up to the first that cannot be read.
pub(super) fn documents(corpus: &Corpus, file: &str) -> Vec<Value> {
    let text = corpus.text(file).unwrap_or_default();
    let documents = yaml::documents(&text);
    documents
        .map_while(|document| {
            document
                .and_then(|document| document.read(&Limits::DEFAULT, Numbers::AsWritten))
                .ok()
        })
        .collect()
}

/// One run of `apply`.
pub(in crate::conformance) fn apply(_corpus: &Corpus, _inputs: &Inputs) -> Option<Answer> {
    None
}

/// The answers behind one document of a test file, before they are compared with what the test expects.
pub(in crate::conformance) fn test(_corpus: &Corpus, _folder: &str, _document: usize) -> Option<Answer> {
    None
}

/// The rows that `test` prints for a folder.
pub(in crate::conformance) fn test_rows(_corpus: &Corpus, _folder: &str) -> Option<TestAnswer> {
    None
}
