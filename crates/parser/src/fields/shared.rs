//! Shapes that several kinds use: selectors, conditions, selections, context entries.

use super::Type::{Any, Boolean, Entries, List, Map, Text, Word};
use super::{Demand, Preset, Shape, field};

pub(super) const OPERATORS: &[&str] = &[
    "Equals",
    "NotEquals",
    "AnyIn",
    "AllIn",
    "AnyNotIn",
    "AllNotIn",
    "GreaterThanOrEquals",
    "GreaterThan",
    "LessThanOrEquals",
    "LessThan",
    "DurationGreaterThanOrEquals",
    "DurationGreaterThan",
    "DurationLessThanOrEquals",
    "DurationLessThan",
];

pub(super) const LEGACY_OPERATORS: &[&str] = &[
    "Equals",
    "NotEquals",
    "In",
    "AnyIn",
    "AllIn",
    "NotIn",
    "AnyNotIn",
    "AllNotIn",
    "GreaterThanOrEquals",
    "GreaterThan",
    "LessThanOrEquals",
    "LessThan",
    "DurationGreaterThanOrEquals",
    "DurationGreaterThan",
    "DurationLessThanOrEquals",
    "DurationLessThan",
];

pub(super) const CONTROLS: &[&str] = &[
    "HostProcess",
    "Host Namespaces",
    "Privileged Containers",
    "Capabilities",
    "HostPath Volumes",
    "Host Ports",
    "AppArmor",
    "SELinux",
    "/proc Mount Type",
    "Seccomp",
    "Sysctls",
    "Volume Types",
    "Privilege Escalation",
    "Running as Non-root",
    "Running as Non-root user",
];

pub(super) static LABEL_SELECTOR: Shape = Shape {
    fields: &[
        field(
            "matchExpressions",
            List(&Map(&LABEL_REQUIREMENT)),
            "requirements on labels",
        ),
        field("matchLabels", Entries(&Text), "labels and their values"),
    ],
    demands: &[],
};

pub(super) static LABEL_REQUIREMENT: Shape = Shape {
    fields: &[
        field("key", Text, "label key").required(),
        field("operator", Text, "`In`, `NotIn`, `Exists` or `DoesNotExist`").required(),
        field("values", List(&Text), "label values"),
    ],
    demands: &[],
};

pub(super) static CONDITION: Shape = Shape {
    fields: &[
        field("key", Any, "what is compared, usually a `{{ }}` query"),
        field("message", Text, "what is said when this condition denies"),
        field("operator", Word(OPERATORS), "how key and value are compared"),
        field("value", Any, "what it is compared with"),
    ],
    demands: &[],
};

pub(super) static CONDITIONS: Shape = Shape {
    fields: &[
        field("all", List(&Map(&CONDITION)), "all of these must hold"),
        field("any", List(&Map(&CONDITION)), "at least one of these must hold"),
    ],
    demands: &[],
};

pub(super) static LEGACY_CONDITION: Shape = Shape {
    fields: &[
        field("key", Any, "what is compared, usually a `{{ }}` query"),
        field("message", Text, "what is said when this condition denies"),
        field(
            "operator",
            Word(LEGACY_OPERATORS),
            "how key and value are compared",
        ),
        field("value", Any, "what it is compared with"),
    ],
    demands: &[],
};

pub(super) static LEGACY_CONDITIONS: Shape = Shape {
    fields: &[
        field("all", List(&Map(&LEGACY_CONDITION)), "all of these must hold"),
        field(
            "any",
            List(&Map(&LEGACY_CONDITION)),
            "at least one of these must hold",
        ),
    ],
    demands: &[],
};

pub(super) static RESOURCES: Shape = Shape {
    fields: &[
        field(
            "annotations",
            Entries(&Text),
            "annotations, wildcards in keys and values; each must be there",
        ),
        field(
            "kinds",
            List(&Text),
            "kinds, `Kind`, `version/Kind`, `group/version/Kind` or with a subresource; wildcards allowed",
        ),
        field("name", Text, "wildcard pattern for the name"),
        field("names", List(&Text), "wildcard patterns for the name"),
        field(
            "namespaceSelector",
            Map(&LABEL_SELECTOR),
            "selector for the labels of the namespace",
        ),
        field("namespaces", List(&Text), "wildcard patterns for the namespace"),
        field(
            "operations",
            List(&Word(&["CREATE", "CONNECT", "UPDATE", "DELETE"])),
            "operations of the request",
        ),
        field("selector", Map(&LABEL_SELECTOR), "selector for the labels"),
    ],
    demands: &[Demand::NotTogether(&["name", "names"])],
};

pub(super) static SUBJECT: Shape = Shape {
    fields: &[
        field("apiGroup", Text, "API group of the subject"),
        field("kind", Text, "`User`, `Group` or `ServiceAccount`").required(),
        field("name", Text, "its name").required(),
        field("namespace", Text, "its namespace"),
    ],
    demands: &[],
};

pub(super) static FILTER: Shape = Shape {
    fields: &[
        field(
            "clusterRoles",
            List(&Text),
            "cluster roles of the user, one must be among them",
        ),
        field("resources", Map(&RESOURCES), "criteria for the resource"),
        field(
            "roles",
            List(&Text),
            "roles of the user, `namespace:name`, one must be among them",
        ),
        field(
            "subjects",
            List(&Map(&SUBJECT)),
            "users, groups and service accounts, one must be the user",
        ),
    ],
    demands: &[],
};

