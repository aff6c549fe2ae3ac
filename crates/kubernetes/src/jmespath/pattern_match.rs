//! `pattern_match`: whether a text matches a wildcard pattern.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::text_or_number::text_or_number;
use crate::wildcard;

pub(super) const FUNCTION: Function = Function {
    name: "pattern_match",
    parameters: &[
        Parameter {
            name: "pattern",
            types: &[Type::String],
            summary: "the pattern: `*` is any run of characters, `?` exactly one",
        },
        Parameter {
            name: "text",
            types: &[Type::String, Type::Number],
            summary: "the text, or a number taken as text",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a whole text matches a wildcard pattern",
    note: "'*' matches zero or more alphanumeric characters, '?' matches a single alphanumeric character",
    examples: &[
        Example {
            expression: "pattern_match('prefix-*', 'prefix-foo')",
            result: "true",
        },
        Example {
            expression: "pattern_match('80?', `8080`)",
            result: "false",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = text_or_number(arguments, 1)?;
    let pattern = arguments.text(0)?;
    // Only a piece with `?` is laid at each character.
    if pattern.contains('?') {
        arguments.spend((pattern.len() as u64).saturating_mul(text.len() as u64) / 64)?;
    }
    Ok(wildcard::matches(pattern, &text).into())
}
