//! A policy with something wrong in any one place is read and checked without a panic, and what is said has
//! a place inside the text.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use sekisho_diagnostics::Sources;
use sekisho_document::yaml::Limits;
use sekisho_jmespath::{Functions, functions};
use sekisho_kubernetes::{Kinds, Order};
use sekisho_parser::checks::{
    Surroundings, check_cleanup, check_exception, check_global_entry, check_policy,
};
use sekisho_parser::{Policy, documents};

const TEXT: &str = r#"apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata:
  name: many-things
  annotations:
    pod-policies.kyverno.io/autogen-controllers: Deployment
spec:
  background: false
  validationFailureAction: Enforce
  validationFailureActionOverrides:
  - action: Audit
    namespaces: [dev, "test-*"]
  webhookConfiguration:
    timeoutSeconds: 5
  rules:
  - name: conditions
    match:
      any:
      - resources:
          kinds: [Pod]
          operations: [CREATE]
          selector: {matchLabels: {app: "web-*"}}
        subjects:
        - {kind: User, name: jo}
    exclude:
      all:
      - clusterRoles: [admin]
    context:
    - name: limits
      configMap: {name: limits, namespace: "{{ request.namespace }}"}
    - name: most
      variable:
        jmesPath: request.object.spec.replicas
        default: 3
    preconditions:
      all:
      - key: "{{ request.operation || 'BACKGROUND' }}"
        operator: AnyIn
        value: [CREATE, UPDATE]
    validate:
      message: "too many: {{ most }} of {{ limits.data.\"most\" }}"
      deny:
        conditions:
        - key: "{{ most }}"
          operator: GreaterThan
          value: 5
  - name: pattern
    match:
      resources:
        kinds: [apps/v1/Deployment]
    validate:
      anyPattern:
      - spec:
          =(template): {^(containers): [{image: "!*:latest"}]}
      - metadata: {labels: {app: "$(./../name)", name: web}}
  - name: loop
    match: {any: [{resources: {kinds: [Pod]}}]}
    validate:
      foreach:
      - list: request.object.spec.containers
        elementScope: true
        foreach:
        - list: element.env
          deny: {conditions: {any: [{key: "{{ element.name }}", operator: Equals, value: A}]}}
  - name: patch
    match: {any: [{resources: {kinds: [Pod]}}]}
    mutate:
      patchesJson6902: |-
        - op: add
          path: "/metadata/labels/team"
          value: "{{ request.object.metadata.name }}"
  - name: security
    match: {any: [{resources: {kinds: [Pod]}}]}
    validate:
      podSecurity:
        level: restricted
        exclude:
        - {controlName: Capabilities, images: ["*"]}
  - name: generate
    match: {any: [{resources: {kinds: [Namespace]}}]}
    generate:
      apiVersion: v1
      kind: ConfigMap
      name: defaults
      namespace: "{{ request.object.metadata.name }}"
      synchronize: true
      data: {data: {a: b}}
  - name: images
    match: {any: [{resources: {kinds: [Pod]}}]}
    verifyImages:
    - imageReferences: ["registry.example.com/*"]
      attestors:
      - count: 1
        entries:
        - keys: {publicKeys: "k8s://a/b"}
---
apiVersion: kyverno.io/v2
kind: PolicyException
metadata: {name: exception}
spec:
  match: {any: [{resources: {kinds: [Pod], names: [a*]}}]}
  exceptions: [{policyName: many-things, ruleNames: [pattern]}]
---
apiVersion: kyverno.io/v2
kind: ClusterCleanupPolicy
metadata: {name: cleanup}
spec:
  match: {any: [{resources: {kinds: [Job]}}]}
  schedule: "0 3 * * *"
  conditions: {all: [{key: "{{ target.status }}", operator: Equals, value: a}]}
---
apiVersion: kyverno.io/v2
kind: GlobalContextEntry
metadata: {name: entry}
spec:
  apiCall: {urlPath: /apis, refreshInterval: 1m}
  projections: [{name: names, jmesPath: "items[].metadata.name"}]
