//! A query on the first line, a JSON document below: neither compiling nor evaluating panics, and a query
//! that is printed reads as the same tree.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sekisho_document::json::{self, Rules};
use sekisho_document::Value;
use sekisho_jmespath::{Functions, Limits, Nowhere, Query, Setting, functions};
use sekisho_kubernetes::jmespath::KYVERNO;

static FUNCTIONS: LazyLock<Functions> = LazyLock::new(|| Functions::new(&[functions::STANDARD, KYVERNO]));

const LIMITS: Limits = Limits {
    steps: 100_000,
    text_bytes: 1 << 16,
    ..Limits::STANDARD
};

fuzz_target!(|text: &str| {
    let (query, document) = text.split_once('\n').unwrap_or((text, "null"));
    let Ok(query) = Query::compile_within(query, &FUNCTIONS, &LIMITS) else { return };
    // A malformed index that the reference lets pass has no text of its own (reference §3.2).
    if !query.outline().contains("Empty") {
        let printed = query.to_string();
        let again = Query::compile_within(&printed, &FUNCTIONS, &LIMITS);
        assert_eq!(Ok(&query), again.as_ref(), "{printed}");
    }
    let document = json::read(document.as_bytes(), Rules::GO).unwrap_or(Value::Null);
    let setting = Setting { world: &Nowhere, limits: &LIMITS };
    let _ = query.search(&document, setting);
});
