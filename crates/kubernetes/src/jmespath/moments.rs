//! Moments and spans of calls.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::Arguments;

use super::failed;
use crate::Duration;
use crate::time::{RFC3339, Time, Zone};

/// An argument as a moment in RFC 3339.
pub(super) fn argument(arguments: &Arguments<'_, '_>, position: usize) -> Result<Time, Complaint> {
    parse(RFC3339, arguments.text(position)?)
}

/// An argument as a duration.
pub(super) fn span(arguments: &Arguments<'_, '_>, position: usize) -> Result<Duration, Complaint> {
    Duration::parse(arguments.text(position)?).map_err(failed)
}

pub(super) fn parse(layout: &str, text: &str) -> Result<Time, Complaint> {
    Time::parse(layout, text).map_err(failed)
}

/// The moment of the evaluation, in the local zone.
pub(super) fn now(arguments: &Arguments<'_, '_>) -> Result<Time, Complaint> {
    let moment = arguments.world().now()?;
    let zone = Zone {
        name: "".into(),
        offset: moment.offset,
    };
    Ok(Time::from_unix(moment.seconds, moment.nanoseconds).told_in(zone))
}
