//! What registries know of images.

use sekisho_cel::{Fault, Meter, Value};

use super::{Call, World, from_json};
use crate::{Answer, Question};

pub(super) fn get_metadata<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let reference = call.text(1)?;
    let question = Question::Image { reference };
    let cause = match world.ask(&question) {
        Answer::Is(value) => return Ok(Some(from_json(&value))),
        Answer::Absent => format!("image data for {reference} not found in the context"),
        Answer::Failed(cause) => cause.to_string(),
        Answer::Unknown => return Err(world.nobody_answers(&question)),
    };
    Err(Fault::new(format!("failed to get image data: {cause}")))
}
