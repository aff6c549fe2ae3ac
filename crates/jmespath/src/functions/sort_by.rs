//! `sort_by`: a list in the order of keys.

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;

use crate::{
    Arguments, Example, Found, Function, Parameter, Type,
    error::QUERY_FAILED,
    functions::order::{compare, is_key, keys},
};

pub(super) const FUNCTION: Function = Function {
    name: "sort_by",
    parameters: &[
        Parameter {
            name: "list",
            types: &[Type::Array],
            summary: "the list",
        },
        Parameter {
            name: "expression",
            types: &[Type::Expression],
            summary: "gives the key of an item: a number or a text",
        },
    ],
    returns: &[Type::Array],
    summary: "sorts a list by a key of each item",
    examples: &[Example {
        expression: "sort_by(`[{\"n\": 2}, {\"n\": 1}]`, &n)[*].n",
        result: "[1,2]",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let list = arguments.list(0)?;
    if list.len() < 2 {
        return Ok(arguments.get(0).clone());
    }
    let failed = || Complaint::new(QUERY_FAILED, "error in sort_by comparison");
    let mut keyed = Vec::with_capacity(list.len());
    for (key, item) in keys(arguments)?.into_iter().zip(list) {
        keyed.push((key, item));
    }
    let first = keyed.first().map(|(key, _)| key);
    if !first.is_some_and(is_key) {
        return Err(Complaint::new(
            QUERY_FAILED,
            "invalid type, must be number of string",
        ));
    }
    if !first.is_some_and(|first| {
        keyed
            .iter()
            .all(|(key, _)| key.kind() == first.kind() && is_key(key))
    }) {
        return Err(failed());
    }
    keyed.sort_by(|left, right| compare(&left.0, &right.0));
    let sorted = keyed.into_iter().map(|(_, item)| item.clone());
    Ok(Value::List(sorted.collect()).into())
}
