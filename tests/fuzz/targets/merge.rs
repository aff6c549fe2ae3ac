//! Strategic merges: never a panic; the patch of a merged object is asked again; a resource that is no map stays.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sekisho_classic::mutate::merge::{Budget, MergePatch};
use sekisho_document::{Numbers, Value, yaml};

fuzz_target!(|text: &str| {
    let (resource, patch) = text.split_once("\n---\n").unwrap_or((
        "{apiVersion: v1, kind: Pod, spec: {containers: [{name: a, ports: [{containerPort: 1}]}, {name: a}, {}]}}",
        text,
    ));
    let read = |text: &str| yaml::read(text, &yaml::Limits::DEFAULT, Numbers::AsWritten);
    let (Ok(resource), Ok(patch)) = (read(resource), read(patch)) else { return };
    let compiled = MergePatch::new(&patch);
    let mut merge = |resource: &Value| compiled.apply(resource, &mut Budget { left: 1_000_000 });
    if let Ok(Some(merged)) = merge(&resource) {
        let _ = merge(&merged);
    }
});
