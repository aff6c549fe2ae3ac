//! Regular expressions in arguments.

use std::borrow::Cow;
use std::sync::Arc;

use sekisho_document::regex::{Payer, Regex, RegexError};

use crate::{Arguments, Fault, Meter, Prepared, Value};

/// The pattern that stands second: made ready before, or read now and paid for.
///
/// # Errors
/// It is no pattern, or there is not so much left to pay with.
pub(crate) fn second<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Cow<'a, Regex>, Fault> {
    if let Some(regex) = arguments.prepared::<Regex>() {
        return Ok(Cow::Borrowed(regex));
    }
    let pattern = arguments.get(1).clone();
    let Value::String(pattern) = pattern else {
        return Err(arguments.no_overload());
    };
    let regex = read(pattern.as_str(), arguments.meter)?;
    regex
        .map(Cow::Owned)
        .map_err(|error| Fault::new(error.to_string()))
}

/// Reads a pattern that is only known now, and charges what that takes.
///
/// # Errors
/// There is not so much left.
pub fn read(pattern: &str, meter: &mut Meter) -> Result<Result<Regex, RegexError>, Fault> {
    // The text of a complaint has the pattern in it.
    meter.take(pattern.len())?;
    let (regex, price) = Regex::priced(pattern);
    meter.pay(price)?;
    Ok(regex)
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
