//! `map`: a list of what is made of each element.

use crate::expansion::{Expansion, Macro, MacroCall, NO_IDENTIFIER, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{Fold, FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "map",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "makes a list of what an expression gives for each element of a list or key of a map",
    examples: &[Example {
        expression: "[1, 2].map(x, x * 2)",
        result: "[2, 4]",
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
        condition: None,
        body: call.argument(1),
    })))
}
