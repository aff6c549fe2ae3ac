//! Defaults of role bindings.

use sekisho_document::{Map, Value};

use super::{Rule, edit, text};

const GROUP: &str = "rbac.authorization.k8s.io";

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("rbac/v1", "ClusterRoleBinding"),
        more: Some(binding),
        ..Rule::USUAL
    },
    Rule {
        of: ("rbac/v1", "RoleBinding"),
        more: Some(binding),
        ..Rule::USUAL
    },
    Rule {
        of: ("rbac/v1", "Subject"),
        more: Some(subject),
        ..Rule::USUAL
    },
];

fn binding(binding: &mut Map) {
    edit(binding, "roleRef", group);
}

fn subject(subject: &mut Map) {
    if matches!(text(subject, "kind"), "User" | "Group") {
        group(subject);
    }
}

fn group(reference: &mut Map) {
    if text(reference, "apiGroup").is_empty() {
        reference.insert("apiGroup", Value::text(GROUP));
    }
}
