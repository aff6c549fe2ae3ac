//! Classic mutation by whole policies: what rules say, what they make of the object, and what follows see of it.
#![expect(clippy::unwrap_used, reason = "a test that can not read its own policy fails")]

use sekisho_chain::{Chain, Given, Outcome, Run};
use sekisho_diagnostics::Sources;
use sekisho_document::{Numbers, Value, json, yaml};
use sekisho_evaluator::{Nobody, Phase, Verdict};
use sekisho_kubernetes::{Limits, NoFacts, Order, Profile, Verb};

fn read(text: &str, numbers: Numbers) -> Value {
    yaml::read(text, &yaml::Limits::DEFAULT, Numbers::AsWritten)
        .unwrap()
        .renumber(numbers)
}

fn chain(rules: &[&str], profile: Profile) -> Chain {
    let mut sources = Sources::new();
    let mut policies = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let text = format!(
            "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {{name: p{number}}}\nspec:\n  background: false\n  rules:\n{rule}"
        );
        let source = sources.add("policy.yaml", &text);
        let parsed = sekisho_parser::parse(&source, &yaml::Limits::DEFAULT);
        assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
        policies.extend(parsed.output.iter().filter_map(|parsed| parsed.policy().cloned()));
    }
    let loaded = Chain::load(&policies, profile);
    assert_eq!(
        loaded.output.plans().len(),
        rules.len(),
        "{:?}",
        loaded.diagnostics
    );
    loaded.output
}

fn run(rules: &[&str], object: &Value, given: &Given, order: Order) -> Outcome {
    let run = Run {
        object,
        operation: None,
        old: None,
        given,
        facts: &NoFacts,
    };
    chain(rules, profile(order)).run(&run, &mut Nobody)
}

fn said(verdict: &Verdict) -> String {
    format!("{} {} {}", verdict.rule, verdict.status.word(), verdict.message)
}

fn profile(order: Order) -> Profile {
    Profile {
        order,
        ..Profile::NEWEST
    }
}

fn canonical(value: &Value) -> String {
    json::write(&value.renumber(Numbers::AsWritten), json::Form::CANONICAL)
}

const MATCH: &str = "match: {any: [{resources: {kinds: [Pod]}}]}";

fn rule(rest: &str) -> String {
    format!("  - {{name: r, {MATCH}, {rest}}}\n")
}

fn pod(spec: &str) -> Value {
    let text =
        format!("{{apiVersion: v1, kind: Pod, metadata: {{name: web, namespace: shop}}, spec: {spec}}}");
    read(&text, Numbers::AllFloat)
}

#[test]
fn rules_say_what_they_did() {
    let done = "r pass mutated Pod/web in namespace shop";
    for (spec, body, said_first, expected) in [
        (
            "{a: 1}",
            "mutate: {patchStrategicMerge: {spec: {a: 2}}}",
            done,
            "{a: 2}",
        ),
        (
            "{a: 1}",
            "mutate: {patchStrategicMerge: {spec: {a: 1}}}",
            "r skip no patches applied",
            "{a: 1}",
        ),
        (
            "{a: 1}",
            "mutate: {patchStrategicMerge: {spec: {b: '{{ request.object.spec.a }}', c: '{{ @ }}x'}}}",
            "r error variable substitution failed: failed to resolve request.object.spec.c at path \
             /mutate/patchStrategicMerge/spec/c: JMESPath query failed: Unknown key \"c\" in path",
            "{a: 1}",
        ),
        (
            "{a: 1}",
            "mutate: {patchStrategicMerge: {spec: {b: '{{ request.object.spec.a }}'}}}",
            done,
            "{a: 1, b: 1}",
        ),
        (
            "{a: 1}",
            "mutate: {patchesJson6902: \"- {op: add, path: /spec/x/z, value: [1]}\"}",
            done,
            "{a: 1, x: {z: [1]}}",
        ),
        (
            "{a: 1}",
            "mutate: {patchesJson6902: \"- {op: replace, path: /spec/z, value: 1}\"}",
            "r error failed to patch resource: replace operation does not apply: doc is missing key: /spec/z: missing value",
            "{a: 1}",
        ),
        (
            "{a: 1}",
            "preconditions: {all: [{key: a, operator: Equals, value: b, message: not now}]}, mutate: {patchStrategicMerge: {spec: {a: 2}}}",
            "r skip preconditions not met; not now",
            "{a: 1}",
        ),
        (
            "{containers: [{name: a}, {name: b}]}",
            "mutate: {foreach: [{list: request.object.spec.containers, patchStrategicMerge: {spec: {containers: \
             [{(name): '{{ element.name }}', image: 'i{{ elementIndex }}'}]}}}]}",
            done,
            "{containers: [{name: a, image: i0}, {name: b, image: i1}]}",
        ),
        (
            "{list: [a, b, c]}",
            "mutate: {foreach: [{list: request.object.spec.list, order: Descending, patchesJson6902: \
             \"- {op: remove, path: '/spec/list/{{ elementIndex }}'}\"}]}",
            done,
            "{list: []}",
        ),
        (
            "{groups: [{list: [a, b]}, {list: [c]}]}",
            "mutate: {foreach: [{list: request.object.spec.groups, foreach: [{list: element.list, patchesJson6902: \
             \"- {op: add, path: /spec/all/-, value: '{{ elementIndex0 }}{{ element }}'}\"}]}]}",
            done,
            "{groups: [{list: [a, b]}, {list: [c]}], all: [0a, 0b, 1c]}",
        ),
        (
            "{list: []}",
            "mutate: {foreach: [{list: request.object.spec.list, patchStrategicMerge: {spec: {a: 1}}}]}",
            "r skip 0 elements processed",
            "{list: []}",
        ),
        (
            "{a: 1}",
            "mutate: {foreach: [{list: request.object.spec.none, patchStrategicMerge: {spec: {a: 1}}}]}",
            "r error failed to evaluate list request.object.spec.none: JMESPath query failed: Unknown key \"none\" in path: \
             JMESPath query failed: Unknown key \"none\" in path",
            "{a: 1}",
        ),
    ] {
        let object = pod(spec);
        let outcome = run(&[&rule(body)], &object, &Given::default(), Order::KyvernoCli);
        let all: Vec<String> = outcome.verdicts().map(said).collect();
        assert_eq!(all, [said_first], "{body}");
        assert_eq!(canonical(&outcome.object), canonical(&pod(expected)), "{body}");
        let changed = canonical(&object) != canonical(&outcome.object);
        let after = outcome
            .verdicts()
            .next()
            .and_then(|verdict| verdict.after.as_ref());
        assert_eq!(
            after.map(canonical),
            changed.then(|| canonical(&outcome.object)),
            "{body}"
        );
    }
}

