//! What policies make.

use sekisho_cel::{Fault, Meter, Value};
use sekisho_document::Text;

use super::{Call, Made, World};

pub(super) fn apply<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    meter: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let (namespace, objects) = match world.namespace {
        Some(namespace) => (namespace, call.get(1)),
        None => (call.text(1)?, call.get(2)),
    };
    let Some(objects) = objects.and_then(Value::as_list) else {
        return Err(Fault::no_overload_of(call.function, call.arguments));
    };
    meter.step_by(objects.len())?;
    let mut made = Vec::with_capacity(objects.len());
    for object in objects.iter() {
        meter.take_whole(&object)?;
        let object = object.to_document();
        made.push(Made {
            namespace: Text::new(namespace),
            object: object.ok_or(Fault::fixed(
                "an object to generate has a value that JSON has no form for",
            ))?,
        });
    }
    world.made.borrow_mut().extend(made);
    Ok(Some(Value::Bool(true)))
}