pub(super) static SELECTION: Shape = Shape {
    fields: &[
        field("all", List(&Map(&FILTER)), "all of these must hold"),
        field("any", List(&Map(&FILTER)), "at least one of these must hold"),
        field(
            "clusterRoles",
            List(&Text),
            "cluster roles of the user, one must be among them",
        ),
        field(
            "resources",
            Map(&RESOURCES),
            "legacy direct form: criteria for the resource",
        ),
        field(
            "roles",
            List(&Text),
            "roles of the user, `namespace:name`, one must be among them",
        ),
        field(
            "subjects",
            List(&Map(&SUBJECT)),
            "users, groups and service accounts, one must be the user",
        ),
    ],
    demands: &[Demand::NotTogether(&["any", "all"])],
};

pub(super) static STRICT_SELECTION: Shape = Shape {
    fields: &[
        field("all", List(&Map(&FILTER)), "all of these must hold"),
        field("any", List(&Map(&FILTER)), "at least one of these must hold"),
    ],
    demands: &[Demand::NotTogether(&["any", "all"])],
};

pub(super) static CONTEXT: Shape = Shape {
    fields: &[
        field(
            "apiCall",
            Map(&API_CALL),
            "answer of the Kubernetes API or of an HTTP service",
        ),
        field("configMap", Map(&CONFIG_MAP), "data of a ConfigMap"),
        field(
            "globalReference",
            Map(&GLOBAL_REFERENCE),
            "value of a GlobalContextEntry",
        ),
        field(
            "imageRegistry",
            Map(&IMAGE_REGISTRY),
            "data of an image in its registry",
        ),
        field("name", Text, "name under which the value is used in queries").required(),
        field("variable", Map(&VARIABLE), "a value or the result of a query"),
    ],
    demands: &[Demand::ExactlyOne(&[
        "configMap",
        "apiCall",
        "imageRegistry",
        "variable",
        "globalReference",
    ])],
};

pub(super) static API_CALL: Shape = Shape {
    fields: &[
        field(
            "data",
            List(&Map(&REQUEST_DATA)),
            "body of a POST request, by keys",
        ),
        field("default", Any, "value when the call fails"),
        field("jmesPath", Text, "JMESPath query applied to it"),
        field("method", Word(&["GET", "POST"]), "HTTP method").or(Preset::Text("GET")),
        field("service", Map(&SERVICE), "an HTTP service"),
        field("urlPath", Text, "path in the Kubernetes API"),
    ],
    demands: &[],
};

pub(super) static REQUEST_DATA: Shape = Shape {
    fields: &[
        field("key", Text, "name of the entry").required(),
        field("value", Any, "the value").required(),
    ],
    demands: &[],
};

pub(super) static SERVICE: Shape = Shape {
    fields: &[
        field(
            "caBundle",
            Text,
            "certificates that the service is trusted by, in PEM",
        ),
        field("headers", List(&Map(&HEADER)), "headers of the request"),
        field("url", Text, "address").required(),
    ],
    demands: &[],
};

pub(super) static HEADER: Shape = Shape {
    fields: &[
        field("key", Text, "name of the entry").required(),
        field("value", Text, "the value").required(),
    ],
    demands: &[],
};

pub(super) static CONFIG_MAP: Shape = Shape {
    fields: &[
        field("name", Text, "its name").required(),
        field("namespace", Text, "its namespace"),
    ],
    demands: &[],
};

pub(super) static GLOBAL_REFERENCE: Shape = Shape {
    fields: &[
        field("jmesPath", Text, "JMESPath query applied to it"),
        field("name", Text, "its name").required(),
    ],
    demands: &[],
};

pub(super) static IMAGE_REGISTRY: Shape = Shape {
    fields: &[
        field(
            "imageRegistryCredentials",
            Map(&REGISTRY_CREDENTIALS),
            "how registries are logged in to",
        ),
        field("jmesPath", Text, "JMESPath query applied to it"),
        field("reference", Text, "reference of the image").required(),
    ],
    demands: &[],
};

pub(super) static REGISTRY_CREDENTIALS: Shape = Shape {
    fields: &[
        field("allowInsecureRegistry", Boolean, "allow registries without TLS"),
        field(
            "providers",
            List(&Word(&["default", "amazon", "azure", "google", "github"])),
            "built-in credential helpers",
        ),
        field("secrets", List(&Text), "secrets with the credentials"),
    ],
    demands: &[],
};

pub(super) static VARIABLE: Shape = Shape {
    fields: &[
        field("default", Any, "value when the query gives none"),
        field("jmesPath", Text, "JMESPath query applied to it"),
        field("value", Any, "the value"),
    ],
    demands: &[],
};

pub(super) static NAMED_EXPRESSION: Shape = Shape {
    fields: &[
        field("expression", Text, "a CEL expression").required(),
        field("name", Text, "its name").required(),
    ],
    demands: &[],
};

pub(super) static AUDIT_ANNOTATION: Shape = Shape {
    fields: &[
        field("key", Text, "name of the entry").required(),
        field("valueExpression", Text, "CEL expression for the annotation").required(),
    ],
    demands: &[],
};

pub(super) static VALIDATION: Shape = Shape {
    fields: &[
        field("expression", Text, "a CEL expression").required(),
        field("message", Text, "what is said on failure"),
        field("messageExpression", Text, "CEL expression for the message"),
        field("reason", Text, "machine-readable reason"),
    ],
    demands: &[],
};

pub(super) static POD_SECURITY_EXCLUDE: Shape = Shape {
    fields: &[
        field("controlName", Word(CONTROLS), "name of the Pod Security control").required(),
        field("images", List(&Text), "wildcard patterns for images"),
        field("restrictedField", Text, "field the exclusion is limited to"),
        field("values", List(&Text), "values that are allowed in the field"),
    ],
    demands: &[],
};
