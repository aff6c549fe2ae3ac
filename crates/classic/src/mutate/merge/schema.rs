//! Which lists of built-in kinds are merged item by item, and by which keys: the schema of Kubernetes 1.21,
//! which Kyverno's strategic merge knows (engine reference §6.4).
//!
//! Only what leads to such a list is named. A kind that is not named has replaced lists only, and so have
//! custom kinds.

/// What is known of a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// A map with these fields.
    Map(Type),
    /// A list whose items are found by these keys.
    Keyed {
        keys: &'static [&'static str],
        item: Type,
    },
    /// A list of scalars that is united.
    Set,
}

/// The fields of a type that lead to a list which is merged.
pub(super) type Type = &'static [(&'static str, Shape)];

/// The type of an object; nothing when its kind is not known.
pub(super) fn of(api_version: &str, kind: &str) -> Option<Type> {
    let (_, kinds) = *KINDS.iter().find(|(version, _)| *version == api_version)?;
    let known = kinds.iter().find(|(name, _)| *name == kind)?;
    Some(known.1)
}

/// What is known of a field.
pub(super) fn field(ty: Type, name: &str) -> Option<&'static Shape> {
    ty.iter()
        .find(|(field, _)| *field == name)
        .map(|(_, shape)| shape)
}

const NOTHING: Type = &[];

const METADATA: Type = &[
    ("finalizers", Shape::Set),
    (
        "ownerReferences",
        Shape::Keyed {
            keys: &["uid"],
            item: NOTHING,
        },
    ),
];

/// A kind of which only the metadata matter.
const PLAIN: Type = &[("metadata", Shape::Map(METADATA))];

/// A kind whose status has conditions.
const WITH_CONDITIONS: Type = &[
    ("metadata", Shape::Map(METADATA)),
    ("status", Shape::Map(CONDITIONS)),
];

const CONDITIONS: Type = &[(
    "conditions",
    Shape::Keyed {
        keys: &["type"],
        item: NOTHING,
    },
)];

const CONTAINER: Type = &[
    (
        "env",
        Shape::Keyed {
            keys: &["name"],
            item: NOTHING,
        },
    ),
    (
        "ports",
        Shape::Keyed {
            keys: &["containerPort", "protocol"],
            item: NOTHING,
        },
    ),
    (
        "volumeDevices",
        Shape::Keyed {
            keys: &["devicePath"],
            item: NOTHING,
        },
    ),
    (
        "volumeMounts",
        Shape::Keyed {
            keys: &["mountPath"],
            item: NOTHING,
        },
    ),
];

const EPHEMERAL_CONTAINER: Type = &[
    (
        "env",
        Shape::Keyed {
            keys: &["name"],
            item: NOTHING,
        },
    ),
    (
        "volumeDevices",
        Shape::Keyed {
            keys: &["devicePath"],
            item: NOTHING,
        },
    ),
    (
        "volumeMounts",
        Shape::Keyed {
            keys: &["mountPath"],
            item: NOTHING,
        },
    ),
];

const VOLUME: Type = &[(
    "ephemeral",
    Shape::Map(&[("volumeClaimTemplate", Shape::Map(PLAIN))]),
)];

const POD_SPEC: Type = &[
    (
        "containers",
        Shape::Keyed {
            keys: &["name"],
            item: CONTAINER,
        },
    ),
    (
        "ephemeralContainers",
        Shape::Keyed {
            keys: &["name"],
            item: EPHEMERAL_CONTAINER,
        },
    ),
    (
        "hostAliases",
        Shape::Keyed {
            keys: &["ip"],
            item: NOTHING,
        },
    ),
    (
        "imagePullSecrets",
        Shape::Keyed {
            keys: &["name"],
            item: NOTHING,
        },
    ),
    (
        "initContainers",
        Shape::Keyed {
            keys: &["name"],
            item: CONTAINER,
        },
    ),
    (
        "topologySpreadConstraints",
        Shape::Keyed {
            keys: &["topologyKey", "whenUnsatisfiable"],
            item: NOTHING,
        },
    ),
    (
        "volumes",
        Shape::Keyed {
            keys: &["name"],
            item: VOLUME,
        },
    ),
];

const POD: Type = &[
    ("metadata", Shape::Map(METADATA)),
    ("spec", Shape::Map(POD_SPEC)),
    (
        "status",
        Shape::Map(&[
            (
                "conditions",
                Shape::Keyed {
                    keys: &["type"],
                    item: NOTHING,
                },
            ),
            (
                "podIPs",
                Shape::Keyed {
                    keys: &["ip"],
                    item: NOTHING,
                },
            ),
        ]),
    ),
];

