//! `transformList`: a list of what is made of each pair.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "transformList",
    since: Release(32),
    style: Style::Method,
    arguments: Some(3),
    summary: "makes a list of what an expression gives for each index and element, or key and value",
    examples: &[Example {
        expression: "[1, 2].transformList(i, v, i + v)",
        result: "[1, 3]",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::List)
}