#[test]
fn each_policy_sees_what_the_one_before_left() {
    let first = rule("mutate: {patchStrategicMerge: {spec: {a: 1000000}}}");
    let second = rule("mutate: {patchStrategicMerge: {spec: {b: 'is {{ request.object.spec.a }}'}}}");
    let check = rule("validate: {message: m, pattern: {spec: {b: is 1000000, a: 1000000}}}");
    for order in [Order::KyvernoCli, Order::ApiServer] {
        let outcome = run(&[&check, &first, &second], &pod("{}"), &Given::default(), order);
        let all: Vec<String> = outcome
            .verdicts()
            .map(|verdict| verdict.status.word().to_owned())
            .collect();
        assert_eq!(all, ["pass", "pass", "pass"]);
        let phases: Vec<Phase> = outcome.responses.iter().map(|response| response.phase).collect();
        assert_eq!(phases, [Phase::Mutate, Phase::Mutate, Phase::Validate]);
        assert_eq!(
            canonical(&outcome.object),
            canonical(&pod("{a: 1000000, b: is 1000000}"))
        );
    }
}

#[test]
fn after_an_error_nothing_is_seen() {
    let wrong = rule("mutate: {patchesJson6902: \"- {op: test, path: /spec/a, value: 2}\"}");
    let fine = rule("mutate: {patchStrategicMerge: {spec: {b: 1}}}");
    let check = rule("validate: {message: m, pattern: {spec: {b: '!1'}}}");
    let object = pod("{a: 1}");
    let words = |order| {
        let outcome = run(&[&wrong, &fine, &check], &object, &Given::default(), order);
        assert_eq!(canonical(&outcome.object), canonical(&object));
        outcome
            .verdicts()
            .map(|verdict| verdict.status.word())
            .collect::<Vec<_>>()
    };
    assert_eq!(words(Order::KyvernoCli), ["error"]);
    assert_eq!(words(Order::ApiServer), ["error", "pass"]);
}

#[test]
fn pod_rules_reach_the_templates_of_controllers() {
    let body = rule(
        "mutate: {patchStrategicMerge: {metadata: {labels: {+(a): '{{ request.object.metadata.name }}'}}}}",
    );
    let deployment = |labels: &str| {
        let text = format!(
            "{{apiVersion: apps/v1, kind: Deployment, metadata: {{name: web, namespace: shop}}, spec: {{template: \
             {{metadata: {{name: t{labels}}}}}}}}}"
        );
        read(&text, Numbers::AllFloat)
    };
    let outcome = run(&[&body], &deployment(""), &Given::default(), Order::KyvernoCli);
    let all: Vec<String> = outcome.verdicts().map(said).collect();
    assert_eq!(all, ["autogen-r pass mutated Deployment/web in namespace shop"]);
    assert_eq!(
        canonical(&outcome.object),
        canonical(&deployment(", labels: {a: t}"))
    );
}

