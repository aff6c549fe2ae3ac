//! The codes of this crate, sorted, with what each means.

use sekisho_diagnostics::Code;

/// Every code this crate gives.
pub const CODES: &[Code] = &[
    Code {
        name: "bad-mock",
        summary: "an answer that a test gives to a call is unusable",
        explanation: "An answer is for exactly one address or path, has a map as its body and an HTTP status; an entry of the global context has exactly one sort of data. Kyverno's command line stops at such a test.",
        wrong: "apiCallResponses: [{urlPath: api/v1/pods, response: {body: {}}}]",
        right: "apiCallResponses: [{urlPath: /api/v1/pods, response: {body: {}}}]",
    },
    Code {
        name: "bad-name",
        summary: "the name of an object has characters that Kubernetes does not allow",
        explanation: "Names of policies are DNS subdomains: lower-case letters, digits, dashes and dots.",
        wrong: "metadata: {name: Require_Labels}",
        right: "metadata: {name: require-labels}",
    },
    Code {
        name: "conflicting-fields",
        summary: "fields that exclude each other stand together",
        explanation: "The schema of the kind allows only one of these fields in one place, so Kyverno refuses the document.",
        wrong: "resources: {name: web, names: [web]}",
        right: "resources: {names: [web]}",
    },
    Code {
        name: "helm-template",
        summary: "a file of a Helm chart that is not rendered",
        explanation: "The file has Helm's `{{ }}` actions where YAML wants values, so it is no YAML before Helm has filled it in. One hint stands for all the faults that a YAML reader finds in it.",
        wrong: "name: {{ .Release.Name }}-policy",
        right: "name: shop-policy",
    },
    Code {
        name: "missing-field",
        summary: "a field that the kind demands is absent",
        explanation: "The schema of the kind requires this field, so the document can not be stored in a cluster.",
        wrong: "exceptions: [{policyName: check}]",
        right: "exceptions: [{policyName: check, ruleNames: [owner]}]",
    },
    Code {
        name: "not-a-policy",
        summary: "an object in a policy file is no policy",
        explanation: "The object is passed over and the policies beside it are used. Kyverno's command line loads nothing of a file that holds a native object of another kind, and says nothing about it.",
        wrong: "",
        right: "",
    },
    Code {
        name: "not-allowed",
        summary: "a text is none of the words that are allowed in its place",
        explanation: "The field takes one of a few words, in exactly this spelling.",
        wrong: "validationFailureAction: ENFORCE",
        right: "validationFailureAction: Enforce",
    },
    Code {
        name: "not-evaluated-yet",
        summary: "a policy kind that is read and not evaluated yet",
        explanation: "The document is recognised and checked, but gives no verdicts in this version. A run that holds one did not judge everything and ends with exit code 3.",
        wrong: "",
        right: "",
    },
    Code {
        name: "old-format",
        summary: "a test, values or user file in the form before 1.12",
        explanation: "These files need `apiVersion` and `kind`, and a test is named in its metadata. Kyverno's command line stops with a warning at such a file.",
        wrong: "name: my-test",
        right: "apiVersion: cli.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: my-test}",
    },
    Code {
        name: "out-of-bounds",
        summary: "a number, text or list is outside its bounds",
        explanation: "The schema of the kind limits how small or large this value may be.",
        wrong: "attestors: [{count: 0}]",
        right: "attestors: [{count: 1}]",
    },
    Code {
        name: "unexpected-kind",
        summary: "a test, values or user file says that it is something else",
        explanation: "Kyverno's command line does not look at what the kind of such a file is, as long as there is one, and neither do verdicts here. Editors and people do.",
        wrong: "kind: Tests",
        right: "kind: Test",
    },
    Code {
        name: "unknown-field",
        summary: "a field that the kind does not have",
        explanation: "A cluster would drop the field or refuse the document, and Kyverno's command line refuses the whole file; most often the name is misspelt or stands on the wrong level.",
        wrong: "spec: {validationFailureActoin: Enforce}",
        right: "spec: {validationFailureAction: Enforce}",
    },
    Code {
        name: "unknown-kind",
        summary: "a kind or a version that Kyverno does not have",
        explanation: "The group is one of Kyverno's, but it has no such kind in this version: the kind is misspelt, or the version is gone. Kyverno's command line skips the document without a word.",
        wrong: "apiVersion: kyverno.io/v1alpha1",
        right: "apiVersion: kyverno.io/v1",
    },
    Code {
        name: "wrong-type",
        summary: "a value has another type than its field",
        explanation: "The schema of the kind gives the field a type; texts that look like numbers or booleans have to be quoted.",
        wrong: "background: \"true\"",
        right: "background: true",
    },
];

#[cfg(test)]
mod tests {
    use sekisho_diagnostics::check_codes;

    #[test]
    fn the_codes_are_in_order_and_explained() {
        assert_eq!(check_codes(super::CODES), Vec::<String>::new());
    }
}
