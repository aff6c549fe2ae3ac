//! `base64.encode`: bytes as text.

use sekisho_document::base64;

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "base64.encode",
    overloads: &[
        Overload::function("base64_encode_bytes", &[Shape::Bytes], Shape::String, call)
            .costs(cost::one_and_tenth, estimate::one_and_tenth),
    ],
    summary: "gives bytes as text in base64",
    examples: &[Example {
        expression: "base64.encode(b'hello')",
        result: "'aGVsbG8='",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let Value::Bytes(bytes) = arguments.get(0).clone() else {
        return Err(arguments.no_overload());
    };
    arguments.meter.take(bytes.as_slice().len().saturating_mul(2))?;
    Ok(Value::from(base64::encode(bytes.as_slice())))
}