const TEMPLATE: Type = &[("metadata", Shape::Map(METADATA)), ("spec", Shape::Map(POD_SPEC))];

/// A kind that makes Pods.
const CONTROLLER: Type = &[
    ("metadata", Shape::Map(METADATA)),
    ("spec", Shape::Map(&[("template", Shape::Map(TEMPLATE))])),
    ("status", Shape::Map(CONDITIONS)),
];

const CRON_JOB: Type = &[
    ("metadata", Shape::Map(METADATA)),
    ("spec", Shape::Map(&[("jobTemplate", Shape::Map(CONTROLLER))])),
];

const POD_TEMPLATE: Type = &[
    ("metadata", Shape::Map(METADATA)),
    ("template", Shape::Map(TEMPLATE)),
];

const SERVICE: Type = &[
    ("metadata", Shape::Map(METADATA)),
    (
        "spec",
        Shape::Map(&[(
            "ports",
            Shape::Keyed {
                keys: &["port", "protocol"],
                item: NOTHING,
            },
        )]),
    ),
    ("status", Shape::Map(CONDITIONS)),
];

const SERVICE_ACCOUNT: Type = &[
    ("metadata", Shape::Map(METADATA)),
    (
        "secrets",
        Shape::Keyed {
            keys: &["name"],
            item: NOTHING,
        },
    ),
];

const NODE: Type = &[
    ("metadata", Shape::Map(METADATA)),
    ("spec", Shape::Map(&[("podCIDRs", Shape::Set)])),
    (
        "status",
        Shape::Map(&[
            (
                "addresses",
                Shape::Keyed {
                    keys: &["type"],
                    item: NOTHING,
                },
            ),
            (
                "conditions",
                Shape::Keyed {
                    keys: &["type"],
                    item: NOTHING,
                },
            ),
        ]),
    ),
];

const COMPONENT_STATUS: Type = &[
    (
        "conditions",
        Shape::Keyed {
            keys: &["type"],
            item: NOTHING,
        },
    ),
    ("metadata", Shape::Map(METADATA)),
];

const WEBHOOKS: Type = &[
    ("metadata", Shape::Map(METADATA)),
    (
        "webhooks",
        Shape::Keyed {
            keys: &["name"],
            item: NOTHING,
        },
    ),
];

const CSI_NODE: Type = &[
    ("metadata", Shape::Map(METADATA)),
    (
        "spec",
        Shape::Map(&[(
            "drivers",
            Shape::Keyed {
                keys: &["name"],
                item: NOTHING,
            },
        )]),
    ),
];

type Kinds = &'static [(&'static str, Type)];

