//! `equal_fold`: whether two texts differ only in case.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use super::case;

pub(super) const FUNCTION: Function = Function {
    name: "equal_fold",
    parameters: &[
        Parameter {
            name: "left",
            types: &[Type::String],
            summary: "the one text",
        },
        Parameter {
            name: "right",
            types: &[Type::String],
            summary: "the other text",
        },
    ],
    returns: &[Type::Boolean],
    summary: "tells whether two texts are equal when case does not count",
    note: "allows comparing two strings for equivalency where the only differences are letter cases",
    examples: &[
        Example {
            expression: "equal_fold('Pod', 'POD')",
            result: "true",
        },
        Example {
            expression: "equal_fold('ß', 'SS')",
            result: "false",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    Ok(case::equal_fold(arguments.text(0)?, arguments.text(1)?).into())
}
