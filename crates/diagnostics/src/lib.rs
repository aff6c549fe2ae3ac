//! What sekisho says about user text: sources, spans, diagnostics and their rendering.
//!
//! Data first: a [`Diagnostic`] is a plain record; [`render`] turns it into text.

mod code;
mod diagnostic;
mod nearest;
mod render;
mod source;

pub use code::{Code, check_codes, find_code};
pub use diagnostic::{Complaint, Diagnosed, Diagnostic, Edit, Fix, Label, Severity};
pub use nearest::nearest;
pub use render::{Style, render, render_line};
pub use source::{Source, SourceId, Sources, Span};
