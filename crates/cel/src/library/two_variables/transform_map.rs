//! `transformMap`: a map with the same keys and other values.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "transformMap",
    since: Release(32),
    style: Style::Method,
    arguments: Some(3),
    summary: "makes a map with the same keys, or indexes, and the values that an expression gives",
    examples: &[Example {
        expression: "{'a': 1}.transformMap(k, v, v + 1)",
        result: "{'a': 2}",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::Map)
}
