//! `exists_one` with two variables, the older spelling of `existsOne`.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "exists_one",
    since: Release(32),
    style: Style::Method,
    arguments: Some(3),
    summary: "tells whether a condition holds for exactly one pair; the older spelling of `existsOne`",
    examples: &[Example {
        expression: "[1, 2].exists_one(i, v, v == 2)",
        result: "true",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.over_two(call, FoldKind::ExistsOne)
}
