//! `exists_one`: whether a condition holds for exactly one element.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "exists_one",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "tells whether a condition holds for exactly one element of a list or key of a map",
    examples: &[
        Example {
            expression: "[1, 2].exists_one(x, x > 1)",
            result: "true",
        },
        Example {
            expression: "[1, 1].exists_one(x, x == 1)",
            result: "false",
        },
    ],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.quantifier(call, FoldKind::ExistsOne)
}
