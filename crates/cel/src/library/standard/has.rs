//! `has`: whether a field is there.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style, refusal};
use crate::function::{Example, Release};
use crate::tree::{Node, NodeId};

pub(super) const MACRO: Macro = Macro {
    name: "has",
    since: Release::FIRST,
    style: Style::Function,
    arguments: Some(1),
    summary: "tells whether a map or object has a field",
    examples: &[
        Example {
            expression: "has({'a': 1}.a)",
            result: "true",
        },
        Example {
            expression: "has({'a': 1}.b)",
            result: "false",
        },
    ],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let argument = call.argument(0);
    match expansion.tree.node(argument).clone() {
        Node::Select { operand, field } | Node::Presence { operand, field } => {
            Ok(Some(expansion.add(Node::Presence { operand, field })))
        }
        _ => Err(refusal(argument, "invalid argument to has() macro")),
    }
}
