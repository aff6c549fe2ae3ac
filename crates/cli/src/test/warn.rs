//! What Kyverno's command line takes without a word: names in `results` that name nothing (command line
//! reference A9). The verdicts stay; this says it beside them.

use sekisho_chain::Plan;
use sekisho_diagnostics::{Diagnostic, nearest};
use sekisho_parser::cli_kinds::ExpectedResult;
use sekisho_report::{Row, RowResult};

use super::case::operation_of;
use super::rows::{Material, is_rule, keys, policy_name};

pub(super) fn all(material: &Material<'_>, rows: &[Row]) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for entry in &material.case.results {
        said.extend(resources(material, entry, rows));
        match policy(material, entry) {
            Some(diagnostic) => said.push(diagnostic),
            None => said.extend(rule(material, entry)),
        }
    }
    said
}

/// Resources of an entry that are not loaded.
fn resources(material: &Material<'_>, entry: &ExpectedResult, rows: &[Row]) -> Vec<Diagnostic> {
    let operation = operation_of(entry).unwrap_or_default();
    let keys = keys(material, operation);
    let texts = entry.resources.as_deref().unwrap_or_default();
    let is_known = |text: &str| keys.iter().any(|key| key.is_named(text));
    let unmeant = if texts.iter().any(|text| is_known(&text.value)) {
        None
    } else {
        let of_entry = rows.iter().filter(|row| row.place == Some(entry.span));
        let passed = of_entry.filter(|row| row.result != RowResult::Fail).count();
        Some(passed)
    };
    let names: Vec<String> = keys.iter().map(|key| key.shown()).collect();
    let names: Vec<&str> = names
        .iter()
        .filter_map(|shown| shown.rsplit('/').next())
        .collect();
    let unknown = texts.iter().filter(|text| !is_known(&text.value));
    unknown
        .map(|text| {
            let message = format!("no resource named `{}` is loaded", text.value);
            let mut diagnostic = Diagnostic::warning("unknown-resource", message).at(text.span);
            if let Some(passed) = unmeant {
                let rows = if passed == 1 { "row passes" } else { "rows pass" };
                diagnostic = diagnostic.cause(format!(
                    "`kyverno test` takes this as \"check every resource\": {passed} {rows} here without being meant"
                ));
            }
            help(diagnostic, &text.value, &names)
        })
        .collect()
}

fn policy(material: &Material<'_>, entry: &ExpectedResult) -> Option<Diagnostic> {
    let name = policy_name(entry);
    let mut names: Vec<&str> = material
        .policies
        .iter()
        .map(|policy| policy.meta().name.value.as_str())
        .collect();
    let refused = material.judge.chain.refused();
    names.extend(refused.iter().map(|refused| refused.policy.name.as_str()));
    if names.contains(&name) {
        return None;
    }
    let message = format!("no policy named `{name}` is loaded");
    let diagnostic = Diagnostic::warning("unknown-policy", message).at(entry.policy.span);
    Some(help(diagnostic, name, &names))
}

/// A rule that no classic policy of the name has.
fn rule(material: &Material<'_>, entry: &ExpectedResult) -> Option<Diagnostic> {
    let named = entry.rule.as_ref()?;
    let name = policy_name(entry);
    let plans: Vec<_> = material
        .judge
        .chain
        .plans()
        .iter()
        .filter_map(|plan| match plan {
            Plan::Classic(plan) => Some(plan),
            Plan::Validating(_) => None,
        })
        .filter(|plan| plan.name.name == name)
        .collect();
    let mut rules = plans.iter().flat_map(|plan| plan.every_rule());
    if plans.is_empty() || rules.any(|rule| is_rule(entry, &rule.name)) {
        return None;
    }
    let names: Vec<&str> = plans
        .iter()
        .flat_map(|plan| plan.every_rule())
        .map(|rule| rule.name.as_str())
        .collect();
    let message = format!("policy `{name}` has no rule named `{}`", named.value);
    let diagnostic = Diagnostic::warning("unknown-rule", message)
        .at(named.span)
        .cause("`kyverno test` takes this as \"excluded\", which passes whatever is expected");
    Some(help(diagnostic, &named.value, &names))
}

fn help(diagnostic: Diagnostic, text: &str, names: &[&str]) -> Diagnostic {
    match nearest(text, names.iter().copied()) {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}
