//! What policies never see (admission reference §2.8).

use sekisho_kubernetes::Gvr;

/// Sorted: group and plural.
const HIDDEN: &[(&str, &str)] = &[
    ("admissionregistration.k8s.io", "mutatingadmissionpolicies"),
    ("admissionregistration.k8s.io", "mutatingadmissionpolicybindings"),
    ("admissionregistration.k8s.io", "validatingadmissionpolicies"),
    (
        "admissionregistration.k8s.io",
        "validatingadmissionpolicybindings",
    ),
    ("authentication.k8s.io", "selfsubjectreviews"),
    ("authentication.k8s.io", "tokenreviews"),
    ("authorization.k8s.io", "localsubjectaccessreviews"),
    ("authorization.k8s.io", "selfsubjectaccessreviews"),
    ("authorization.k8s.io", "selfsubjectrulesreviews"),
    ("authorization.k8s.io", "subjectaccessreviews"),
];

/// Whether policies, validating and mutating ones, are not asked about a resource.
#[must_use]
pub fn from_policies(resource: &Gvr) -> bool {
    let key = (resource.group.as_str(), resource.resource.as_str());
    HIDDEN.binary_search(&key).is_ok()
}

/// Whether webhooks are not asked about a resource: those that configure admission itself, and reviews that
/// are only asked, never stored.
#[must_use]
pub fn from_webhooks(resource: &Gvr) -> bool {
    const CONFIGURATIONS: [&str; 2] = ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"];
    let configures = resource.group == "admissionregistration.k8s.io"
        && CONFIGURATIONS.contains(&resource.resource.as_str());
    configures || from_policies(resource)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_see_webhook_configurations_but_not_one_another() {
        assert!(HIDDEN.is_sorted());
        for (group, plural, expected) in [
            (
                "admissionregistration.k8s.io",
                "validatingadmissionpolicies",
                true,
            ),
            (
                "admissionregistration.k8s.io",
                "validatingwebhookconfigurations",
                false,
            ),
            ("authentication.k8s.io", "tokenreviews", true),
            ("", "pods", false),
        ] {
            assert_eq!(
                from_policies(&Gvr::new(group, "v1", plural)),
                expected,
                "{plural}"
            );
        }
    }
}