/// Kinds by API version.
const KINDS: &[(&str, Kinds)] = &[
    (
        "admissionregistration.k8s.io/v1",
        &[
            ("MutatingWebhookConfiguration", WEBHOOKS),
            ("ValidatingWebhookConfiguration", WEBHOOKS),
        ],
    ),
    (
        "admissionregistration.k8s.io/v1beta1",
        &[
            ("MutatingWebhookConfiguration", WEBHOOKS),
            ("ValidatingWebhookConfiguration", WEBHOOKS),
        ],
    ),
    ("apiextensions.k8s.io/v1", &[("CustomResourceDefinition", PLAIN)]),
    (
        "apiextensions.k8s.io/v1beta1",
        &[("CustomResourceDefinition", PLAIN)],
    ),
    ("apiregistration.k8s.io/v1", &[("APIService", WITH_CONDITIONS)]),
    (
        "apiregistration.k8s.io/v1beta1",
        &[("APIService", WITH_CONDITIONS)],
    ),
    (
        "apps/v1",
        &[
            ("ControllerRevision", PLAIN),
            ("DaemonSet", CONTROLLER),
            ("Deployment", CONTROLLER),
            ("ReplicaSet", CONTROLLER),
            ("StatefulSet", CONTROLLER),
        ],
    ),
    (
        "authentication.k8s.io/v1",
        &[("TokenRequest", PLAIN), ("TokenReview", PLAIN)],
    ),
    ("authentication.k8s.io/v1beta1", &[("TokenReview", PLAIN)]),
    ("authorization.k8s.io/v1", REVIEWS),
    ("authorization.k8s.io/v1beta1", REVIEWS),
    (
        "autoscaling/v1",
        &[("HorizontalPodAutoscaler", PLAIN), ("Scale", PLAIN)],
    ),
    ("autoscaling/v2beta1", &[("HorizontalPodAutoscaler", PLAIN)]),
    ("autoscaling/v2beta2", &[("HorizontalPodAutoscaler", PLAIN)]),
    ("batch/v1", &[("CronJob", CRON_JOB), ("Job", CONTROLLER)]),
    ("batch/v1beta1", &[("CronJob", CRON_JOB)]),
    ("certificates.k8s.io/v1", &[("CertificateSigningRequest", PLAIN)]),
    (
        "certificates.k8s.io/v1beta1",
        &[("CertificateSigningRequest", PLAIN)],
    ),
    ("coordination.k8s.io/v1", &[("Lease", PLAIN)]),
    ("coordination.k8s.io/v1beta1", &[("Lease", PLAIN)]),
    ("discovery.k8s.io/v1", &[("EndpointSlice", PLAIN)]),
    ("discovery.k8s.io/v1beta1", &[("EndpointSlice", PLAIN)]),
    ("events.k8s.io/v1", &[("Event", PLAIN)]),
    ("events.k8s.io/v1beta1", &[("Event", PLAIN)]),
    ("extensions/v1beta1", &[("Ingress", PLAIN)]),
    (
        "flowcontrol.apiserver.k8s.io/v1beta1",
        &[("FlowSchema", PLAIN), ("PriorityLevelConfiguration", PLAIN)],
    ),
    ("internal.apiserver.k8s.io/v1alpha1", &[("StorageVersion", PLAIN)]),
    (
        "networking.k8s.io/v1",
        &[
            ("Ingress", PLAIN),
            ("IngressClass", PLAIN),
            ("NetworkPolicy", PLAIN),
        ],
    ),
    (
        "networking.k8s.io/v1beta1",
        &[("Ingress", PLAIN), ("IngressClass", PLAIN)],
    ),
    ("node.k8s.io/v1", &[("RuntimeClass", PLAIN)]),
    ("node.k8s.io/v1alpha1", &[("RuntimeClass", PLAIN)]),
    ("node.k8s.io/v1beta1", &[("RuntimeClass", PLAIN)]),
    (
        "policy/v1",
        &[("Eviction", PLAIN), ("PodDisruptionBudget", WITH_CONDITIONS)],
    ),
    (
        "policy/v1beta1",
        &[
            ("Eviction", PLAIN),
            ("PodDisruptionBudget", WITH_CONDITIONS),
            ("PodSecurityPolicy", PLAIN),
        ],
    ),
    ("rbac.authorization.k8s.io/v1", ROLES),
    ("rbac.authorization.k8s.io/v1alpha1", ROLES),
    ("rbac.authorization.k8s.io/v1beta1", ROLES),
    ("scheduling.k8s.io/v1", &[("PriorityClass", PLAIN)]),
    ("scheduling.k8s.io/v1alpha1", &[("PriorityClass", PLAIN)]),
    ("scheduling.k8s.io/v1beta1", &[("PriorityClass", PLAIN)]),
    (
        "storage.k8s.io/v1",
        &[
            ("CSIDriver", PLAIN),
            ("CSINode", CSI_NODE),
            ("StorageClass", PLAIN),
            ("VolumeAttachment", PLAIN),
        ],
    ),
    (
        "storage.k8s.io/v1alpha1",
        &[("CSIStorageCapacity", PLAIN), ("VolumeAttachment", PLAIN)],
    ),
    (
        "storage.k8s.io/v1beta1",
        &[
            ("CSIDriver", PLAIN),
            ("CSINode", CSI_NODE),
            ("CSIStorageCapacity", PLAIN),
            ("StorageClass", PLAIN),
            ("VolumeAttachment", PLAIN),
        ],
    ),
    (
        "v1",
        &[
            ("Binding", PLAIN),
            ("ComponentStatus", COMPONENT_STATUS),
            ("ConfigMap", PLAIN),
            ("Endpoints", PLAIN),
            ("Event", PLAIN),
            ("LimitRange", PLAIN),
            ("Namespace", WITH_CONDITIONS),
            ("Node", NODE),
            ("PersistentVolume", PLAIN),
            ("PersistentVolumeClaim", WITH_CONDITIONS),
            ("Pod", POD),
            ("PodTemplate", POD_TEMPLATE),
            ("ReplicationController", CONTROLLER),
            ("ResourceQuota", PLAIN),
            ("Secret", PLAIN),
            ("Service", SERVICE),
            ("ServiceAccount", SERVICE_ACCOUNT),
        ],
    ),
];

const REVIEWS: Kinds = &[
    ("LocalSubjectAccessReview", PLAIN),
    ("SelfSubjectAccessReview", PLAIN),
    ("SelfSubjectRulesReview", PLAIN),
    ("SubjectAccessReview", PLAIN),
];

const ROLES: Kinds = &[
    ("ClusterRole", PLAIN),
    ("ClusterRoleBinding", PLAIN),
    ("Role", PLAIN),
    ("RoleBinding", PLAIN),
];
