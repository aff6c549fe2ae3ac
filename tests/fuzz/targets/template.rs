//! Substitution: a document with placeholders and references is filled from a context that holds
//! placeholders itself. Compiled templates and the reference loop give the same answer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sekisho_diagnostics::Complaint;
use sekisho_document::{Numbers, Value, json, yaml};
use sekisho_jmespath::functions::STANDARD;
use sekisho_jmespath::{Dialect, Functions, Limits, Loaded, Nowhere, Query, Resolver, Setting, Skeleton, substitute};

const LIMITS: Limits = Limits {
    steps: 100_000,
    text_bytes: 1 << 16,
    ..Limits::STANDARD
};

/// Answers the queries of the reference loop.
struct Asked<'a> {
    root: &'a Value,
    functions: &'a Functions,
    deletes: bool,
}

impl Resolver for Asked<'_> {
    fn resolve(&mut self, query: &str) -> Result<Value, Complaint> {
        let failed = |cause: String| Complaint::new("query-failed", cause);
        if query.trim().is_empty() {
            return Err(failed("invalid query (nil)".to_owned()));
        }
        let query = Query::compile_within(query, self.functions, &LIMITS).map_err(|cause| failed(cause.message()))?;
        let setting = Setting { world: &Nowhere, limits: &LIMITS };
        let found = query.search(self.root, setting).map_err(|cause| failed(cause.to_string()))?;
        Ok(found.into_value())
    }

    fn deletes(&self) -> bool {
        self.deletes
    }
}

fuzz_target!(|text: &str| {
    let (context, document) = text.split_once("\n---\n").unwrap_or(("a: {b: '{{ c }}'}\nc: [1, x]", text));
    let read = |text: &str| yaml::read(text, &yaml::Limits::DEFAULT, Numbers::AsWritten);
    let (Ok(root), Ok(document)) = (read(context), read(document)) else { return };
    let functions = Functions::new(&[STANDARD]);
    let setting = Setting { world: &Nowhere, limits: &LIMITS };
    let dialect = Dialect { functions: &functions, limits: &LIMITS, entries: &[] };
    for deletes in [false, true] {
        let mut scope = Loaded { root: &root, functions: &functions, deletes };
        let compiled = Skeleton::compile(&document, &dialect).fill(&mut scope, setting);
        let looped = substitute(&document, &mut Asked { root: &root, functions: &functions, deletes }, &LIMITS);
        match (compiled, looped) {
            (Ok(compiled), Ok(looped)) => assert_eq!(shown(&compiled), shown(&looped)),
            // Which limit is met first may differ.
            (Err(_), Err(_)) => {}
            (compiled, looped) => panic!("{compiled:?} but {looped:?}"),
        }
    }
});

/// The text, because a float that is no number equals nothing.
fn shown(value: &Value) -> String {
    json::write(value, json::Form::GO)
}