"#;

/// Reads and checks a text; gives the number of errors.
fn run(text: &str, surroundings: Surroundings<'_>) -> usize {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let mut errors = 0;
    for document in documents(&source, &Limits::DEFAULT) {
        let mut diagnostics = document.diagnostics;
        let checked = match document.output.policy() {
            Some(Policy::Classic(policy)) => Some(check_policy(policy, &policy.rules().output, surroundings)),
            Some(Policy::Exception(exception)) => Some(check_exception(exception)),
            Some(Policy::Cleanup(cleanup)) => Some(check_cleanup(cleanup, surroundings)),
            Some(Policy::GlobalEntry(entry)) => Some(check_global_entry(entry, surroundings)),
            Some(_) | None => None,
        };
        if let Some(checked) = checked {
            errors += usize::from(checked.is_refused(Order::KyvernoCli));
            diagnostics.extend(checked.diagnostics(Order::KyvernoCli));
        }
        for diagnostic in &diagnostics {
            errors += usize::from(diagnostic.severity == sekisho_diagnostics::Severity::Error);
            let span = diagnostic.primary.unwrap();
            assert!(span.start <= span.end, "{diagnostic:?}");
            assert!(
                text.get(span.start as usize..span.end as usize).is_some(),
                "{diagnostic:?}\n{text}"
            );
        }
    }
    errors
}

#[test]
fn any_one_fault_is_said_with_a_place() {
    let kinds = Kinds::kyverno_offline();
    let functions = Functions::new(&[functions::STANDARD]);
    let surroundings = Surroundings {
        kinds: &kinds,
        functions: &functions,
    };
    assert_eq!(run(TEXT, surroundings), 0, "the text itself is sound");
    let mut found = 0;
    let lines: Vec<&str> = TEXT.lines().collect();
    for at in 0..lines.len() {
        let line = lines[at];
        let (key, _) = line.split_once(": ").unwrap_or((line, ""));
        for new in [
            String::new(),
            format!("{key}: null"),
            format!("{key}: 5"),
            format!("{key}: []"),
            format!("{key}: {{}}"),
            format!("{key}: \"{{{{ x }}}}\""),
            line.replace('a', "A"),
            line.replace('[', "{"),
            format!("{line}x"),
            line.get(..line.len().saturating_sub(2))
                .unwrap_or_default()
                .to_owned(),
        ] {
            let mut changed = lines.clone();
            changed[at] = &new;
            found += run(&changed.join("\n"), surroundings);
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn depth_up_to_the_limit_is_no_danger() {
    let kinds = Kinds::kyverno_offline();
    let functions = Functions::new(&[functions::STANDARD]);
    let surroundings = Surroundings {
        kinds: &kinds,
        functions: &functions,
    };
    let head = "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: deep}\nspec:\n  rules:\n  - name: a\n    match: {any: [{resources: {kinds: [Pod]}}]}\n";
    let nested = |open: &str, inner: &str, close: &str, levels: usize| {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    for body in [
        format!(
            "    validate: {{pattern: {}}}\n",
            nested("{=(a): ", "\"{{ request.name }}\"", "}", 480)
        ),
        format!(
            "    validate: {{foreach: {}}}\n",
            nested("[{list: a, foreach: ", "[{list: b, deny: {}}]", "}]", 230)
        ),
        format!(
            "    mutate: {{foreach: {}}}\n",
            nested(
                "[{list: a, foreach: ",
                "[{list: b, patchesJson6902: \"[]\"}]",
                "}]",
                230
            )
        ),
        format!(
            "    validate: {{message: \"{}\", deny: {{}}}}\n",
            nested("{{ request.", "a", " }}", 2000)
        ),
        format!(
            "    validate: {{message: \"{}\", deny: {{}}}}\n",
            "{{ request.a }}".repeat(2000)
        ),
    ] {
        assert_eq!(run(&format!("{head}{body}"), surroundings), 0);
    }
}
