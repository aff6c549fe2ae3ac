//! `image_normalize`: an image reference in full.

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};

use crate::image::{Image, ImageRules};

pub(super) const FUNCTION: Function = Function {
    name: "image_normalize",
    parameters: &[Parameter {
        name: "image",
        types: &[Type::String],
        summary: "an image as written in a Pod",
    }],
    returns: &[Type::String],
    summary: "completes an image reference with registry and tag",
    note: "normalizes an image reference",
    examples: &[
        Example {
            expression: "image_normalize('nginx')",
            result: "\"docker.io/nginx:latest\"",
        },
        Example {
            expression: "image_normalize('localhost:5000/a:b')",
            result: "\"localhost:5000/a:b\"",
        },
    ],
    call,
    ..Function::USUAL
};

fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
    match Image::parse(arguments.text(0)?, &ImageRules::kyverno()) {
        Ok(image) => Ok(image.reference.into()),
        Err(error) => Err(arguments.complain(error.to_string())),
    }
}
