//! `Header`: what a request says in a header.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

pub(super) const FUNCTION: Function = Function {
    name: "Header",
    overloads: &[Overload::method(
        "http_attributes_header_string",
        &[Shape::Dyn, Shape::String],
        Shape::List(&Shape::String),
        call,
    )],
    summary: "gives the values of a header of the attributes of a request, whatever the case of its name",
    examples: &[
        Example {
            expression: "{'header': {'X-Team': ['shop']}}.Header('x-team')",
            result: "['shop']",
        },
        Example {
            expression: "{'method': 'GET'}.Header('x-team')",
            result: "[]",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let wanted = arguments.text(1)?;
    let attributes = arguments.get(0).as_map().ok_or_else(|| arguments.no_overload())?;
    let headers = attributes.get(&Value::text("header"));
    let mut values = Vec::new();
    for (name, of_name) in headers
        .as_ref()
        .and_then(Value::as_map)
        .iter()
        .flat_map(|map| map.iter())
    {
        if name
            .as_str()
            .is_some_and(|name| name.eq_ignore_ascii_case(wanted))
        {
            values.extend(of_name.as_list().iter().flat_map(|list| list.iter()));
        }
    }
    Ok(Value::list(values))
}
