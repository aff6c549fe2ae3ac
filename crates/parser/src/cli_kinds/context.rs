//! Context files: objects and images that CEL policies can look up in a test.

use sekisho_document::{Cursor, Value};

use crate::look::Look;

/// Content of a Context file (command line reference A6.3).
#[derive(Debug, Clone)]
pub struct ContextFile {
    pub resources: Vec<Value>,
    /// Image data by `image`.
    pub images: Vec<Value>,
}

pub(crate) fn read_context_file(look: &mut Look, at: Cursor<'_>) -> ContextFile {
    let spec = look.map(at, "spec");
    let mut values = |key| match spec {
        Some(spec) => look
            .maps(spec, key)
            .into_iter()
            .map(|at| at.value.clone())
            .collect(),
        None => Vec::new(),
    };
    ContextFile {
        resources: values("resources"),
        images: values("images"),
    }
}
