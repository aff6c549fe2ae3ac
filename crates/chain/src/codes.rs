//! The codes of what is said when a chain is put together.

use sekisho_diagnostics::Code;

/// Sorted by name.
pub const CODES: &[Code] = &[
    Code {
        name: "missing-policy",
        summary: "a binding or an exception names a policy that is not loaded",
        explanation: "It has no effect: no policy of that name and kind was read, or it was refused. Exceptions of `kyverno.io` name a Policy with its namespace, `shop/require-labels`.",
        wrong: "spec: {policyName: requre-labels}",
        right: "spec: {policyName: require-labels}",
    },
    Code {
        name: "no-admission-form",
        summary: "a policy cannot be said as a ValidatingAdmissionPolicy",
        explanation: "Kyverno generates one from a ValidatingPolicy for resources, and from a ClusterPolicy with one rule of `validate.cel`. The API server asks for no users, roles, annotations or wildcards, and an action is the same in all namespaces.",
        wrong: "match: {any: [{resources: {kinds: [Pod], namespaces: [\"team-*\"]}}]}",
        right: "match: {any: [{resources: {kinds: [Pod], namespaces: [team-a]}}]}",
    },
    Code {
        name: "odd-value",
        summary: "a word that is none of those with a meaning",
        explanation: "The API server would refuse it in its own policies; Kyverno takes such a word in its kinds and then does nothing with it: an operation that there is not never matches, an unknown mode is that for resources, an unknown controller gets no rule.",
        wrong: "evaluation: {mode: Json}",
        right: "evaluation: {mode: JSON}",
    },
    Code {
        name: "refused-binding",
        summary: "the API server does not accept a binding",
        explanation: "The binding has the shape of its kind, but the checks of the API server would not let it into the cluster. It binds nothing, so its policy judges as if it were not there.",
        wrong: "spec: {policyName: few-replicas}",
        right: "spec: {policyName: few-replicas, validationActions: [Deny]}",
    },
    Code {
        name: "twin-policy",
        summary: "an admission policy is another form of a policy that is loaded too",
        explanation: "Its annotation `sekisho.dev/twin-of` names the other, as `ClusterPolicy/NAME`. Both decide alike, so that a library can offer each policy with and without Kyverno; judging by both would say every finding twice. Where the other is not loaded, the admission policy judges.",
        wrong: "",
        right: "",
    },
    Code {
        name: "unbound-policy",
        summary: "no binding names an admission policy",
        explanation: "The API server asks a ValidatingAdmissionPolicy or a MutatingAdmissionPolicy only where a binding says so. Without one it does nothing in a cluster, and judges nothing here. Kyverno's command line judges by it all the same.",
        wrong: "kind: ValidatingAdmissionPolicy\nmetadata: {name: few-replicas}",
        right: "kind: ValidatingAdmissionPolicy\nmetadata: {name: few-replicas}\n---\nkind: ValidatingAdmissionPolicyBinding\nmetadata: {name: few-replicas}\nspec: {policyName: few-replicas, validationActions: [Deny]}",
    },
    Code {
        name: "unfit-expression",
        summary: "an expression does not fit a kind that its policy is for",
        explanation: "A ValidatingAdmissionPolicy names the kinds that it matches, so the types of its expressions can be checked for each of them. The API server keeps such a policy and notes a warning in its status; where an object of the kind is judged, the expression fails.",
        wrong: "resources: [daemonsets] with object.spec.replicas <= 3",
        right: "resources: [deployments] with object.spec.replicas <= 3",
    },
];

#[cfg(test)]
mod tests {
    use sekisho_diagnostics::check_codes;

    #[test]
    fn codes_are_well_formed() {
        assert_eq!(check_codes(super::CODES), Vec::<String>::new());
    }
}
