//! `transformMapEntry`: a map of other keys and values.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "transformMapEntry",
    since: Release(32),
    style: Style::Method,
    arguments: Some(3),
    summary: "makes a map of the entries that an expression gives for each pair; keys may not repeat",
    examples: &[Example {
        expression: "['a', 'b'].transformMapEntry(i, v, {v: i})",
        result: "{'a': 0, 'b': 1}",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::MapEntry)
}
