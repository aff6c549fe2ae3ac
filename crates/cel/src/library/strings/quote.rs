//! `strings.quote`: a text in quotes.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "strings.quote",
    overloads: &[
        Overload::function("strings_quote", &[Shape::String], Shape::String, call)
            .costs(cost::of_operand, estimate::quoting),
    ],
    summary: "gives the text in double quotes with its control characters escaped",
    examples: &[Example {
        expression: "strings.quote('a\"b')",
        result: "'\"a\\\\\"b\"'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(0)?;
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '\x07' => quoted.push_str("\\a"),
            '\x08' => quoted.push_str("\\b"),
            '\x0c' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\x0b' => quoted.push_str("\\v"),
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    arguments.meter.take(quoted.len())?;
    Ok(Value::from(quoted))
}
