//! `replace`: some occurrences of a text replaced.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::replacing;

pub(super) const FUNCTION: Function = Function {
    name: "replace",
    parameters: &[
        Parameter {
            name: "text",
            types: &[Type::String],
            summary: "the text to change",
        },
        Parameter {
            name: "old",
            types: &[Type::String],
            summary: "what is replaced; empty stands before each character and at the end",
        },
        Parameter {
            name: "new",
            types: &[Type::String],
            summary: "what takes its place",
        },
        Parameter {
            name: "count",
            types: &[Type::Number],
            summary: "how many occurrences are replaced; all when negative",
        },
    ],
    returns: &[Type::String],
    summary: "replaces the first occurrences of one text by another",
    note: "replaces a specified number of instances of the source string with the replacement string in a parent ",
    examples: &[
        Example {
            expression: "replace('aaa', 'a', 'b', `2`)",
            result: "\"bba\"",
        },
        Example {
            expression: "replace('aaa', 'a', 'b', `-1`)",
            result: "\"bbb\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    #[expect(clippy::cast_possible_truncation, reason = "the count is cut towards zero")]
    let count = arguments.number(3)? as i64;
    replacing::replaced(arguments, usize::try_from(count).unwrap_or(usize::MAX)).map(Found::from)
}
