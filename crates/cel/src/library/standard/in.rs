//! `in`: whether a list has an element, or a map a key.

use crate::library::{cost, estimate};
use crate::{Arguments, Example, Fault, Function, Overload, Shape, Style, Value};

pub(super) const FUNCTION: Function = Function {
    name: "@in",
    overloads: &[
        Overload::declared(
            "in_list",
            Style::Function,
            &[Shape::Parameter("A"), Shape::List(&Shape::Parameter("A"))],
            Shape::Bool,
        )
        .costs(cost::of_list, estimate::of_list),
        Overload::declared(
            "in_map",
            Style::Function,
            &[
                Shape::Parameter("A"),
                Shape::Map(&Shape::Parameter("A"), &Shape::Parameter("B")),
            ],
            Shape::Bool,
        ),
    ],
    body: Some(call),
    summary: "tells whether a list has an element, or a map a key",
    examples: &[
        Example {
            expression: "1 in [1, 2]",
            result: "true",
        },
        Example {
            expression: "'b' in {'a': 1}",
            result: "false",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (Some(wanted), Some(among)) = (arguments.values.first(), arguments.values.get(1)) else {
        return Err(Fault::NO_OVERLOAD);
    };
    match among {
        Value::List(list) => {
            for item in list.iter() {
                // What can not be compared is not it.
                match crate::equal(&item, wanted, arguments.meter) {
                    Ok(true) => return Ok(Value::Bool(true)),
                    Ok(false) | Err(Fault::Error(_)) => (),
                    Err(stopped @ Fault::Stopped(_)) => return Err(stopped),
                }
            }
            Ok(Value::Bool(false))
        }
        Value::Map(map) => {
            map.takes(wanted)?;
            Ok(Value::Bool(map.get(wanted).is_some()))
        }
        _ => Err(Fault::NO_OVERLOAD),
    }
}
