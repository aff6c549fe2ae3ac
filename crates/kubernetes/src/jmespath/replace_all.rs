//! `replace_all`: all occurrences of a text replaced.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::replacing;

pub(super) const FUNCTION: Function = Function {
    name: "replace_all",
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
    ],
    returns: &[Type::String],
    summary: "replaces all occurrences of one text by another",
    note: "replace all instances of one string with another in an overall parent string",
    examples: &[
        Example {
            expression: "replace_all('a.b.c', '.', '-')",
            result: "\"a-b-c\"",
        },
        Example {
            expression: "replace_all('abc', '', '-')",
            result: "\"-a-b-c-\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    replacing::replaced(arguments, usize::MAX).map(Found::from)
}
