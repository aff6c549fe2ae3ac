//! Faults of shape with their places, and what is filled in.

use sekisho_diagnostics::{Diagnostic, Severity, Sources, find_code};
use sekisho_document::Value;
use sekisho_document::yaml::Limits;

use crate::{CHECK_CODES, CODES, CliFate, Content, Parsed, parse};

fn read(text: &str) -> (Vec<Parsed>, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let read = parse(&source, &Limits::DEFAULT);
    for diagnostic in &read.diagnostics {
        // `value-missing` comes from the YAML reader.
        let lists = &[CODES, CHECK_CODES];
        let known = diagnostic.code == "value-missing" || find_code(lists, diagnostic.code).is_some();
        assert!(known, "{diagnostic:?}");
    }
    (read.output, read.diagnostics)
}

fn policy(spec: &str) -> String {
    format!("apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {{name: check}}\nspec: {{{spec}}}\n")
}

#[test]
fn each_fault_is_said_at_the_smallest_place() {
    let rule = "match: {any: [{resources: {kinds: [Pod]}}]}, validate: {deny: {}}";
    for (text, code, under, fate) in [
        (
            policy("validationFailureActoin: Enforce, rules: []"),
            "unknown-field",
            "validationFailureActoin",
            "strict decoding error: unknown field \"spec.validationFailureActoin\"",
        ),
        (
            policy("background: \"true\""),
            "wrong-type",
            "\"true\"",
            "spec.background: Invalid value: \"string\": spec.background in body must be of type boolean: \"string\"",
        ),
        (
            policy("validationFailureAction: ENFORCE"),
            "not-allowed",
            "ENFORCE",
            "spec.validationFailureAction: Unsupported value: \"ENFORCE\": supported values: \"audit\", \"enforce\", \"Audit\", \"Enforce\"",
        ),
        (
            policy("rules: [{name: a}]"),
            "missing-field",
            "name",
            "spec.rules[0].match: Required value",
        ),
        (
            policy("rules: {name: a}"),
            "wrong-type",
            "{name: a}",
            "spec.rules: Invalid value: \"object\"",
        ),
        (
            policy(&format!("rules: [{{name: {}, {rule}}}]", "a".repeat(64))),
            "out-of-bounds",
            "aaa",
            "spec.rules[0].name: Too long: may not be more than 63 bytes",
        ),
        (
            policy("rules: [{name: a, match: {any: [], all: []}, validate: {deny: {}}}]"),
            "conflicting-fields",
            "all",
            "spec.rules[0].match: ",
        ),
        (
            policy(&format!("rules: [{{name: a, context: [{{name: b}}], {rule}}}]")),
            "missing-field",
            "name",
            "spec.rules[0].context[0]: ",
        ),
        (
            policy("").replace("{name: check}", "{name: Check_It}"),
            "bad-name",
            "Check_It",
            "ClusterPolicy.kyverno.io is invalid: ",
        ),
        (
            policy("").replace("kyverno.io/v1", "kyverno.io/v1alpha2"),
            "unknown-kind",
            "kyverno.io/v1alpha2",
            "failed to locate OpenAPI spec for GV: kyverno.io/v1alpha2",
        ),
        (
            policy("").replace("ClusterPolicy", "ClusterPolice"),
            "unknown-kind",
            "ClusterPolice",
            "failed to locate OpenAPI spec for GV: kyverno.io/v1",
        ),
    ] {
        let (parsed, diagnostics) = read(&text);
        let diagnostic = diagnostics.iter().find(|diagnostic| diagnostic.code == code);
        let Some(diagnostic) = diagnostic else {
            panic!("no {code}: {diagnostics:?}\n{text}");
        };
        assert_eq!(diagnostic.severity, Severity::Error);
        let span = diagnostic.primary.unwrap();
        let shown = &text[span.start as usize..span.end as usize];
        assert!(
            shown.starts_with(under),
            "{code} is at {shown:?}, expected {under:?}"
        );
        assert!(matches!(parsed[0].content, Content::Refused(_)), "{text}");
        let (CliFate::FileFatal { text: said } | CliFate::Skipped { text: said }) = &parsed[0].fate else {
            panic!("{:?}", parsed[0].fate);
        };
        assert!(said.contains(fate), "{said}\nhas no\n{fate}");
    }
}

#[test]
fn defaults_are_filled_in_with_the_place_of_their_parent() {
    let text = policy(
        "rules: [{name: a, match: {any: [{resources: {kinds: [Pod]}}]}, context: [{name: b, apiCall: {urlPath: /c}}], validate: {message: null, deny: {}}}]",
    );
    let (parsed, _) = read(&text);
    let tree = &parsed[0].policy().unwrap().meta().tree;
    let rule = tree.cursor().at(&["spec", "rules"]).unwrap().item(0).unwrap();
    assert_eq!(tree.value.at(&["spec", "background"]), Some(&Value::Bool(true)));
    assert_eq!(tree.value.str_at(&["spec", "validationFailureAction"]), "Audit");
    assert_eq!(
        rule.value.at(&["validate", "allowExistingViolations"]),
        Some(&Value::Bool(true))
    );
    assert_eq!(rule.value.at(&["validate", "message"]), None);
    let call = rule
        .get("context")
        .unwrap()
        .item(0)
        .unwrap()
        .get("apiCall")
        .unwrap();
    let method = call.get("method").unwrap();
    assert_eq!(method.value.as_str(), Some("GET"));
    assert_eq!(method.span(), call.span());
    // What was written keeps its own place.
    let deny = rule.at(&["validate", "deny"]).unwrap().span();
    assert_eq!(&text[deny.start as usize..deny.end as usize], "{}");
}

