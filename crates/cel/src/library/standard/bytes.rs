//! `bytes`: the bytes of a text.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "bytes",
    overloads: &[
        Overload::function("bytes_to_bytes", &[Shape::Bytes], Shape::Bytes, same),
        Overload::function("string_to_bytes", &[Shape::String], Shape::Bytes, of_text)
            .costs(cost::of_operand, estimate::converting),
    ],
    folds: true,
    summary: "gives the bytes of a text in UTF-8",
    examples: &[Example {
        expression: "bytes('a')",
        result: "b'a'",
    }],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

fn of_text<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let length = arguments.text(0)?.len();
    arguments.meter.take(length)?;
    Ok(Value::bytes(arguments.text(0)?.as_bytes()))
}
