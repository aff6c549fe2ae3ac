//! Kinds beside a classic policy: exceptions, cleanup policies, global context entries.

use super::Type::{AtLeast, Boolean, Entries, List, Map, Text, Word};
use super::shared::{
    CONDITIONS, CONTEXT, NAMED_EXPRESSION, POD_SECURITY_EXCLUDE, REQUEST_DATA, SERVICE, STRICT_SELECTION,
};
use super::{Demand, Preset, Shape, field};

pub(super) static EXCEPTION: Shape = Shape {
    fields: &[field("spec", Map(&EXCEPTION_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static EXCEPTION_SPEC: Shape = Shape {
    fields: &[
        field("background", Boolean, "whether existing resources are scanned"),
        field(
            "conditions",
            Map(&CONDITIONS),
            "conditions, `any` and `all` or a list",
        ),
        field(
            "exceptions",
            List(&Map(&EXCEPTED)),
            "the policies and rules that do not apply",
        )
        .required(),
        field("match", Map(&STRICT_SELECTION), "resources the exception covers").required(),
        field(
            "podSecurity",
            List(&Map(&POD_SECURITY_EXCLUDE)),
            "controls that are not checked",
        ),
    ],
    demands: &[],
};

pub(super) static EXCEPTED: Shape = Shape {
    fields: &[
        field("policyName", Text, "name of the policy, or `namespace/name`").required(),
        field("ruleNames", List(&Text), "wildcard patterns for the rules").required(),
    ],
    demands: &[],
};

pub(super) static CEL_EXCEPTION: Shape = Shape {
    fields: &[field("spec", Map(&CEL_EXCEPTION_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static CEL_EXCEPTION_SPEC: Shape = Shape {
    fields: &[
        field(
            "allowedValues",
            List(&Text),
            "values that the policy accepts beside its own",
        ),
        field("evaluationMode", Text, "how the exception is evaluated"),
        field("expiresAt", Text, "when the exception ends"),
        field("images", List(&Text), "wildcard patterns for images"),
        field(
            "matchConditions",
            List(&Map(&NAMED_EXPRESSION)),
            "CEL expressions under which the exception holds",
        ),
        field("policyRefs", List(&Map(&POLICY_REFERENCE)), "the policies").required(),
        field("properties", Entries(&Text), "properties added to the report"),
        field(
            "reportResult",
            Word(&["skip", "pass"]),
            "what an excepted resource shows in reports",
        )
        .or(Preset::Text("skip")),
    ],
    demands: &[],
};

pub(super) static POLICY_REFERENCE: Shape = Shape {
    fields: &[
        field("kind", Text, "kind of the policy").required(),
        field("name", Text, "its name").required(),
    ],
    demands: &[],
};

pub(super) static CLEANUP_POLICY: Shape = Shape {
    fields: &[field("spec", Map(&CLEANUP_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static CLEANUP_SPEC: Shape = Shape {
    fields: &[
        field(
            "conditions",
            Map(&CONDITIONS),
            "conditions, `any` and `all` or a list",
        ),
        field(
            "context",
            List(&Map(&CONTEXT)),
            "variables, loaded in this order when they are used",
        ),
        field(
            "deletionPropagationPolicy",
            Word(&["Foreground", "Background", "Orphan"]),
            "what happens to dependents",
        ),
        field(
            "exclude",
            Map(&STRICT_SELECTION),
            "resources that are left out although they match",
        ),
        field("match", Map(&STRICT_SELECTION), "resources to delete").required(),
        field("schedule", Text, "when it runs, as a cron expression").required(),
    ],
    demands: &[],
};

pub(super) static GLOBAL_ENTRY: Shape = Shape {
    fields: &[field("spec", Map(&GLOBAL_ENTRY_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static GLOBAL_ENTRY_SPEC: Shape = Shape {
    fields: &[
        field(
            "apiCall",
            Map(&GLOBAL_API_CALL),
            "answer of the Kubernetes API or of an HTTP service",
        ),
        field(
            "kubernetesResource",
            Map(&KUBERNETES_RESOURCE),
            "objects of the cluster",
        ),
        field("projections", List(&Map(&PROJECTION)), "named parts of the value"),
    ],
    demands: &[Demand::ExactlyOne(&["kubernetesResource", "apiCall"])],
};

pub(super) static GLOBAL_API_CALL: Shape = Shape {
    fields: &[
        field(
            "data",
            List(&Map(&REQUEST_DATA)),
            "body of a POST request, by keys",
        ),
        field("method", Word(&["GET", "POST"]), "HTTP method").or(Preset::Text("GET")),
        field("refreshInterval", Text, "how often it is asked again").or(Preset::Text("10m")),
        field("retryLimit", AtLeast(1), "how often a failed call is repeated").or(Preset::Integer(3)),
        field("service", Map(&SERVICE), "an HTTP service"),
        field("urlPath", Text, "path in the Kubernetes API"),
    ],
    demands: &[],
};

pub(super) static KUBERNETES_RESOURCE: Shape = Shape {
    fields: &[
        field("group", Text, "API group"),
        field("namespace", Text, "its namespace"),
        field("resource", Text, "plural name of the resource").required(),
        field("version", Text, "API version").required(),
    ],
    demands: &[],
};

pub(super) static PROJECTION: Shape = Shape {
    fields: &[
        field("jmesPath", Text, "JMESPath query applied to it").required(),
        field("name", Text, "its name").required(),
    ],
    demands: &[],
};
