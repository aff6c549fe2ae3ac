//! What quantities can do.

use std::cmp::Ordering;

use sekisho_cel::{Arguments, Example, Fault, Function, Overload, Shape, Value};

use super::{QuantityValue, SHAPE, SINCE};
use crate::{Format, Quantity, QuantityError};

pub(super) const ADD: Function = Function {
    name: "add",
    since: SINCE,
    overloads: &[
        Overload::method("quantity_add", &[SHAPE, SHAPE], SHAPE, add),
        Overload::method("quantity_add_int", &[SHAPE, Shape::Int], SHAPE, add),
    ],
    summary: "adds a quantity or a whole number to a quantity",
    examples: &[Example {
        expression: "quantity('50k').add(quantity('20k')).add(1)",
        result: "quantity('70001')",
    }],
    ..Function::USUAL
};

pub(super) const AS_APPROXIMATE_FLOAT: Function = Function {
    name: "asApproximateFloat",
    since: SINCE,
    overloads: &[Overload::method(
        "quantity_get_float",
        &[SHAPE],
        Shape::Double,
        as_approximate_float,
    )],
    summary: "gives a quantity as a floating-point number, with the loss that implies",
    examples: &[Example {
        expression: "quantity('1.5').asApproximateFloat()",
        result: "1.5",
    }],
    ..Function::USUAL
};

pub(super) const AS_INTEGER: Function = Function {
    name: "asInteger",
    since: SINCE,
    overloads: &[Overload::method(
        "quantity_get_int",
        &[SHAPE],
        Shape::Int,
        as_integer,
    )],
    summary: "gives a quantity as a whole number; an error if it is none or too large",
    examples: &[Example {
        expression: "quantity('50k').asInteger()",
        result: "50000",
    }],
    ..Function::USUAL
};

pub(super) const COMPARE_TO: Function = Function {
    name: "compareTo",
    since: SINCE,
    overloads: &[Overload::method(
        "quantity_cmp",
        &[SHAPE, SHAPE],
        Shape::Int,
        compare_to,
    )],
    summary: "gives -1, 0 or 1 when a quantity is less than, equal to or greater than another one",
    examples: &[Example {
        expression: "quantity('200M').compareTo(quantity('0.2G'))",
        result: "0",
    }],
    ..Function::USUAL
};

pub(super) const IS_GREATER_THAN: Function = Function {
    name: "isGreaterThan",
    since: SINCE,
    overloads: &[Overload::method(
        "quantity_is_greater_than",
        &[SHAPE, SHAPE],
        Shape::Bool,
        is_greater_than,
    )],
    summary: "tells whether a quantity is greater than another one",
    examples: &[Example {
        expression: "quantity('1Gi').isGreaterThan(quantity('1G'))",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const IS_INTEGER: Function = Function {
    name: "isInteger",
    since: SINCE,
    overloads: &[Overload::method(
        "quantity_is_integer",
        &[SHAPE],
        Shape::Bool,
        is_integer,
    )],
    summary: "tells whether `asInteger` would not fail",
    examples: &[Example {
        expression: "quantity('1.5').isInteger()",
        result: "false",
    }],
    ..Function::USUAL
};

pub(super) const IS_LESS_THAN: Function = Function {
    name: "isLessThan",
    since: SINCE,
    overloads: &[Overload::method(
        "quantity_is_less_than",
        &[SHAPE, SHAPE],
        Shape::Bool,
        is_less_than,
    )],
    summary: "tells whether a quantity is less than another one",
    examples: &[Example {
        expression: "quantity('450M').isLessThan(quantity('400M'))",
        result: "false",
    }],
    ..Function::USUAL
};

pub(super) const SIGN: Function = Function {
    name: "sign",
    since: SINCE,
    overloads: &[Overload::function("quantity_sign", &[SHAPE], Shape::Int, sign)],
    summary: "gives -1, 0 or 1 for a quantity below, equal to or above zero",
    examples: &[Example {
        expression: "sign(quantity('-1'))",
        result: "-1",
    }],
    ..Function::USUAL
};

pub(super) const SUB: Function = Function {
    name: "sub",
    since: SINCE,
    overloads: &[
        Overload::method("quantity_sub", &[SHAPE, SHAPE], SHAPE, sub),
        Overload::method("quantity_sub_int", &[SHAPE, Shape::Int], SHAPE, sub),
    ],
    summary: "subtracts a quantity or a whole number from a quantity",
    examples: &[Example {
        expression: "quantity('50k').sub(20000)",
        result: "quantity('30k')",
    }],
    ..Function::USUAL
};

fn quantity(arguments: &Arguments<'_, '_>, position: usize) -> Result<Quantity, Fault> {
    Ok(arguments.opaque::<QuantityValue>(position)?.quantity.clone())
}

type Operation = fn(&Quantity, &Quantity) -> Result<Quantity, QuantityError>;

fn compute<'a>(arguments: &Arguments<'_, 'a>, operation: Operation) -> Result<Value<'a>, Fault> {
    let left = quantity(arguments, 0)?;
    let right = match arguments.get(1) {
        Value::Int(number) => Quantity::from_i64(*number, Format::DecimalExponent),
        _ => quantity(arguments, 1)?,
    };
    let result = operation(&left, &right).map_err(|error| Fault::new(error.to_string()))?;
    Ok(Value::opaque(QuantityValue::made(result)))
}

fn add<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    compute(arguments, Quantity::add)
}

fn sub<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    compute(arguments, Quantity::subtract)
}

fn as_approximate_float<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Double(quantity(arguments, 0)?.as_f64()))
}

fn as_integer<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let value = quantity(arguments, 0)?.as_i64();
    value
        .map(Value::Int)
        .ok_or(Fault::fixed("cannot convert value to integer"))
}

fn is_integer<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Bool(quantity(arguments, 0)?.as_i64().is_some()))
}

fn sign<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Ok(Value::Int(quantity(arguments, 0)?.sign().into()))
}

fn ordering(arguments: &Arguments<'_, '_>) -> Result<Ordering, Fault> {
    Ok(quantity(arguments, 0)?.cmp(&quantity(arguments, 1)?))
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
