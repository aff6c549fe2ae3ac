//! `uint`: a whole number without sign.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "uint",
    overloads: &[
        Overload::function("uint64_to_uint64", &[Shape::Uint], Shape::Uint, same),
        Overload::function("double_to_uint64", &[Shape::Double], Shape::Uint, of_double),
        Overload::function("int64_to_uint64", &[Shape::Int], Shape::Uint, of_int),
        Overload::function("string_to_uint64", &[Shape::String], Shape::Uint, of_text),
    ],
    folds: true,
    summary: "makes a whole number without sign of another number or a text",
    examples: &[
        Example {
            expression: "uint(1)",
            result: "1u",
        },
        Example {
            expression: "uint('2')",
            result: "2u",
        },
    ],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

const OVERFLOW: Fault = Fault::fixed("unsigned integer overflow");

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is checked before"
)]
fn of_double<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;
    match arguments.get(0) {
        Value::Double(value) if 0.0 <= *value && *value < TWO_64 => Ok(Value::Uint(*value as u64)),
        _ => Err(OVERFLOW),
    }
}

fn of_int<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    u64::try_from(arguments.int(0)?)
        .map(Value::Uint)
        .map_err(|_| OVERFLOW)
}

fn of_text<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(0)?;
    let value = text.parse().ok().filter(|_| !text.starts_with('+'));
    value
        .map(Value::Uint)
        .ok_or_else(|| Fault::no_conversion(arguments.get(0), "uint"))
}
