//! `label_match`: whether labels are among others.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

pub(super) const FUNCTION: Function = Function {
    name: "label_match",
    parameters: &[
        Parameter {
            name: "wanted",
            types: &[Type::Object],
            summary: "the labels that must be there",
        },
        Parameter {
            name: "labels",
            types: &[Type::Object],
            summary: "the labels of the object",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether all labels of the first map are in the second with equal values",
    note: "object arguments must be enclosed in backticks; ex. `{{request.object.spec.template.metadata.labels}}`",
    examples: &[Example {
        expression: "label_match(`{\"app\": \"web\"}`, `{\"app\": \"web\", \"tier\": \"front\"}`)",
        result: "true",
    }],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    let (wanted, labels) = (arguments.map(0)?, arguments.map(1)?);
    for (key, value) in wanted {
        let is_equal = match labels.get(key) {
            Some(label) => arguments.equal(label, value)?,
            None => false,
        };
        if !is_equal {
            return Ok(false.into());
        }
    }
    Ok(true.into())
}
