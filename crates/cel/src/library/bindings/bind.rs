//! `cel.bind`: a name for a value within an expression.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style, refusal};
use crate::function::{Example, Release};
use crate::tree::NodeId;

pub(super) const MACRO: Macro = Macro {
    name: "bind",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(3),
    summary: "names a value within an expression: `cel.bind(name, value, expression)`",
    examples: &[Example {
        expression: "cel.bind(x, 2, x * x)",
        result: "4",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    if !expansion.is_named(call.target(), "cel") {
        return Ok(None);
    }
    let [variable, value, body] = *call.arguments else {
        return Ok(None);
    };
    match expansion.identifier(variable).cloned() {
        Some(name) => Ok(Some(expansion.bind(&name, value, body))),
        None => {
            let message = "cel.bind() variable names must be simple identifiers";
            Err(refusal(variable, message))
        }
    }
}
