//! `verifyAttestationSignatures`: tells how many attestors have signed an attestation of an image.

use sekisho_cel::{Function, Overload, Shape};

use super::ATTESTORS;

pub(super) const FUNCTION: Function = Function {
    name: "verifyAttestationSignatures",
    overloads: &[Overload::function(
        "verify_attestation_signatures",
        &[Shape::String, Shape::Dyn, ATTESTORS],
        Shape::Int,
        |arguments| arguments.ask(),
    )],
    summary: "tells how many attestors have signed an attestation of an image",
    ..Function::USUAL
};
