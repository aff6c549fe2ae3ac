//! A table of faulty policies: what is said, where, and with what text Kyverno refuses.

mod bodies;
mod contents;
mod selections;
mod whole;

use sekisho_diagnostics::{Severity, Sources, find_code};
use sekisho_document::yaml::Limits;
use sekisho_jmespath::{Functions, functions};
use sekisho_kubernetes::{Kinds, Order};

use super::{Checked, Surroundings, check_policy};
use crate::{CHECK_CODES, CODES, Policy, documents};

/// Checks the policy of a text; what reading says must be no error.
fn check(text: &str) -> Checked {
    let mut sources = Sources::new();
    let source = sources.add("policy.yaml", text);
    let read = documents(&source, &Limits::DEFAULT).next().unwrap();
    let errors: Vec<_> = read
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let Some(Policy::Classic(policy)) = read.output.policy() else {
        panic!("no policy: {text}");
    };
    let surroundings = Surroundings {
        kinds: &Kinds::kyverno_offline(),
        functions: &Functions::new(&[functions::STANDARD]),
    };
    check_policy(policy, &policy.rules().output, surroundings)
}

/// A policy with these lines in its `spec` and one rule.
fn policy(spec: &str, rule: &str) -> String {
    let indent = |text: &str, depth: usize| -> String {
        text.lines()
            .map(|line| format!("{}{line}\n", " ".repeat(depth)))
            .collect()
    };
    format!(
        "apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {{name: check}}\nspec:\n{}  rules:\n  - name: first\n{}",
        indent(spec, 2),
        indent(rule, 4),
    )
}

const PODS: &str = "match: {any: [{resources: {kinds: [Pod]}}]}\n";

/// Each row: lines of the spec, lines of the rule, `code` and the text under it, Kyverno's text.
type Row = (&'static str, String, &'static str, &'static str, &'static str);

fn run(rows: &[Row]) {
    for (spec, rule, code, under, refusal) in rows {
        let text = policy(spec, rule);
        let checked = check(&text);
        let found = checked.diagnostics(Order::KyvernoCli);
        let codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code).collect();
        assert!(codes.contains(code), "{codes:?} has no {code}\n{text}");
        let diagnostic = found.iter().find(|diagnostic| diagnostic.code == *code).unwrap();
        let span = diagnostic.primary.unwrap();
        let shown = &text[span.start as usize..span.end as usize];
        assert!(
            shown == *under || (shown.starts_with(under) && !under.is_empty()),
            "{code} is at {shown:?}, expected {under:?}\n{text}"
        );
        assert!(!diagnostic.help.is_empty(), "{code} gives no advice");
        let explained = find_code(&[CODES, CHECK_CODES], code);
        assert!(explained.is_some(), "{code} is not explained");
        let said = checked.refusal(Order::KyvernoCli).unwrap_or_default();
        match *refusal {
            "" => assert_eq!(said, "", "{text}"),
            refusal => assert!(said.contains(refusal), "{said}\nhas no\n{refusal}\n{text}"),
        }
    }
}

fn pods(body: &str) -> String {
    format!("{PODS}{body}")
}

fn deny(condition: &str) -> String {
    pods(&format!(
        "validate: {{deny: {{conditions: {{any: [{condition}]}}}}}}"
    ))
}
