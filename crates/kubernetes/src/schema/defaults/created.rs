//! What a server makes of an object that is created, between the mutating and the validating phase: metadata
//! and status of the client give way to the server's own (schema reference §4.1).

use sekisho_document::{List, Map, Text, Value, json};

use super::super::{Schema, Shape, Structure};
use super::{DEPTH, Rule, Stage, app_armor, edit, edit_or_make, fill, quality, text};
use crate::Gvk;

/// Metadata that a client can not set.
const SERVERS_OWN: [&str; 7] = [
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "selfLink",
    "managedFields",
];

/// Groups whose kinds count their generations, with the kinds that do not.
const COUNTING_GROUPS: &[(&str, &[&str])] = &[
    ("admissionregistration.k8s.io", &[]),
    ("apiextensions.k8s.io", &[]),
    ("apps", &["ControllerRevision"]),
    ("autoscaling", &[]),
    ("batch", &[]),
    ("flowcontrol.apiserver.k8s.io", &[]),
    ("policy", &[]),
];

/// Kinds of other groups that count their generations.
const COUNTING_KINDS: &[(&str, &str)] = &[
    ("", "Pod"),
    ("", "PodTemplate"),
    ("", "ReplicationController"),
    ("discovery.k8s.io", "EndpointSlice"),
    ("networking.k8s.io", "Ingress"),
    ("networking.k8s.io", "IngressClass"),
    ("networking.k8s.io", "NetworkPolicy"),
    ("resource.k8s.io", "DeviceClass"),
    ("resource.k8s.io", "ResourceSlice"),
    ("scheduling.k8s.io", "PriorityClass"),
];

/// Groups whose status is an answer, and kinds that keep what a client says.
const STATUS_STAYS: &[(&str, &str)] = &[
    ("", "Node"),
    ("authentication.k8s.io", ""),
    ("authorization.k8s.io", ""),
];

const fn on_creation(package: &'static str, name: &'static str, more: fn(&mut Map)) -> Rule {
    Rule {
        of: (package, name),
        stage: Stage::Created,
        more: Some(more),
        ..Rule::USUAL
    }
}

pub(super) const RULES: &[Rule] = &[
    on_creation("apiextensions/v1", "CustomResourceDefinition", definition),
    on_creation("apps/v1", "DaemonSet", daemon_set),
    on_creation("batch/v1", "Job", job),
    // Fields whose feature is switched off; the schema knows them, so nobody complains.
    on_creation("batch/v1", "JobSpec", |spec| drop_field(spec, "scheduling")),
    on_creation("coordination/v1", "LeaseSpec", |spec| {
        drop_field(spec, "strategy");
        drop_field(spec, "preferredHolder");
    }),
    on_creation("core/v1", "ClusterTrustBundleProjection", |source| {
        drop_field(source, "user")
    }),
    on_creation("core/v1", "ConfigMapVolumeSource", |source| {
        drop_field(source, "defaultUser")
    }),
    on_creation("core/v1", "Container", container),
    on_creation("core/v1", "DownwardAPIVolumeFile", |file| {
        drop_field(file, "user")
    }),
    on_creation("core/v1", "DownwardAPIVolumeSource", |source| {
        drop_field(source, "defaultUser")
    }),
    on_creation("core/v1", "EmptyDirVolumeSource", |source| {
        drop_field(source, "mode")
    }),
    on_creation("core/v1", "EphemeralContainer", container),
    on_creation("core/v1", "GRPCAction", |action| drop_field(action, "mode")),
    on_creation("core/v1", "HTTPGetAction", |action| {
        drop_field(action, "protocol")
    }),
    on_creation("core/v1", "KeyToPath", |item| drop_field(item, "user")),
    on_creation("core/v1", "Lifecycle", |lifecycle| {
        drop_field(lifecycle, "stopSignal")
    }),
    on_creation("core/v1", "LimitRangeSpec", |spec| forget_empty(spec, "limits")),
    on_creation("core/v1", "Namespace", namespace),
    on_creation("core/v1", "NodeSpec", |spec| {
        drop_field(spec, "configSource");
        drop_field(spec, "podPreemptionPolicy");
    }),
    on_creation("core/v1", "PersistentVolume", |volume| {
        finalizer(volume, "kubernetes.io/pv-protection")
    }),
    on_creation("core/v1", "PersistentVolumeClaim", claim),
    on_creation("core/v1", "Pod", pod),
    on_creation("core/v1", "PodCertificateProjection", |source| {
        drop_field(source, "user")
    }),
    on_creation("core/v1", "PodSpec", |spec| {
        drop_field(spec, "evictionResponders")
    }),
    on_creation("core/v1", "ProjectedVolumeSource", |source| {
        drop_field(source, "defaultUser")
    }),
    on_creation("core/v1", "SecretVolumeSource", |source| {
        drop_field(source, "defaultUser")
    }),
    on_creation("core/v1", "Service", service),
    on_creation("core/v1", "ServiceAccountTokenProjection", |source| {
        drop_field(source, "user")
    }),
    on_creation("core/v1", "VolumeMount", |mount| {
        drop_field(mount, "bindMountOptions")
    }),
    on_creation("discovery/v1", "Endpoint", |endpoint| {
        drop_field(endpoint, "deprecatedTopology")
    }),
    on_creation("rbac/v1", "Role", |role| forget_empty(role, "rules")),
    on_creation("resource/v1", "DeviceClaim", |claim| {
        forget_empty(claim, "requests")
    }),
    on_creation("resource/v1", "DeviceSubRequest", |request| {
        drop_field(request, "derivedAttributes")
    }),
    on_creation("resource/v1", "ExactDeviceRequest", |request| {
        drop_field(request, "derivedAttributes")
    }),
    on_creation("resource/v1", "ResourceSliceSpec", |spec| {
        drop_field(spec, "partitionTypeAttribute");
        drop_field(spec, "skipNodeOperations");
    }),
    on_creation("storage/v1", "CSINodeSpec", |spec| forget_empty(spec, "drivers")),
    on_creation("storage/v1", "VolumeAttributesClass", |class| {
        finalizer(class, "kubernetes.io/vac-protection");
    }),
];

