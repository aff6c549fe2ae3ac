//! What Kyverno's command line takes without a word: names in `results` that name nothing (command line
//! reference A9). The verdicts stay; this says it beside them.

use std::collections::{BTreeSet, HashMap};

use sekisho_chain::Plan;
use sekisho_diagnostics::{Diagnostic, Span};
use sekisho_parser::cli_kinds::ExpectedResult;
use sekisho_report::{Row, RowResult};

use super::case::operation_of;
use super::index::Advice;
use super::rows::{Key, Material, is_rule, policy_name};

pub(super) fn all(material: &Material<'_>, rows: &[Row]) -> Vec<Diagnostic> {
    let mut passed: HashMap<Span, usize> = HashMap::new();
    for row in rows {
        if let (Some(place), false) = (row.place, row.result == RowResult::Fail) {
            *passed.entry(place).or_default() += 1;
        }
    }
    let mut advice = Advice::new();
    let mut said = Vec::new();
    let kinds: BTreeSet<&str> = material
        .index
        .keys(None)
        .all
        .iter()
        .filter_map(|key| match key {
            Key::Run(run) => Some(run.resource.identity.kind.kind.as_str()),
            Key::Target(_) => None,
        })
        .filter(|kind| !kind.is_empty())
        .collect();
    for entry in &material.case.results {
        said.extend(kind(entry, &kinds, &mut advice));
        let passed = passed.get(&entry.span).copied().unwrap_or_default();
        resources(material, entry, passed, &mut advice, &mut said);
        match policy(material, entry, &mut advice) {
            Some(diagnostic) => said.push(diagnostic),
            None => said.extend(rule(material, entry, &mut advice)),
        }
    }
    said
}

/// Resources of an entry that are not loaded.
fn resources(
    material: &Material<'_>,
    entry: &ExpectedResult,
    passed: usize,
    advice: &mut Advice,
    said: &mut Vec<Diagnostic>,
) {
    let keys = material.index.keys(operation_of(entry).unwrap_or_default());
    let texts = entry.resources.as_deref().unwrap_or_default();
    let is_known = |text: &str| keys.named(text).next().is_some();
    let is_meant = texts.iter().any(|text| is_known(&text.value));
    for text in texts.iter().filter(|text| !is_known(&text.value)) {
        let message = format!("no resource named `{}` is loaded", text.value);
        let mut diagnostic = Diagnostic::warning("unknown-resource", message).at(text.span);
        if !is_meant {
            let rows = if passed == 1 { "row passes" } else { "rows pass" };
            diagnostic = diagnostic.cause(format!(
                "`kyverno test` takes this as \"check every resource\": {passed} {rows} here without being meant"
            ));
        }
        said.push(help(diagnostic, &text.value, &keys.names, advice));
    }
}

/// The kind of an entry, where no object of that kind is loaded. Documents that are no resources have none.
fn kind(entry: &ExpectedResult, kinds: &BTreeSet<&str>, advice: &mut Advice) -> Option<Diagnostic> {
    let named = entry.kind.as_ref().filter(|named| !named.value.is_empty())?;
    let last = named.value.rsplit('/').next().unwrap_or_default();
    if kinds.is_empty() || kinds.contains(last) {
        return None;
    }
    let message = format!("no object of kind `{}` is loaded", named.value);
    let diagnostic = Diagnostic::warning("unknown-resource", message)
        .at(named.span)
        .cause("`kyverno test` does not look at the kind of an entry");
    let names: Vec<&str> = kinds.iter().copied().collect();
    Some(help(diagnostic, last, &names, advice))
}

fn policy(material: &Material<'_>, entry: &ExpectedResult, advice: &mut Advice) -> Option<Diagnostic> {
    let name = policy_name(entry);
    let names = material.index.others(name)?;
    let message = format!("no policy named `{name}` is loaded");
    let diagnostic = Diagnostic::warning("unknown-policy", message).at(entry.policy.span);
    Some(help(diagnostic, name, names, advice))
}

/// A rule that no classic policy of the name has.
fn rule(material: &Material<'_>, entry: &ExpectedResult, advice: &mut Advice) -> Option<Diagnostic> {
    let named = entry.rule.as_ref()?;
    let name = policy_name(entry);
    let plans = material.index.plans(name);
    let classic = || {
        plans.iter().filter_map(|(_, plan)| match plan {
            Plan::Classic(plan) => Some(plan),
            Plan::Validating(_) | Plan::Mutating(_) | Plan::Native(_) => None,
        })
    };
    let rules = || classic().flat_map(|plan| plan.every_rule());
    if classic().next().is_none() || rules().any(|rule| is_rule(entry, &rule.name)) {
        return None;
    }
    let names: Vec<&str> = rules().map(|rule| rule.name.as_str()).collect();
    let message = format!("policy `{name}` has no rule named `{}`", named.value);
    let diagnostic = Diagnostic::warning("unknown-rule", message)
        .at(named.span)
        .cause("`kyverno test` takes this as \"excluded\", which passes whatever is expected");
    Some(help(diagnostic, &named.value, &names, advice))
}

fn help(diagnostic: Diagnostic, text: &str, names: &[&str], advice: &mut Advice) -> Diagnostic {
    match advice.nearest(text, names) {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}
