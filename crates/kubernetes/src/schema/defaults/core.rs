//! Defaults of the kinds of the core group that are no pods.

use sekisho_document::{Map, Text, Value, base64};

use super::{Given, Rule, edit, edit_or_make, fill, text};
use crate::schema::rounding;

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("core/v1", "EndpointPort"),
        set: &[("protocol", Given::Text("TCP"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "LimitRangeItem"),
        more: Some(limit_range_item),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "Namespace"),
        more: Some(namespace),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "NodeStatus"),
        more: Some(node_status),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "PersistentVolumeClaimSpec"),
        set: &[("volumeMode", Given::Text("Filesystem"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "PersistentVolumeClaimStatus"),
        set: &[("phase", Given::Text("Pending"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "PersistentVolumeSpec"),
        set: &[
            ("persistentVolumeReclaimPolicy", Given::Text("Retain")),
            ("volumeMode", Given::Text("Filesystem")),
        ],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "PersistentVolumeStatus"),
        set: &[("phase", Given::Text("Pending"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ReplicationController"),
        more: Some(replication_controller),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ResourceQuotaSpec"),
        more: Some(|spec| rounding::round(spec, &["hard"])),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ResourceQuotaStatus"),
        more: Some(|status| rounding::round(status, &["hard", "used"])),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ResourceRequirements"),
        more: Some(|resources| rounding::round(resources, &["limits", "requests"])),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "Secret"),
        set: &[("type", Given::Text("Opaque"))],
        more: Some(secret),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ServicePort"),
        set: &[("protocol", Given::Text("TCP"))],
        more: Some(service_port),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ServiceSpec"),
        set: &[
            ("type", Given::Text("ClusterIP")),
            ("sessionAffinity", Given::Text("None")),
        ],
        more: Some(service),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "VolumeResourceRequirements"),
        more: Some(|resources| rounding::round(resources, &["limits", "requests"])),
        ..Rule::USUAL
    },
    Rule {
        of: ("discovery/v1", "EndpointPort"),
        set: &[("name", Given::Text("")), ("protocol", Given::Text("TCP"))],
        ..Rule::USUAL
    },
];

fn service(spec: &mut Map) {
    if text(spec, "sessionAffinity") == "ClientIP" {
        edit_or_make(spec, "sessionAffinityConfig", |config| {
            edit_or_make(config, "clientIP", |client| {
                fill(client, "timeoutSeconds", || Value::Int(10_800));
            });
        });
    } else if text(spec, "sessionAffinity") == "None" && spec.contains_key("sessionAffinityConfig") {
        spec.remove("sessionAffinityConfig");
    }
    let ty = Text::new(text(spec, "type"));
    let is_load_balancer = ty == "LoadBalancer";
    let is_external =
        is_load_balancer || ty == "NodePort" || (ty == "ClusterIP" && spec.contains_key("externalIPs"));
    if is_external {
        fill(spec, "externalTrafficPolicy", || Value::text("Cluster"));
    }
    if matches!(ty.as_str(), "ClusterIP" | "NodePort" | "LoadBalancer") {
        fill(spec, "internalTrafficPolicy", || Value::text("Cluster"));
    }
    if is_load_balancer {
        fill(spec, "allocateLoadBalancerNodePorts", || Value::Bool(true));
    }
}

fn service_port(port: &mut Map) {
    let is_absent = matches!(port.get("targetPort"), None | Some(Value::Int(0)))
        || port.get("targetPort").and_then(Value::as_str) == Some("");
    if is_absent && let Some(own) = port.get("port").cloned() {
        port.insert("targetPort", own);
    }
}

fn namespace(namespace: &mut Map) {
    edit_or_make(namespace, "status", |status| {
        fill(status, "phase", || Value::text("Active"));
    });
    edit(namespace, "metadata", |metadata| {
        let name = Text::new(text(metadata, "name"));
        if !name.is_empty() {
            edit_or_make(metadata, "labels", |labels| {
                if text(labels, "kubernetes.io/metadata.name") != name {
                    labels.insert("kubernetes.io/metadata.name", Value::from(name));
                }
            });
        }
    });
}

fn node_status(status: &mut Map) {
    if let Some(capacity) = status.get("capacity").cloned() {
        fill(status, "allocatable", || capacity);
    }
}

/// `default` from `max`, then `defaultRequest` from `default`, then from `min`, for each resource.
fn limit_range_item(item: &mut Map) {
    rounding::round(
        item,
        &["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"],
    );
    if text(item, "type") != "Container" {
        return;
    }
    for (key, from) in [
        ("default", "max"),
        ("defaultRequest", "default"),
        ("defaultRequest", "min"),
    ] {
        let Some(Value::Map(from)) = item.get(from).cloned() else {
            continue;
        };
        edit_or_make(item, key, |target| {
            for (resource, quantity) in &from {
                fill(target, resource, || quantity.clone());
            }
        });
    }
}

fn replication_controller(controller: &mut Map) {
    edit(controller, "spec", |spec| {
        fill(spec, "replicas", || Value::Int(1));
        let labels = Value::Map(spec.clone())
            .at(&["template", "metadata", "labels"])
            .cloned();
        if let Some(labels) = labels {
            fill(spec, "selector", || labels);
        }
    });
    labels_of_template(controller);
}

/// The labels of the template as the object's own, where it has none.
pub(super) fn labels_of_template(object: &mut Map) {
    let labels = object
        .get("spec")
        .and_then(|spec| spec.at(&["template", "metadata", "labels"]));
    if let Some(labels) = labels.cloned() {
        edit_or_make(object, "metadata", |metadata| fill(metadata, "labels", || labels));
    }
}

/// `stringData` goes into `data` and wins.
fn secret(secret: &mut Map) {
    let Some(Value::Map(texts)) = secret.remove("stringData") else {
        return;
    };
    edit_or_make(secret, "data", |data| {
        for (key, value) in &texts {
            let bytes = value.as_str().unwrap_or_default().as_bytes();
            data.insert(key.clone(), Value::text(base64::encode(bytes)));
        }
    });
}
