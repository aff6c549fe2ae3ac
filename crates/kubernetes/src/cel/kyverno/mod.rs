//! What Kyverno adds: its libraries, and the places of expressions in its policies.

mod places;

pub(super) use places::PLACES;
