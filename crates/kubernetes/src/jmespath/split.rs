//! `split`: the parts of a text between separators.

use sekisho_diagnostics::Complaint;
use sekisho_document::{List, Value};
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "split",
    parameters: &[
        Parameter {
            name: "text",
            types: &[Type::String],
            summary: "the text to cut",
        },
        Parameter {
            name: "separator",
            types: &[Type::String],
            summary: "where to cut; empty cuts between all characters",
        },
    ],
    returns: &[Type::ArrayString],
    summary: "cuts a text at each separator",
    note: "splits the first string when the second string is found and converts it into an array ",
    examples: &[
        Example {
            expression: "split('a/b', '/')",
            result: "[\"a\",\"b\"]",
        },
        Example {
            expression: "split('héy', '')",
            result: "[\"h\",\"é\",\"y\"]",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (text, separator) = (arguments.text(0)?, arguments.text(1)?);
    if separator.is_empty() {
        let mut buffer = [0; 4];
        return Ok(list(
            text.chars()
                .map(|character| Value::text(character.encode_utf8(&mut buffer))),
        ));
    }
    Ok(list(text.split(separator).map(Value::text)))
}

fn list<'a>(parts: impl Iterator<Item = Value>) -> Found<'a> {
    parts.collect::<List>().into()
}
