//! `filter`: the elements for which a condition holds.

use crate::expansion::{Expansion, Macro, MacroCall, NO_IDENTIFIER, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{Fold, FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "filter",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "makes a list of the elements, or keys, for which a condition holds",
    examples: &[Example {
        expression: "[1, 2, 3].filter(x, x > 1)",
        result: "[2, 3]",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let variable = expansion.loop_variable(call.argument(0), NO_IDENTIFIER)?;
    let element = expansion.variable(&variable);
    Ok(Some(expansion.fold(Fold {
        kind: FoldKind::List,
        range: call.target(),
        variable,
        second: None,
        condition: Some(call.argument(1)),
        body: element,
    })))
}
