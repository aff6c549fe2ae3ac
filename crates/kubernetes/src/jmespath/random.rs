//! `random`: a random text that matches a pattern.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::failed;
use crate::random::Pattern;

pub(super) const FUNCTION: Function = Function {
    name: "random",
    parameters: &[Parameter {
        name: "pattern",
        types: &[Type::String],
        summary: "literals, classes, groups and repetitions in the syntax of POSIX",
    }],
    returns: &[Type::String],
    summary: "returns a random text that matches a pattern",
    note: "Generates a random sequence of characters",
    examples: &[Example {
        expression: "random('web')",
        result: "\"web\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let pattern = arguments.text(0)?;
    if pattern.is_empty() {
        return Err(arguments.complain("no pattern provided"));
    }
    let parsed = Pattern::new(pattern).map_err(failed)?;
    if let Some(text) = parsed.literal() {
        return Ok(text.into());
    }
    let text = arguments.world().random(pattern)?;
    arguments.expect_room(text.len())?;
    Ok(text.into())
}
