//! What the shifts share.

use crate::{Arguments, Fault, Value};

/// Moves the bits of a number; beyond its width nothing is left of them.
pub(super) fn shift<'a>(
    arguments: &Arguments<'_, 'a>,
    moved: fn(u64, u32) -> Option<u64>,
) -> Result<Value<'a>, Fault> {
    let by = arguments.int(1)?;
    if by < 0 {
        let function = arguments.function;
        return Err(Fault::new(format!("{function}() negative offset: {by}")));
    }
    let moved = |bits: u64| {
        u32::try_from(by)
            .ok()
            .and_then(|by| moved(bits, by))
            .unwrap_or_default()
    };
    match arguments.get(0) {
        Value::Int(value) => Ok(Value::Int(moved(value.cast_unsigned()).cast_signed())),
        Value::Uint(value) => Ok(Value::Uint(moved(*value))),
        _ => Err(arguments.no_overload()),
    }
}
