//! `base64.decode`: bytes from text.

use sekisho_document::base64;

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "base64.decode",
    overloads: &[
        Overload::function("base64_decode_string", &[Shape::String], Shape::Bytes, call)
            .costs(cost::one_and_tenth, estimate::one_and_tenth),
    ],
    summary: "reads bytes from text in base64, with or without padding",
    examples: &[Example {
        expression: "base64.decode('aGVsbG8')",
        result: "b'hello'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let length = arguments.text(0)?.len();
    arguments.meter.take(length)?;
    let text = arguments.text(0)?;
    let decoded = base64::decode(text).or_else(|_| base64::decode_raw(text));
    decoded
        .map(Value::bytes)
        .map_err(|fault| Fault::new(fault.to_string()))
}