#[test]
fn one_bad_document_stops_no_other() {
    let text = format!(
        "{}---\n# nothing\n---\na: [\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c}}\n---\nplain text\n---\n{}",
        policy("colour: red"),
        policy("rules: []")
    );
    let (parsed, diagnostics) = read(&text);
    let contents: Vec<&str> = parsed
        .iter()
        .map(|parsed| match &parsed.content {
            Content::Policy(_) => "policy",
            Content::Refused(_) => "refused",
            Content::Other(_) => "other",
            Content::NotAnObject => "no object",
            Content::Unreadable => "unreadable",
        })
        .collect();
    assert_eq!(
        contents,
        ["refused", "unreadable", "other", "no object", "policy"]
    );
    assert!(
        matches!(&parsed[2].fate, CliFate::FileFatal { text } if text == "policy type not supported /v1, Kind=ConfigMap")
    );
    assert_eq!(parsed[4].fate, CliFate::Loaded);
    assert_eq!(
        diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.code == "not-a-policy")
            .count(),
        1
    );
}

#[test]
fn lists_are_expanded() {
    let item = policy("rules: []").replace('\n', "\n  ");
    let text = format!(
        "apiVersion: v1\nkind: List\nitems:\n- {item}\n- apiVersion: v1\n  kind: Pod\n  metadata: {{name: p}}\n- {}",
        policy("colour: red").replace('\n', "\n  ")
    );
    let (parsed, _) = read(&text);
    assert_eq!(parsed.len(), 3);
    assert_eq!(parsed[0].policy().unwrap().meta().name.value, "check");
    assert_eq!(parsed[0].fate, CliFate::Loaded);
    assert!(
        matches!(&parsed[1].fate, CliFate::Skipped { text } if text.starts_with("policy type not supported"))
    );
    // Kyverno's command line does not compare items with a schema; we do.
    assert!(matches!(parsed[2].content, Content::Refused(_)));
    assert_eq!(parsed[2].fate, CliFate::Loaded);
}

#[test]
fn a_helm_template_is_one_hint() {
    let text = "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata:\n  name: {{ .Release.Name }}-a\n{{- if .Values.b }}\n  labels: {}\n{{- end }}\n---\n{{ include \"x\" . }}\nspec: {}\n";
    let (parsed, diagnostics) = read(text);
    assert_eq!(parsed.len(), 2);
    let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["helm-template"]);
    let (_, diagnostics) = read(&policy("rules: []").replace("check}", "\"{{ request.name }}\"}"));
    assert_eq!(diagnostics[0].code, "bad-name");
}

#[test]
fn later_kinds_are_named() {
    for (text, code) in [
        (
            "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {name: a}",
            "not-evaluated-yet",
        ),
        (
            "apiVersion: policies.kyverno.io/v1\nkind: DeletingPolicy\nmetadata: {name: a}\nspec: {schedule: '0 * * * *'}",
            "not-evaluated-yet",
        ),
        (
            "apiVersion: policies.kyverno.io/v1\nkind: ValidatingPolicy\nmetadata: {name: a}\nspec: {colour: red}",
            "unknown-field",
        ),
        (
            "apiVersion: kyverno.io/v2\nkind: ClusterCleanupPolicy\nmetadata: {name: a}\nspec: {match: {any: []}, schedule: \"@daily\"}",
            "not-evaluated-yet",
        ),
    ] {
        let (_, diagnostics) = read(text);
        assert_eq!(diagnostics[0].code, code, "{text}");
    }
}

#[test]
fn old_spellings_are_read_and_mended() {
    let text = policy(
        "validationFailureAction: enforce, schemaValidation: true, webhookTimeoutSeconds: 5, rules: [{name: a, match: {resources: {kinds: [Pod]}}, validate: {deny: {}}}]",
    );
    let (parsed, diagnostics) = read(&text);
    assert!(parsed[0].policy().is_some());
    let spelling = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == "deprecated-spelling")
        .unwrap();
    let fix = spelling.fix.as_ref().unwrap();
    assert!(fix.safe);
    assert_eq!(fix.edits[0].replacement, "Enforce");
    let messages: Vec<&str> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert!(
        messages.contains(&"`spec.webhookTimeoutSeconds` is deprecated"),
        "{messages:?}"
    );
    assert!(
        messages.contains(&"`spec.schemaValidation` has no effect"),
        "{messages:?}"
    );
    // The default that was filled in is no old spelling.
    let (_, diagnostics) = read(&policy("rules: []"));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
}
