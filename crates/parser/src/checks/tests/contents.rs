//! Variables, conditions and context entries.

use super::{deny, pods, run};

#[test]
fn variables() {
    let message = |text: &str| pods(&format!("validate: {{message: \"{text}\", deny: {{}}}}"));
    run(&[
        (
            "",
            message("{{ objct.metadata.name }}"),
            "unknown-variable",
            "objct.metadata.name",
            "policy contains invalid variables: variable substitution failed for rule first: variable objct.metadata.name must match regex \"",
        ),
        (
            "",
            message("{{ request.object.metadata.labels.a b }}"),
            "bad-query",
            "b",
            "policy contains invalid variables: variable substitution failed for rule first: invalid JMESPath query",
        ),
        (
            "",
            message("{{ }}"),
            "bad-query",
            "{{ }}",
            "invalid query (nil)",
        ),
        (
            "",
            message("{{ request.userInfo.username }}"),
            "user-in-background",
            "request.userInfo",
            "only select variables are allowed in background mode. Set spec.background=false to disable background mode for this policy rule: variable {{ request.userInfo.username }} is not allowed ",
        ),
        (
            "",
            "match: {any: [{resources: {kinds: [Pod]}, subjects: [{kind: User, name: a}]}]}\nvalidate: {deny: {}}".to_owned(),
            "user-in-background",
            "subjects",
            "invalid variable used at path: spec/rules[0]/match/any[0]/subjects ",
        ),
        (
            "",
            "match: {any: [{resources: {kinds: [\"{{ request.kind }}\"]}}]}\nvalidate: {deny: {}}".to_owned(),
            "variable-not-allowed-here",
            "{{ request.kind }}",
            "policy contains invalid variables: rule \"first\" should not have variables in match section",
        ),
        (
            "",
            pods("mutate: {patchesJson6902: \"- {op: add, path: '/metadata/labels/{{ request.name }}', value: b}\"}"),
            "variable-not-allowed-here",
            "{{ request.name }}",
            "rule \"first\" should not have variables in patchesJSON6902 path section",
        ),
        (
            "",
            message("{{ element.name }}"),
            "element-outside-loop",
            "{{ element.name }}",
            "variable 'element.name' present outside of foreach at path /validate/message",
        ),
        (
            "",
            message("$(HOME)"),
            "unresolved-reference",
            "$(HOME)",
            "got nil resolved variable $(HOME) at path /validate/message: <nil>",
        ),
        (
            "",
            pods("context: [{name: cm, configMap: {name: a, namespace: b}}]\nvalidate: {message: \"{{ cm.x }}\", deny: {}}"),
            "unknown-variable",
            "cm.x",
            "or patterns [cm.data cm.metadata cm.data.* cm.metadata.*]",
        ),
    ]);
}

#[test]
fn conditions() {
    run(&[
        (
            "",
            deny("{key: a, operator: Equals}"),
            "incomplete-condition",
            "{key: a, operator: Equals}",
            "path: spec.rules[0].validate.deny.conditions.any[0].: entered value of `key`, `value` or `operator` is missing or misspelled",
        ),
        (
            "",
            deny("{key: a, operator: Equals, values: b}"),
            "incomplete-condition",
            "values",
            "entered value of `key`, `value` or `operator` is missing or misspelled",
        ),
        (
            "",
            deny("{key: a, operator: equals, value: b}"),
            "unknown-operator",
            "equals",
            "entered value of `operator` is invalid. valid values: [",
        ),
        (
            "",
            deny("{key: \"{{ request.operation }}\", operator: AnyIn, value: [CREATE, 2]}"),
            "unknown-operation",
            "2",
            "path: spec.rules[0].validate.deny.conditions.any[0].value[1]: 'value[1]' found to be of the type int64. The provided values are expected to be strings",
        ),
        (
            "",
            deny("{key: \"{{ request.operation }}\", operator: Equals, value: create}"),
            "unknown-operation",
            "create",
            "unknown value 'create' found under the 'value' field. Only the following values are allowed: [CREATE, UPDATE, DELETE, CONNECT]",
        ),
        (
            "",
            deny("{key: a, operator: NotIn, value: [b]}"),
            "deprecated-operator",
            "NotIn",
            "",
        ),
        (
            "",
            pods("preconditions: {anny: [{key: a, operator: Equals, value: b}]}\nvalidate: {deny: {}}"),
            "ignored-field",
            "anny",
            "",
        ),
        (
            "",
            deny("{key: a, operator: Equals, value: b, messge: c}"),
            "ignored-field",
            "messge",
            "",
        ),
        (
            "",
            pods("preconditions: {any: 5}\nvalidate: {deny: {}}"),
            "bad-conditions",
            "preconditions",
            "failed to unmarshal Conditions",
        ),
    ]);
}

#[test]
fn context_entries() {
    let entry = |entry: &str| pods(&format!("context: [{entry}]\nvalidate: {{deny: {{}}}}"));
    run(&[
        (
            "",
            entry("{name: request, variable: {value: 1}}"),
            "reserved-name",
            "request",
            "entry name request is invalid as it conflicts with a pre-defined variable request",
        ),
        (
            "",
            entry("{name: a, variable: {default: 1}}"),
            "bad-context-entry",
            "variable",
            "a variable must define a value or a jmesPath expression",
        ),
        (
            "",
            entry("{name: a, variable: {value: 2, default: 1}}"),
            "bad-context-entry",
            "default",
            "a variable must define a default value only when a jmesPath expression is defined",
        ),
        (
            "",
            entry("{name: a, configMap: {name: b}}"),
            "bad-context-entry",
            "configMap",
            "a namespace is required for configMap context entry",
        ),
        (
            "",
            entry("{name: a, variable: {jmesPath: \"a b\"}}"),
            "bad-query",
            "b",
            "failed to parse JMESPath a b: ",
        ),
        (
            "",
            pods(
                "context: [{name: a, variable: {value: 1}}]\nvalidate: {cel: {expressions: [{expression: \"true\"}]}}",
            ),
            "context-with-cel",
            "context",
            "context variables are not supported for CEL expressions in validate rules",
        ),
    ]);
}
