//! Entries of the global context.

use sekisho_cel::{Fault, Meter, Value};
use sekisho_document as document;

use super::{Call, World, from_json};
use crate::{Answer, Question};

pub(super) fn get<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let entry = call.text(1)?;
    let projection = match call.get(2) {
        Some(_) => call.text(2)?,
        None => "",
    };
    let question = Question::GlobalContext { entry, projection };
    match world.ask(&question) {
        Answer::Is(value) => Ok(Some(from_json(&value))),
        Answer::Absent => Ok(None),
        Answer::Failed(cause) => {
            let cause = missing_projection(world, entry, projection).unwrap_or(cause.to_string());
            Err(Fault::new(format!("failed to get global reference: {cause}")))
        }
        Answer::Unknown => Err(world.nobody_answers(&question)),
    }
}

/// What the reference says of a projection that an entry does not have; nothing if the entry itself failed.
fn missing_projection(world: &World<'_>, entry: &str, projection: &str) -> Option<String> {
    if projection.is_empty() {
        return None;
    }
    let whole = Question::GlobalContext {
        entry,
        projection: "",
    };
    let Answer::Is(whole) = world.ask(&whole) else {
        return None;
    };
    let more = match whole {
        document::Value::Map(_) => "",
        _ => ": stored value is not an object",
    };
    Some(format!(
        "projection \"{projection}\" not found in global context entry \"{entry}\"{more}"
    ))
}
