//! `replace`: a text with parts replaced.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "replace",
    overloads: &[
        Overload::method(
            "string_replace_string_string",
            &[Shape::String, Shape::String, Shape::String],
            Shape::String,
            call,
        ),
        Overload::method(
            "string_replace_string_string_int",
            &[Shape::String, Shape::String, Shape::String, Shape::Int],
            Shape::String,
            call,
        ),
    ],
    cost: Some(cost::fifth_of_operand),
    estimate: Some(estimate::replacing),
    summary: "gives the text with all places of a part, or the first so many, replaced by another text",
    examples: &[
        Example {
            expression: "'abab'.replace('a', 'x')",
            result: "'xbxb'",
        },
        Example {
            expression: "'abab'.replace('a', 'x', 1)",
            result: "'xbab'",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let most = match arguments.len() {
        4 => usize::try_from(arguments.int(3)?).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    // What can not be paid for is not made.
    arguments.meter.afford(arguments.get(0).size().div_ceil(5))?;
    let (text, old, new) = (arguments.text(0)?, arguments.text(1)?, arguments.text(2)?);
    let places = text.matches(old).count().min(most);
    let grows = new.len().saturating_sub(old.len()).saturating_mul(places);
    let room = text.len().saturating_add(grows);
    arguments.meter.take(room)?;
    let (text, old, new) = (arguments.text(0)?, arguments.text(1)?, arguments.text(2)?);
    let mut made = String::with_capacity(room);
    let mut rest = 0;
    for (start, part) in text.match_indices(old).take(places) {
        made.push_str(text.get(rest..start).unwrap_or_default());
        made.push_str(new);
        rest = start + part.len();
    }
    made.push_str(text.get(rest..).unwrap_or_default());
    Ok(Value::from(made))
}
