//! `proto.hasExt`: says whether a message has an extension field.

use super::extension;
use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::NodeId;

pub(super) const MACRO: Macro = Macro {
    name: "hasExt",
    since: Release::FIRST,
    style: Style::Method,
    arguments: Some(2),
    summary: "says whether a message has an extension field: `proto.hasExt(message, package.field)`",
    examples: &[Example {
        expression: "proto.hasExt({'a.b': 1}, a.c)",
        result: "false",
    }],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    let field = extension(expansion, call)?;
    Ok(field.map(|field| expansion.presence(call.argument(0), &field)))
}
