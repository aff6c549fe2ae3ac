//! `jwt.Decode`: what a token claims.

use sekisho_cel::{Function, Overload, Shape};

pub(super) const FUNCTION: Function = Function {
    name: "jwt.Decode",
    overloads: &[Overload::function(
        "jwt_decode_string_any",
        &[Shape::String, Shape::Any],
        Shape::Dyn,
        |arguments| arguments.ask(),
    )],
    summary: "gives `Valid` and `Claims` of a token, by the key it is signed with; nobody answers it yet",
    ..Function::USUAL
};
