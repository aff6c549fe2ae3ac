//! Why a template could not be filled.

use std::fmt;
use std::ops::Range;

use sekisho_diagnostics::Complaint;

use crate::error::{LIMIT_EXCEEDED, QUERY_FAILED};
use crate::template::path::{Path, Segment};

/// A placeholder or a reference that could not be resolved. Displayed in Kyverno's words.
#[derive(Debug, Clone, PartialEq)]
pub struct FillError {
    pub code: &'static str,
    pub message: String,
    /// The string in the document, or the map whose key it is.
    pub place: Vec<Segment>,
    /// The bytes of the placeholder in that string, when it stands there as written.
    pub at: Option<Range<u32>>,
}

impl FillError {
    pub(super) fn new(path: &Path<'_>, message: String) -> FillError {
        FillError {
            code: QUERY_FAILED,
            message,
            place: path.segments(),
            at: None,
        }
    }

    /// `failed to resolve QUERY at path PATH: CAUSE`
    pub(super) fn unresolved(query: &str, path: &Path<'_>, cause: Complaint) -> FillError {
        FillError {
            code: cause.code,
            ..FillError::new(
                path,
                format!("failed to resolve {query} at path {path}: {}", cause.message),
            )
        }
    }

    pub(super) fn limit(path: &Path<'_>, text: String) -> FillError {
        FillError {
            code: LIMIT_EXCEEDED,
            ..FillError::new(path, text)
        }
    }

    pub(super) fn within(mut self, at: &Range<u32>) -> FillError {
        self.at = Some(at.clone());
        self
    }
}

impl fmt::Display for FillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FillError {}

impl From<FillError> for Complaint {
    fn from(error: FillError) -> Complaint {
        Complaint::new(error.code, error.message)
    }
}
