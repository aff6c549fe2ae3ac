//! Files of the Kyverno command line: tests, values, user information, contexts, cluster resources.

use super::Type::{Any, Boolean, Entries, Integer, List, Map, Text, Word};
use super::{Shape, field};

pub(super) static TEST: Shape = Shape {
    fields: &[
        field(
            "apiCallResponses",
            List(&Map(&API_CALL_RESPONSE)),
            "answers that API calls get in this test",
        ),
        field(
            "clusterResources",
            List(&Text),
            "files with cluster contents; the run then acts as on a cluster",
        ),
        field("context", Text, "file of kind Context for CEL policies"),
        field("envoyPayloads", List(&Text), "files with Envoy requests"),
        field("exceptions", List(&Text), "files with exceptions"),
        field(
            "globalContextEntries",
            List(&Map(&GLOBAL_ENTRY_MOCK)),
            "values of global context entries in this test",
        ),
        field("httpPayloads", List(&Text), "files with HTTP requests"),
        field("jsonPayload", Text, "deprecated, use jsonPayloads"),
        field("jsonPayloads", List(&Text), "files with JSON documents to judge"),
        field("name", Text, "deprecated, use metadata.name"),
        field("paramResources", List(&Text), "files with parameter objects"),
        field("policies", List(&Text), "files and folders with policies"),
        field("resources", List(&Text), "files with resources"),
        field("results", List(&Map(&RESULT)), "what is expected"),
        field(
            "targetResources",
            List(&Text),
            "files with resources that mutate-existing rules can change",
        ),
        field("userinfo", Text, "file of kind UserInfo"),
        field("values", Map(&VALUES), "the values themselves, instead of a file"),
        field("variables", Text, "file of kind Values"),
    ],
    demands: &[],
};

pub(super) static RESULT: Shape = Shape {
    fields: &[
        field(
            "cloneSourceResource",
            Text,
            "file with the objects a generate rule copies",
        ),
        field(
            "failOnMissingResources",
            Boolean,
            "fail the row when a resource is not found",
        ),
        field(
            "generatedResource",
            Text,
            "file with the expected generated object",
        ),
        field(
            "generatedResources",
            List(&Text),
            "files with the expected generated objects",
        ),
        field("isDeletingPolicy", Boolean, "accepted, without effect"),
        field("isGeneratingPolicy", Boolean, "accepted, without effect"),
        field("isImageValidatingPolicy", Boolean, "accepted, without effect"),
        field("isMutatingAdmissionPolicy", Boolean, "accepted, without effect"),
        field("isMutatingPolicy", Boolean, "accepted, without effect"),
        field("isValidatingAdmissionPolicy", Boolean, "accepted, without effect"),
        field("isValidatingPolicy", Boolean, "accepted, without effect"),
        field("kind", Text, "kind of the resources, for readers").required(),
        field(
            "operation",
            Word(&["CREATE", "UPDATE", "DELETE"]),
            "operation of the extra run",
        ),
        field("patchedResources", Text, "file with the expected changed objects"),
        field("policy", Text, "name of the policy, or `namespace/name`").required(),
        field(
            "resourceSpecs",
            List(&Map(&RESOURCE_SPEC)),
            "the resources, described by fields",
        ),
        field(
            "resources",
            List(&Text),
            "names of resources, or `namespace/name`",
        ),
        field(
            "result",
            Word(&["pass", "fail", "warn", "error", "skip"]),
            "expected verdict",
        )
        .required(),
        field("rule", Text, "name of the rule"),
    ],
    demands: &[],
};

pub(super) static RESOURCE_SPEC: Shape = Shape {
    fields: &[
        field("group", Text, "API group"),
        field("kind", Text, "kind of the object"),
        field("name", Text, "its name"),
        field("namespace", Text, "its namespace"),
        field("subresource", Text, "the subresource"),
        field("version", Text, "API version"),
    ],
    demands: &[],
};

pub(super) static API_CALL_RESPONSE: Shape = Shape {
    fields: &[
        field("method", Word(&["GET", "POST", ""]), "HTTP method"),
        field("response", Map(&RESPONSE), "the answer").required(),
        field("url", Text, "address"),
        field("urlPath", Text, "path in the Kubernetes API"),
    ],
    demands: &[],
};

pub(super) static RESPONSE: Shape = Shape {
    fields: &[
        field("body", Any, "the answer, a map").required(),
        field("statusCode", Integer, "HTTP status"),
    ],
    demands: &[],
};

pub(super) static GLOBAL_ENTRY_MOCK: Shape = Shape {
    fields: &[
        field("data", Any, "value of the entry"),
        field("fieldPath", Text, "JMESPath that picks the value"),
        field("name", Text, "its name").required(),
        field(
            "projections",
            List(&Map(&PROJECTION_MOCK)),
            "named parts of the value",
        ),
        field("resourceFiles", List(&Text), "files with the objects"),
        field("resources", List(&Any), "the objects"),
    ],
    demands: &[],
};

pub(super) static PROJECTION_MOCK: Shape = Shape {
    fields: &[
        field("name", Text, "its name").required(),
        field("path", Text, "JMESPath of the projection").required(),
    ],
    demands: &[],
};

pub(super) static VALUES: Shape = Shape {
    fields: &[
        field("globalValues", Any, "values for every policy and resource"),
        field(
            "namespaceSelector",
            List(&Map(&NAMESPACE_LABELS)),
            "labels of namespaces",
        ),
        field("namespaces", List(&Map(&NAMESPACE)), "namespaces of the cluster"),
        field("policies", List(&Map(&POLICY_VALUES)), "values by policy"),
        field(
            "subresources",
            List(&Map(&SUBRESOURCE)),
            "subresources and their parents",
        ),
    ],
    demands: &[],
};

