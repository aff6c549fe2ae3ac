//! `map` with a filter.

use crate::expansion::{Expansion, Macro, MacroCall, NO_IDENTIFIER, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{Fold, FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "map",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(3),
    summary: "makes a list of what an expression gives for each element for which a condition holds",
    examples: &[Example {
        expression: "[1, 2, 3].map(x, x > 1, x * 2)",
        result: "[4, 6]",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let variable = expansion.loop_variable(call.argument(0), NO_IDENTIFIER)?;
    Ok(Some(expansion.fold(Fold {
        kind: FoldKind::List,
        range: call.target(),
        variable,
        second: None,
        condition: Some(call.argument(1)),
        body: call.argument(2),
    })))
}
