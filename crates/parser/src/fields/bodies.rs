//! The bodies of a classic rule: validate, mutate and generate.

use super::Type::{Any, Boolean, List, Map, Text, Word};
use super::classic::ACTION_OVERRIDE;
use super::images::ATTESTORS;
use super::shared::{
    AUDIT_ANNOTATION, CONDITIONS, CONTEXT, LABEL_SELECTOR, LEGACY_CONDITIONS, NAMED_EXPRESSION,
    POD_SECURITY_EXCLUDE, VALIDATION,
};
use super::{Preset, Shape, field};

const POD_SECURITY_VERSIONS: &[&str] = &[
    "v1.19", "v1.20", "v1.21", "v1.22", "v1.23", "v1.24", "v1.25", "v1.26", "v1.27", "v1.28", "v1.29",
    "v1.30", "v1.31", "v1.32", "latest",
];

pub(super) static VALIDATE: Shape = Shape {
    fields: &[
        field(
            "allowExistingViolations",
            Boolean,
            "let an update pass that leaves an old violation as it was",
        )
        .or(Preset::Boolean(true)),
        field(
            "anyPattern",
            Any,
            "list of patterns; the resource must fit one of them",
        ),
        field("assert", Any, "accepted and without effect; use pattern or cel"),
        field("cel", Map(&CEL), "CEL expressions that must hold"),
        field(
            "deny",
            Map(&DENY),
            "conditions under which the request is refused",
        ),
        field(
            "failureAction",
            Word(&["Audit", "Enforce"]),
            "what a failure does: refuse (`Enforce`) or report (`Audit`)",
        ),
        field(
            "failureActionOverrides",
            List(&Map(&ACTION_OVERRIDE)),
            "other actions in some namespaces",
        ),
        field(
            "foreach",
            List(&Map(&VALIDATE_LOOP)),
            "the body for each element of a list",
        ),
        field(
            "manifests",
            Map(&MANIFESTS),
            "the signed manifest a resource must agree with",
        ),
        field("message", Text, "what is said on failure"),
        field("pattern", Any, "pattern the resource must fit"),
        field(
            "podSecurity",
            Map(&POD_SECURITY),
            "Pod Security level the pod must meet",
        ),
    ],
    demands: &[],
};

pub(super) static BETA_VALIDATE: Shape = Shape {
    fields: &[
        field(
            "anyPattern",
            Any,
            "list of patterns; the resource must fit one of them",
        ),
        field("assert", Any, "accepted and without effect; use pattern or cel"),
        field("cel", Map(&CEL), "CEL expressions that must hold"),
        field(
            "deny",
            Map(&BETA_DENY),
            "conditions under which the request is refused",
        ),
        field(
            "failureAction",
            Word(&["Audit", "Enforce"]),
            "what a failure does: refuse (`Enforce`) or report (`Audit`)",
        ),
        field(
            "failureActionOverrides",
            List(&Map(&ACTION_OVERRIDE)),
            "other actions in some namespaces",
        ),
        field(
            "foreach",
            List(&Map(&VALIDATE_LOOP)),
            "the body for each element of a list",
        ),
        field(
            "manifests",
            Map(&MANIFESTS),
            "the signed manifest a resource must agree with",
        ),
        field("message", Text, "what is said on failure"),
        field("pattern", Any, "pattern the resource must fit"),
        field(
            "podSecurity",
            Map(&POD_SECURITY),
            "Pod Security level the pod must meet",
        ),
    ],
    demands: &[],
};

pub(super) static DENY: Shape = Shape {
    fields: &[field("conditions", Any, "conditions, `any` and `all` or a list")],
    demands: &[],
};

pub(super) static BETA_DENY: Shape = Shape {
    fields: &[field(
        "conditions",
        Map(&CONDITIONS),
        "conditions, `any` and `all` or a list",
    )],
    demands: &[],
};

