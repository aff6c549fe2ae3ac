//! `time.toCron`: a moment as a cron expression.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::moment;
use crate::time::Civil;

pub(super) const FUNCTION: Function = Function {
    name: "time.toCron",
    overloads: &[Overload::function(
        "time_to_cron_timestamp",
        &[Shape::Timestamp],
        Shape::String,
        call,
    )],
    summary: "gives minute, hour, day, month and weekday as a cron expression",
    examples: &[Example {
        expression: "time.toCron(timestamp('2024-02-05T07:09:00Z'))",
        result: "'9 7 5 2 1'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let Value::Timestamp(time) = arguments.get(0) else {
        return Err(arguments.no_overload());
    };
    let Civil {
        minute,
        hour,
        day,
        month,
        weekday,
        ..
    } = moment(time)?.civil();
    Ok(Value::from(format!("{minute} {hour} {day} {month} {weekday}")))
}
