//! `regex_match`: whether a regular expression is found in a text.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::patterns;
use super::text_or_number::text_or_number;

pub(super) const FUNCTION: Function = Function {
    name: "regex_match",
    parameters: &[
        Parameter {
            name: "expression",
            types: &[Type::String],
            summary: "a regular expression in the syntax of RE2",
        },
        Parameter {
            name: "text",
            types: &[Type::String, Type::Number],
            summary: "the text to search, or a number taken as text",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a regular expression matches somewhere in a text",
    note: "first string is the regular exression which is compared to second input which can be a number or string",
    examples: &[
        Example {
            expression: "regex_match('^v[0-9]+$', 'v12')",
            result: "true",
        },
        Example {
            expression: "regex_match('80', `8080`)",
            result: "true",
        },
    ],
    prepare: Some(patterns::prepare),
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = text_or_number(arguments, 1)?;
    let regex = patterns::regex(arguments)?;
    regex.is_match(&text, arguments).map(Found::from)
}
