//! Questions that are restricted to objects by labels or fields.

use sekisho_cel::library::cost::{size_at, tenth};
use sekisho_cel::{
    Arguments, Bounds, CallEstimate, Fault, Function, Operands, Overload, Release, Shape, Value,
};
use sekisho_document::Text;

use super::steps::NEEDS_AN_AUTHORIZER;
use super::values::{ResourceCheck, Selection};
use super::{RESOURCE_CHECK, field_selector};
use crate::Selector;

const SINCE: Release = Release(31);

pub(super) const FIELD_SELECTOR: Function = Function {
    name: "fieldSelector",
    since: SINCE,
    overloads: &[Overload::method(
        "authorizer_fieldselector",
        &[RESOURCE_CHECK, Shape::String],
        RESOURCE_CHECK,
        by_fields,
    )],
    cost: Some(cost),
    estimate: Some(estimate),
    summary: "asks only about objects with certain values in their fields",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

pub(super) const LABEL_SELECTOR: Function = Function {
    name: "labelSelector",
    since: SINCE,
    overloads: &[Overload::method(
        "authorizer_labelselector",
        &[RESOURCE_CHECK, Shape::String],
        RESOURCE_CHECK,
        by_labels,
    )],
    cost: Some(cost),
    estimate: Some(estimate),
    summary: "asks only about objects with certain labels",
    examples: NEEDS_AN_AUTHORIZER,
    ..Function::USUAL
};

fn by_fields<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(1)?;
    let selection = selection(text, field_selector::canonical(text));
    let check = arguments.opaque::<ResourceCheck>(0)?.clone();
    Ok(Value::opaque(ResourceCheck {
        field_selector: Some(selection),
        ..check
    }))
}

fn by_labels<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    let text = arguments.text(1)?;
    let canonical = Selector::parse(text)
        .map(|selector| selector.to_string())
        .map_err(|error| error.to_string());
    let selection = selection(text, canonical);
    let check = arguments.opaque::<ResourceCheck>(0)?.clone();
    Ok(Value::opaque(ResourceCheck {
        label_selector: Some(selection),
        ..check
    }))
}

fn selection(text: &str, canonical: Result<String, String>) -> Selection {
    match canonical {
        Ok(canonical) => Selection {
            text: Text::from(canonical),
            fault: None,
        },
        Err(fault) => Selection {
            text: Text::new(text),
            fault: Some(Text::from(fault)),
        },
    }
}

/// A list is made of about every second code point.
fn cost(arguments: &[Value<'_>], _: &Result<Value<'_>, Fault>) -> u64 {
    let size = size_at(arguments, 1);
    let lists = size.div_ceil(2).saturating_mul(50);
    tenth(size).saturating_add(lists).saturating_add(10)
}

fn estimate(operands: &Operands<'_>) -> CallEstimate {
    let size = operands.size(1);
    let lists = size.times(0.5).multiplied(Bounds::exactly(50));
    CallEstimate::of(size.times(0.1).plus(lists).plus(Bounds::exactly(10)))
}