pub(crate) static VALIDATE_LOOP: Shape = Shape {
    fields: &[
        field(
            "anyPattern",
            Any,
            "list of patterns; the resource must fit one of them",
        ),
        field(
            "context",
            List(&Map(&CONTEXT)),
            "variables, loaded in this order when they are used",
        ),
        field(
            "deny",
            Map(&DENY),
            "conditions under which the request is refused",
        ),
        field(
            "elementScope",
            Boolean,
            "whether the pattern is matched against the element or the whole resource",
        ),
        field("foreach", Any, "a loop inside this loop"),
        field("list", Text, "JMESPath query for the elements"),
        field("pattern", Any, "pattern the resource must fit"),
        field(
            "preconditions",
            Map(&LEGACY_CONDITIONS),
            "conditions for each element",
        ),
    ],
    demands: &[],
};

pub(super) static POD_SECURITY: Shape = Shape {
    fields: &[
        field(
            "exclude",
            List(&Map(&POD_SECURITY_EXCLUDE)),
            "controls that are not checked",
        ),
        field(
            "level",
            Word(&["privileged", "baseline", "restricted"]),
            "Pod Security level",
        ),
        field(
            "version",
            Word(POD_SECURITY_VERSIONS),
            "Kubernetes version of the level",
        ),
    ],
    demands: &[],
};

pub(super) static CEL: Shape = Shape {
    fields: &[
        field(
            "auditAnnotations",
            List(&Map(&AUDIT_ANNOTATION)),
            "annotations added to the audit event",
        ),
        field(
            "expressions",
            List(&Map(&VALIDATION)),
            "CEL validations, all must hold",
        ),
        field(
            "generate",
            Boolean,
            "whether a ValidatingAdmissionPolicy is made from the policy",
        )
        .or(Preset::Boolean(false)),
        field("paramKind", Map(&PARAM_KIND), "kind of the parameters"),
        field("paramRef", Map(&PARAM_REF), "the parameter objects"),
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
        field("apiVersion", Text, "group and version of the object"),
        field("kind", Text, "kind of the object"),
    ],
    demands: &[],
};

pub(super) static PARAM_REF: Shape = Shape {
    fields: &[
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
        field(
            "parameterNotFoundAction",
            Text,
            "what happens when there is no parameter",
        ),
        field("selector", Map(&LABEL_SELECTOR), "selector for the labels"),
    ],
    demands: &[],
};

pub(super) static MANIFESTS: Shape = Shape {
    fields: &[
        field(
            "annotationDomain",
            Text,
            "domain of the annotations that hold the signature",
        ),
        field(
            "attestors",
            List(&Map(&ATTESTORS)),
            "who must have signed the manifest",
        ),
        field("dryRun", Map(&DRY_RUN), "dry run used to compare the manifest"),
        field(
            "ignoreFields",
            List(&Map(&IGNORED_FIELDS)),
            "fields that may differ from the signed manifest",
        ),
        field("repository", Text, "where the signatures are"),
    ],
    demands: &[],
};

pub(super) static DRY_RUN: Shape = Shape {
    fields: &[
        field("enable", Boolean, "whether a dry run is made"),
        field("namespace", Text, "its namespace"),
    ],
    demands: &[],
};

pub(super) static IGNORED_FIELDS: Shape = Shape {
    fields: &[
        field("fields", List(&Text), "fields that are not compared"),
        field(
            "objects",
            List(&Map(&IGNORED_OBJECT)),
            "objects whose fields these are",
        ),
    ],
    demands: &[],
};

pub(super) static IGNORED_OBJECT: Shape = Shape {
    fields: &[
        field("group", Text, "API group"),
        field("kind", Text, "kind of the object"),
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
        field("version", Text, "API version"),
    ],
    demands: &[],
};

