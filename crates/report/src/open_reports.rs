//! `openreports`: reports of `openreports.io`, which `kyverno apply -p` prints.

use crate::format::Entry;
use crate::reports::{Dialect, Reports};

pub(crate) const ENTRY: Entry = Entry {
    name: "openreports",
    summary: "reports of openreports.io",
    make: Some(|options| Box::new(Reports::new(DIALECT, options))),
};

// Kyverno writes kind `PolicyReport` for namespaced policies, which this group does not have.
pub(crate) const DIALECT: Dialect = Dialect {
    api_version: "openreports.io/v1alpha1",
    cluster_kind: "ClusterReport",
    namespaced_kind: "Report",
    has_source: true,
};
