//! Test files and their companions, as the command line decodes them.

use sekisho_diagnostics::{Diagnosed, Sources};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Tree};

use super::*;

fn tree(text: &str) -> Tree {
    let mut sources = Sources::new();
    let source = sources.add("kyverno-test.yaml", text);
    yaml::read_tree(&source, 0..text.len(), &Limits::DEFAULT, Numbers::AsWritten)
        .unwrap()
        .output
}

const HEAD: &str = "apiVersion: cli.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: suite}\n";

#[test]
fn a_test_is_read_with_its_places() {
    let text = format!(
        "{HEAD}policies: [a.yaml, b.yaml, a.yaml]\nresources: [r.yaml]\nvariables: v.yaml\nresults:\n- policy: check\n  rule: 1\n  kind: Pod\n  result: pass\n  isMUtatingPolicy: true\n  resources: [web, shop/db]\n- policy: check\n  kind: Pod\n  result: skip\n  generatedResource: g.yaml\n"
    );
    let Diagnosed { output, diagnostics } = decode_test(tree(&text));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let case = output.content.unwrap();
    assert_eq!(case.name.unwrap().value, "suite");
    let policies: Vec<&str> = case.policies.iter().map(|path| path.value.as_str()).collect();
    assert_eq!(policies, ["a.yaml", "b.yaml"]);
    let [first, second] = case.results.as_slice() else {
        panic!()
    };
    assert_eq!(first.rule.as_ref().unwrap().value, "1");
    let resources = first.resources.as_ref().unwrap();
    let span = resources[1].span;
    assert_eq!(&text[span.start as usize..span.end as usize], "shop/db");
    assert!(second.resources.is_none());
    assert_eq!(second.generated_resources[0].value, "g.yaml");
}

#[test]
fn faults_stop_a_test_in_gos_words() {
    for (text, code, refusal) in [
        (
            format!("{HEAD}colour: red\n"),
            "unknown-field",
            "error unmarshaling JSON: while decoding JSON: json: unknown field \"colour\"",
        ),
        (
            format!("{HEAD}results: [{{policy: a, rule: b, resource: c, kind: Pod, result: pass}}]\n"),
            "unknown-field",
            "error unmarshaling JSON: while decoding JSON: json: unknown field \"resource\"",
        ),
        (
            format!("{HEAD}policies: a.yaml\n"),
            "wrong-type",
            "error unmarshaling JSON: while decoding JSON: json: ",
        ),
        (
            "name: old\npolicies: [a.yaml]\n".to_owned(),
            "old-format",
            "uses a deprecated schema",
        ),
        (
            format!("{HEAD}name: old\n"),
            "old-format",
            "uses a deprecated schema",
        ),
    ] {
        let Diagnosed { output, diagnostics } = decode_test(tree(&text));
        assert!(output.content.is_none(), "{text}");
        assert_eq!(diagnostics[0].code, code, "{text}");
        let said = output.refusal.unwrap();
        assert!(said.contains(refusal), "{said}");
    }
}

#[test]
fn a_result_that_never_comes_is_a_warning() {
    let text = format!("{HEAD}results: [{{policy: a, rule: b, kind: Pod, result: passed}}]\n");
    let Diagnosed { output, diagnostics } = decode_test(tree(&text));
    assert!(output.content.is_some());
    assert_eq!(diagnostics[0].code, "not-allowed");
    assert_eq!(diagnostics[0].help, ["did you mean `pass`?"]);
}

#[test]
fn a_file_that_says_it_is_something_else_is_read() {
    let text = "apiVersion: cli.kyverno.io/v1alpha1\nkind: 5\nmetadata: {name: a}\n";
    let Diagnosed { output, diagnostics } = decode_test(tree(text));
    assert!(output.content.is_some());
    assert_eq!(diagnostics[0].code, "unexpected-kind");
    assert_eq!(
        diagnostics[0].message,
        "the file is read as a Test and says it is a `5`"
    );
}

