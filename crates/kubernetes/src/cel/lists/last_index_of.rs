//! `lastIndexOf`: where a list has a value last.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "lastIndexOf",
    overloads: &[Overload::method(
        "list_a_last_index_of_int",
        &[Shape::List(&Shape::Parameter("A")), Shape::Parameter("A")],
        Shape::Int,
        call,
    )],
    cost: Some(cost::traversal),
    estimate: Some(estimate::traversal),
    summary: "gives the index of the last element of a list that is equal to a value, or -1",
    examples: &[Example {
        expression: "[1, 2, 2].lastIndexOf(2)",
        result: "2",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let (list, wanted) = (arguments.list(0)?.clone(), arguments.get(1).clone());
    let mut found = -1;
    for (position, item) in (0..).zip(list.iter()) {
        if super::is(arguments, &item, &wanted)? {
            found = position;
        }
    }
    Ok(Value::Int(found))
}
