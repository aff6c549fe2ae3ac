//! `url`: a text read as a web address.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{SHAPE, UrlValue, read};

pub(super) const FUNCTION: Function = Function {
    name: "url",
    overloads: &[Overload::function("string_to_url", &[Shape::String], SHAPE, call)],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::same_size),
    summary: "reads an absolute web address or an absolute path",
    examples: &[Example {
        expression: "url('https://example.com:80/path').getHost()",
        result: "'example.com:80'",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match read(arguments.text(0)?) {
        Ok(url) => Ok(Value::opaque(UrlValue(url))),
        Err(error) => Err(Fault::new(format!(
            "URL parse error during conversion from string: {error}"
        ))),
    }
}
