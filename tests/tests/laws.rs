//! Laws that hold for any object and any order of policies (`docs/architecture.md`, Laws).

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use sekisho_chain::Chain;
use sekisho_diagnostics::Sources;
use sekisho_document::json::{self, Form, Rules};
use sekisho_document::yaml::Limits;
use sekisho_document::{JsonPatchDialect, Map, Patch, Value, diff};
use sekisho_evaluator::{Nobody, Status, Verdict};
use sekisho_kubernetes::{NoFacts, Profile, Request};
use sekisho_parser::Policy;

/// The ready-made policies and those of the folder cases that judge, in the order of their names.
static POLICIES: LazyLock<Vec<Policy>> = LazyLock::new(|| {
    let policies: Vec<Policy> = every_policy()
        .into_iter()
        .filter(|policy| !mutates(policy))
        .collect();
    assert!(policies.len() > 7);
    policies
});

/// Those that change objects, and rules that fail after a rule that changes something.
static CHANGING: LazyLock<Chain> = LazyLock::new(|| {
    let mut policies: Vec<Policy> = every_policy().into_iter().filter(mutates).collect();
    assert!(policies.len() >= 3);
    policies.extend(read("failing.yaml", FAILING));
    Chain::load(&policies, Profile::NEWEST).output
});

/// A patch that no object takes.
const FAILING: &str = "apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata: {name: failing}
spec:
  rules:
  - name: nowhere
    match: {any: [{resources: {kinds: [Pod, Deployment, ConfigMap]}}]}
    mutate:
      patchesJson6902: |-
        - {op: add, path: /metadata/annotations/a, value: b}
        - {op: replace, path: /no/such/place, value: 1}
";

/// Whether a policy may change objects.
fn mutates(policy: &Policy) -> bool {
    match policy {
        Policy::Classic(policy) => {
            let rules = policy
                .meta
                .tree
                .value
                .at(&["spec", "rules"])
                .and_then(Value::as_list);
            rules
                .into_iter()
                .flatten()
                .any(|rule| rule.get("mutate").is_some())
        }
        other => other.meta().gvk.kind.contains("Mutating"),
    }
}

fn read(name: &str, text: &str) -> Vec<Policy> {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let parsed = sekisho_parser::parse(&source, &Limits::DEFAULT).output;
    parsed
        .iter()
        .filter_map(|document| document.policy().cloned())
        .collect()
}

fn every_policy() -> Vec<Policy> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files: Vec<_> = tests::cases::find(&workspace, &[])
        .into_iter()
        .map(|case| case.policy)
        .collect();
    files.dedup();
    let mut policies = Vec::new();
    let mut sources = Sources::new();
    for file in files {
        let source = sources.add(
            &file.display().to_string(),
            &std::fs::read_to_string(&file).unwrap(),
        );
        let parsed = sekisho_parser::parse(&source, &Limits::DEFAULT).output;
        policies.extend(parsed.iter().filter_map(|document| document.policy().cloned()));
    }
    policies
}

static CHAIN: LazyLock<Chain> = LazyLock::new(|| Chain::load(&POLICIES, Profile::NEWEST).output);

fn verdicts(chain: &Chain, object: &Value) -> Vec<Verdict> {
    let request = Request::create(object.clone(), chain.kinds()).unwrap();
    let outcome = chain.admit(&request, &NoFacts, &mut Nobody);
    assert_eq!(outcome.object, *object, "validation changed the object");
    outcome
        .responses
        .into_iter()
        .flat_map(|response| response.verdicts)
        .collect()
}

fn map(entries: Vec<(&str, Option<Value>)>) -> Value {
    let present = entries.into_iter().filter_map(|(key, value)| Some((key, value?)));
    Value::Map(present.collect::<Map>())
}

fn list(items: Vec<Value>) -> Value {
    Value::List(items.into())
}

fn text() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        "",
        "web",
        "nginx",
        "nginx:latest",
        "nginx:1.27",
        "registry.example.com/a/b:2",
        "10",
        "1Gi",
        "{{ x }}",
    ])
    .prop_map(Value::from)
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => text(),
        1 => any::<bool>().prop_map(Value::from),
        1 => (-3i64..9000).prop_map(Value::from),
        1 => prop::sample::select(vec![0.5, 1.0, -2.25, 1e21]).prop_map(Value::from),
        1 => Just(Value::Null),
    ]
}

fn container() -> impl Strategy<Value = Value> {
    let field = || prop::option::of(scalar());
    (
        text(),
        field(),
        prop::option::of((field(), field())),
        prop::option::of((field(), field())),
        field(),
    )
        .prop_map(|(name, image, security, memory, probe)| {
            map(vec![
                ("name", Some(name)),
                ("image", image),
                (
                    "securityContext",
                    security
                        .map(|(privileged, user)| map(vec![("privileged", privileged), ("runAsUser", user)])),
                ),
                (
                    "resources",
                    memory.map(|(request, limit)| {
                        let memory = |value: Option<Value>| map(vec![("memory", value)]);
                        map(vec![
                            ("requests", Some(memory(request))),
                            ("limits", Some(memory(limit))),
                        ])
                    }),
                ),
                ("livenessProbe", probe),
            ])
        })
}

