//! Extension fields of messages. On JSON they are fields with a dot in their name.

mod get_ext;
mod has_ext;

use crate::expansion::{Expansion, MacroCall, Refusal, refusal};
use crate::{Library, Macro};

/// Extension fields of messages.
pub const PROTOS: Library = Library {
    functions: &[],
    macros: MACROS,
};

const MACROS: &[Macro] = &[get_ext::MACRO, has_ext::MACRO];

/// The dotted name of an extension field, of a call in the name space `proto`; nothing of another call.
fn extension(expansion: &Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<String>, Refusal> {
    if !expansion.is_named(call.target(), "proto") {
        return Ok(None);
    }
    let field = call.argument(1);
    match expansion.qualified_name(field) {
        Some(name) if expansion.identifier(field).is_none() => Ok(Some(name)),
        _ => Err(refusal(field, "invalid extension field")),
    }
}
