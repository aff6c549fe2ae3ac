//! Recorded answers of an API server: rows, the cluster they were recorded on, the server around admission.

pub(super) mod cluster;
pub(super) mod compare;
pub(super) mod gate;
pub(super) mod objects;
pub(super) mod pod_security;
mod rbac;
pub(super) mod refusal;
mod registry;
pub(super) mod row;
pub(super) mod server;
