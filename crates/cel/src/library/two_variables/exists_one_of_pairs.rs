//! `existsOne`: whether a condition holds for exactly one pair.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "existsOne",
    since: Release(32),
    style: Style::Method,
    arguments: Some(3),
    summary: "tells whether a condition holds for exactly one index and element, or key and value",
    examples: &[Example {
        expression: "{'a': 1, 'b': 1}.existsOne(k, v, v == 1)",
        result: "false",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::ExistsOne)
}
