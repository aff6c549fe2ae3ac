//! `transformMapEntry` with a filter.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "transformMapEntry",
    since: Release(32),
    style: Style::Method,
    arguments: Some(4),
    summary: "makes a map of the entries that an expression gives for each pair for which a condition holds",
    examples: &[Example {
        expression: "{'a': 'x', 'b': 'y'}.transformMapEntry(k, v, v == 'y', {v: k})",
        result: "{'y': 'b'}",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::MapEntry)
}
