//! `jsonpatch.escapeKey`: a key as a part of a JSON pointer.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Release, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "jsonpatch.escapeKey",
    since: Release(32),
    overloads: &[Overload::function(
        "string_jsonpatch_escapeKey_string",
        &[Shape::String],
        Shape::String,
        call,
    )],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::same_size),
    summary: "escapes `~` and `/` in a key that becomes a part of a JSON pointer",
    examples: &[Example {
        expression: "jsonpatch.escapeKey('example.com/owner')",
        result: "'example.com~1owner'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let escaped = arguments.text(0)?.replace('~', "~0").replace('/', "~1");
    arguments.meter.take(escaped.len())?;
    Ok(Value::from(escaped))
}
