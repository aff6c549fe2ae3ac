//! `format`: a text with values in it.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "format",
    overloads: &[Overload::method(
        "string_format",
        &[Shape::String, Shape::List(&Shape::Dyn)],
        Shape::String,
        call,
    )
    .costs(cost::of_operand, estimate::of_operand)],
    summary: "fills the places of a text, `%s %d %f %e %b %o %x %X`, with the values of a list",
    examples: &[
        Example {
            expression: "'%s has %d'.format(['web', 3])",
            result: "'web has 3'",
        },
        Example {
            expression: "'%.1f'.format([1234.56])",
            result: "'1,234.6'",
        },
        Example {
            expression: "'%x'.format([255])",
            result: "'ff'",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(1)?.clone();
    let format = arguments.text(0)?.to_owned();
    crate::format::fill(&format, &list, arguments.meter).map(Value::from)
}
