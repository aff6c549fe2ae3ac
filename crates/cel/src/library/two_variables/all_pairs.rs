//! `all` with two variables: whether a condition holds for every pair.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "all",
    since: Release(32),
    style: Style::Method,
    arguments: Some(3),
    summary: "tells whether a condition holds for every index and element, or key and value",
    examples: &[Example {
        expression: "[5, 6].all(i, v, v == i + 5)",
        result: "true",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::All)
}
