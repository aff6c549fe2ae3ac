//! Policies that are made to take long: each ends with a verdict that says which limit it passes.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that can not read its own policy fails"
)]

use sekisho_chain::{Chain, Given, Run};
use sekisho_diagnostics::Sources;
use sekisho_document::{Numbers, Value, yaml};
use sekisho_evaluator::{Nobody, Status};
use sekisho_kubernetes::{Limits, NoFacts, Profile};

const SMALL: Limits = Limits {
    context_bytes: 2_000,
    policy_steps: 20_000,
    ..Limits::DEFAULT
};

const FIXED: &str = "deny: {conditions: {any: [{key: '{{ x3 }}', operator: AnyIn, value: [b]}]}}";

/// The only verdict of a rule with these variables, each a name and a line of YAML, and this body.
fn verdict(limits: Limits, variables: &[String], body: &str) -> (Status, String) {
    let entries: Vec<String> = (0..)
        .zip(variables)
        .map(|(number, variable)| format!("{{name: x{number}, variable: {{{variable}}}}}"))
        .collect();
    let policy = format!(
        "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {{name: p}}\nspec:\n  rules:\n  - name: r\n    \
         match: {{any: [{{resources: {{kinds: [ConfigMap]}}}}]}}\n    context: [{}]\n    validate: {{message: m, \
         {body}}}\n",
        entries.join(", "),
    );
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", &policy);
    let parsed = sekisho_parser::parse(&source, &yaml::Limits::DEFAULT);
    let policies: Vec<_> = parsed
        .output
        .iter()
        .filter_map(|parsed| parsed.policy().cloned())
        .collect();
    let profile = Profile {
        limits,
        ..Profile::NEWEST
    };
    let chain = Chain::load(&policies, profile).output;
    let object = "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: b}}";
    let object: Value = yaml::read(object, &yaml::Limits::DEFAULT, Numbers::AsWritten).unwrap();
    let run = Run {
        object: &object,
        operation: None,
        old: None,
        given: &Given::default(),
        facts: &NoFacts,
    };
    let outcome = chain.run(&run, &mut Nobody);
    let verdicts: Vec<_> = outcome.verdicts().collect();
    let [verdict] = verdicts.as_slice() else {
        panic!("{} verdicts: {:?}", verdicts.len(), parsed.diagnostics);
    };
    (verdict.status, verdict.message.to_string())
}

fn chained(count: usize, each: impl Fn(usize) -> String) -> Vec<String> {
    (0..count)
        .map(|number| match number.checked_sub(1) {
            None => "value: [a, a]".to_owned(),
            Some(before) => each(before),
        })
        .collect()
}

#[test]
fn variables_that_repeat_one_another() {
    let doubled = |count| chained(count, |before| format!("jmesPath: '[x{before}, x{before}]'"));
    assert_eq!(verdict(SMALL, &doubled(4), FIXED).0, Status::Pass);
    let uses = |name: &str| {
        [
            format!(
                "deny: {{conditions: {{any: [{{key: '{{{{ {name} }}}}', operator: AnyIn, value: [b]}}]}}}}"
            ),
            format!("deny: {{conditions: {{any: [{{key: b, operator: In, value: '{{{{ {name} }}}}'}}]}}}}"),
            format!("pattern: {{data: '{{{{ {name} }}}}'}}"),
            format!("foreach: [{{list: {name}, pattern: {{a: b}}}}]"),
        ]
    };
    for body in uses("x60") {
        for limits in [SMALL, Limits::DEFAULT] {
            let (status, message) = verdict(limits, &doubled(61), &body);
            assert_eq!(status, Status::Error, "{body}: {message}");
            assert!(
                message.contains("context size limit exceeded: more than"),
                "{body}: {message}"
            );
        }
    }
    // What is light by itself, but named many times in one document.
    let names = ["'{{ x4 }}'"; 100].join(", ");
    let (status, message) = verdict(
        SMALL,
        &doubled(5),
        &format!("pattern: {{data: {{a: [{names}]}}}}"),
    );
    assert_eq!(status, Status::Error, "{message}");
    assert!(
        message.contains("with its variables the value would have more than 2000 bytes"),
        "{message}"
    );
}

#[test]
fn variables_that_need_one_another() {
    let needing = |count| chained(count, |before| format!("value: '{{{{ x{before} }}}}'"));
    let body = |last: usize| FIXED.replace("x3", &format!("x{last}"));
    assert_eq!(verdict(Limits::DEFAULT, &needing(60), &body(59)).0, Status::Pass);
    let (status, message) = verdict(Limits::DEFAULT, &needing(2_000), &body(1_999));
    assert_eq!(status, Status::Error);
    assert!(
        message.ends_with("context entries need one another more than 64 levels deep"),
        "{message}"
    );
}

#[test]
fn loops_and_queries_without_end() {
    let items = format!("value: [{}]", vec!["a"; 150].join(", "));
    let rows = [
        // A loop of 150 elements for each of 150 elements.
        "foreach: [{list: x0, foreach: [{list: x0, deny: {conditions: {any: [{key: '{{ element }}', operator: \
         Equals, value: b}]}}}]}]"
            .to_owned(),
        format!(
            "deny: {{conditions: {{any: [{}]}}}}",
            ["{key: '{{ length(x0[?@ == `1`]) }}', operator: Equals, value: 1}"; 100].join(", ")
        ),
    ];
    let limits = Limits {
        context_bytes: 4_000,
        ..SMALL
    };
    for body in rows {
        let (status, message) = verdict(limits, std::slice::from_ref(&items), &body);
        assert_eq!(status, Status::Error, "{body}: {message}");
        assert!(
            message.contains("the policy takes more than 20000 steps for this request"),
            "{body}: {message}"
        );
        let limits = Limits {
            policy_steps: 10_000_000,
            ..limits
        };
        assert_ne!(
            verdict(limits, std::slice::from_ref(&items), &body).0,
            Status::Error
        );
    }
}
