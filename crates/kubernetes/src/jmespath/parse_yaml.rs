//! `parse_yaml`: a YAML text as a value.

use sekisho_diagnostics::Complaint;
use sekisho_document::Numbers;
use sekisho_document::yaml::{self, Limits};
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::failed;

pub(super) const FUNCTION: Function = Function {
    name: "parse_yaml",
    parameters: &[Parameter {
        name: "text",
        types: &[Type::String],
        summary: "a YAML document; what follows the first is not looked at",
    }],
    returns: &[Type::Any],
    summary: "reads a YAML document",
    note: "decodes a valid YAML encoded string to the appropriate type provided it can be represented as JSON",
    examples: &[
        Example {
            expression: "parse_yaml('a: on')",
            result: "{\"a\":true}",
        },
        Example {
            expression: "parse_yaml('- 0x1F')",
            result: "[31]",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let text = arguments.text(0)?;
    // A value of few bytes takes many in memory, and YAML takes longer than JSON.
    arguments.spend(text.len() as u64 * 2)?;
    yaml::read(text, &Limits::DEFAULT, Numbers::AllFloat)
        .map(Found::from)
        .map_err(|error| failed(error.upstream()))
}
