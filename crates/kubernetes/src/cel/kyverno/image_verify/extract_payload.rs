//! `extractPayload`: gives the content of an attestation of an image.

use sekisho_cel::{Function, Overload, Shape};

pub(super) const FUNCTION: Function = Function {
    name: "extractPayload",
    overloads: &[Overload::function(
        "extract_payload",
        &[Shape::String, Shape::Dyn],
        Shape::Dyn,
        |arguments| arguments.ask(),
    )],
    summary: "gives the content of an attestation of an image",
    ..Function::USUAL
};
