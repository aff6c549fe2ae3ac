//! `optMap`: makes another optional of the value of an optional, if it has one.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style, refusal};
use crate::function::{Example, Release};
use crate::tree::{NodeId, OptionalMap};

pub(super) const MACRO: Macro = Macro {
    name: "optMap",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "makes another optional of the value of an optional, if it has one",
    examples: &[
        Example {
            expression: "optional.of(1).optMap(x, x + 1)",
            result: "optional.of(2)",
        },
        Example {
            expression: "optional.none().optMap(x, x + 1)",
            result: "optional.none()",
        },
    ],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let Some(variable) = expansion.identifier(call.argument(0)).cloned() else {
        let message = "optMap() variable name must be a simple identifier";
        return Err(refusal(call.argument(0), message));
    };
    Ok(Some(expansion.optional_map(OptionalMap {
        target: call.target(),
        variable,
        body: call.argument(1),
        flat: false,
    })))
}
