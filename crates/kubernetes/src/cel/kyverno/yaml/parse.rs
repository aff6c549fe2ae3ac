//! `yaml.parse`: the value of a YAML text.

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};
use sekisho_document::Numbers;
use sekisho_document::yaml::{self, Limits};

use super::super::{objects, reading};

pub(super) const FUNCTION: Function = Function {
    name: "parse",
    overloads: &[Overload::method(
        "yaml_parse_string",
        &[Shape::Object(objects::YAML), Shape::String],
        Shape::Dyn,
        call,
    )],
    summary: "reads the first document of a YAML text; all its numbers are doubles",
    examples: &[Example {
        expression: "yaml.parse('replicas: 2').replicas",
        result: "2.0",
    }],
    ..Function::USUAL
};

/// What aliases may add is far more than a policy needs, and far less than there is room.
const LIMITS: Limits = Limits {
    alias_bytes: 1 << 20,
    ..Limits::DEFAULT
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    reading::take_room(arguments, 1)?;
    yaml::read(arguments.text(1)?, &LIMITS, Numbers::AllFloat)
        .map(|value| Value::held(&value))
        .map_err(|error| {
            let cause = error.upstream();
            Fault::new(format!("error converting YAML to JSON: {cause}"))
        })
}
