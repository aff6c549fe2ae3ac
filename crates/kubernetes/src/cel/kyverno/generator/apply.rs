//! `generator.Apply`: makes objects.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::super::objects;

const CONTEXT: Shape = Shape::Object(objects::GENERATOR);

const OBJECTS: Shape = Shape::List(&Shape::Map(&Shape::String, &Shape::Any));

pub(super) const FUNCTION: Function = Function {
    name: "Apply",
    overloads: &[Overload::method(
        "generator_apply_string_list",
        &[CONTEXT, Shape::String, OBJECTS],
        Shape::Bool,
        |arguments| arguments.ask(),
    )],
    summary: "makes objects in a namespace; true unless that fails",
    examples: &[Example {
        expression: "generator.Apply('shop', [{'kind': 'ConfigMap'}])",
        result: "true",
    }],
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "apply",
    examples: &[Example {
        expression: "generator.apply('shop', [])",
        result: "true",
    }],
    ..FUNCTION
};

pub(super) const NAMESPACED: Function = Function {
    overloads: &[Overload::method(
        "namespaced_generator_apply_list",
        &[CONTEXT, OBJECTS],
        Shape::Bool,
        |arguments| arguments.ask(),
    )],
    summary: "makes objects in the policy's namespace; true unless that fails",
    examples: &[Example {
        expression: "generator.Apply([{'kind': 'ConfigMap'}])",
        result: "true",
    }],
    ..FUNCTION
};

pub(super) const LOWER_NAMESPACED: Function = Function {
    name: "apply",
    examples: &[Example {
        expression: "generator.apply([])",
        result: "true",
    }],
    ..NAMESPACED
};
