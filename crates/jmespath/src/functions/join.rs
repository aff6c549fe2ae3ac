//! `join`: texts put together.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "join",
    parameters: &[
        Parameter {
            name: "separator",
            types: &[Type::String],
            summary: "what stands between two texts",
        },
        Parameter {
            name: "texts",
            types: &[Type::ArrayString],
            summary: "the texts",
        },
    ],
    returns: &[Type::String],
    summary: "puts texts together with a separator between them",
    examples: &[Example {
        expression: "join(', ', `[\"a\", \"b\"]`)",
        result: "\"a, b\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let separator = arguments.text(0)?;
    let texts: Vec<&str> = arguments.list(1)?.iter().filter_map(Value::as_str).collect();
    let between = separator.len().saturating_mul(texts.len());
    arguments.expect_room(
        texts
            .iter()
            .fold(between, |sum, text| sum.saturating_add(text.len())),
    )?;
    Ok(texts.join(separator).into())
}
