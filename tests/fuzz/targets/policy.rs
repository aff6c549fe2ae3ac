//! Any text as policies: reading never panics, and everything that is said has a place inside the text
//! and a line that makes sense alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sekisho_diagnostics::{Sources, Style, render, render_line};
use sekisho_document::yaml::Limits;

fuzz_target!(|text: &str| {
    let mut sources = Sources::new();
    let source = sources.add("input", text);
    let read = sekisho_parser::parse(&source, &Limits::DEFAULT);
    for diagnostic in &read.diagnostics {
        if let Some(span) = diagnostic.primary {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{diagnostic:?}");
        }
        assert!(!render_line(diagnostic, &sources).contains('\n'), "{diagnostic:?}");
        let _ = render(diagnostic, &sources, Style::Plain);
    }
});
