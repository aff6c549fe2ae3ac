//! `getImageData`: gives manifest, configuration and the parts of the reference of an image.

use sekisho_cel::{Function, Overload, Shape};

pub(super) const FUNCTION: Function = Function {
    name: "getImageData",
    overloads: &[Overload::function(
        "get_image_data",
        &[Shape::String],
        Shape::Dyn,
        |arguments| arguments.ask(),
    )],
    summary: "gives manifest, configuration and the parts of the reference of an image",
    ..Function::USUAL
};
