//! The Pod in an object, and where in the object its fields are.

use sekisho_document::{Text, Value};
use sekisho_kubernetes::pod_security::{Breach, Setter};

use crate::overlay::{Segment, path_text};

/// An object with a Pod in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Object<'o> {
    pub(super) shape: Shape,
    pub(super) metadata: &'o Value,
    pub(super) spec: &'o Value,
}

/// Where the Pod is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Pod,
    Template,
    CronJob,
}

/// Kinds with a template, whatever their group is.
const TEMPLATES: [&str; 6] = [
    "DaemonSet",
    "Deployment",
    "Job",
    "ReplicaSet",
    "ReplicationController",
    "StatefulSet",
];

impl Shape {
    fn of(kind: &str) -> Option<Shape> {
        match kind {
            "Pod" => Some(Shape::Pod),
            "CronJob" => Some(Shape::CronJob),
            _ => TEMPLATES.contains(&kind).then_some(Shape::Template),
        }
    }

    /// The keys that lead to the specification of the Pod.
    fn spec(self) -> &'static [&'static str] {
        match self {
            Shape::Pod => &["spec"],
            Shape::Template => &["spec", "template", "spec"],
            Shape::CronJob => &["spec", "jobTemplate", "spec", "template", "spec"],
        }
    }

    /// The keys that lead to the metadata that is looked at: of a CronJob that of the Job.
    fn metadata(self) -> &'static [&'static str] {
        match self {
            Shape::Pod => &["metadata"],
            Shape::Template => &["spec", "template", "metadata"],
            Shape::CronJob => &["spec", "jobTemplate", "metadata"],
        }
    }
}

impl<'o> Object<'o> {
    pub(super) fn of(object: &'o Value) -> Option<Object<'o>> {
        let shape = Shape::of(object.str_at(&["kind"]))?;
        let part = |path: &[&str]| object.at(path).unwrap_or(&Value::Null);
        Some(Object {
            shape,
            metadata: part(shape.metadata()),
            spec: part(shape.spec()),
        })
    }

    /// The place of a field of the Pod in the object.
    pub(super) fn place(&self, breach: &Breach<'_>) -> String {
        let key = |key: &str| Segment::Key(Text::new(key));
        let keys = |keys: &[&str]| keys.iter().map(|it| key(it)).collect::<Vec<_>>();
        let mut place = match breach.setter {
            Setter::Annotation { .. } => keys(self.shape.metadata()),
            Setter::Pod | Setter::Container { .. } | Setter::Volume { .. } => keys(self.shape.spec()),
        };
        match breach.setter {
            Setter::Pod => {}
            Setter::Container { list, index, .. } => {
                place.extend([key(list.key()), Segment::Index(index)]);
            }
            Setter::Volume { index, .. } => place.extend([key("volumes"), Segment::Index(index)]),
            Setter::Annotation { key: name } => place.extend([key("annotations"), key(name)]),
        }
        for part in breach.field.split('.').filter(|part| !part.is_empty()) {
            match part.strip_suffix("[*]") {
                Some(list) => place.extend([key(list), Segment::Index(breach.item)]),
                None => place.push(key(part)),
            }
        }
        path_text(&place)
    }
}