pub(super) static MUTATE: Shape = Shape {
    fields: &[
        field(
            "foreach",
            List(&Map(&MUTATE_LOOP)),
            "the body for each element of a list",
        ),
        field(
            "mutateExistingOnPolicyUpdate",
            Boolean,
            "whether existing resources are changed when the policy is",
        ),
        field("patchStrategicMerge", Any, "a strategic merge patch"),
        field(
            "patchesJson6902",
            Text,
            "JSON patch operations, as YAML or JSON text",
        ),
        field(
            "targets",
            List(&Map(&TARGET)),
            "existing resources that are changed",
        ),
    ],
    demands: &[],
};

pub(crate) static MUTATE_LOOP: Shape = Shape {
    fields: &[
        field(
            "context",
            List(&Map(&CONTEXT)),
            "variables, loaded in this order when they are used",
        ),
        field("foreach", Any, "a loop inside this loop"),
        field("list", Text, "JMESPath query for the elements"),
        field(
            "order",
            Word(&["Ascending", "Descending"]),
            "order of the elements",
        ),
        field("patchStrategicMerge", Any, "a strategic merge patch"),
        field(
            "patchesJson6902",
            Text,
            "JSON patch operations, as YAML or JSON text",
        ),
        field(
            "preconditions",
            Map(&LEGACY_CONDITIONS),
            "conditions for each element",
        ),
    ],
    demands: &[],
};

pub(super) static TARGET: Shape = Shape {
    fields: &[
        field("apiVersion", Text, "group and version of the object"),
        field(
            "context",
            List(&Map(&CONTEXT)),
            "variables, loaded in this order when they are used",
        ),
        field("kind", Text, "kind of the object"),
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
        field("preconditions", Any, "conditions for each target"),
        field("selector", Map(&LABEL_SELECTOR), "selector for the labels"),
        field("uid", Text, "its unique id"),
    ],
    demands: &[],
};

pub(super) static GENERATE: Shape = Shape {
    fields: &[
        field("apiVersion", Text, "group and version of the object"),
        field("clone", Map(&CLONE), "the object to copy"),
        field("cloneList", Map(&CLONE_LIST), "objects of several kinds to copy"),
        field("data", Any, "the object to create"),
        field(
            "foreach",
            List(&Map(&GENERATE_LOOP)),
            "the body for each element of a list",
        ),
        field(
            "generateExisting",
            Boolean,
            "whether objects are generated for resources that already exist",
        ),
        field("kind", Text, "kind of the object"),
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
        field(
            "orphanDownstreamOnPolicyDelete",
            Boolean,
            "whether generated objects outlive the policy",
        ),
        field(
            "synchronize",
            Boolean,
            "keep generated objects as they were generated",
        ),
        field("uid", Text, "its unique id"),
    ],
    demands: &[],
};

pub(super) static GENERATE_LOOP: Shape = Shape {
    fields: &[
        field("apiVersion", Text, "group and version of the object"),
        field("clone", Map(&CLONE), "the object to copy"),
        field("cloneList", Map(&CLONE_LIST), "objects of several kinds to copy"),
        field(
            "context",
            List(&Map(&CONTEXT)),
            "variables, loaded in this order when they are used",
        ),
        field("data", Any, "the object to create"),
        field("kind", Text, "kind of the object"),
        field("list", Text, "JMESPath query for the elements"),
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
        field(
            "preconditions",
            Map(&LEGACY_CONDITIONS),
            "conditions for each element",
        ),
        field("uid", Text, "its unique id"),
    ],
    demands: &[],
};

pub(super) static CLONE: Shape = Shape {
    fields: &[
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
    ],
    demands: &[],
};

pub(super) static CLONE_LIST: Shape = Shape {
    fields: &[
        field(
            "kinds",
            List(&Text),
            "kinds to copy, `version/Kind` or `group/version/Kind`",
        ),
        field("namespace", Text, "its namespace"),
        field("selector", Map(&LABEL_SELECTOR), "selector for the labels"),
    ],
    demands: &[],
};
