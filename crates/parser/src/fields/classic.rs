//! ClusterPolicy and Policy: the specification and the rule, in both versions.

use super::Type::{Any, Boolean, Entries, Integer, List, Map, Sized, Text, Word};
use super::bodies::{BETA_VALIDATE, GENERATE, MUTATE, VALIDATE};
use super::images::{BETA_VERIFY_IMAGES, VERIFY_IMAGES};
use super::shared::{CONDITIONS, CONTEXT, LABEL_SELECTOR, NAMED_EXPRESSION, SELECTION, STRICT_SELECTION};
use super::{Preset, Shape, field};

pub(super) static CLUSTER_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static SPEC: Shape = Shape {
    fields: &[
        field(
            "admission",
            Boolean,
            "whether requests to the API server are judged",
        )
        .or(Preset::Boolean(true)),
        field(
            "applyRules",
            Word(&["All", "One"]),
            "whether all rules are applied or evaluation stops at the first that answers",
        ),
        field("background", Boolean, "whether existing resources are scanned").or(Preset::Boolean(true)),
        field(
            "emitWarning",
            Boolean,
            "whether results are also given as warnings to the client",
        )
        .or(Preset::Boolean(false)),
        field(
            "failurePolicy",
            Word(&["Ignore", "Fail"]),
            "deprecated, use webhookConfiguration.failurePolicy",
        ),
        field(
            "generateExisting",
            Boolean,
            "deprecated, use generateExisting of the rule",
        ),
        field(
            "generateExistingOnPolicyUpdate",
            Boolean,
            "gone, use generateExisting of the rule",
        ),
        field(
            "mutateExistingOnPolicyUpdate",
            Boolean,
            "deprecated, use mutateExistingOnPolicyUpdate of the rule",
        ),
        field("rules", List(&Map(&RULE)), "the rules, applied in order"),
        field("schemaValidation", Boolean, "accepted, without effect"),
        field(
            "useServerSideApply",
            Boolean,
            "whether generated objects are applied on the server's side",
        ),
        field(
            "validationFailureAction",
            Word(&["audit", "enforce", "Audit", "Enforce"]),
            "deprecated, use failureAction of the rule: what a failure does",
        )
        .or(Preset::Text("Audit")),
        field(
            "validationFailureActionOverrides",
            List(&Map(&ACTION_OVERRIDE)),
            "deprecated, use failureActionOverrides of the rule",
        ),
        field(
            "webhookConfiguration",
            Map(&WEBHOOK_CONFIGURATION),
            "settings of the webhook",
        ),
        field(
            "webhookTimeoutSeconds",
            Integer,
            "deprecated, use webhookConfiguration.timeoutSeconds",
        ),
    ],
    demands: &[],
};

pub(super) static RULE: Shape = Shape {
    fields: &[
        field(
            "celPreconditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions that must hold before the rule is applied",
        ),
        field(
            "context",
            List(&Map(&CONTEXT)),
            "variables, loaded in this order when they are used",
        ),
        field(
            "exclude",
            Map(&SELECTION),
            "resources that are left out although they match",
        ),
        field(
            "generate",
            Map(&GENERATE),
            "objects to create when the rule matches",
        ),
        field(
            "imageExtractors",
            Entries(&List(&Map(&IMAGE_EXTRACTOR))),
            "where custom resources name their images",
        ),
        field("match", Map(&SELECTION), "resources the rule applies to").required(),
        field("mutate", Map(&MUTATE), "changes to the resource"),
        field(
            "name",
            Sized { min: 0, max: 63 },
            "name of the rule, unique in the policy",
        )
        .required(),
        field(
            "preconditions",
            Any,
            "conditions that must hold before the rule is applied",
        ),
        field(
            "reportProperties",
            Entries(&Text),
            "properties added to report rows",
        ),
        field(
            "skipBackgroundRequests",
            Boolean,
            "leave out requests made by Kyverno's own background controller",
        )
        .or(Preset::Boolean(true)),
        field("validate", Map(&VALIDATE), "what the resource must be like"),
        field(
            "verifyImages",
            List(&Map(&VERIFY_IMAGES)),
            "image signatures to verify",
        ),
    ],
    demands: &[],
};