#[test]
fn values_user_information_and_cluster_contents() {
    let values = "apiVersion: cli.kyverno.io/v1alpha1\nkind: Values\nglobalValues: {request.mode: dev}\nnamespaceSelector: [{name: ns1, labels: {env: prod}}]\npolicies:\n- name: pol\n  resources: [{name: pod-1, values: {request.operation: UPDATE}}]\n  rules: [{name: rule-1, values: {tier: gold}, foreachValues: {os: [linux]}}]\nsubresources: [{subresource: {name: deployments/scale, kind: Scale}, parentResource: {name: deployments, kind: Deployment}}]\n";
    let values = decode_values(tree(values)).output.content.unwrap();
    assert_eq!(
        values.global_values.get("request.mode").unwrap().as_str(),
        Some("dev")
    );
    assert_eq!(values.namespace_selector[0].labels.str_at(&["env"]), "prod");
    assert_eq!(values.policies[0].resources[0].name.value, "pod-1");
    assert_eq!(values.policies[0].rules[0].foreach_values.len(), 1);
    assert_eq!(values.subresources[0].subresource.str_at(&["kind"]), "Scale");

    let user = "apiVersion: cli.kyverno.io/v1alpha1\nkind: UserInfo\nclusterRoles: [admin]\nuserInfo: {username: jo, groups: [dev]}\n";
    let user = decode_user_info(tree(user)).output.content.unwrap();
    assert_eq!((user.username.as_str(), user.groups[0].as_str()), ("jo", "dev"));
    assert_eq!(user.cluster_roles, ["admin"]);

    let cluster = "apiVersion: cli.kyverno.io/v1alpha1\nkind: ClusterResource\nspec: {crds: [a.yaml], resources: [{kind: A}]}\n";
    let cluster = decode_cluster_resource(tree(cluster)).output.content.unwrap();
    assert_eq!((cluster.crds.len(), cluster.resources.len()), (1, 1));

    let context = "apiVersion: cli.kyverno.io/v1alpha1\nkind: Context\nspec: {resources: [{kind: A}], images: [{image: a}]}\n";
    let context = decode_context(tree(context)).output.content.unwrap();
    assert_eq!((context.resources.len(), context.images.len()), (1, 1));
}

#[test]
fn files_hold_one_case_a_document() {
    let mut sources = Sources::new();
    let text = format!("{HEAD}---\n# nothing\n---\n{HEAD}policies: [a, a]\npolicies: [b]\n---\na: [\n");
    let source = sources.add("kyverno-test.yaml", &text);
    let read = read_tests(&source, &Limits::DEFAULT);
    let found: Vec<(bool, bool)> = read
        .iter()
        .map(|case| (case.output.content.is_some(), case.output.refusal.is_some()))
        .collect();
    assert_eq!(found, [(true, false), (false, true), (false, true)]);
    let source = sources.add("values.yaml", "apiVersion: a\nkind: b\nglobalValues: {a: 1}\n");
    let values = read_file(&source, &Limits::DEFAULT, decode_values)
        .output
        .content
        .unwrap();
    assert_eq!(values.global_values.len(), 1);
}

#[test]
fn mocks_are_checked() {
    for (mocks, expected) in [
        ("apiCallResponses: [{urlPath: /a, response: {body: {}}}]", ""),
        (
            "apiCallResponses: [{response: {body: {}}}]",
            "the answer is for neither or both",
        ),
        (
            "apiCallResponses: [{urlPath: a, response: {body: {}}}]",
            "the path `a` does not begin with `/`",
        ),
        (
            "apiCallResponses: [{url: \"https:///x\", response: {body: {}}}]",
            "`https:///x` is no HTTP address",
        ),
        (
            "apiCallResponses: [{urlPath: /a, response: {body: []}}]",
            "the body of the answer is a list",
        ),
        (
            "apiCallResponses: [{urlPath: /a, response: {body: {}, statusCode: 99}}]",
            "99 is no HTTP status",
        ),
        (
            "apiCallResponses: [{urlPath: /a, response: {body: {}}}, {urlPath: /a, response: {body: {}}}]",
            "the same call is answered twice",
        ),
        ("globalContextEntries: [{name: a}]", "the entry `a` has no data"),
        ("globalContextEntries: [{name: a, data: {b: c}}]", ""),
    ] {
        let Diagnosed { output, diagnostics } = decode_test(tree(&format!("{HEAD}{mocks}\n")));
        assert!(output.content.is_some(), "{mocks}");
        let said = diagnostics
            .first()
            .map_or("", |diagnostic| diagnostic.message.as_str());
        assert!(
            said.starts_with(expected) && said.is_empty() == expected.is_empty(),
            "{said}\n{mocks}"
        );
    }
}
