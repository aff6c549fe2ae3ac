//! `metadata`, which every kind has.

use super::Type::{Any, Entries, Integer, List, Text};
use super::{Shape, field};

/// The fields of Kubernetes' ObjectMeta.
pub(crate) static METADATA: Shape = Shape {
    fields: &[
        field(
            "annotations",
            Entries(&Text),
            "texts that tools keep with the object",
        ),
        field("creationTimestamp", Any, "set by the server"),
        field("deletionGracePeriodSeconds", Integer, "set by the server"),
        field("deletionTimestamp", Any, "set by the server"),
        field(
            "finalizers",
            List(&Text),
            "who has to agree before the object goes away",
        ),
        field("generateName", Text, "start of a name that the server completes"),
        field("generation", Integer, "set by the server"),
        field("labels", Entries(&Text), "names and values to select by"),
        field("managedFields", Any, "set by the server"),
        field("name", Text, "name of the object"),
        field("namespace", Text, "namespace of the object"),
        field("ownerReferences", Any, "objects this one belongs to"),
        field("resourceVersion", Text, "set by the server"),
        field("selfLink", Text, "gone"),
        field("uid", Text, "set by the server"),
    ],
    demands: &[],
};
