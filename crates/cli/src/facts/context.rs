//! Context files: what CEL policies can look up where they see no cluster (command line reference A6.3).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::Text;
use sekisho_parser::cli_kinds::decode_context;

use super::{Cluster, World};
use crate::load::files::Input;
use crate::load::{Reader, side};

/// Puts the content of a file into the world; without one there is nothing to look up. Objects are kept as
/// they are written: one without a namespace is found only without one.
///
/// # Errors
/// The file can not be used.
pub fn read(reader: &mut Reader, input: Option<&Input>, world: &mut World) -> Result<(), Box<Diagnostic>> {
    let mut objects = Cluster::default();
    if let Some(input) = input {
        let read = side::side(reader, input, decode_context);
        if let Some(refusal) = read.refusal {
            let first = read.diagnostics.into_iter().next();
            let diagnostic = first.unwrap_or_else(|| Diagnostic::error("unreadable-file", refusal));
            return Err(Box::new(diagnostic));
        }
        let content = read.content.into_iter();
        for context in content {
            for object in context.resources {
                objects.add(object, &world.kinds);
            }
            for image in context.images {
                world.images.insert(Text::new(image.str_at(&["image"])), image);
            }
        }
    }
    world.context = Some(objects);
    Ok(())
}
