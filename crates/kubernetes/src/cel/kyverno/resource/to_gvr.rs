//! `resource.ToGVR`: the plural of a kind, with group and version.

use sekisho_cel::{Function, Overload, Shape};

use super::{CONTEXT, GVR};

pub(super) const FUNCTION: Function = Function {
    name: "ToGVR",
    overloads: &[Overload::method(
        "resource_to_gvr_string_string",
        &[CONTEXT, Shape::String, Shape::String],
        GVR,
        |arguments| arguments.ask(),
    )],
    summary: "gives group, version and plural of a kind, by apiVersion and kind",
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "toGVR",
    ..FUNCTION
};