pub(super) static POLICY_VALUES: Shape = Shape {
    fields: &[
        field("name", Text, "its name").required(),
        field("resources", List(&Map(&RESOURCE_VALUES)), "values by resource"),
        field("rules", List(&Map(&RULE_VALUES)), "values by rule"),
    ],
    demands: &[],
};

pub(super) static RESOURCE_VALUES: Shape = Shape {
    fields: &[
        field("name", Text, "its name").required(),
        field("values", Any, "values, by dotted path"),
    ],
    demands: &[],
};

pub(super) static RULE_VALUES: Shape = Shape {
    fields: &[
        field("foreachValues", Any, "lists of values for loops"),
        field("name", Text, "its name").required(),
        field("values", Any, "values, by dotted path"),
    ],
    demands: &[],
};

pub(super) static NAMESPACE_LABELS: Shape = Shape {
    fields: &[
        field("labels", Entries(&Text), "labels of the namespace").required(),
        field("name", Text, "its name").required(),
    ],
    demands: &[],
};

pub(super) static NAMESPACE: Shape = Shape {
    fields: &[
        field("apiVersion", Text, "group and version of the object"),
        field("kind", Text, "kind of the object"),
        field("metadata", Entries(&Any), "metadata of the namespace"),
        field("spec", Map(&NAMESPACE_SPEC), "what is wanted"),
        field("status", Map(&NAMESPACE_STATUS), "status of the namespace"),
    ],
    demands: &[],
};

pub(super) static NAMESPACE_SPEC: Shape = Shape {
    fields: &[field("finalizers", List(&Text), "finalizers of the namespace")],
    demands: &[],
};

pub(super) static NAMESPACE_STATUS: Shape = Shape {
    fields: &[
        field(
            "conditions",
            List(&Map(&NAMESPACE_CONDITION)),
            "conditions, `any` and `all` or a list",
        ),
        field("phase", Text, "phase of the namespace"),
    ],
    demands: &[],
};

pub(super) static NAMESPACE_CONDITION: Shape = Shape {
    fields: &[
        field("lastTransitionTime", Text, "when it last changed"),
        field("message", Text, "what is said on failure"),
        field("reason", Text, "machine-readable reason"),
        field("status", Text, "`True`, `False` or `Unknown`").required(),
        field("type", Text, "type of the condition").required(),
    ],
    demands: &[],
};

pub(super) static SUBRESOURCE: Shape = Shape {
    fields: &[
        field("parentResource", Map(&API_RESOURCE), "the resource it belongs to").required(),
        field("subresource", Map(&API_RESOURCE), "the subresource").required(),
    ],
    demands: &[],
};

pub(super) static API_RESOURCE: Shape = Shape {
    fields: &[
        field("categories", List(&Text), "groups of resources it belongs to"),
        field("group", Text, "API group"),
        field("kind", Text, "kind of the object").required(),
        field("name", Text, "its name").required(),
        field("namespaced", Boolean, "whether objects live in namespaces").required(),
        field("shortNames", List(&Text), "short names"),
        field("singularName", Text, "singular name").required(),
        field("storageVersionHash", Text, "hash of the stored version"),
        field("verbs", List(&Text), "verbs the resource knows").required(),
        field("version", Text, "API version"),
    ],
    demands: &[],
};

pub(super) static USER_INFO: Shape = Shape {
    fields: &[
        field("clusterRoles", List(&Text), "cluster roles of the user"),
        field("roles", List(&Text), "roles of the user, `namespace:name`"),
        field("synchronize", Boolean, "accepted, without effect"),
        field("userInfo", Map(&USER), "name, groups and attributes of the user"),
    ],
    demands: &[],
};

pub(super) static USER: Shape = Shape {
    fields: &[
        field("extra", Entries(&List(&Text)), "further attributes of the user"),
        field("groups", List(&Text), "groups of the user"),
        field("uid", Text, "its unique id"),
        field("username", Text, "name of the user"),
    ],
    demands: &[],
};

pub(super) static CONTEXT_FILE: Shape = Shape {
    fields: &[field("spec", Map(&CONTEXT_FILE_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static CONTEXT_FILE_SPEC: Shape = Shape {
    fields: &[
        field("images", List(&Map(&IMAGE_DATA)), "data of images by reference"),
        field("resources", List(&Entries(&Any)), "objects CEL look-ups find"),
    ],
    demands: &[],
};

pub(super) static IMAGE_DATA: Shape = Shape {
    fields: &[
        field("config", Entries(&Any), "configuration of the image"),
        field("digest", Text, "digest of the image"),
        field("image", Text, "reference of the image").required(),
        field("imageIndex", Entries(&Any), "index of the image"),
        field("manifest", Entries(&Any), "manifest of the image"),
        field("registry", Text, "registry of the image").required(),
        field("repository", Text, "repository of the image").required(),
        field("resolvedImage", Text, "reference with digest").required(),
        field("tag", Text, "tag of the image"),
    ],
    demands: &[],
};

pub(super) static CLUSTER_RESOURCE: Shape = Shape {
    fields: &[field("spec", Map(&CLUSTER_RESOURCE_SPEC), "what is wanted").required()],
    demands: &[],
};

pub(super) static CLUSTER_RESOURCE_SPEC: Shape = Shape {
    fields: &[
        field(
            "crds",
            List(&Text),
            "files with CustomResourceDefinitions, beside the test",
        ),
        field("resources", List(&Entries(&Any)), "objects of the cluster"),
    ],
    demands: &[],
};
