//! `semver_compare`: whether a version lies in a range.

use std::sync::Arc;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Prepared, Type};

use crate::semver::{Range, Version};

use super::failed;

pub(super) const FUNCTION: Function = Function {
    name: "semver_compare",
    parameters: &[
        Parameter {
            name: "version",
            types: &[Type::String],
            summary: "a semantic version",
        },
        Parameter {
            name: "range",
            types: &[Type::String],
            summary: "a range such as `>=1.2.0 <2.0.0 || 3.x`",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether a semantic version lies in a range",
    note: "compares two strings which comply with the semantic versioning schema and outputs a boolean response as to the position of the second relative to the first",
    examples: &[
        Example {
            expression: "semver_compare('4.1.3', '>=4.1.x')",
            result: "true",
        },
        Example {
            expression: "semver_compare('1.2.3-alpha', '>=1.2.3')",
            result: "false",
        },
    ],
    prepare: Some(prepare),
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    // What is no version counts as 0.0.0.
    let version = Version::parse(arguments.text(0)?).unwrap_or_default();
    if let Some(range) = arguments.prepared::<Range>() {
        return Ok(range.contains(&version).into());
    }
    Range::parse(arguments.text(1)?)
        .map(|range| range.contains(&version).into())
        .map_err(failed)
}

fn prepare(constants: &[Option<&Value>]) -> Option<Prepared> {
    let range = (*constants.get(1)?)?.as_str()?;
    Some(Arc::new(Range::parse(range).ok()?))
}