#[test]
fn existing_objects_change_and_the_trigger_does_not() {
    // Of a rule for Pods the copies for controllers would lose their targets, and be refused for that.
    let body = rule(
        "mutate: {targets: [{apiVersion: v1, kind: ConfigMap, namespace: '{{ request.namespace }}', name: 'c*', \
         preconditions: {all: [{key: '{{ target.data.go }}', operator: Equals, value: 'yes', message: stays}]}}], \
         patchStrategicMerge: {data: {by: '{{ request.object.metadata.name }}', was: '{{ target.data.go }}'}}}",
    );
    let body = body.replace("[Pod]", "[Secret]");
    let map = |name: &str, go: &str, rest: &str| {
        let text = format!(
            "{{apiVersion: v1, kind: ConfigMap, metadata: {{name: {name}, namespace: shop}}, data: {{go: '{go}'{rest}}}}}"
        );
        read(&text, Numbers::AsWritten)
    };
    let mut given = Given::default();
    given.targets = vec![map("c1", "yes", ""), map("c2", "no", ""), map("d", "yes", "")];
    let object = read(
        "{apiVersion: v1, kind: Secret, metadata: {name: web, namespace: shop}}",
        Numbers::AllFloat,
    );
    let outcome = run(&[&body], &object, &given, Order::KyvernoCli);
    let all: Vec<String> = outcome.verdicts().map(said).collect();
    assert_eq!(
        all,
        [
            "r pass mutated ConfigMap/c1 in namespace shop",
            "r skip preconditions not met; stays"
        ]
    );
    assert_eq!(canonical(&outcome.object), canonical(&object));
    let verdict = outcome.verdicts().next().unwrap();
    assert_eq!(
        verdict.target.as_ref().map(canonical),
        Some(canonical(&given.targets[0]))
    );
    let after = map("c1", "yes", ", by: web, was: 'yes'");
    assert_eq!(verdict.after.as_ref().map(canonical), Some(canonical(&after)));
    assert_eq!(
        run(&[&body], &object, &given, Order::ApiServer)
            .verdicts()
            .count(),
        0
    );
}

/// A violation that the old object had is let through, one that is new is not (admission reference §8).
#[test]
fn an_update_is_compared_with_the_old_object() {
    let body = format!(
        "  - {{name: r, {MATCH}, validate: {{failureAction: Enforce, message: m, pattern: {{spec: {{a: 1}}}}}}}}\n"
    );
    let deny = format!(
        "  - {{name: r, {MATCH}, validate: {{failureAction: Enforce, message: m, deny: {{conditions: {{any: [{{key: \
         '{{{{ request.object.spec.a }}}}', operator: NotEquals, value: 1}}]}}}}}}}}\n"
    );
    let (good, bad) = (pod("{a: 1}"), pod("{a: 2}"));
    for body in [&body, &deny] {
        for (old, new, expected) in [(&good, &bad, "fail"), (&bad, &bad, "skip"), (&bad, &good, "pass")] {
            for order in [Order::KyvernoCli, Order::ApiServer] {
                let run = Run {
                    object: new,
                    operation: Some(Verb::Update),
                    old: Some(old),
                    given: &Given::default(),
                    facts: &NoFacts,
                };
                let outcome = chain(&[body], profile(order)).run(&run, &mut Nobody);
                let words: Vec<&str> = outcome.verdicts().map(|verdict| verdict.status.word()).collect();
                assert_eq!(words, [expected], "{body}");
            }
        }
    }
}

#[test]
fn endless_loops_end_with_an_error() {
    let loops = "{list: request.object.spec.list, foreach: [{list: request.object.spec.list, foreach: [{list: \
                 request.object.spec.list, patchStrategicMerge: {spec: {a: '{{ elementIndex }}'}}}]}]}";
    let items = ["x"; 100].join(", ");
    let object = pod(&format!("{{list: [{items}]}}"));
    let rule = rule(&format!("mutate: {{foreach: [{loops}]}}"));
    let limits = Limits {
        policy_steps: 100_000,
        ..Limits::DEFAULT
    };
    let chain = chain(
        &[&rule],
        Profile {
            limits,
            ..Profile::NEWEST
        },
    );
    let run = Run {
        object: &object,
        operation: None,
        old: None,
        given: &Given::default(),
        facts: &NoFacts,
    };
    let outcome = chain.run(&run, &mut Nobody);
    let Some(verdict) = outcome.verdicts().next() else {
        panic!("no verdict")
    };
    let text = "the policy takes more than 100000 steps for this request";
    assert!(verdict.message.ends_with(text), "{}", verdict.message);
    assert_eq!(canonical(&outcome.object), canonical(&object));
}
