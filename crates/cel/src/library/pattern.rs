//! Regular expressions in arguments.

use std::sync::Arc;

use sekisho_document::regex::Regex;

use crate::{Fault, Prepared, Value};

/// Compiles a pattern at run time.
pub(crate) fn compile(pattern: &str) -> Result<Regex, Fault> {
    Regex::new(pattern).map_err(|error| Fault::new(error.to_string()))
}

pub(crate) fn is_match(regex: &Regex, text: &str) -> bool {
    regex.is_match(text)
}

/// Makes a constant pattern ready, which stands second. One that is none is a fault of the expression.
pub(crate) fn prepare(constants: &[Option<&Value<'_>>]) -> Result<Option<Prepared>, String> {
    let Some(pattern) = constants.get(1).copied().flatten().and_then(Value::as_str) else {
        return Ok(None);
    };
    match Regex::new(pattern) {
        Ok(regex) => Ok(Some(Arc::new(regex))),
        Err(error) => Err(error.to_string()),
    }
}

/// The same for functions that report a wrong pattern only when they are called.
pub(crate) fn prepare_or_leave(constants: &[Option<&Value<'_>>]) -> Result<Option<Prepared>, String> {
    Ok(prepare(constants).unwrap_or_default())
}
