//! A placeholder that was compiled.

use std::ops::Range;

use sekisho_diagnostics::Complaint;

use crate::error::QUERY_FAILED;
use crate::template::Dialect;
use crate::template::path::Path;
use crate::template::placeholder::{Asked, Placeholder, query_of};
use crate::{EntrySet, Functions, Limits, Query, SyntaxError};

/// A placeholder with its query in every form that may be asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Hole {
    /// The bytes of the placeholder in its string.
    pub at: Range<u32>,
    /// The bytes of the query in its string.
    pub query_at: Range<u32>,
    /// Written `{{- … }}`: placeholders in the value stay as they are.
    pub shallow: bool,
    pub form: Form,
    /// The query while something is deleted, if that makes a difference.
    pub on_delete: Option<Box<Form>>,
    /// For `{{ @ }}`: the query when the context has a `target`.
    pub on_target: Option<Box<Form>>,
}

/// A query as it is evaluated.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    pub text: Box<str>,
    /// A fault is reported when the placeholder is reached, not before.
    pub query: Result<Query, FormFault>,
    /// Which of the context entries named at compile time it mentions.
    pub entries: EntrySet,
}

/// Why the text of a placeholder is no query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormFault {
    Empty,
    Syntax(SyntaxError),
}

impl Hole {
    pub(super) fn new(text: &str, found: &Placeholder, path: &Path<'_>, dialect: &Dialect<'_>) -> Hole {
        let written = text.get(found.at.clone()).unwrap_or_default();
        let Asked { query, shallow } = query_of(written, found.before);
        let query_at = match query_place(written, &query) {
            Some(offset) => found.at.start + offset..found.at.start + offset + query.len(),
            None => found.at.clone(),
        };
        let form = |query: &str| Form {
            query: FormFault::compile(query, dialect.functions, dialect.limits),
            entries: EntrySet::mentioned(query, dialect.entries),
            text: Box::from(query),
        };
        let here = query == "@";
        let query = match here {
            true => path.query(&["request", "object"]),
            false => query,
        };
        let deleting = query.replace("request.object", "request.oldObject");
        Hole {
            at: place(&found.at),
            query_at: place(&query_at),
            shallow,
            on_delete: (deleting != query).then(|| Box::new(form(&deleting))),
            on_target: here.then(|| Box::new(form(&path.query(&["target"])))),
            form: form(&query),
        }
    }
}

impl FormFault {
    pub(super) fn compile(text: &str, functions: &Functions, limits: &Limits) -> Result<Query, FormFault> {
        match text.trim() {
            "" => Err(FormFault::Empty),
            text => Query::compile_within(text, functions, limits).map_err(FormFault::Syntax),
        }
    }

    /// The cause in Kyverno's words.
    #[must_use]
    pub fn complaint(&self, query: &str) -> Complaint {
        let text = match self {
            FormFault::Empty => "invalid query (nil)".to_owned(),
            FormFault::Syntax(error) => format!("incorrect query {}: {error}", query.trim()),
        };
        Complaint::new(QUERY_FAILED, text)
    }
}

/// Where in a placeholder its query stands, if nothing was taken out of it.
fn query_place(written: &str, query: &str) -> Option<usize> {
    let inner = written.get(2..)?;
    let blank = |text: &str| text.len() - text.trim_start().len();
    let mut offset = 2 + blank(inner);
    if let Some(behind) = written.get(offset..)?.strip_prefix('-') {
        offset += 1 + blank(behind);
    }
    written.get(offset..)?.starts_with(query).then_some(offset)
}

fn place(range: &Range<usize>) -> Range<u32> {
    let place = |position| u32::try_from(position).unwrap_or(u32::MAX);
    place(range.start)..place(range.end)
}
