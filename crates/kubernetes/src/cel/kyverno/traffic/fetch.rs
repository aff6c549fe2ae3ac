//! `jwks.Fetch`: the keys that tokens are signed with.

use sekisho_cel::{Function, Overload, Shape};

pub(super) const FUNCTION: Function = Function {
    name: "jwks.Fetch",
    overloads: &[Overload::function(
        "jwks_fetch_string",
        &[Shape::String],
        Shape::Dyn,
        |arguments| arguments.ask(),
    )],
    summary: "gives the keys that a service publishes; nobody answers it yet",
    ..Function::USUAL
};
