//! Moments.

mod now;
mod to_cron;
mod truncate;

use sekisho_cel::{Fault, Function, Library, Timestamp};

use crate::time::Time;

/// Moments.
pub const TIME: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[now::FUNCTION, to_cron::FUNCTION, truncate::FUNCTION];

/// A moment of the language, in the zone it was written with.
fn moment(moment: &Timestamp) -> Result<Time, Fault> {
    Time::parse_rfc3339(&moment.to_string()).map_err(|error| Fault::new(error.to_string()))
}