/// Lists that lose the difference between empty and absent on their way through the server.
fn forget_empty(map: &mut Map, field: &str) {
    if map
        .get(field)
        .and_then(Value::as_list)
        .is_some_and(|list| list.is_empty())
    {
        map.insert(Text::new(field), Value::Null);
    }
}

impl Schema {
    /// An object that was decoded and mutated, as it is validated and stored when it is created: what only
    /// the server says is the server's. What it makes up (uids, times, addresses, ports) is absent.
    #[must_use]
    pub fn created(&self, object: &Value, kind: &Gvk, namespace: &str) -> Value {
        let (Value::Map(map), Some(structure)) = (object, self.find(kind)) else {
            return object.clone();
        };
        let mut made = map.clone();
        edit_or_make(&mut made, "metadata", |metadata| {
            own_metadata(metadata, kind, namespace)
        });
        self.reset_status(structure, &mut made, kind);
        if let Some(changed) = self.apply(structure, &made, Stage::Created, DEPTH) {
            made = changed;
        }
        Value::Map(made)
    }

    /// The status that a new object has.
    fn reset_status(&self, structure: &Structure, made: &mut Map, kind: &Gvk) {
        let stays = |row: &(&str, &str)| row.0 == kind.group && (row.1.is_empty() || row.1 == kind.kind);
        if STATUS_STAYS.iter().any(stays) {
            return;
        }
        if !structure.is_go {
            if structure.status_apart {
                drop_field(made, "status");
            }
            return;
        }
        let Some(field) = structure.field("status") else {
            return;
        };
        let Shape::Structure(id) = field.ty.shape else {
            return;
        };
        let empty = Value::Map(Map::new());
        let status = self
            .view_structure(self.structure(id), &empty, DEPTH)
            .unwrap_or(empty);
        if made.get("status") != Some(&status) {
            made.insert("status", status);
        }
        // The defaults of decoding fill in the phase.
        if let Some(changed) = self.apply(structure, made, Stage::Decoded, DEPTH) {
            *made = changed;
        }
    }
}

fn own_metadata(metadata: &mut Map, kind: &Gvk, namespace: &str) {
    for field in SERVERS_OWN {
        drop_field(metadata, field);
    }
    if !namespace.is_empty() && text(metadata, "namespace") != namespace {
        metadata.insert("namespace", Value::text(namespace));
    }
    let of_group = COUNTING_GROUPS.iter().find(|(group, _)| *group == kind.group);
    let counts = match of_group {
        Some((_, others)) => !others.contains(&kind.kind.as_str()),
        // Groups without dots or with those of Kubernetes are the server's own.
        None if kind.group.contains('.') && !kind.group.ends_with(".k8s.io") => true,
        None => COUNTING_KINDS.contains(&(kind.group.as_str(), kind.kind.as_str())),
    };
    if counts && metadata.get("generation") != Some(&Value::Int(1)) {
        metadata.insert("generation", Value::Int(1));
    }
}

fn drop_field(map: &mut Map, field: &str) {
    map.remove(field);
}

fn finalizer(object: &mut Map, name: &str) {
    edit_or_make(object, "metadata", |metadata| {
        add_text(metadata, "finalizers", name)
    });
}

/// Adds a text to a list of texts, unless it is there.
fn add_text(map: &mut Map, field: &str, text: &str) {
    let mut list = match map.get(field) {
        Some(Value::List(list)) => list.clone(),
        _ => List::new(),
    };
    if !list.iter().any(|item| item.as_str() == Some(text)) {
        list.edit().push(Value::text(text));
        map.insert(Text::new(field), Value::List(list));
    }
}

