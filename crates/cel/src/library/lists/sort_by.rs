//! `sortBy`: a list in the order of keys.

use crate::expansion::{Expansion, Macro, MacroCall, NO_IDENTIFIER, Refusal, Style, refusal};
use crate::function::{Example, Release};
use crate::tree::{Fold, FoldKind, Node, NodeId};

/// No expression can spell this name.
const INPUT: &str = "@__sortBy_input__";

pub(super) const MACRO: Macro = Macro {
    name: "sortBy",
    since: Release(34),
    style: Style::Method,
    arguments: Some(2),
    summary: "sorts a list by a key that an expression gives for each element",
    examples: &[Example {
        expression: "['bb', 'a'].sortBy(text, size(text))",
        result: "['a', 'bb']",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let target = call.target();
    if matches!(
        expansion.tree.node(target),
        Node::Literal(_) | Node::Map { .. } | Node::Message { .. }
    ) {
        let message =
            "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
        return Err(refusal(target, message));
    }
    let variable = expansion.loop_variable(call.argument(0), NO_IDENTIFIER)?;
    let range = expansion.variable(INPUT);
    let keys = expansion.fold(Fold {
        kind: FoldKind::List,
        range,
        variable,
        second: None,
        condition: None,
        body: call.argument(1),
    });
    let input = expansion.variable(INPUT);
    let sorted = expansion.method(input, "@sortByAssociatedKeys", &[keys]);
    Ok(Some(expansion.bind(INPUT, target, sorted)))
}
