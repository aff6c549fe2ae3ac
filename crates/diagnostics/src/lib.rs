//! What sekisho says about user text: sources, spans, diagnostics and their rendering.
//!
//! Data first: a [`Diagnostic`] is a plain record; [`render`] turns it into text.

mod code;
mod diagnostic;
mod nearest;
mod render;
mod source;
mod visible;

pub use code::{Code, check_codes, find_code};
pub use diagnostic::{Complaint, Diagnosed, Diagnostic, Edit, Fix, Label, Severity};
pub use nearest::nearest;
pub use render::{Note, Parts, Style, Tone, painted, render, render_line, render_parts, render_parts_line};
pub use source::{Position, Source, SourceId, Sources, Span};
pub use visible::{is_hidden, visible};
