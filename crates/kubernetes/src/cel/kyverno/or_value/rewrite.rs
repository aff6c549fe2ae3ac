//! `orValue`: written with one argument, a call of a function that takes any value.

use sekisho_cel::{Example, Expansion, Macro, MacroCall, NodeId, Refusal, Release, Style};

use super::value_or;

pub(super) const MACRO: Macro = Macro {
    name: "orValue",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(1),
    summary: "gives the value of an optional, or the other value if it has none; of a value that is no optional, that value",
    examples: &[
        Example {
            expression: "optional.none().orValue(2)",
            result: "2",
        },
        Example {
            expression: "'a'.orValue('b')",
            result: "'a'",
        },
    ],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let operands = [call.target(), call.argument(0)];
    Ok(Some(expansion.call(value_or::NAME, &operands)))
}
