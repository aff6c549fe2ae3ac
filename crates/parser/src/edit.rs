//! Fixes that take a part out of a document.

use sekisho_diagnostics::{Edit, Fix, Span};
use sekisho_document::Cursor;

/// Takes an entry out of a map in block style.
pub(crate) fn remove_entry(at: Cursor<'_>, key: &str) -> Option<Fix> {
    let entry = at.get(key)?;
    let entry_key = entry.places.key?;
    let first = at.places.children.first()?.key?;
    // A flow map begins with its brace, a block map with its first key.
    if at.span().start != first.start {
        return None;
    }
    let span = Span::new(
        entry_key.source,
        entry_key.start,
        entry.span().end.max(entry_key.end),
    );
    Some(Fix {
        title: format!("remove `{key}`"),
        edits: vec![Edit {
            span,
            replacement: String::new(),
        }],
        safe: true,
    })
}
