//! `proto.getExt`: gives an extension field of a message.

use super::extension;
use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::NodeId;

pub(super) const MACRO: Macro = Macro {
    name: "getExt",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "gives an extension field of a message: `proto.getExt(message, package.field)`",
    examples: &[Example {
        expression: "proto.getExt({'a.b': 1}, a.b)",
        result: "1",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let field = extension(expansion, call)?;
    Ok(field.map(|field| expansion.select(call.argument(0), &field)))
}
