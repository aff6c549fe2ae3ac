//! Regular expressions of calls, compiled once where they are constant.

use std::borrow::Cow;
use std::sync::Arc;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_jmespath::{Arguments, Prepared};

use super::failed;
use crate::regex::Regex;

/// The regular expression of the first argument. One that is only known now is paid for.
pub(super) fn regex<'r>(arguments: &mut Arguments<'r, '_>) -> Result<Cow<'r, Regex>, Complaint> {
    if let Some(regex) = arguments.prepared() {
        return Ok(Cow::Borrowed(regex));
    }
    let expression = arguments.text(0)?;
    let (regex, price) = Regex::priced(expression);
    arguments.spend(price)?;
    regex.map(Cow::Owned).map_err(failed)
}

/// Compiles the first argument when it is constant.
pub(super) fn prepare(constants: &[Option<&Value>]) -> Option<Prepared> {
    let expression = (*constants.first()?)?.as_str()?;
    Some(Arc::new(Regex::new(expression).ok()?))
}
