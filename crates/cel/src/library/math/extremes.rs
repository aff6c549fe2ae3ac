//! What `math.greatest` and `math.least` share.

use std::cmp::Ordering;

use crate::{Arguments, Fault, Value};

/// The one of some numbers that wins over all others; of equal ones the first.
pub(super) fn find<'a>(
    arguments: &Arguments<'_, 'a>,
    wins: fn(Ordering) -> bool,
) -> Result<Value<'a>, Fault> {
    let numbers: Vec<Value<'a>> = match arguments.values() {
        [Value::List(list)] => list.iter().collect(),
        values => values.to_vec(),
    };
    let is_number = |value: &Value<'_>| matches!(value, Value::Int(_) | Value::Uint(_) | Value::Double(_));
    if !numbers.iter().all(is_number) {
        return Err(arguments.no_overload());
    }
    let mut numbers = numbers.into_iter();
    let Some(mut best) = numbers.next() else {
        return Err(Fault::new(format!(
            "{}(list) argument must not be empty",
            arguments.function
        )));
    };
    for number in numbers {
        if wins(crate::compare(&number, &best)?) {
            best = number;
        }
    }
    Ok(best)
}
