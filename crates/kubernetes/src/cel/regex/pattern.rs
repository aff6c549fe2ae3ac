//! Regular expressions in arguments.

use std::borrow::Cow;
use std::sync::Arc;

use sekisho_cel::library::read_pattern;
use sekisho_cel::{Arguments, Fault, Prepared, Str, Value};

use crate::regex::Regex;

/// Text and pattern of a call. Of a call whose pattern was ready before, the reference says less when an
/// argument has the wrong type.
pub(super) fn text_and_pattern<'a>(
    arguments: &mut Arguments<'_, 'a>,
) -> Result<(Str<'a>, Cow<'a, Regex>), Fault> {
    if let Some(regex) = arguments.prepared::<Regex>() {
        return match arguments.get(0) {
            Value::String(text) => Ok((text.clone(), Cow::Borrowed(regex))),
            _ => Err(NO_OVERLOAD),
        };
    }
    let (Value::String(text), Value::String(pattern)) = (arguments.get(0).clone(), arguments.get(1).clone())
    else {
        return Err(arguments.no_overload());
    };
    let regex = read_pattern(pattern.as_str(), arguments.meter)?
        .map_err(|error| Fault::new(format!("Illegal regex: {error}")))?;
    Ok((text, Cow::Owned(regex)))
}

pub(super) const NO_OVERLOAD: Fault = Fault::fixed("no such overload");

/// Makes a constant pattern ready. One that is none is a fault of the expression.
pub(super) fn prepare(constants: &[Option<&Value<'_>>]) -> Result<Option<Prepared>, String> {
    let Some(pattern) = constants.get(1).copied().flatten().and_then(Value::as_str) else {
        return Ok(None);
    };
    match Regex::new(pattern) {
        Ok(regex) => Ok(Some(Arc::new(regex))),
        Err(error) => Err(error.to_string()),
    }
}
