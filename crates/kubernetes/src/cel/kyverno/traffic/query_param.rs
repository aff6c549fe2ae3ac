//! `QueryParam`: what a request says in its query.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use crate::url::Url;

pub(super) const FUNCTION: Function = Function {
    name: "QueryParam",
    overloads: &[Overload::method(
        "http_attributes_query_param_string",
        &[Shape::Dyn, Shape::String],
        Shape::List(&Shape::String),
        call,
    )],
    summary: "gives the values of a parameter in the query of the attributes of a request",
    examples: &[
        Example {
            expression: "{'query': 'a=1&b=2&a=3'}.QueryParam('a')",
            result: "['1', '3']",
        },
        Example {
            expression: "{'query': {'a': ['1']}}.QueryParam('b')",
            result: "[]",
        },
    ],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let wanted = arguments.get(1);
    let attributes = arguments.get(0).as_map().ok_or_else(|| arguments.no_overload())?;
    Ok(match attributes.get(&Value::text("query")) {
        Some(Value::Map(query)) => query.get(wanted).unwrap_or_else(|| Value::list(Vec::new())),
        Some(Value::String(text)) => {
            let wanted = arguments.text(1)?;
            let pairs = Url::parse(&format!("/?{text}"))
                .map(|url| url.query())
                .unwrap_or_default();
            let values = pairs.into_iter().filter(|(name, _)| name == wanted);
            Value::list(values.map(|(_, value)| Value::text(value)).collect())
        }
        _ => Value::list(Vec::new()),
    })
}
