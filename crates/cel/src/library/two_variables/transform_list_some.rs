//! `transformList` with a filter.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "transformList",
    since: Release(32),
    style: Style::Method,
    arguments: Some(4),
    summary: "makes a list of what an expression gives for each pair for which a condition holds",
    examples: &[Example {
        expression: "[1, 2, 3].transformList(i, v, i > 0, v)",
        result: "[2, 3]",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::List)
}