pub(super) static BETA_CLUSTER_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&BETA_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static BETA_SPEC: Shape = Shape {
    fields: &[
        field(
            "admission",
            Boolean,
            "whether requests to the API server are judged",
        )
        .or(Preset::Boolean(true)),
        field(
            "applyRules",
            Word(&["All", "One"]),
            "whether all rules are applied or evaluation stops at the first that answers",
        ),
        field("background", Boolean, "whether existing resources are scanned").or(Preset::Boolean(true)),
        field(
            "emitWarning",
            Boolean,
            "whether results are also given as warnings to the client",
        )
        .or(Preset::Boolean(false)),
        field(
            "failurePolicy",
            Word(&["Ignore", "Fail"]),
            "deprecated, use webhookConfiguration.failurePolicy",
        ),
        field(
            "generateExisting",
            Boolean,
            "deprecated, use generateExisting of the rule",
        ),
        field(
            "generateExistingOnPolicyUpdate",
            Boolean,
            "gone, use generateExisting of the rule",
        ),
        field(
            "mutateExistingOnPolicyUpdate",
            Boolean,
            "deprecated, use mutateExistingOnPolicyUpdate of the rule",
        ),
        field("rules", List(&Map(&BETA_RULE)), "the rules, applied in order"),
        field("schemaValidation", Boolean, "accepted, without effect"),
        field(
            "useServerSideApply",
            Boolean,
            "whether generated objects are applied on the server's side",
        ),
        field(
            "validationFailureAction",
            Word(&["audit", "enforce", "Audit", "Enforce"]),
            "deprecated, use failureAction of the rule: what a failure does",
        )
        .or(Preset::Text("Audit")),
        field(
            "validationFailureActionOverrides",
            List(&Map(&ACTION_OVERRIDE)),
            "deprecated, use failureActionOverrides of the rule",
        ),
        field(
            "webhookConfiguration",
            Map(&WEBHOOK_CONFIGURATION),
            "settings of the webhook",
        ),
        field(
            "webhookTimeoutSeconds",
            Integer,
            "deprecated, use webhookConfiguration.timeoutSeconds",
        ),
    ],
    demands: &[],
};

pub(super) static BETA_RULE: Shape = Shape {
    fields: &[
        field(
            "celPreconditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions that must hold before the rule is applied",
        ),
        field(
            "context",
            List(&Map(&CONTEXT)),
            "variables, loaded in this order when they are used",
        ),
        field(
            "exclude",
            Map(&STRICT_SELECTION),
            "resources that are left out although they match",
        ),
        field(
            "generate",
            Map(&GENERATE),
            "objects to create when the rule matches",
        ),
        field(
            "imageExtractors",
            Entries(&List(&Map(&IMAGE_EXTRACTOR))),
            "where custom resources name their images",
        ),
        field("match", Map(&STRICT_SELECTION), "resources the rule applies to").required(),
        field("mutate", Map(&MUTATE), "changes to the resource"),
        field(
            "name",
            Sized { min: 0, max: 63 },
            "name of the rule, unique in the policy",
        )
        .required(),
        field(
            "preconditions",
            Map(&CONDITIONS),
            "conditions that must hold before the rule is applied",
        ),
        field(
            "reportProperties",
            Entries(&Text),
            "properties added to report rows",
        ),
        field(
            "skipBackgroundRequests",
            Boolean,
            "leave out requests made by Kyverno's own background controller",
        )
        .or(Preset::Boolean(true)),
        field("validate", Map(&BETA_VALIDATE), "what the resource must be like"),
        field(
            "verifyImages",
            List(&Map(&BETA_VERIFY_IMAGES)),
            "image signatures to verify",
        ),
    ],
    demands: &[],
};

pub(super) static ACTION_OVERRIDE: Shape = Shape {
    fields: &[
        field(
            "action",
            Word(&["audit", "enforce", "Audit", "Enforce"]),
            "what a failure does in these namespaces",
        ),
        field(
            "namespaceSelector",
            Map(&LABEL_SELECTOR),
            "selector for the labels of the namespace",
        ),
        field("namespaces", List(&Text), "wildcard patterns for the namespace"),
    ],
    demands: &[],
};

pub(super) static WEBHOOK_CONFIGURATION: Shape = Shape {
    fields: &[
        field(
            "failurePolicy",
            Word(&["Ignore", "Fail"]),
            "what an evaluation error does to the request",
        ),
        field(
            "matchConditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions that must hold before the policy is applied",
        ),
        field("timeoutSeconds", Integer, "how long the webhook may take"),
    ],
    demands: &[],
};

pub(super) static IMAGE_EXTRACTOR: Shape = Shape {
    fields: &[
        field("jmesPath", Text, "JMESPath query applied to it"),
        field("key", Text, "field whose value names the image in variables"),
        field("name", Text, "its name"),
        field(
            "path",
            Text,
            "path to the images, keys separated by `/`, `*` for each element",
        )
        .required(),
        field("value", Text, "field that names the image"),
    ],
    demands: &[],
};
