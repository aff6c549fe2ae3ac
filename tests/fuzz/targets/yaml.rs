//! Any text as YAML: reading never panics, and every way of reading gives the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sekisho_diagnostics::Sources;
use sekisho_document::Numbers;
use sekisho_document::yaml::{self, Limits};

const LIMITS: Limits = Limits {
    alias_bytes: 1 << 16,
    ..Limits::DEFAULT
};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = yaml::decode(bytes) else { return };
    let mut sources = Sources::new();
    let source = sources.add("input", &text);
    for document in yaml::documents(&text) {
        let Ok(document) = document else { return };
        let plain = document.read(&LIMITS, Numbers::AsWritten);
        let placed = yaml::read_tree(&source, document.range(), &LIMITS, Numbers::AsWritten);
        match (&plain, &placed) {
            (Ok(value), Ok(read)) => assert_eq!(*value, read.output.value),
            (Err(left), Err(right)) => assert_eq!(left.at, right.at),
            _ => panic!("{plain:?} without places, {placed:?} with places"),
        }
        if let Ok(strict) = document.read_strict(&LIMITS, Numbers::AsWritten) {
            assert_eq!(Ok(strict), plain);
        }
    }
});
