//! What `math.least` calls: the least of some numbers.

use super::extremes;
use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "math.@min",
    overloads: &[
        Overload::declared(
            "math_@min_double",
            Style::Function,
            &[Shape::Double],
            Shape::Double,
        ),
        Overload::declared("math_@min_int", Style::Function, &[Shape::Int], Shape::Int),
        Overload::declared("math_@min_uint", Style::Function, &[Shape::Uint], Shape::Uint),
        Overload::declared(
            "math_@min_double_double",
            Style::Function,
            &[Shape::Double, Shape::Double],
            Shape::Double,
        ),
        Overload::declared(
            "math_@min_double_int",
            Style::Function,
            &[Shape::Double, Shape::Int],
            Shape::Dyn,
        ),
        Overload::declared(
            "math_@min_double_uint",
            Style::Function,
            &[Shape::Double, Shape::Uint],
            Shape::Dyn,
        ),
        Overload::declared(
            "math_@min_int_double",
            Style::Function,
            &[Shape::Int, Shape::Double],
            Shape::Dyn,
        ),
        Overload::declared(
            "math_@min_int_int",
            Style::Function,
            &[Shape::Int, Shape::Int],
            Shape::Int,
        ),
        Overload::declared(
            "math_@min_int_uint",
            Style::Function,
            &[Shape::Int, Shape::Uint],
            Shape::Dyn,
        ),
        Overload::declared(
            "math_@min_uint_double",
            Style::Function,
            &[Shape::Uint, Shape::Double],
            Shape::Dyn,
        ),
        Overload::declared(
            "math_@min_uint_int",
            Style::Function,
            &[Shape::Uint, Shape::Int],
            Shape::Dyn,
        ),
        Overload::declared(
            "math_@min_uint_uint",
            Style::Function,
            &[Shape::Uint, Shape::Uint],
            Shape::Uint,
        ),
        Overload::declared(
            "math_@min_list_double",
            Style::Function,
            &[Shape::List(&Shape::Double)],
            Shape::Double,
        )
        .costs(cost::list_and_one, estimate::list_and_one),
        Overload::declared(
            "math_@min_list_int",
            Style::Function,
            &[Shape::List(&Shape::Int)],
            Shape::Int,
        )
        .costs(cost::list_and_one, estimate::list_and_one),
        Overload::declared(
            "math_@min_list_uint",
            Style::Function,
            &[Shape::List(&Shape::Uint)],
            Shape::Uint,
        )
        .costs(cost::list_and_one, estimate::list_and_one),
    ],
    body: Some(call),
    summary: "gives the least of two numbers, or of a list of numbers",
    examples: &[
        Example {
            expression: "math.least(1, 2u)",
            result: "1",
        },
        Example {
            expression: "math.least([1, 5, 2])",
            result: "1",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    extremes::find(arguments, |ordering| ordering.is_lt())
}
