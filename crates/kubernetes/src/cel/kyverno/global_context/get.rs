//! `globalContext.Get`: an entry of the global context.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::super::objects;

const CONTEXT: Shape = Shape::Object(objects::GLOBAL_CONTEXT);

pub(super) const FUNCTION: Function = Function {
    name: "Get",
    overloads: &[
        Overload::method(
            "global_context_get_string",
            &[CONTEXT, Shape::String],
            Shape::Dyn,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "global_context_get_string_string",
            &[CONTEXT, Shape::String, Shape::String],
            Shape::Dyn,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "gives the data of a GlobalContextEntry, or one of its projections; null if there is no such entry",
    examples: &[Example {
        expression: "globalContext.Get('limits').replicas",
        result: "3.0",
    }],
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "get",
    examples: &[Example {
        expression: "globalContext.get('limits', 'replicas')",
        result: "3.0",
    }],
    ..FUNCTION
};
