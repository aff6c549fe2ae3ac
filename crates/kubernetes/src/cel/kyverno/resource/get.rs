//! `resource.Get`: an object of the cluster.

use sekisho_cel::{Example, Function, Overload, Shape};

use super::{CONTEXT, GVR, OBJECT};
use Shape::String;

pub(super) const FUNCTION: Function = Function {
    name: "Get",
    overloads: &[
        Overload::method(
            "resource_get_string_string_string_string",
            &[CONTEXT, String, String, String, String],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "resource_get_gvr_string_string",
            &[CONTEXT, GVR, String, String],
            OBJECT,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "gives an object of the cluster by apiVersion, plural, namespace and name; null if there is none",
    examples: &[Example {
        expression: "resource.Get('v1', 'configmaps', 'shop', 'settings').data.colour",
        result: "'blue'",
    }],
    ..Function::USUAL
};

pub(super) const LOWER: Function = Function {
    name: "get",
    examples: &[Example {
        expression: "has(resource.get('v1', 'configmaps', 'shop', 'absent').data)",
        result: "false",
    }],
    ..FUNCTION
};

pub(super) const NAMESPACED: Function = Function {
    overloads: &[
        Overload::method(
            "namespaced_resource_get_string_string_string",
            &[CONTEXT, String, String, String],
            OBJECT,
            |arguments| arguments.ask(),
        ),
        Overload::method(
            "namespaced_resource_get_gvr_string",
            &[CONTEXT, GVR, String],
            OBJECT,
            |arguments| arguments.ask(),
        ),
    ],
    summary: "gives an object of the policy's namespace by apiVersion, plural and name; null if there is none",
    examples: &[Example {
        expression: "resource.Get('v1', 'configmaps', 'settings').data.colour",
        result: "'blue'",
    }],
    ..FUNCTION
};

pub(super) const LOWER_NAMESPACED: Function = Function {
    name: "get",
    examples: &[Example {
        expression: "has(resource.get('v1', 'configmaps', 'absent').data)",
        result: "false",
    }],
    ..NAMESPACED
};
