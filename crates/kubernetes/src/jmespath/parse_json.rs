//! `parse_json`: a JSON text as a value.

use sekisho_diagnostics::Complaint;
use sekisho_document::json::{self, Rules};
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::failed;

pub(super) const FUNCTION: Function = Function {
    name: "parse_json",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "a JSON document",
    }],
    returns: &[Type::Any],
    summary: "reads a JSON document",
    note: "decodes a valid JSON encoded string to the appropriate type. Opposite of `to_string` function",
    examples: &[Example {
        expression: "parse_json('{\"a\": [1, null]}')",
        result: "{\"a\":[1,null]}",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = arguments.text(0)?;
    // A value of few bytes takes many in memory.
    arguments.spend(text.len() as u64)?;
    json::read(text.as_bytes(), Rules::GO)
        .map(Found::from)
        .map_err(failed)
}
