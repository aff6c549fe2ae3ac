//! `verifyImageSignatures`: tells how many attestors have signed an image.

use sekisho_cel::{Function, Overload, Shape};

use super::ATTESTORS;

pub(super) const FUNCTION: Function = Function {
    name: "verifyImageSignatures",
    overloads: &[Overload::function(
        "verify_image_signatures",
        &[Shape::String, ATTESTORS],
        Shape::Int,
        |arguments| arguments.ask(),
    )],
    summary: "tells how many attestors have signed an image",
    ..Function::USUAL
};