fn labels() -> impl Strategy<Value = Value> {
    let key = prop::sample::select(vec![
        "app.kubernetes.io/name",
        "app.kubernetes.io/part-of",
        "tier",
        "a",
        "b",
        "c",
    ]);
    prop::collection::vec((key, scalar()), 0..5)
        .prop_map(|entries| Value::Map(entries.into_iter().collect::<Map>()))
}

/// A Pod, a Deployment around it, or a ConfigMap; with odd values in odd places.
fn object() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec!["Pod", "Deployment", "ConfigMap"]);
    let pod = (
        prop::collection::vec(container(), 0..3),
        prop::option::of(scalar()),
        prop::option::of(scalar()),
        labels(),
    );
    (kind, pod, prop::option::of(labels())).prop_map(
        |(kind, (containers, network, volumes, inner), outer)| {
            let spec = map(vec![
                ("containers", Some(list(containers))),
                ("hostNetwork", network),
                ("volumes", volumes),
            ]);
            let metadata = map(vec![
                ("name", Some(Value::from("web"))),
                ("namespace", Some(Value::from("shop"))),
                ("labels", outer.clone()),
            ]);
            let (version, spec, data) = match kind {
                "Pod" => ("v1", Some(spec), None),
                "ConfigMap" => ("v1", None, Some(inner)),
                _ => {
                    let inner = map(vec![("labels", Some(inner))]);
                    let template = map(vec![("metadata", Some(inner)), ("spec", Some(spec))]);
                    ("apps/v1", Some(map(vec![("template", Some(template))])), None)
                }
            };
            map(vec![
                ("apiVersion", Some(Value::from(version))),
                ("kind", Some(Value::from(kind))),
                ("metadata", Some(metadata)),
                ("spec", spec),
                ("data", data),
            ])
        },
    )
}

/// The same document with the keys of every map in the opposite order.
fn turned(value: &Value) -> Value {
    match value {
        Value::List(items) => items
            .iter()
            .map(turned)
            .collect::<sekisho_document::List>()
            .into(),
        Value::Map(map) => {
            let mut entries: Vec<_> = map
                .iter()
                .map(|(key, value)| (key.clone(), turned(value)))
                .collect();
            entries.reverse();
            Value::Map(entries.into_iter().collect())
        }
        other => other.clone(),
    }
}

/// Sorted by policy and file: there may be two policies of one name.
fn by_policy(mut verdicts: Vec<Verdict>) -> Vec<Verdict> {
    let file = |verdict: &Verdict| verdict.blame.first().map(|span| span.source);
    verdicts.sort_by_key(|verdict| (verdict.policy.key(), file(verdict)));
    verdicts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_question_has_the_same_answer(object in object()) {
        let again = Chain::load(&POLICIES, Profile::NEWEST).output;
        prop_assert_eq!(verdicts(&CHAIN, &object), verdicts(&again, &object));
    }

    #[test]
    fn the_order_of_policies_changes_no_verdict(object in object(), by in 0..100usize) {
        let mut policies = POLICIES.clone();
        let by = by % policies.len();
        policies.rotate_left(by);
        let rotated = Chain::load(&policies, Profile::NEWEST).output;
        prop_assert_eq!(by_policy(verdicts(&CHAIN, &object)), by_policy(verdicts(&rotated, &object)));
    }

    #[test]
    fn the_order_of_keys_changes_no_verdict(object in object()) {
        prop_assert_eq!(verdicts(&CHAIN, &object), verdicts(&CHAIN, &turned(&object)));
    }

    #[test]
    fn a_difference_leads_from_one_object_to_the_other(before in object(), after in object()) {
        let patch = diff(&before, &after);
        for dialect in [JsonPatchDialect::ApiServer, JsonPatchDialect::Kyverno, JsonPatchDialect::Rfc6902] {
            prop_assert_eq!(patch.apply(&before, dialect, Patch::GROWTH), Ok(after.clone()));
        }
        let again = Patch::read(&patch.to_value(), JsonPatchDialect::Rfc6902);
        prop_assert_eq!(again, Ok(patch));
    }

    #[test]
    fn a_mutation_that_fails_changes_nothing(object in object()) {
        let request = Request::create(object.clone(), CHANGING.kinds()).unwrap();
        let before = object.clone();
        let outcome = CHANGING.admit(&request, &NoFacts, &mut Nobody);
        prop_assert_eq!(&request.object, &Some(before));
        let mut current = object;
        for verdict in outcome.verdicts() {
            if verdict.status == Status::Error {
                prop_assert_eq!(&verdict.after, &None);
            } else if let Some(after) = &verdict.after {
                current = after.clone();
            }
        }
        prop_assert_eq!(&outcome.object, &current);
    }

    #[test]
    fn an_object_that_was_written_and_read_is_judged_alike(object in object()) {
        let text = json::write(&object, Form::COMPACT);
        let read = json::read(text.as_bytes(), Rules::KUBERNETES).unwrap();
        // `1.0` is written as `1`, and a float beyond 64 bits stays one: the document is the measure.
        let again = json::read(json::write(&read, Form::GO).as_bytes(), Rules::KUBERNETES).unwrap();
        prop_assert_eq!(verdicts(&CHAIN, &read), verdicts(&CHAIN, &again));
    }
}
