//! The codes of what is said about files and tests.

use sekisho_diagnostics::Code;

/// Sorted by name.
pub const CODES: &[Code] = &[
    Code {
        name: "content-behind-root",
        summary: "a document goes on behind the end of its root",
        explanation: "A document in braces ends with them. JSON objects that follow one another, as one line each, are one document for readers of YAML, which read the first and leave the rest. Put `---` between them, or make them the `items` of a list.",
        wrong: "{kind: ConfigMap}\n{kind: ConfigMap}",
        right: "{kind: ConfigMap}\n---\n{kind: ConfigMap}",
    },
    Code {
        name: "dropped-field",
        summary: "an object has fields that its kind does not have",
        explanation: "A cluster drops them when it decodes the object, or refuses the object where its client asks for that, as `kubectl` does. Policies are shown the object without them, as in a cluster.",
        wrong: "kind: Pod\nspec: {hostNetwrk: true}",
        right: "kind: Pod\nspec: {hostNetwork: true}",
    },
    Code {
        name: "duplicate-resource",
        summary: "an object with the same kind, namespace and name was read before",
        explanation: "A cluster can hold only one of them. `apply` and `check` judge both; `test` judges the first, as `kyverno test` does.",
        wrong: "",
        right: "",
    },
    Code {
        name: "empty-file",
        summary: "a file that is named to give something gives nothing",
        explanation: "A file of exceptions, facts, parameters or definitions was read and holds none. The run goes on as if it had not been named.",
        wrong: "",
        right: "",
    },
    Code {
        name: "ignored-path",
        summary: "a path of a test is not read",
        explanation: "When the first path under `resources` of a test is a folder, Kyverno's command line reads that folder and nothing else. The verdicts of this run are those it gives. List the files, or put the folder behind them.",
        wrong: "resources:\n- pods/\n- service.yaml",
        right: "resources:\n- pods/web.yaml\n- service.yaml",
    },
    Code {
        name: "invalid-mock",
        summary: "a recorded answer of a test cannot be used",
        explanation: "An entry of `apiCallResponses` names either a `url` or a `urlPath` and has a map as body; an entry of `globalContextEntries` has exactly one of `data`, `resources` and `resourceFiles`.",
        wrong: "apiCallResponses:\n- urlPath: api/v1/pods\n  response: {body: {items: []}}",
        right: "apiCallResponses:\n- urlPath: /api/v1/pods\n  response: {body: {items: []}}",
    },
    Code {
        name: "no-policies",
        summary: "nothing was loaded to judge with",
        explanation: "A run without a policy finds nothing wrong with anything. `--allow-empty` says that this is meant.",
        wrong: "",
        right: "",
    },
    Code {
        name: "no-resources",
        summary: "nothing was loaded to judge",
        explanation: "A run without a resource finds nothing wrong. `--allow-empty` says that this is meant.",
        wrong: "",
        right: "",
    },
    Code {
        name: "no-rows",
        summary: "tests were found that compare nothing",
        explanation: "A row compares what a policy says of a resource with what a result expects. Without resources or without results there is none, and such a run would be green whatever the policies say. `--allow-empty` says that this is meant.",
        wrong: "resources: []",
        right: "resources: [pods.yaml]",
    },
    Code {
        name: "no-such-file",
        summary: "a path or glob names nothing",
        explanation: "Every path has to lead to a file, a folder or, with `*`, `?`, `[` or `{`, to at least one file or folder; a link has to lead to something that is there. Everything else is judged; the run ends with exit code 3. Paths of a test start in the folder of the test file.",
        wrong: "",
        right: "",
    },
    Code {
        name: "no-tests",
        summary: "no test was found",
        explanation: "`test` looks through folders for files called `kyverno-test.yaml`, or as `--file-name` says. `--allow-empty` says that a run without tests is meant.",
        wrong: "",
        right: "",
    },
    Code {
        name: "not-an-exception",
        summary: "a file of exceptions holds something else",
        explanation: "Kyverno's command line reads nothing but exceptions from such a file and stops at anything else.",
        wrong: "",
        right: "",
    },
    Code {
        name: "not-an-object",
        summary: "a document is no Kubernetes object",
        explanation: "An object has a `kind`, and a `List` has a list of `items`. Other YAML in a folder is named and passed over; a file that is named on the command line, or a document that has `apiVersion` or `metadata`, is expected to be an object.",
        wrong: "apiVersion: v1\nmetadata:\n  name: web",
        right: "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web",
    },
    Code {
        name: "not-loaded-by-kyverno",
        summary: "a document, or all of its file, is not loaded by Kyverno's command line",
        explanation: "With the semantics of Kyverno's command line, what it leaves out is left out. It does so without a word, and ends with exit code 0; this run does not.",
        wrong: "",
        right: "",
    },
    Code {
        name: "objects-not-written",
        summary: "files with objects are left as they were",
        explanation: "`-o` writes objects over what was there before. Where a policy or a resource could not be read, something would be missing in what is written, so nothing is: mend what is named above, or leave it out. Objects on standard output are written as they come; there the exit code alone says that something is missing.",
        wrong: "",
        right: "",
    },
    Code {
        name: "odd-metadata",
        summary: "the metadata of an object is not what every object has",
        explanation: "`metadata` is a map, its labels and annotations are maps of texts. Selectors look at texts alone, so other values do not match what they seem to match.",
        wrong: "metadata: {labels: {version: 1}}",
        right: "metadata: {labels: {version: \"1\"}}",
    },
    Code {
        name: "passed-over",
        summary: "something in a folder is not read, on purpose",
        explanation: "Folders are looked through for YAML and JSON, hidden files and folders included. Links to folders are not followed. What `.gitignore` names is left out, and named with `--verbose`. With the semantics of Kyverno's command line policies are looked for as it does: only `.yaml` and `.yml` in lower case, nothing with a hidden name; the folder of the resources of a test is not looked into further.",
        wrong: "",
        right: "",
    },
    Code {
        name: "refused-policy",
        summary: "the checks of the cluster refuse a policy",
        explanation: "The policy has the shape of its kind, but Kyverno's admission checks, or those of the API server for its own kinds, would not let it into the cluster. It judges nothing.",
        wrong: "",
        right: "",
    },
    Code {
        name: "stopped-by-kyverno",
        summary: "an object at which Kyverno's command line stops",
        explanation: "Policies of Kubernetes need the plural of a kind, and the command line knows only built-in kinds and those of definitions that it is given; values may name an operation that there is not. It ends with an error there and judges nothing further. Here the other policies and objects are judged all the same, and the run ends as one that did not judge everything.",
        wrong: "",
        right: "",
    },
    Code {
        name: "undecodable-object",
        summary: "an object has a value of a type that its kind does not allow",
        explanation: "A cluster answers such an object with an error before it asks any policy. Here policies judge it as it is written.",
        wrong: "kind: Deployment\nspec: {replicas: many}",
        right: "kind: Deployment\nspec: {replicas: 3}",
    },
    Code {
        name: "unknown-namespace",
        summary: "policies select by labels of a namespace that nobody gave",
        explanation: "A namespace selector is asked with the labels of the stored Namespace. Where that is neither among the resources nor in a facts or values file, the namespace is taken to have only the label `kubernetes.io/metadata.name`, so a policy may seem not to apply.",
        wrong: "",
        right: "",
    },
    Code {
        name: "unknown-policy",
        summary: "a test expects something of a policy that is not loaded",
        explanation: "The row fails as \"Not found\". Only the part of the name after the last `/` is compared.",
        wrong: "",
        right: "",
    },
    Code {
        name: "unknown-resource",
        summary: "a test names a resource that is not loaded",
        explanation: "When none of the names of an entry is loaded, Kyverno's command line compares the entry with every resource of the test, so a misspelt name makes rows pass that nobody meant. The verdicts are kept as it gives them.",
        wrong: "resources: [web-frontned]",
        right: "resources: [web-frontend]",
    },
    Code {
        name: "unknown-resource-kind",
        summary: "the kind of an object is neither built in nor defined",
        explanation: "Its scope and plural are not known: it is taken for namespaced, and its plural is guessed. `--crd-paths` names the file of its CustomResourceDefinition.",
        wrong: "",
        right: "",
    },
    Code {
        name: "unknown-rule",
        summary: "a test names a rule that its policy does not have",
        explanation: "Kyverno's command line takes this for a rule that did not apply, and the row passes whatever is expected. The verdict is kept as it gives it.",
        wrong: "rule: chek-labels",
        right: "rule: check-labels",
    },
    Code {
        name: "unreadable-file",
        summary: "a file or folder cannot be read",
        explanation: "It may be missing, not yours to read, too large, no UTF-8 text, or no file at all: named pipes and devices are not read, as that may never end. Standard input goes by `-` and `/dev/stdin`, and the files that a shell gives by process substitution are read. Everything else is judged; the run ends with exit code 3.",
        wrong: "",
        right: "",
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
