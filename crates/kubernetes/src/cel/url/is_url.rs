//! `isURL`: whether a text is a web address.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use crate::url::Url;

pub(super) const FUNCTION: Function = Function {
    name: "isURL",
    overloads: &[Overload::function(
        "is_url_string",
        &[Shape::String],
        Shape::Bool,
        call,
    )],
    summary: "tells whether a text is an absolute web address or an absolute path",
    examples: &[Example {
        expression: "isURL('https://example.com') && !isURL('../x')",
        result: "true",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(Url::check_request(arguments.text(0)?).is_ok()))
}
