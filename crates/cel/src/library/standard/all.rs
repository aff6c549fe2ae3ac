//! `all`: whether a condition holds for every element.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::{FoldKind, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "all",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "tells whether a condition holds for every element of a list or key of a map",
    examples: &[
        Example {
            expression: "[1, 2].all(x, x > 0)",
            result: "true",
        },
        Example {
            expression: "{'a': 1}.all(key, key == 'b')",
            result: "false",
        },
    ],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    expansion.quantifier(call, FoldKind::All)
}
