//! `truncate`: the beginning of a text.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "truncate",
    parameters: &[
        Parameter {
            name: "text",
            types: &[Type::String],
            summary: "the text to cut",
        },
        Parameter {
            name: "length",
            types: &[Type::Number],
            summary: "how many characters stay; its fraction does not count",
        },
    ],
    returns: &[Type::String],
    summary: "returns the first characters of a text",
    note: "length argument must be enclosed in backticks; ex. \"{{request.object.metadata.name | truncate(@, `9`)}}\"",
    examples: &[
        Example {
            expression: "truncate('Lorem ipsum', `5`)",
            result: "\"Lorem\"",
        },
        Example {
            expression: "truncate('Lorem', `-1`)",
            result: "\"\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the length is cut towards zero, and below zero it is zero"
    )]
    let length = arguments.number(1)? as usize;
    let text = arguments.text(0)?;
    let end = text.char_indices().nth(length).map_or(text.len(), |(end, _)| end);
    Ok(text.get(..end).unwrap_or(text).into())
}
