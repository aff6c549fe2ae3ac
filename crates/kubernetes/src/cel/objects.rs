//! The object types of what policies are told about a request. They only serve the checker: the values are
//! plain maps (reference §7).

use sekisho_cel::{Environment, Shape};
use sekisho_document::Text;

/// The type of `request`.
pub const REQUEST: &str = "kubernetes.AdmissionRequest";
/// The type of `namespaceObject`.
pub const NAMESPACE: &str = "kubernetes.Namespace";

const KIND: &str = "kubernetes.GroupVersionKind";
const RESOURCE: &str = "kubernetes.GroupVersionResource";
const USER: &str = "kubernetes.UserInfo";
const METADATA: &str = "kubernetes.NamespaceMetadata";
const SPEC: &str = "kubernetes.NamespaceSpec";
const STATUS: &str = "kubernetes.NamespaceStatus";
const CONDITION: &str = "kubernetes.NamespaceCondition";

/// Declares all of them.
pub(super) fn declare(environment: &mut Environment) {
    for (name, fields) in OBJECTS {
        let fields = fields
            .iter()
            .map(|(field, shape)| (Text::const_new(field), shape.to_type()));
        environment.declare_object(name, fields);
    }
}

type Object = (&'static str, &'static [(&'static str, Shape)]);

const TEXTS: Shape = Shape::List(&Shape::String);
const TEXTS_BY_NAME: Shape = Shape::Map(&Shape::String, &Shape::String);

/// What the API server tells of a request.
pub(super) const REQUEST_FIELDS: &[(&str, Shape)] = &[
    ("kind", Shape::Object(KIND)),
    ("resource", Shape::Object(RESOURCE)),
    ("subResource", Shape::String),
    ("requestKind", Shape::Object(KIND)),
    ("requestResource", Shape::Object(RESOURCE)),
    ("requestSubResource", Shape::String),
    ("name", Shape::String),
    ("namespace", Shape::String),
    ("operation", Shape::String),
    ("userInfo", Shape::Object(USER)),
    ("dryRun", Shape::Bool),
    ("options", Shape::Dyn),
];

const OBJECTS: &[Object] = &[
    (REQUEST, REQUEST_FIELDS),
    (
        KIND,
        &[
            ("group", Shape::String),
            ("version", Shape::String),
            ("kind", Shape::String),
        ],
    ),
    (
        RESOURCE,
        &[
            ("group", Shape::String),
            ("version", Shape::String),
            ("resource", Shape::String),
        ],
    ),
    (
        USER,
        &[
            ("username", Shape::String),
            ("uid", Shape::String),
            ("groups", TEXTS),
            ("extra", Shape::Map(&Shape::String, &TEXTS)),
        ],
    ),
    (
        NAMESPACE,
        &[
            ("metadata", Shape::Object(METADATA)),
            ("spec", Shape::Object(SPEC)),
            ("status", Shape::Object(STATUS)),
        ],
    ),
    (
        METADATA,
        &[
            ("name", Shape::String),
            ("generateName", Shape::String),
            ("namespace", Shape::String),
            ("labels", TEXTS_BY_NAME),
            ("annotations", TEXTS_BY_NAME),
            ("UID", Shape::String),
            ("creationTimestamp", Shape::Timestamp),
            ("deletionGracePeriodSeconds", Shape::Int),
            ("deletionTimestamp", Shape::Timestamp),
            ("generation", Shape::Int),
            ("resourceVersion", Shape::String),
            ("finalizers", TEXTS),
        ],
    ),
    (SPEC, &[("finalizers", TEXTS)]),
    (
        STATUS,
        &[
            ("conditions", Shape::List(&Shape::Object(CONDITION))),
            ("phase", Shape::String),
        ],
    ),
    (
        CONDITION,
        &[
            ("status", Shape::String),
            ("type", Shape::String),
            ("lastTransitionTime", Shape::Timestamp),
            ("message", Shape::String),
            ("reason", Shape::String),
        ],
    ),
];
