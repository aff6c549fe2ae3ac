//! `bool`: a truth value from a text.

use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "bool",
    overloads: &[
        Overload::function("bool_to_bool", &[Shape::Bool], Shape::Bool, same),
        Overload::function("string_to_bool", &[Shape::String], Shape::Bool, of_text),
    ],
    folds: true,
    summary: "makes a truth value of `1 t T true TRUE True` or `0 f F false FALSE False`",
    examples: &[Example {
        expression: "bool('true')",
        result: "true",
    }],
    ..Function::USUAL
};

fn same<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(arguments.get(0).clone())
}

fn of_text<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match arguments.text(0)? {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(Value::Bool(true)),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(Value::Bool(false)),
        _ => Err(Fault::no_conversion(arguments.get(0), "bool")),
    }
}
