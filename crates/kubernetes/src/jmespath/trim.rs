//! `trim`: a text without certain characters at its ends.

use std::collections::BTreeSet;

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "trim",
    parameters: &[
        Parameter {
            name: "text",
            types: &[Type::String],
            summary: "the text to change",
        },
        Parameter {
            name: "characters",
            types: &[Type::String],
            summary: "the characters to take away",
        },
    ],
    returns: &[Type::String],
    summary: "takes the given characters away from both ends of a text",
    note: "trims both ends of the source string by characters appearing in the second string",
    examples: &[Example {
        expression: "trim('¡¡Hi!!', '!¡')",
        result: "\"Hi\"",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (text, characters) = (arguments.text(0)?, arguments.text(1)?);
    let cut: BTreeSet<char> = characters.chars().collect();
    Ok(text.trim_matches(|character| cut.contains(&character)).into())
}
