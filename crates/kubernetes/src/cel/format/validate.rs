//! `validate`: what is wrong with a text.

use sekisho_cel::library::cost::{size_at, tenth};
use sekisho_cel::{
    Arguments, Bounds, CallEstimate, Example, Fault, Function, Operands, Overload, Shape, Value,
};

use super::{FormatValue, LONGEST_PATTERN, SHAPE, SINCE};

pub(super) const FUNCTION: Function = Function {
    name: "validate",
    since: SINCE,
    overloads: &[Overload::method(
        "format_validate",
        &[SHAPE, Shape::String],
        Shape::Optional(&Shape::List(&Shape::String)),
        call,
    )],
    cost: Some(cost),
    estimate: Some(estimate),
    summary: "gives everything that is wrong with a text, or nothing when it is right",
    examples: &[
        Example {
            expression: "format.dns1123Label().validate('web').hasValue()",
            result: "false",
        },
        Example {
            expression: "format.date().validate('2021-02-29').value()",
            result: "['invalid date']",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let format = arguments.opaque::<FormatValue>(0)?.0;
    let faults = (format.faults)(arguments.text(1)?);
    if faults.is_empty() {
        return Ok(Value::none());
    }
    arguments.meter.take(faults.iter().map(String::len).sum())?;
    arguments.meter.take_values(faults.len())?;
    let texts = faults.into_iter().map(Value::from).collect();
    Ok(Value::some(Value::list(texts)))
}

fn cost(arguments: &[Value<'_>], _: &Result<Value<'_>, Fault>) -> u64 {
    let format: Option<&FormatValue> = arguments.first().and_then(Value::as_opaque);
    let pattern = format.map_or(1, |format| format.0.pattern_cost);
    tenth(1 + size_at(arguments, 1)).saturating_mul(pattern)
}

fn estimate(operands: &Operands<'_>) -> CallEstimate {
    let pattern = Bounds::exactly(LONGEST_PATTERN).times(0.25);
    CallEstimate::of(operands.size(1).times(0.1).multiplied(pattern))
}
