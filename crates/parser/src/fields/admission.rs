//! Admission policies of Kubernetes, ValidatingAdmissionPolicy and MutatingAdmissionPolicy, and their
//! bindings.

use super::Type::{List, Map, Text, Word};
use super::cel::{MATCH_CONSTRAINTS, MUTATION};
use super::shared::{AUDIT_ANNOTATION, LABEL_SELECTOR, NAMED_EXPRESSION, VALIDATION};
use super::{Shape, field};

pub(super) static POLICY: Shape = Shape {
    fields: &[field("spec", Map(&POLICY_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static POLICY_SPEC: Shape = Shape {
    fields: &[
        field(
            "auditAnnotations",
            List(&Map(&AUDIT_ANNOTATION)),
            "annotations added to the audit event",
        ),
        field(
            "failurePolicy",
            Word(&["Fail", "Ignore"]),
            "what an evaluation error does to the request",
        ),
        field(
            "matchConditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions that must hold before the policy is evaluated",
        ),
        field(
            "matchConstraints",
            Map(&MATCH_CONSTRAINTS),
            "requests the policy applies to",
        ),
        field("paramKind", Map(&PARAM_KIND), "kind of the parameters"),
        field(
            "validations",
            List(&Map(&VALIDATION)),
            "CEL validations, all must hold",
        ),
        field(
            "variables",
            List(&Map(&NAMED_EXPRESSION)),
            "named CEL expressions",
        ),
    ],
    demands: &[],
};

pub(super) static PARAM_KIND: Shape = Shape {
    fields: &[
        field("apiVersion", Text, "group and version"),
        field("kind", Text, "the kind"),
    ],
    demands: &[],
};

pub(super) static MUTATING_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&MUTATING_POLICY_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static MUTATING_POLICY_SPEC: Shape = Shape {
    fields: &[
        field(
            "failurePolicy",
            Word(&["Fail", "Ignore"]),
            "what an evaluation error does to the request",
        ),
        field(
            "matchConditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions that must hold before the policy is evaluated",
        ),
        field(
            "matchConstraints",
            Map(&MATCH_CONSTRAINTS),
            "requests the policy applies to",
        ),
        field("mutations", List(&Map(&MUTATION)), "the changes, in order"),
        field("paramKind", Map(&PARAM_KIND), "kind of the parameters"),
        field(
            "reinvocationPolicy",
            Text,
            "whether the policy is applied again after others: `Never` or `IfNeeded`",
        ),
        field(
            "variables",
            List(&Map(&NAMED_EXPRESSION)),
            "named CEL expressions",
        ),
    ],
    demands: &[],
};

pub(super) static MUTATING_BINDING: Shape = Shape {
    fields: &[field("spec", Map(&MUTATING_BINDING_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static MUTATING_BINDING_SPEC: Shape = Shape {
    fields: &[
        field(
            "matchResources",
            Map(&MATCH_CONSTRAINTS),
            "requests the binding applies to, among those of the policy",
        ),
        field("paramRef", Map(&PARAM_REF), "objects given as parameters"),
        field("policyName", Text, "name of the policy"),
    ],
    demands: &[],
};

pub(super) static BINDING: Shape = Shape {
    fields: &[field("spec", Map(&BINDING_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static BINDING_SPEC: Shape = Shape {
    fields: &[
        field(
            "matchResources",
            Map(&MATCH_CONSTRAINTS),
            "requests the binding applies to, among those of the policy",
        ),
        field("paramRef", Map(&PARAM_REF), "objects given as parameters"),
        field("policyName", Text, "name of the policy"),
        field(
            "validationActions",
            List(&Word(&["Deny", "Warn", "Audit"])),
            "what a failure does",
        ),
    ],
    demands: &[],
};

pub(super) static PARAM_REF: Shape = Shape {
    fields: &[
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
        field(
            "parameterNotFoundAction",
            Word(&["Allow", "Deny"]),
            "what happens when there is no such object",
        ),
        field("selector", Map(&LABEL_SELECTOR), "selector for its labels"),
    ],
    demands: &[],
};
