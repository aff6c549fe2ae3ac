//! Defaults of pods, of their templates and of containers.

use sekisho_document::{Map, Text, Value};

use super::{Given, Rule, edit, edit_items, edit_or_make, fill, pod_level, text};
use crate::image::{Image, ImageRules};

const CONTAINER: &[(&str, Given)] = &[
    ("terminationMessagePath", Given::Text("/dev/termination-log")),
    ("terminationMessagePolicy", Given::Text("File")),
];

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("core/v1", "Container"),
        set: CONTAINER,
        more: Some(|container| pull_policy(container, "image", "imagePullPolicy")),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ContainerPort"),
        set: &[("protocol", Given::Text("TCP"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "EphemeralContainer"),
        set: CONTAINER,
        more: Some(|container| pull_policy(container, "image", "imagePullPolicy")),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "GRPCAction"),
        set: &[("service", Given::Text(""))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "HTTPGetAction"),
        set: &[("path", Given::Text("/")), ("scheme", Given::Text("HTTP"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "ObjectFieldSelector"),
        set: &[("apiVersion", Given::Text("v1"))],
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "Pod"),
        more: Some(|pod| edit(pod, "spec", pod_only)),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "PodSpec"),
        set: &[
            ("dnsPolicy", Given::Text("ClusterFirst")),
            ("restartPolicy", Given::Text("Always")),
            ("securityContext", Given::Empty),
            ("terminationGracePeriodSeconds", Given::Int(30)),
            ("schedulerName", Given::Text("default-scheduler")),
        ],
        more: Some(service_account),
        ..Rule::USUAL
    },
    Rule {
        of: ("core/v1", "Probe"),
        set: &[
            ("timeoutSeconds", Given::Int(1)),
            ("periodSeconds", Given::Int(10)),
            ("successThreshold", Given::Int(1)),
            ("failureThreshold", Given::Int(3)),
        ],
        ..Rule::USUAL
    },
];

/// Always for an image with the tag `latest`, or with neither tag nor digest.
pub(super) fn pull_policy(map: &mut Map, image: &str, policy: &str) {
    if map.contains_key(policy) {
        return;
    }
    let image = Image::parse(text(map, image), &ImageRules::kyverno());
    let is_latest = image.is_ok_and(|image| image.tag == "latest");
    let value = if is_latest { "Always" } else { "IfNotPresent" };
    map.insert(Text::new(policy), Value::text(value));
}

/// The old name of the field and the new one say the same; the new one wins.
fn service_account(spec: &mut Map) {
    let (new, old) = (text(spec, "serviceAccountName"), text(spec, "serviceAccount"));
    let name = if new.is_empty() { old } else { new };
    if name.is_empty() || new == old {
        return;
    }
    let name = Text::new(name);
    spec.insert("serviceAccountName", Value::from(name.clone()));
    spec.insert("serviceAccount", Value::from(name));
}

/// What pods have and templates have not.
fn pod_only(spec: &mut Map) {
    fill(spec, "enableServiceLinks", || Value::Bool(true));
    if matches!(spec.get("terminationGracePeriodSeconds"), Some(Value::Int(seconds)) if *seconds < 0) {
        spec.insert("terminationGracePeriodSeconds", Value::Int(1));
    }
    let on_host = spec.get("hostNetwork") == Some(&Value::Bool(true));
    for containers in ["containers", "initContainers"] {
        edit_items(spec, containers, |container| {
            edit(container, "resources", requests_from_limits);
            if on_host {
                edit_items(container, "ports", |port| {
                    if let Some(own) = port.get("containerPort").cloned() {
                        fill(port, "hostPort", || own);
                    }
                });
            }
        });
    }
    pod_level::complete(spec);
}

fn requests_from_limits(resources: &mut Map) {
    let Some(Value::Map(limits)) = resources.get("limits").cloned() else {
        return;
    };
    edit_or_make(resources, "requests", |requests| {
        for (name, limit) in &limits {
            fill(requests, name, || limit.clone());
        }
    });
}
