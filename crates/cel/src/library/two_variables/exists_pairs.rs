//! `exists` with two variables: whether a condition holds for any pair.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "exists",
    since: Release(32),
    style: Style::Method,
    arguments: Some(3),
    summary: "tells whether a condition holds for any index and element, or key and value",
    examples: &[Example {
        expression: "{'a': 1}.exists(k, v, k == 'a' && v == 2)",
        result: "false",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::Exists)
}
