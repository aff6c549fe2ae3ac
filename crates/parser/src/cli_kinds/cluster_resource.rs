//! ClusterResource files: contents of the cluster that a test runs against.

use sekisho_document::{Cursor, Text, Value};

use super::texts;
use crate::look::Look;
use crate::policy::Located;

/// Content of a ClusterResource file (command line reference A6.4).
#[derive(Debug, Clone)]
pub struct ClusterResource {
    /// Files with CustomResourceDefinitions, relative to the folder of the test.
    pub crds: Vec<Located<Text>>,
    pub resources: Vec<Value>,
}

pub(crate) fn read_cluster_resource(look: &mut Look, at: Cursor<'_>) -> ClusterResource {
    let Some(spec) = look.map(at, "spec") else {
        return ClusterResource {
            crds: Vec::new(),
            resources: Vec::new(),
        };
    };
    ClusterResource {
        crds: texts(look, spec, "crds"),
        resources: look
            .maps(spec, "resources")
            .into_iter()
            .map(|at| at.value.clone())
            .collect(),
    }
}
