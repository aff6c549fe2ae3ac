//! `transformMap` with a filter.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "transformMap",
    since: Release(32),
    style: Style::Method,
    arguments: Some(4),
    summary: "makes a map of other values of the pairs for which a condition holds",
    examples: &[Example {
        expression: "{'a': 1, 'b': 2}.transformMap(k, v, k == 'a', v)",
        result: "{'a': 1}",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::Map)
}
