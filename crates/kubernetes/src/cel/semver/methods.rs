//! What versions can do.

use std::cmp::Ordering;

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{SHAPE, SINCE, SemverValue};
use crate::semver::Version;

pub(super) const COMPARE_TO: Function = Function {
    name: "compareTo",
    since: SINCE,
    overloads: &[Overload::method(
        "semver_cmp",
        &[SHAPE, SHAPE],
        Shape::Int,
        compare_to,
    )],
    summary: "gives -1, 0 or 1 when a version comes before, is or comes after another one",
    examples: &[Example {
        expression: "semver('1.2.3').compareTo(semver('2.0.0'))",
        result: "-1",
    }],
    ..Function::USUAL
};

pub(super) const IS_GREATER_THAN: Function = Function {
    name: "isGreaterThan",
    since: SINCE,
    overloads: &[Overload::method(
        "semver_is_greater_than",
        &[SHAPE, SHAPE],
        Shape::Bool,
        is_greater_than,
    )],
    summary: "tells whether a version comes after another one",
    examples: &[Example {
        expression: "semver('1.10.0').isGreaterThan(semver('1.9.0'))",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const IS_LESS_THAN: Function = Function {
    name: "isLessThan",
    since: SINCE,
    overloads: &[Overload::method(
        "semver_is_less_than",
        &[SHAPE, SHAPE],
        Shape::Bool,
        is_less_than,
    )],
    summary: "tells whether a version comes before another one",
    examples: &[Example {
        expression: "semver('1.2.3-alpha').isLessThan(semver('1.2.3'))",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const MAJOR: Function = Function {
    name: "major",
    since: SINCE,
    overloads: &[Overload::method("semver_major", &[SHAPE], Shape::Int, major)],
    summary: "gives the first number of a version",
    examples: &[Example {
        expression: "semver('1.2.3').major()",
        result: "1",
    }],
    ..Function::USUAL
};

pub(super) const MINOR: Function = Function {
    name: "minor",
    since: SINCE,
    overloads: &[Overload::method("semver_minor", &[SHAPE], Shape::Int, minor)],
    summary: "gives the second number of a version",
    examples: &[Example {
        expression: "semver('1.2.3').minor()",
        result: "2",
    }],
    ..Function::USUAL
};

pub(super) const PATCH: Function = Function {
    name: "patch",
    since: SINCE,
    overloads: &[Overload::method("semver_patch", &[SHAPE], Shape::Int, patch)],
    summary: "gives the third number of a version",
    examples: &[Example {
        expression: "semver('1.2.3').patch()",
        result: "3",
    }],
    ..Function::USUAL
};

fn version<'r>(arguments: &'r Arguments<'_, '_>, position: usize) -> Result<&'r Version, Fault> {
    Ok(&arguments.opaque::<SemverValue>(position)?.0)
}

/// Numbers beyond 63 bits turn negative, as in the reference.
fn number<'a>(number: u64) -> Value<'a> {
    Value::Int(number.cast_signed())
}

fn major<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(number(version(arguments, 0)?.major))
}

fn minor<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(number(version(arguments, 0)?.minor))
}

fn patch<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(number(version(arguments, 0)?.patch))
}

fn ordering(arguments: &Arguments<'_, '_>) -> Result<Ordering, Fault> {
    Ok(version(arguments, 0)?.cmp(version(arguments, 1)?))
}

fn compare_to<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Int(ordering(arguments)? as i64))
}

fn is_greater_than<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(ordering(arguments)?.is_gt()))
}

fn is_less_than<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(ordering(arguments)?.is_lt()))
}
