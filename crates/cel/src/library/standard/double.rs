//! `double`: a number with a fraction.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::number::parse_float;

pub(super) const FUNCTION: Function = Function {
    name: "double",
    overloads: &[
        Overload::function("double_to_double", &[Shape::Double], Shape::Double, same),
        Overload::function("int64_to_double", &[Shape::Int], Shape::Double, of_int),
        Overload::function("string_to_double", &[Shape::String], Shape::Double, of_text),
        Overload::function("uint64_to_double", &[Shape::Uint], Shape::Double, of_uint),
    ],
    folds: true,
    summary: "makes a double of another number or of a text",
    examples: &[
        Example {
            expression: "double(1)",
            result: "1.0",
        },
        Example {
            expression: "double('1e3')",
            result: "1000.0",
        },
    ],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

#[expect(clippy::cast_precision_loss, reason = "the nearest double is asked for")]
fn of_int<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Double(arguments.int(0)? as f64))
}

#[expect(clippy::cast_precision_loss, reason = "the nearest double is asked for")]
fn of_uint<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.get(0) {
        Value::Uint(value) => Ok(Value::Double(*value as f64)),
        _ => Err(arguments.no_overload()),
    }
}

fn of_text<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match parse_float(arguments.text(0)?) {
        Ok(value) => Ok(Value::Double(value)),
        Err(_) => Err(Fault::no_conversion(arguments.get(0), "double")),
    }
}
