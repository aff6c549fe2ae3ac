//! `math.round`: a number with few digits after the point.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use crate::power::power_of_ten;

pub(super) const FUNCTION: Function = Function {
    name: "math.round",
    overloads: &[Overload::function(
        "math_round_double_int",
        &[Shape::Double, Shape::Int],
        Shape::Double,
        call,
    )],
    summary: "rounds a double to so many digits after the point, halves away from zero",
    examples: &[
        Example {
            expression: "math.round(9.414675, 2)",
            result: "9.41",
        },
        Example {
            expression: "math.round(1250.0, -2)",
            result: "1300.0",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let Value::Double(number) = *arguments.get(0) else {
        return Err(arguments.no_overload());
    };
    let shift = power_of_ten(arguments.int(1)?);
    Ok(Value::Double((number * shift).round() / shift))
}
