//! `<=`: whether a value comes before or is equal to another one.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "_<=_",
    overloads: &[
        Overload::declared(
            "less_equals_bool",
            Style::Function,
            &[Shape::Bool, Shape::Bool],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_int64",
            Style::Function,
            &[Shape::Int, Shape::Int],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_int64_double",
            Style::Function,
            &[Shape::Int, Shape::Double],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_int64_uint64",
            Style::Function,
            &[Shape::Int, Shape::Uint],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_uint64",
            Style::Function,
            &[Shape::Uint, Shape::Uint],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_uint64_double",
            Style::Function,
            &[Shape::Uint, Shape::Double],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_uint64_int64",
            Style::Function,
            &[Shape::Uint, Shape::Int],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_double",
            Style::Function,
            &[Shape::Double, Shape::Double],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_double_int64",
            Style::Function,
            &[Shape::Double, Shape::Int],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_double_uint64",
            Style::Function,
            &[Shape::Double, Shape::Uint],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_string",
            Style::Function,
            &[Shape::String, Shape::String],
            Shape::Bool,
        )
        .costs(cost::shorter, estimate::comparing),
        Overload::declared(
            "less_equals_bytes",
            Style::Function,
            &[Shape::Bytes, Shape::Bytes],
            Shape::Bool,
        )
        .costs(cost::shorter, estimate::comparing),
        Overload::declared(
            "less_equals_timestamp",
            Style::Function,
            &[Shape::Timestamp, Shape::Timestamp],
            Shape::Bool,
        ),
        Overload::declared(
            "less_equals_duration",
            Style::Function,
            &[Shape::Duration, Shape::Duration],
            Shape::Bool,
        ),
    ],
    body: Some(call),
    summary: "tells whether a value comes before or is equal to another one",
    examples: &[Example {
        expression: "1 <= 2.5",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (left, right) = (arguments.get(0), arguments.get(1));
    if !crate::has_order(left) {
        return Err(Fault::no_operator("_<=_", left));
    }
    crate::compare(left, right).map(|ordering| Value::Bool(ordering.is_le()))
}
