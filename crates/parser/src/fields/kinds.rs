//! The kinds that have a table, with their versions and scopes.

use super::{KindShape, Scope, Shape, admission, cel, classic, cli, companions, image_policy};

const ADMISSION: &str = "admissionregistration.k8s.io";
const CLI: &str = "cli.kyverno.io";
const KYVERNO: &str = "kyverno.io";
const POLICIES: &str = "policies.kyverno.io";

/// All kinds with a table, by group, kind and version.
pub static KINDS: &[KindShape] = &[
    cluster(
        ADMISSION,
        "MutatingAdmissionPolicy",
        &["v1", "v1alpha1", "v1beta1"],
        &admission::MUTATING_POLICY,
        "changes objects with CEL, where a binding says so",
    ),
    cluster(
        ADMISSION,
        "MutatingAdmissionPolicyBinding",
        &["v1", "v1alpha1", "v1beta1"],
        &admission::MUTATING_BINDING,
        "puts a MutatingAdmissionPolicy into effect, with its parameters",
    ),
    cluster(
        ADMISSION,
        "ValidatingAdmissionPolicy",
        &["v1", "v1alpha1", "v1beta1"],
        &admission::POLICY,
        "judges requests with CEL, where a binding says so",
    ),
    cluster(
        ADMISSION,
        "ValidatingAdmissionPolicyBinding",
        &["v1", "v1alpha1", "v1beta1"],
        &admission::BINDING,
        "puts a ValidatingAdmissionPolicy into effect, with its parameters",
    ),
    cluster(
        CLI,
        "ClusterResource",
        &["v1alpha1"],
        &cli::CLUSTER_RESOURCE,
        "contents of the cluster that a test runs against",
    ),
    cluster(
        CLI,
        "Context",
        &["v1alpha1"],
        &cli::CONTEXT_FILE,
        "objects and images that CEL policies can look up in a test",
    ),
    cluster(
        CLI,
        "Test",
        &["v1alpha1"],
        &cli::TEST,
        "a test suite: policies, resources and the expected results",
    ),
    cluster(
        CLI,
        "UserInfo",
        &["v1alpha1"],
        &cli::USER_INFO,
        "the user who makes the request",
    ),
    cluster(
        CLI,
        "Values",
        &["v1alpha1"],
        &cli::VALUES,
        "values for variables, by policy, resource and rule",
    ),
    namespaced(
        KYVERNO,
        "CleanupPolicy",
        &["v2", "v2beta1"],
        &companions::CLEANUP_POLICY,
        "deletes resources of its namespace on a schedule",
    ),
    cluster(
        KYVERNO,
        "ClusterCleanupPolicy",
        &["v2", "v2beta1"],
        &companions::CLEANUP_POLICY,
        "deletes resources on a schedule",
    ),
    cluster(
        KYVERNO,
        "ClusterPolicy",
        &["v1"],
        &classic::CLUSTER_POLICY,
        "rules for resources of every namespace",
    ),
    cluster(
        KYVERNO,
        "ClusterPolicy",
        &["v2beta1"],
        &classic::BETA_CLUSTER_POLICY,
        "rules for resources of every namespace",
    ),
    cluster(
        KYVERNO,
        "GlobalContextEntry",
        &["v2", "v2alpha1", "v2beta1"],
        &companions::GLOBAL_ENTRY,
        "data that is fetched once and used by every policy",
    ),
    namespaced(
        KYVERNO,
        "Policy",
        &["v1"],
        &classic::CLUSTER_POLICY,
        "rules for resources of its namespace",
    ),
    namespaced(
        KYVERNO,
        "Policy",
        &["v2beta1"],
        &classic::BETA_CLUSTER_POLICY,
        "rules for resources of its namespace",
    ),
    namespaced(
        KYVERNO,
        "PolicyException",
        &["v2", "v2beta1"],
        &companions::EXCEPTION,
        "resources that some rules do not apply to",
    ),
    cluster(
        POLICIES,
        "DeletingPolicy",
        &["v1", "v1alpha1", "v1beta1"],
        &cel::DELETING_POLICY,
        "deletes resources on a schedule, chosen by CEL",
    ),
    cluster(
        POLICIES,
        "GeneratingPolicy",
        &["v1", "v1alpha1", "v1beta1"],
        &cel::GENERATING_POLICY,
        "creates objects when a resource is written, described in CEL",
    ),
    cluster(
        POLICIES,
        "ImageValidatingPolicy",
        &["v1", "v1alpha1", "v1beta1"],
        &image_policy::IMAGE_POLICY,
        "verifies image signatures, described in CEL",
    ),
    cluster(
        POLICIES,
        "MutatingPolicy",
        &["v1", "v1alpha1", "v1beta1"],
        &cel::MUTATING_POLICY,
        "changes resources, described in CEL",
    ),
    namespaced(
        POLICIES,
        "NamespacedDeletingPolicy",
        &["v1", "v1beta1"],
        &cel::DELETING_POLICY,
        "deletes resources on a schedule, chosen by CEL, in its namespace",
    ),
    namespaced(
        POLICIES,
        "NamespacedGeneratingPolicy",
        &["v1", "v1beta1"],
        &cel::GENERATING_POLICY,
        "creates objects when a resource is written, described in CEL, in its namespace",
    ),
    namespaced(
        POLICIES,
        "NamespacedImageValidatingPolicy",
        &["v1", "v1beta1"],
        &image_policy::IMAGE_POLICY,
        "verifies image signatures, described in CEL, in its namespace",
    ),
    namespaced(
        POLICIES,
        "NamespacedMutatingPolicy",
        &["v1", "v1beta1"],
        &cel::MUTATING_POLICY,
        "changes resources, described in CEL, in its namespace",
    ),
    namespaced(
        POLICIES,
        "NamespacedValidatingPolicy",
        &["v1", "v1beta1"],
        &cel::VALIDATING_POLICY,
        "judges resources with CEL, in its namespace",
    ),
    namespaced(
        POLICIES,
        "PolicyException",
        &["v1", "v1alpha1", "v1beta1"],
        &companions::CEL_EXCEPTION,
        "resources that some CEL policies do not apply to",
    ),
    cluster(
        POLICIES,
        "ValidatingPolicy",
        &["v1", "v1alpha1", "v1beta1"],
        &cel::VALIDATING_POLICY,
        "judges resources with CEL",
    ),
];

const fn cluster(
    group: &'static str,
    kind: &'static str,
    versions: &'static [&'static str],
    shape: &'static Shape,
    summary: &'static str,
) -> KindShape {
    KindShape {
        group,
        kind,
        versions,
        scope: Scope::Cluster,
        shape,
        summary,
    }
}

const fn namespaced(
    group: &'static str,
    kind: &'static str,
    versions: &'static [&'static str],
    shape: &'static Shape,
    summary: &'static str,
) -> KindShape {
    KindShape {
        group,
        kind,
        versions,
        scope: Scope::Namespaced,
        shape,
        summary,
    }
}
