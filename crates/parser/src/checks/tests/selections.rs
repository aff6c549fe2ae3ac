//! `match` and `exclude`.

use sekisho_kubernetes::Order;

use super::{check, policy, run};

#[test]
fn selections() {
    let with = |block: &str| format!("match: {block}\nvalidate: {{deny: {{}}}}");
    run(&[
        (
            "",
            with("{any: [{resources: {kinds: [Pod], selector: {}}}]}"),
            "bad-selector",
            "selector",
            "spec.rules[0].match.any[0].selector: Invalid value: {}: The requirements are not specified in selector",
        ),
        (
            "",
            with("{any: [{resources: {kinds: [Pod], selector: {matchLabels: {a/b/c: d}}}}]}"),
            "bad-selector",
            "selector",
            "spec.rules[0].match.any[0].selector: Invalid value: ",
        ),
        (
            "background: false",
            with("{any: [{resources: {kinds: [Pod]}, roles: [editor]}]}"),
            "bad-role",
            "editor",
            "Role is expected to be in namespace:name format",
        ),
        (
            "background: false",
            with("{any: [{resources: {kinds: [Pod]}, subjects: [{kind: Robot, name: a}]}]}"),
            "bad-subject",
            "Robot",
            "kind must be 'User', 'Group', or 'ServiceAccount'",
        ),
        (
            "background: false",
            with("{any: [{resources: {kinds: [Pod]}, subjects: [{kind: ServiceAccount, name: a}]}]}"),
            "bad-subject",
            "{kind: ServiceAccount",
            "namespace is required when Kind is ServiceAccount",
        ),
        (
            "",
            "match: {any: [{resources: {kinds: [Pod]}}]}\nexclude: {any: [{resources: {kinds: [Pod]}}]}\nvalidate: {deny: {}}".to_owned(),
            "empty-match",
            "{resources",
            "Rule is matching an empty set",
        ),
        (
            "",
            "match: {resources: {kinds: [Pod]}}\nexclude: {resources: {kinds: [Pod, Job]}}\nvalidate: {deny: {}}".to_owned(),
            "empty-match",
            "{resources",
            "Rule is matching an empty set",
        ),
        (
            "",
            with("{any: [{resources: {kinds: [Pod]}}], resources: {kinds: [Job]}}"),
            "mixed-forms",
            "resources",
            "path: spec.rules[0].match.: can't specify any/all together with match resources",
        ),
        (
            "background: false",
            with("{any: [{subjects: [{kind: User, name: a}]}]}"),
            "empty-filter",
            "{subjects",
            "path: spec.rules[0].match.resources.: match resources not specified",
        ),
        (
            "",
            with("{any: [{resources: {namespaces: [shop]}}]}"),
            "no-kinds",
            "resources",
            "at least one element must be specified in a kind block",
        ),
        (
            "",
            "match: {any: [{resources: {namespaces: [shop]}}]}\nvalidate: {pattern: {spec: {a: b}}}".to_owned(),
            "no-kinds",
            "resources",
            "policy can only deal with the metadata field of the resource if the rule does not match any kind",
        ),
    ]);
}

#[test]
fn what_an_exclusion_leaves() {
    let selection = |matched: &str, excluded: &str| {
        policy(
            "",
            &format!("match: {{{matched}}}\nexclude: {{{excluded}}}\nvalidate: {{deny: {{}}}}"),
        )
    };
    for (matched, excluded) in [
        (
            "any: [{resources: {kinds: [Pod]}}]",
            "any: [{resources: {kinds: [Pod], namespaces: [a]}}]",
        ),
        ("resources: {kinds: [Pod, Job]}", "resources: {kinds: [Pod]}"),
        (
            "resources: {kinds: [Pod]}",
            "resources: {kinds: [Pod], namespaces: [a]}",
        ),
        (
            "resources: {kinds: [Pod]}",
            "resources: {kinds: [Pod], selector: {matchLabels: {a: b}}}",
        ),
        ("any: [{resources: {kinds: [Pod]}}]", "resources: {kinds: [Pod]}"),
        (
            "all: [{resources: {kinds: [Pod]}}]",
            "all: [{resources: {kinds: [Pod]}}]",
        ),
        (
            "resources: {kinds: [Pod], names: [a, b]}",
            "resources: {kinds: [Pod], names: [c*]}",
        ),
    ] {
        assert_eq!(
            check(&selection(matched, excluded)).refusal(Order::KyvernoCli),
            None,
            "{matched} {excluded}"
        );
    }
}

#[test]
fn kinds_and_wildcards() {
    let all = |body: &str| format!("match: {{any: [{{resources: {{kinds: [\"*\"]}}}}]}}\n{body}");
    run(&[
        (
            "",
            all("validate: {deny: {}}"),
            "wildcard-kind",
            "\"*\"",
            "path: spec.rules[0].match.any[0].kinds: wildcard policy not allowed in background mode. Set spec.background=false to disable background mode for this policy rule ",
        ),
        (
            "background: false",
            all("generate: {apiVersion: v1, kind: ConfigMap, name: a, namespace: b, data: {}}"),
            "wildcard-kind",
            "\"*\"",
            "wildcard policy does not support rule type",
        ),
        (
            "background: false",
            all("validate: {pattern: {spec: {a: b}}}"),
            "wildcard-kind",
            "\"*\"",
            "policy can only deal with the metadata field of the resource",
        ),
        (
            "background: false",
            "match: {any: [{resources: {kinds: [\"*\", Pod]}}]}\nvalidate: {deny: {}}".to_owned(),
            "wildcard-kind",
            "\"*\"",
            "wildcard policy can not deal with more than one kind",
        ),
    ]);
}

#[test]
fn subresources_in_background_are_refused_by_a_cluster() {
    let text = policy(
        "",
        "match: {any: [{resources: {kinds: [Pod/exec]}}]}\nvalidate: {deny: {}}",
    );
    let checked = check(&text);
    assert_eq!(checked.refusal(Order::KyvernoCli), None);
    assert_eq!(
        checked.refusal(Order::ApiServer).as_deref(),
        Some("background scan enabled with subresource Pod/exec")
    );
}
