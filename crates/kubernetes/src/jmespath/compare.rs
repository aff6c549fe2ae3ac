//! `compare`: which of two texts comes first.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "compare",
    parameters: &[
        Parameter {
            name: "left",
            types: &[Type::String],
            summary: "the one text",
        },
        Parameter {
            name: "right",
            types: &[Type::String],
            summary: "the other text",
        },
    ],
    returns: &[Type::Number],
    summary: "returns -1, 0 or 1 as the first text comes before, equals or comes after the second",
    note: "compares two strings lexicographically",
    examples: &[
        Example {
            expression: "compare('a', 'b')",
            result: "-1",
        },
        Example {
            expression: "compare('a', 'a')",
            result: "0",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    // A whole number and not a float, so JMESPath itself does not take it for a number (reference §1).
    let ordering = arguments.text(0)?.cmp(arguments.text(1)?);
    Ok(Value::Int(ordering as i64).into())
}
