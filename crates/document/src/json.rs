//! JSON text to values and back, by the conventions of Go's `encoding/json`.

mod read;
mod write;

pub use read::{Duplicates, JsonError, JsonFault, Rules, read};
pub use write::{Escapes, Form, Layout, escaped, push, write, write_within};
