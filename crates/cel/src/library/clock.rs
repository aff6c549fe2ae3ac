//! What the getters of moments share.

use crate::time::{Civil, zone};
use crate::{Arguments, Fault, Timestamp, Value};

/// Reads something off calendar and clock at a moment, in UTC or in the zone of the second argument.
pub(super) fn read<'a>(
    arguments: &Arguments<'_, 'a>,
    what: fn(&Civil, &Timestamp) -> i64,
) -> Result<Value<'a>, Fault> {
    let offset = match (arguments.get(0), arguments.get(1)) {
        (Value::Timestamp(_), Value::Null) if arguments.len() == 1 => 0,
        (Value::Timestamp(moment), Value::String(name)) => {
            zone::offset_at(name.as_str(), moment.seconds).map_err(|error| Fault::new(error.to_string()))?
        }
        _ => return Err(Fault::NO_OVERLOAD),
    };
    match arguments.get(0) {
        Value::Timestamp(moment) => Ok(Value::Int(what(&moment.civil(offset), moment))),
        _ => Err(Fault::NO_OVERLOAD),
    }
}
