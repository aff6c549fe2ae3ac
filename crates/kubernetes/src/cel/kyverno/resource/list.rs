//! `resource.List`: the objects of a kind.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{CONTEXT, GVR, LABELS, OBJECT};
use Shape::String;

pub(super) const FUNCTION: Function = Function {
    name: "List",
    overloads: &[
        Overload::method(
            "resource_list_string_string_string",
            &[CONTEXT, String, String, String],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "resource_list_string_string_string_map",
            &[CONTEXT, String, String, String, LABELS],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "resource_list_gvr_string",
            &[CONTEXT, GVR, String],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "resource_list_gvr_string_map",
            &[CONTEXT, GVR, String, LABELS],
            OBJECT,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "gives the objects of a kind, by apiVersion, plural, namespace and perhaps labels, under `items`",
    examples: &[Example {
        expression: "resource.List('v1', 'configmaps', 'shop').items[0].metadata.name",
        result: "'settings'",
    }],
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "list",
    examples: &[Example {
        expression: "size(resource.list('v1', 'configmaps', 'shop').items)",
        result: "1",
    }],
    ..FUNCTION
};

pub(super) const NAMESPACED: Function = Function {
    overloads: &[
        Overload::method(
            "namespaced_resource_list_string_string",
            &[CONTEXT, String, String],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "namespaced_resource_list_string_string_map",
            &[CONTEXT, String, String, LABELS],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "namespaced_resource_list_gvr",
            &[CONTEXT, GVR],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "namespaced_resource_list_gvr_map",
            &[CONTEXT, GVR, LABELS],
            OBJECT,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "gives the objects of a kind in the policy's namespace, by apiVersion, plural and perhaps labels, under `items`",
    examples: &[Example {
        expression: "resource.List('v1', 'configmaps').items[0].metadata.name",
        result: "'settings'",
    }],
    ..FUNCTION
};

pub(super) const LOWER_NAMESPACED: Function = Function {
    name: "list",
    examples: &[Example {
        expression: "size(resource.list('v1', 'configmaps').items)",
        result: "1",
    }],
    ..NAMESPACED
};
