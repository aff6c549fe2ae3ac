//! Documents that are no resources: plain JSON, and requests of Envoy and HTTP.

use std::ops::Range;

use sekisho_diagnostics::{Diagnostic, Source};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Value};
use sekisho_parser::admission::Mode;

/// A document, and where it stands in its file.
#[derive(Debug, Clone)]
pub struct Payload {
    pub value: Value,
    pub range: Range<usize>,
}

/// The documents of a source that are not blank, each or what is wrong with it. Of plain JSON all numbers are
/// floats; whole ones of YAML and of requests, whose fields have types, are not (CEL policies reference §7.5,
/// §7.11).
#[must_use]
pub fn payloads(source: &Source, mode: Mode, limits: &Limits) -> Vec<Result<Payload, Box<Diagnostic>>> {
    let numbers = match mode {
        Mode::Json if source.name.ends_with(".json") => Numbers::AllFloat,
        Mode::Kubernetes | Mode::Json | Mode::Envoy | Mode::Http => Numbers::AsWritten,
    };
    let documents = yaml::documents(&source.text)
        .filter(|document| !document.as_ref().is_ok_and(yaml::Document::is_blank));
    documents
        .map(|document| {
            let read = document.and_then(|document| {
                Ok(Payload {
                    value: document.read(limits, numbers)?,
                    range: document.range(),
                })
            });
            read.map_err(|error| Box::new(error.diagnostic(source.id)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use sekisho_diagnostics::Sources;

    use super::*;

    #[test]
    fn numbers_are_as_the_mode_and_the_file_say() {
        for (name, mode, expected) in [
            ("a.json", Mode::Json, Value::Float(1.0)),
            ("a.yaml", Mode::Json, Value::Int(1)),
            ("a.json", Mode::Http, Value::Int(1)),
        ] {
            let source = Sources::new().add(name, "---\n{\"a\": 1}\n---\n");
            let read = payloads(&source, mode, &Limits::DEFAULT);
            let values: Vec<Option<&Value>> = read
                .iter()
                .map(|read| read.as_ref().unwrap().value.get("a"))
                .collect();
            assert_eq!(values, [Some(&expected)], "{name}");
        }
        let broken = Sources::new().add("a.json", "{");
        assert!(payloads(&broken, Mode::Json, &Limits::DEFAULT)[0].is_err());
    }
}
