//! `join`: texts put together.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "join",
    overloads: &[
        Overload::method("list_join", &[Shape::List(&Shape::String)], Shape::String, call),
        Overload::method(
            "list_join_string",
            &[Shape::List(&Shape::String), Shape::String],
            Shape::String,
            call,
        ),
    ],
    cost: Some(cost::fifth_of_result),
    estimate: Some(estimate::joining_texts),
    summary: "puts the texts of a list together, with a separator between them",
    examples: &[
        Example {
            expression: "['a', 'b'].join()",
            result: "'ab'",
        },
        Example {
            expression: "['a', 'b'].join('-')",
            result: "'a-b'",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let list = arguments.list(0)?.clone();
    let separator = match arguments.len() {
        2 => arguments.text(1)?.to_owned(),
        _ => String::new(),
    };
    let mut joined = String::new();
    for (position, item) in list.iter().enumerate() {
        if position > 0 {
            arguments.meter.take(separator.len())?;
            joined.push_str(&separator);
        }
        let Some(text) = item.as_str() else {
            let shown = crate::show::plain(&item);
            return Err(Fault::new(format!("join: invalid input: {shown}")));
        };
        arguments.meter.take(text.len())?;
        joined.push_str(text);
    }
    Ok(Value::from(joined))
}
