//! Recorded answers of an API server: rows, the cluster they were recorded on, the server around admission.

pub(super) mod cluster;
pub(super) mod compare;
mod custom;
mod rbac;
pub(super) mod row;
pub(super) mod server;
