//! `image.GetMetadata`: what a registry knows of an image.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::super::objects;

pub(super) const FUNCTION: Function = Function {
    name: "GetMetadata",
    overloads: &[Overload::method(
        "image_data_get_metadata_string",
        &[Shape::Object(objects::IMAGE_DATA), Shape::String],
        Shape::Dyn,
        |arguments| arguments.ask(),
    )],
    summary: "gives manifest, configuration and the parts of the reference of an image",
    examples: &[Example {
        expression: "image.GetMetadata('ghcr.io/acme/web:1').config.config.User",
        result: "'nobody'",
    }],
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "getMetadata",
    examples: &[Example {
        expression: "image.getMetadata('ghcr.io/acme/web:1').registry",
        result: "'ghcr.io'",
    }],
    ..FUNCTION
};
