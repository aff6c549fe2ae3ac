//! `time.truncate`: a moment cut down to a multiple of a span.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::moment;
use crate::Duration;

pub(super) const FUNCTION: Function = Function {
    name: "time.truncate",
    overloads: &[Overload::function(
        "time_truncate_timestamp_duration",
        &[Shape::Timestamp, Shape::Duration],
        Shape::Timestamp,
        call,
    )],
    summary: "cuts a moment down to a multiple of a span, counted from year 1 in UTC",
    examples: &[Example {
        expression: "time.truncate(timestamp('2024-02-05T07:09:11.5Z'), duration('1h'))",
        result: "timestamp('2024-02-05T07:00:00Z')",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (Value::Timestamp(time), Value::Duration(span)) = (arguments.get(0), arguments.get(1)) else {
        return Err(arguments.no_overload());
    };
    let whole = moment(time)?;
    let cut = whole.truncate(Duration::from_nanoseconds(*span));
    time.minus(whole.since(&cut).nanoseconds)
        .map(Value::Timestamp)
        .ok_or(Fault::fixed("timestamp overflow"))
}
