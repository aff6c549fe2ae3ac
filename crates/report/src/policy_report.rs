//! `policyreport`: reports of `wgpolicyk8s.io`, the group before `openreports.io`.

use crate::format::Entry;
use crate::reports::{Dialect, Reports};

pub(crate) const ENTRY: Entry = Entry {
    name: "policyreport",
    summary: "reports of wgpolicyk8s.io",
    make: Some(|options| Box::new(Reports::new(DIALECT, options))),
};

pub(crate) const DIALECT: Dialect = Dialect {
    api_version: "wgpolicyk8s.io/v1alpha2",
    cluster_kind: "ClusterPolicyReport",
    namespaced_kind: "PolicyReport",
    has_source: false,
};
