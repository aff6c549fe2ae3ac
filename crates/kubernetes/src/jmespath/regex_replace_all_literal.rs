//! `regex_replace_all_literal`: all matches of a regular expression replaced by a text.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::patterns;
use super::text_or_number::text_or_number;

pub(super) const FUNCTION: Function = Function {
    name: "regex_replace_all_literal",
    parameters: &[
        Parameter {
            name: "expression",
            types: &[Type::String],
            summary: "a regular expression in the syntax of RE2",
        },
        Parameter {
            name: "text",
            types: &[Type::String, Type::Number],
            summary: "the text to change, or a number taken as text",
        },
        Parameter {
            name: "new",
            types: &[Type::String, Type::Number],
            summary: "what takes the place of a match, or a number taken as text",
        },
    ],
    returns: &[Type::String],
    summary: "replaces all matches of a regular expression by a text that is taken as it is",
    note: "converts all parameters to string",
    examples: &[Example {
        expression: "regex_replace_all_literal('a', 'banana', '$1')",
        result: "\"b$1n$1n$1\"",
    }],
    prepare: Some(patterns::prepare),
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = text_or_number(arguments, 1)?;
    let new = text_or_number(arguments, 2)?;
    let regex = patterns::regex(arguments)?;
    regex
        .replace_all_literal(&text, &new, arguments, |arguments, bytes| {
            arguments.expect_room(bytes)
        })
        .map(Found::from)
}
