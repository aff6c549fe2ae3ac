//! Defaults of Deployments, DaemonSets, StatefulSets and ReplicaSets.

use sekisho_document::{Map, Value};

use super::{Given, Rule, edit, edit_items, edit_or_make, fill, text};
use crate::Version;

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("apps/v1", "DaemonSetSpec"),
        set: &[("revisionHistoryLimit", Given::Int(10))],
        more: Some(daemon_set),
        ..Rule::USUAL
    },
    Rule {
        of: ("apps/v1", "DeploymentSpec"),
        set: &[
            ("replicas", Given::Int(1)),
            ("revisionHistoryLimit", Given::Int(10)),
            ("progressDeadlineSeconds", Given::Int(600)),
        ],
        more: Some(deployment),
        ..Rule::USUAL
    },
    Rule {
        of: ("apps/v1", "ReplicaSetSpec"),
        set: &[("replicas", Given::Int(1))],
        ..Rule::USUAL
    },
    Rule {
        of: ("apps/v1", "StatefulSetSpec"),
        set: &[
            ("replicas", Given::Int(1)),
            ("revisionHistoryLimit", Given::Int(10)),
            ("podManagementPolicy", Given::Text("OrderedReady")),
        ],
        more: Some(stateful_set),
        ..Rule::USUAL
    },
    Rule {
        of: ("apps/v1", "StatefulSetSpec"),
        since: Version::new(1, 35),
        more: Some(stateful_set_unavailable),
        ..Rule::USUAL
    },
];

fn percent() -> Value {
    Value::text("25%")
}

fn deployment(spec: &mut Map) {
    edit_or_make(spec, "strategy", |strategy| {
        fill(strategy, "type", || Value::text("RollingUpdate"));
        if text(strategy, "type") == "RollingUpdate" {
            edit_or_make(strategy, "rollingUpdate", |update| {
                fill(update, "maxUnavailable", percent);
                fill(update, "maxSurge", percent);
            });
        }
    });
}

fn daemon_set(spec: &mut Map) {
    edit_or_make(spec, "updateStrategy", |strategy| {
        fill(strategy, "type", || Value::text("RollingUpdate"));
        if text(strategy, "type") == "RollingUpdate" {
            edit_or_make(strategy, "rollingUpdate", |update| {
                fill(update, "maxUnavailable", || Value::Int(1));
                fill(update, "maxSurge", || Value::Int(0));
            });
        } else {
            // The server's own form of the structure has no pointers.
            edit(strategy, "rollingUpdate", |update| {
                fill(update, "maxUnavailable", || Value::Int(0));
                fill(update, "maxSurge", || Value::Int(0));
            });
        }
    });
}

fn stateful_set(spec: &mut Map) {
    edit_or_make(spec, "updateStrategy", |strategy| {
        // Unlike in other kinds, a written type without numbers stays without.
        if text(strategy, "type").is_empty() {
            strategy.insert("type", Value::text("RollingUpdate"));
            fill(strategy, "rollingUpdate", || Value::Map(Map::new()));
        }
        if text(strategy, "type") == "RollingUpdate" {
            edit(strategy, "rollingUpdate", |update| {
                fill(update, "partition", || Value::Int(0));
            });
        }
    });
    edit_or_make(spec, "persistentVolumeClaimRetentionPolicy", |policy| {
        fill(policy, "whenDeleted", || Value::text("Retain"));
        fill(policy, "whenScaled", || Value::text("Retain"));
    });
    edit_items(spec, "volumeClaimTemplates", |claim| {
        for (key, value) in [("kind", "PersistentVolumeClaim"), ("apiVersion", "v1")] {
            if text(claim, key) != value {
                claim.insert(key, Value::text(value));
            }
        }
    });
}

fn stateful_set_unavailable(spec: &mut Map) {
    edit(spec, "updateStrategy", |strategy| {
        if text(strategy, "type") == "RollingUpdate" {
            edit(strategy, "rollingUpdate", |update| {
                fill(update, "maxUnavailable", || Value::Int(1));
            });
        }
    });
}
