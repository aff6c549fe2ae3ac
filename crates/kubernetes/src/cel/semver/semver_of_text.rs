//! `semver`: a text read as a semantic version.

use sekisho_cel::library::{cost, estimate};
use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{ReadError, SHAPE, SINCE, SemverValue, read};

pub(super) const FUNCTION: Function = Function {
    name: "semver",
    since: SINCE,
    overloads: &[
        Overload::function("string_to_semver", &[Shape::String], SHAPE, call),
        Overload::function(
            "string_bool_to_semver",
            &[Shape::String, Shape::Bool],
            SHAPE,
            call,
        ),
    ],
    cost: Some(cost::of_operand),
    estimate: Some(estimate::of_operand),
    summary: "reads a semantic version; with `true`, a leading `v`, leading zeros and missing parts are tolerated",
    examples: &[Example {
        expression: "semver('v1.2', true)",
        result: "semver('1.2.0')",
    }],
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    match read(arguments)? {
        Ok(version) => Ok(Value::opaque(SemverValue(version))),
        Err(ReadError::Version(error)) => Err(Fault::new(error.to_string())),
        Err(ReadError::ShortWithParts) => Err(Fault::fixed(
            "short version cannot contain PreRelease/Build meta data",
        )),
    }
}
