//! Objects of the cluster.

mod get;
mod list;
mod post;
mod to_gvr;

use sekisho_cel::{Library, Shape};

/// Objects of the cluster.
pub const RESOURCE: Library = Library {
    functions: &[
        get::FUNCTION,
        get::LOWER,
        list::FUNCTION,
        list::LOWER,
        post::FUNCTION,
        post::LOWER,
        to_gvr::FUNCTION,
        to_gvr::LOWER,
    ],
    macros: &[],
};

/// The same for policies that live in a namespace: they see that namespace alone, so no call names one.
pub const RESOURCE_NAMESPACED: Library = Library {
    functions: &[
        get::NAMESPACED,
        get::LOWER_NAMESPACED,
        list::NAMESPACED,
        list::LOWER_NAMESPACED,
        post::NAMESPACED,
        post::LOWER_NAMESPACED,
        to_gvr::FUNCTION,
        to_gvr::LOWER,
    ],
    macros: &[],
};

const CONTEXT: Shape = Shape::Object(super::objects::RESOURCE);

/// Group, version and plural of a kind.
const GVR: Shape = Shape::Object("schema.GroupVersionResource");

/// An object, or a list of them.
const OBJECT: Shape = Shape::Map(&Shape::String, &Shape::Any);

const LABELS: Shape = Shape::Map(&Shape::String, &Shape::String);
