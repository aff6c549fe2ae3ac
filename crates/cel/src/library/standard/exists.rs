//! `exists`: whether a condition holds for any element.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "exists",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "tells whether a condition holds for any element of a list or key of a map",
    examples: &[Example {
        expression: "[1, 2].exists(x, x > 1)",
        result: "true",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.quantifier(call, FoldKind::Exists)
}
