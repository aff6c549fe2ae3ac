//! Two YAML documents, a pattern and a resource: comparing them never panics and gives the same answer
//! twice.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sekisho_classic::overlay::{self, Overlay};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Value};
use sekisho_kubernetes::Limits as Bounds;

fuzz_target!(|text: &str| {
    let documents: Vec<Value> = yaml::documents(text)
        .map_while(|document| document.and_then(|document| document.read(&Limits::DEFAULT, Numbers::AsWritten)).ok())
        .take(2)
        .collect();
    let [pattern, resource] = documents.as_slice() else { return };
    let limits = Bounds { comparison_steps: 100_000, ..Bounds::DEFAULT };
    if let Ok(overlay) = Overlay::compile(pattern) {
        let outcome = overlay::compare(&overlay, resource, &limits);
        assert_eq!(outcome, overlay::compare(&overlay, resource, &limits));
    }
});
