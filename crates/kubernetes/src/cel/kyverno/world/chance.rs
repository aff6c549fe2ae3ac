//! The time, and chance.

use sekisho_cel::{Fault, Meter, Timestamp, Value};
use sekisho_document::Text;

use super::{Call, World};
use crate::time::Time;
use crate::{Answer, Question};

/// What `random()` means.
const EIGHT: &str = "[0-9a-z]{8}";

pub(super) fn now<'a>(
    world: &World<'_>,
    _: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let text = text(world, &Question::Now)?;
    let time = Time::parse_rfc3339(&text).map_err(|error| Fault::new(error.to_string()))?;
    Timestamp::new(time.unix_seconds(), time.nanosecond())
        .map(|moment| Some(Value::Timestamp(moment)))
        .ok_or(Fault::fixed("timestamp overflow"))
}

pub(super) fn random<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    meter: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let pattern = match call.get(0) {
        Some(_) => call.text(0)?,
        None => EIGHT,
    };
    let text = text(world, &Question::Random { pattern })?;
    meter.take(text.len())?;
    Ok(Some(Value::text(text.as_str())))
}

fn text(world: &World<'_>, question: &Question<'_>) -> Result<Text, Fault> {
    match world.ask(question) {
        Answer::Is(sekisho_document::Value::String(text)) => Ok(text),
        Answer::Is(_) => Err(Fault::new(format!("the {question} is no text"))),
        Answer::Failed(cause) => Err(Fault::new(cause.to_string())),
        Answer::Absent | Answer::Unknown => Err(world.nobody_answers(question)),
    }
}