fn definition(definition: &mut Map) {
    let versions = definition.get("spec").and_then(|spec| spec.get("versions"));
    let mut versions = versions.and_then(Value::as_list).into_iter().flatten();
    let stored = versions.find(|version| version.get("storage") == Some(&Value::Bool(true)));
    let stored = stored.and_then(|version| version.get("name")).cloned();
    edit(definition, "status", |status| {
        status.insert("storedVersions", Value::List(stored.into_iter().collect()));
    });
}

fn daemon_set(set: &mut Map) {
    edit_or_make(set, "metadata", |metadata| {
        edit_or_make(metadata, "annotations", |annotations| {
            annotations.insert("deprecated.daemonset.template.generation", Value::text("1"));
        });
    });
}

/// The labels of a job's pods that do not tell its uid.
fn job(job: &mut Map) {
    let own_selector = job.get("spec").and_then(|spec| spec.get("manualSelector"));
    if own_selector == Some(&Value::Bool(true)) {
        return;
    }
    let whole = Value::Map(job.clone());
    let name = Value::text(whole.str_at(&["metadata", "name"]));
    // Labels that were taken from the template stay the same as those of the template.
    let labels = whole.at(&["metadata", "labels"]);
    let taken = labels.is_some() && labels == whole.at(&["spec", "template", "metadata", "labels"]);
    edit(job, "spec", |spec| {
        edit(spec, "template", |template| {
            edit_or_make(template, "metadata", |metadata| {
                edit_or_make(metadata, "labels", |labels| {
                    labels.insert("batch.kubernetes.io/job-name", name.clone());
                    labels.insert("job-name", name);
                });
            });
        });
    });
    if taken {
        edit(job, "metadata", |metadata| drop_field(metadata, "labels"));
    }
    super::core::labels_of_template(job);
}

fn container(container: &mut Map) {
    let lifecycle = container.get("lifecycle").and_then(Value::as_map);
    if lifecycle.is_some_and(|lifecycle| lifecycle.keys().all(|key| key == "stopSignal")) {
        drop_field(container, "lifecycle");
    }
}

fn namespace(namespace: &mut Map) {
    edit_or_make(namespace, "spec", |spec| {
        add_text(spec, "finalizers", "kubernetes")
    });
}

/// `dataSource` and `dataSourceRef` say the same (schema reference §4.1, PVC).
fn claim(claim: &mut Map) {
    finalizer(claim, "kubernetes.io/pvc-protection");
    edit(claim, "spec", |spec| {
        let has_namespace = spec
            .get("dataSourceRef")
            .is_some_and(|it| it.get("namespace").is_some());
        if has_namespace {
            drop_field(spec, "dataSource");
            drop_field(spec, "dataSourceRef");
        }
        let Some(reference) = spec.get("dataSourceRef").cloned() else {
            let Some(source) = spec.get("dataSource").cloned() else {
                return;
            };
            let (group, kind) = (source.str_at(&["apiGroup"]), source.str_at(&["kind"]));
            let known = [
                ("", "PersistentVolumeClaim"),
                ("snapshot.storage.k8s.io", "VolumeSnapshot"),
            ];
            match known.contains(&(group, kind)) {
                true => drop(spec.insert("dataSourceRef", source)),
                false => drop_field(spec, "dataSource"),
            }
            return;
        };
        fill(spec, "dataSource", || reference);
    });
}

/// The condition of a pod that waits for its gates, without the time.
const GATED: &str = r#"[{"type": "PodScheduled", "status": "False", "lastProbeTime": null,
    "lastTransitionTime": null, "reason": "SchedulingGated",
    "message": "Scheduling is blocked due to non-empty scheduling gates"}]"#;

fn pod(pod: &mut Map) {
    app_armor::into_fields(pod);
    let quality = quality::of(pod);
    let gates = pod.get("spec").and_then(|spec| spec.get("schedulingGates"));
    let is_gated = gates
        .and_then(Value::as_list)
        .is_some_and(|gates| !gates.is_empty());
    edit_or_make(pod, "status", |status| {
        if is_gated && let Ok(conditions) = json::read(GATED.as_bytes(), json::Rules::KUBERNETES) {
            status.insert("conditions", conditions);
        }
        status.insert("phase", Value::text("Pending"));
        status.insert("qosClass", Value::text(quality));
    });
}

/// The families of addresses; those themselves are the server's choice.
fn service(service: &mut Map) {
    edit(service, "spec", |spec| {
        if text(spec, "type") == "ExternalName" {
            drop_field(spec, "internalTrafficPolicy");
            return;
        }
        let is_headless = text(spec, "clusterIP") == "None";
        if is_headless {
            fill(spec, "clusterIPs", || {
                Value::List([Value::text("None")].into_iter().collect())
            });
        }
        let (families, policy): (&[&str], &str) = if is_headless && !spec.contains_key("selector") {
            (&["IPv4", "IPv6"], "RequireDualStack")
        } else {
            (&["IPv4"], "SingleStack")
        };
        fill(spec, "ipFamilies", || {
            Value::List(families.iter().map(Value::text).collect())
        });
        fill(spec, "ipFamilyPolicy", || Value::text(policy));
    });
}
