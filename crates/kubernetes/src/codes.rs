//! The codes of this crate, sorted, with what each means.

use sekisho_diagnostics::Code;

/// Every code this crate gives.
pub const CODES: &[Code] = &[
    Code {
        name: "invalid-definition",
        summary: "a CustomResourceDefinition lacks what makes a kind",
        explanation: "Group, kind, plural, scope and at least one version make a kind known. Without them its scope and plural are guessed, as for a kind without a definition.",
        wrong: "spec: {group: example.com, scope: cluster}",
        right: "spec: {group: example.com, scope: Cluster, names: {kind: Widget, plural: widgets}, versions: [{name: v1, served: true, storage: true}]}",
    },
    Code {
        name: "invalid-object",
        summary: "an object does not say what it is",
        explanation: "Every object of a cluster is a map with `apiVersion` and `kind`; without them no request can be made of it.",
        wrong: "metadata: {name: web}",
        right: "{apiVersion: v1, kind: Pod, metadata: {name: web}}",
    },
    Code {
        name: "invalid-review",
        summary: "an AdmissionReview cannot be read",
        explanation: "The request of a review says operation, kind and resource, and its fields have the types of `admission.k8s.io/v1` or `v1beta1`.",
        wrong: "{apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {operation: create}}",
        right: "{apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {operation: CREATE, kind: {version: v1, kind: Pod}, resource: {version: v1, resource: pods}}}",
    },
];

#[cfg(test)]
mod tests {
    use sekisho_diagnostics::check_codes;

    #[test]
    fn the_list_is_sorted_and_complete() {
        assert_eq!(check_codes(super::CODES), Vec::<String>::new());
    }
}
