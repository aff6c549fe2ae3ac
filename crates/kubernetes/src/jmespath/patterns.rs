//! Regular expressions of calls, compiled once where they are constant.

use std::borrow::Cow;
use std::sync::Arc;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_jmespath::{Arguments, Prepared};

use super::failed;
use crate::regex::{LARGEST_PROGRAM, Regex};

/// The regular expression of the first argument, with a search in a text of so many bytes paid for.
pub(super) fn regex<'r>(
    arguments: &mut Arguments<'r, '_>,
    bytes: usize,
) -> Result<Cow<'r, Regex>, Complaint> {
    let regex = match arguments.prepared() {
        Some(regex) => Cow::Borrowed(regex),
        None => compiled(arguments)?,
    };
    let cost = (regex.program_size() / PROGRAM_OF_A_STEP + 1).saturating_mul(bytes);
    arguments.spend(cost as u64)?;
    Ok(regex)
}

/// How much of a program is looked at for a byte of the text in one step, in bytes.
const PROGRAM_OF_A_STEP: usize = 1024;

/// An expression that is only known now, with the work paid for: a repetition of few bytes can make a
/// program of many, which is only known when it is made.
fn compiled<'r>(arguments: &mut Arguments<'r, '_>) -> Result<Cow<'r, Regex>, Complaint> {
    let expression = arguments.text(0)?;
    arguments.spend(expression.len() as u64 * 64)?;
    let regex = Regex::new(expression);
    let program = regex.as_ref().map_or(LARGEST_PROGRAM, Regex::program_size);
    arguments.spend(program as u64 / 16)?;
    regex.map(Cow::Owned).map_err(failed)
}

/// Compiles the first argument when it is constant.
pub(super) fn prepare(constants: &[Option<&Value>]) -> Option<Prepared> {
    let expression = (*constants.first()?)?.as_str()?;
    Some(Arc::new(Regex::new(expression).ok()?))
}
