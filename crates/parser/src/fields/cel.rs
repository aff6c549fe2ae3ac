//! Kyverno's CEL kinds but for images: validating, mutating, generating and deleting policies.

use super::Type::{Boolean, Filled, Integer, List, Map, Sized, Text, Word};
use super::shared::{AUDIT_ANNOTATION, LABEL_SELECTOR, NAMED_EXPRESSION, VALIDATION};
use super::{Demand, Preset, Shape, field};

pub(super) static VALIDATING_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&VALIDATING_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static VALIDATING_SPEC: Shape = Shape {
    fields: &[
        field(
            "auditAnnotations",
            List(&Map(&AUDIT_ANNOTATION)),
            "annotations added to the audit event",
        ),
        field(
            "autogen",
            Map(&VALIDATING_AUTOGEN),
            "policies that are derived from this one",
        ),
        field(
            "evaluation",
            Map(&EVALUATION),
            "when and how the policy is evaluated",
        ),
        field(
            "failurePolicy",
            Word(&["Ignore", "Fail"]),
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
        field(
            "validationActions",
            List(&Word(&["Deny", "Audit", "Warn"])),
            "what a failure does",
        ),
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
        field("webhookConfiguration", Map(&TIMEOUT), "settings of the webhook"),
    ],
    demands: &[],
};

pub(super) static VALIDATING_AUTOGEN: Shape = Shape {
    fields: &[
        field(
            "podControllers",
            Map(&POD_CONTROLLERS),
            "derived policies for pod controllers",
        ),
        field(
            "validatingAdmissionPolicy",
            Map(&DERIVED),
            "derived ValidatingAdmissionPolicy",
        ),
    ],
    demands: &[],
};

pub(super) static MUTATING_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&MUTATING_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static MUTATING_SPEC: Shape = Shape {
    fields: &[
        field(
            "auditAnnotations",
            List(&Map(&AUDIT_ANNOTATION)),
            "annotations added to the audit event",
        ),
        field(
            "autogen",
            Map(&MUTATING_AUTOGEN),
            "policies that are derived from this one",
        ),
        field(
            "evaluation",
            Map(&MUTATING_EVALUATION),
            "when and how the policy is evaluated",
        ),
        field(
            "failurePolicy",
            Word(&["Ignore", "Fail"]),
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
        field(
            "reinvocationPolicy",
            Text,
            "whether the policy is applied again after others",
        ),
        field(
            "targetMatchConditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions that must hold for a target",
        ),
        field(
            "targetMatchConstraints",
            Map(&TARGET_CONSTRAINTS),
            "existing resources that are changed",
        ),
        field(
            "variables",
            List(&Map(&NAMED_EXPRESSION)),
            "named CEL expressions",
        ),
        field("webhookConfiguration", Map(&TIMEOUT), "settings of the webhook"),
    ],
    demands: &[],
};

pub(super) static MUTATING_AUTOGEN: Shape = Shape {
    fields: &[
        field(
            "mutatingAdmissionPolicy",
            Map(&DERIVED),
            "derived MutatingAdmissionPolicy",
        ),
        field(
            "podControllers",
            Map(&POD_CONTROLLERS),
            "derived policies for pod controllers",
        ),
    ],
    demands: &[],
};

pub(super) static MUTATING_EVALUATION: Shape = Shape {
    fields: &[
        field("admission", Map(&ON), "evaluation of admission requests"),
        field("background", Map(&ON), "evaluation of existing resources"),
        field("mode", Text, "what sort of input is judged"),
        field("mutateExisting", Map(&OFF), "mutation of existing resources"),
        field(
            "skipBackgroundRequests",
            Boolean,
            "leave out requests made by Kyverno's own background controller",
        )
        .or(Preset::Boolean(true)),
        field(
            "useServerSideApply",
            Boolean,
            "whether generated objects are applied on the server's side",
        ),
    ],
    demands: &[],
};

pub(super) static MUTATION: Shape = Shape {
    fields: &[
        field(
            "applyConfiguration",
            Map(&PATCH_EXPRESSION),
            "the patch as an apply configuration",
        ),
        field(
            "jsonPatch",
            Map(&PATCH_EXPRESSION),
            "the patch as a list of operations",
        ),
        field("patchType", Text, "`ApplyConfiguration` or `JSONPatch`").required(),
    ],
    demands: &[],
};

pub(super) static PATCH_EXPRESSION: Shape = Shape {
    fields: &[field("expression", Text, "a CEL expression")],
    demands: &[],
};

pub(super) static TARGET_CONSTRAINTS: Shape = Shape {
    fields: &[
        field(
            "excludeResourceRules",
            List(&Map(&RESOURCE_RULE)),
            "rules for requests that are left out",
        ),
        field("expression", Text, "a CEL expression"),
        field(
            "matchPolicy",
            Text,
            "how other versions of a resource are matched",
        ),
        field(
            "namespaceSelector",
            Map(&LABEL_SELECTOR),
            "selector for the labels of the namespace",
        ),
        field(
            "objectSelector",
            Map(&LABEL_SELECTOR),
            "selector for the labels of the object",
        ),
        field(
            "resourceRules",
            List(&Map(&RESOURCE_RULE)),
            "rules for requests that are judged",
        ),
    ],
    demands: &[],
};

pub(super) static GENERATING_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&GENERATING_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static GENERATING_SPEC: Shape = Shape {
    fields: &[
        field(
            "auditAnnotations",
            List(&Map(&AUDIT_ANNOTATION)),
            "annotations added to the audit event",
        ),
        field(
            "evaluation",
            Map(&GENERATING_EVALUATION),
            "when and how the policy is evaluated",
        ),
        field("generate", Filled(&Map(&GENERATION)), "objects to create").required(),
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
        field(
            "useServerSideApply",
            Boolean,
            "whether generated objects are applied on the server's side",
        ),
        field(
            "variables",
            List(&Map(&NAMED_EXPRESSION)),
            "named CEL expressions",
        ),
        field("webhookConfiguration", Map(&TIMEOUT), "settings of the webhook"),
    ],
    demands: &[],
};

pub(super) static GENERATING_EVALUATION: Shape = Shape {
    fields: &[
        field("admission", Map(&ON), "evaluation of admission requests"),
        field(
            "generateExisting",
            Map(&OFF),
            "whether objects are generated for resources that already exist",
        ),
        field(
            "orphanDownstreamOnPolicyDelete",
            Map(&OFF),
            "whether generated objects outlive the policy",
        ),
        field(
            "skipBackgroundRequests",
            Boolean,
            "leave out requests made by Kyverno's own background controller",
        )
        .or(Preset::Boolean(true)),
        field(
            "synchronize",
            Map(&OFF),
            "keep generated objects as they were generated",
        ),
    ],
    demands: &[],
};

pub(super) static GENERATION: Shape = Shape {
    fields: &[
        field("expression", Text, "a CEL expression"),
        field("template", Map(&TEMPLATE), "the object as text with holes"),
    ],
    demands: &[Demand::ExactlyOne(&["expression", "template"])],
};

pub(super) static TEMPLATE: Shape = Shape {
    fields: &[
        field(
            "interpolate",
            Word(&["none", "cel"]),
            "how the template is filled in",
        )
        .or(Preset::Text("none")),
        field(
            "value",
            Sized {
                min: 1,
                max: usize::MAX,
            },
            "text of the template",
        )
        .required(),
    ],
    demands: &[],
};

pub(super) static DELETING_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&DELETING_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static DELETING_SPEC: Shape = Shape {
    fields: &[
        field(
            "conditions",
            List(&Map(&NAMED_EXPRESSION)),
            "conditions, `any` and `all` or a list",
        ),
        field(
            "deletionPropagationPolicy",
            Word(&["Foreground", "Background", "Orphan"]),
            "what happens to dependents",
        ),
        field(
            "matchConstraints",
            Map(&MATCH_CONSTRAINTS),
            "requests the policy applies to",
        ),
        field("schedule", Text, "when it runs, as a cron expression").required(),
        field(
            "variables",
            List(&Map(&NAMED_EXPRESSION)),
            "named CEL expressions",
        ),
    ],
    demands: &[],
};

pub(super) static EVALUATION: Shape = Shape {
    fields: &[
        field("admission", Map(&ON), "evaluation of admission requests"),
        field("background", Map(&ON), "evaluation of existing resources"),
        field("mode", Text, "what sort of input is judged"),
    ],
    demands: &[],
};

pub(super) static MATCH_CONSTRAINTS: Shape = Shape {
    fields: &[
        field(
            "excludeResourceRules",
            List(&Map(&RESOURCE_RULE)),
            "rules for requests that are left out",
        ),
        field(
            "matchPolicy",
            Text,
            "how other versions of a resource are matched",
        ),
        field(
            "namespaceSelector",
            Map(&LABEL_SELECTOR),
            "selector for the labels of the namespace",
        ),
        field(
            "objectSelector",
            Map(&LABEL_SELECTOR),
            "selector for the labels of the object",
        ),
        field(
            "resourceRules",
            List(&Map(&RESOURCE_RULE)),
            "rules for requests that are judged",
        ),
    ],
    demands: &[],
};

pub(super) static RESOURCE_RULE: Shape = Shape {
    fields: &[
        field("apiGroups", List(&Text), "API groups, or `*`"),
        field("apiVersions", List(&Text), "versions, or `*`"),
        field("operations", List(&Text), "operations of the request"),
        field("resourceNames", List(&Text), "names of the objects"),
        field("resources", List(&Text), "plural names of resources, or `*`"),
        field("scope", Text, "`Cluster`, `Namespaced` or `*`"),
    ],
    demands: &[],
};

pub(super) static POD_CONTROLLERS: Shape = Shape {
    fields: &[field(
        "controllers",
        List(&Text),
        "pod controllers to derive policies for",
    )],
    demands: &[],
};

pub(super) static TIMEOUT: Shape = Shape {
    fields: &[field("timeoutSeconds", Integer, "how long the webhook may take")],
    demands: &[],
};

pub(super) static DERIVED: Shape = Shape {
    fields: &[field("enabled", Boolean, "whether it is on")],
    demands: &[],
};

pub(super) static ON: Shape = Shape {
    fields: &[field("enabled", Boolean, "whether it is on").or(Preset::Boolean(true))],
    demands: &[],
};

pub(super) static OFF: Shape = Shape {
    fields: &[field("enabled", Boolean, "whether it is on").or(Preset::Boolean(false))],
    demands: &[],
};
