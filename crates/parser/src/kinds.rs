//! Which kinds are policies, for us and for Kyverno's command line.

use sekisho_kubernetes::Gvk;

/// What Kyverno's command line thinks of a kind in a policy file (command line reference A3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kinship {
    /// A policy that it loads.
    Loaded,
    /// Known to its schemas, refused as a policy.
    Unsupported,
    /// A native kind that is no policy.
    Native,
    /// Not in its schemas.
    Unknown,
}

/// Its schemas are those of Kubernetes 1.32 and of Kyverno's own CRDs.
pub(crate) fn kinship(gvk: &Gvk) -> Kinship {
    let version = gvk.version.as_str();
    match (gvk.group.as_str(), gvk.kind.as_str()) {
        ("kyverno.io", "ClusterPolicy" | "Policy") => among(version, &["v1", "v2beta1"]),
        ("kyverno.io", "PolicyException" | "CleanupPolicy" | "ClusterCleanupPolicy") => {
            among(version, &["v2", "v2beta1"])
        }
        ("kyverno.io", "GlobalContextEntry") => match version {
            "v2" | "v2alpha1" | "v2beta1" => Kinship::Unsupported,
            _ => Kinship::Unknown,
        },
        ("policies.kyverno.io", "PolicyException") => match version {
            "v1beta1" => Kinship::Loaded,
            "v1" | "v1alpha1" => Kinship::Unsupported,
            _ => Kinship::Unknown,
        },
        ("policies.kyverno.io", kind) => {
            let (namespaced, base) = match kind.strip_prefix("Namespaced") {
                Some(base) => (true, base),
                None => (false, kind),
            };
            match (CEL_KINDS.contains(&base), namespaced) {
                (true, true) => among(version, &["v1", "v1beta1"]),
                (true, false) => among(version, &["v1", "v1alpha1", "v1beta1"]),
                (false, _) => Kinship::Unknown,
            }
        }
        ("cli.kyverno.io", "ClusterResource" | "Context" | "Test" | "UserInfo" | "Values") => match version {
            "v1alpha1" => Kinship::Unsupported,
            _ => Kinship::Unknown,
        },
        ("admissionregistration.k8s.io", kind) => admission(kind, version),
        (group, _) if is_native(group) => Kinship::Native,
        _ => Kinship::Unknown,
    }
}

const CEL_KINDS: [&str; 5] = [
    "DeletingPolicy",
    "GeneratingPolicy",
    "ImageValidatingPolicy",
    "MutatingPolicy",
    "ValidatingPolicy",
];

fn among(version: &str, versions: &[&str]) -> Kinship {
    if versions.contains(&version) {
        Kinship::Loaded
    } else {
        Kinship::Unknown
    }
}

fn admission(kind: &str, version: &str) -> Kinship {
    match (kind, version) {
        ("ValidatingAdmissionPolicy" | "ValidatingAdmissionPolicyBinding", "v1") => Kinship::Loaded,
        ("ValidatingAdmissionPolicy" | "ValidatingAdmissionPolicyBinding", "v1beta1") => Kinship::Unsupported,
        ("MutatingAdmissionPolicy" | "MutatingAdmissionPolicyBinding", "v1alpha1") => Kinship::Loaded,
        ("ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration", "v1") => Kinship::Native,
        _ => Kinship::Unknown,
    }
}

/// Groups of Kubernetes itself: the core, those without a dot, and those below `k8s.io` that it serves.
fn is_native(group: &str) -> bool {
    const DOTTED: [&str; 16] = [
        "admissionregistration.k8s.io",
        "apiextensions.k8s.io",
        "apiregistration.k8s.io",
        "authentication.k8s.io",
        "authorization.k8s.io",
        "certificates.k8s.io",
        "coordination.k8s.io",
        "discovery.k8s.io",
        "events.k8s.io",
        "flowcontrol.apiserver.k8s.io",
        "networking.k8s.io",
        "node.k8s.io",
        "rbac.authorization.k8s.io",
        "resource.k8s.io",
        "scheduling.k8s.io",
        "storage.k8s.io",
    ];
    matches!(group, "" | "apps" | "autoscaling" | "batch" | "policy") || DOTTED.contains(&group)
}

/// Kinds that take part in admission and that are not evaluated yet.
pub(crate) fn comes_later(gvk: &Gvk) -> bool {
    matches!(
        (gvk.group.as_str(), gvk.kind.as_str()),
        (
            "admissionregistration.k8s.io",
            "ValidatingWebhookConfiguration" | "MutatingWebhookConfiguration",
        ) | ("policy.sigstore.dev", "ClusterImagePolicy")
    )
}
