//! References `$(…)`: whether they name a text of the same rule (JMESPath reference §9).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::{Cursor, Value};
use sekisho_jmespath::references;

use super::findings::Report;
use super::texts::visit;
use crate::classic::Rule;

/// Kyverno resolves the references of the whole rule when it loads it, so a shell variable such as
/// `$(HOME)` makes a policy invalid.
pub(super) fn check(rule: &Rule<'_>, report: &mut Report<'_>) {
    let mut faults = Vec::new();
    visit(rule.at, &mut String::new(), &|_| true, &mut |path, leaf| {
        for range in references(leaf.text) {
            let reference = leaf.text.get(range.clone()).unwrap_or_default();
            let outcome = resolve(rule.at, path, reference);
            let help = match outcome {
                Outcome::Resolved => continue,
                Outcome::ThroughAnchors => {
                    "write the path from the root and without anchors: Kyverno does not find it through them"
                        .to_owned()
                }
                Outcome::Nothing => {
                    format!("write `\\{reference}` if it is not a reference but ordinary text")
                }
            };
            faults.push((
                leaf.span(range.clone()),
                reference.to_owned(),
                path.to_owned(),
                help,
            ));
        }
    });
    for (span, reference, path, help) in faults {
        let diagnostic = Diagnostic::error(
            "unresolved-reference",
            format!("`{reference}` names nothing in this rule"),
        )
        .at(span)
        .help(help);
        let name = rule.name.value;
        let text = format!("got nil resolved variable {reference} at path {path}: <nil>");
        let prefix = "policy contains invalid variables: variable substitution failed for rule";
        report.refuse(diagnostic, format!("{prefix} {name}: {text}"));
    }
}

/// What becomes of a reference.
enum Outcome {
    Resolved,
    /// Only if Kyverno looked for the path without the anchors in it, which it does not.
    ThroughAnchors,
    Nothing,
}

fn resolve(rule: Cursor<'_>, path: &str, reference: &str) -> Outcome {
    let inner = reference.trim_matches(|character| matches!(character, '$' | '(' | ')'));
    let operator = [">=", "<=", ">", "<", "!"]
        .into_iter()
        .find(|operator| inner.starts_with(operator));
    let target = inner.get(operator.map_or(0, str::len)..).unwrap_or_default();
    let base = if target.starts_with('/') { "" } else { path };
    let wanted = clean(base, target);
    let bare: Vec<&str> = wanted.iter().map(|part| without_anchor(part)).collect();
    let is_text = match (find(rule, &bare), operator) {
        (Some(Value::String(_)), _) | (Some(Value::Int(_) | Value::UInt(_) | Value::Float(_)), Some(_)) => {
            true
        }
        (Some(_) | None, _) => false,
    };
    match is_text && !target.is_empty() {
        false => Outcome::Nothing,
        true if bare == wanted => Outcome::Resolved,
        true => Outcome::ThroughAnchors,
    }
}

/// The parts of a path below another, with `.` and `..` taken out.
fn clean(base: &str, path: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in split(base).into_iter().chain(split(path)) {
        match part.as_str() {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts
}

/// Splits at slashes that have no backslash before them, which is dropped.
fn split(path: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut characters = path.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some('/')) => {
                characters.next();
                parts
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|part| part.push('/'));
            }
            ('/', _) => parts.push(String::new()),
            (other, _) => parts
                .iter_mut()
                .last()
                .into_iter()
                .for_each(|part| part.push(other)),
        }
    }
    parts
}

fn without_anchor(part: &str) -> &str {
    let open = match part.as_bytes() {
        [b'+' | b'<' | b'=' | b'X' | b'^', b'(', ..] => 2,
        [b'(', ..] => 1,
        _ => return part,
    };
    part.get(open..)
        .and_then(|rest| rest.strip_suffix(')'))
        .unwrap_or(part)
}

fn find<'t>(at: Cursor<'t>, path: &[&str]) -> Option<&'t Value> {
    let Some((first, rest)) = path.split_first() else {
        return Some(at.value);
    };
    match at.value {
        Value::Map(_) => at
            .entries()
            .filter(|(key, _)| without_anchor(key) == *first)
            .find_map(|(_, at)| find(at, rest)),
        Value::List(_) => find(at.item(first.parse().ok()?)?, rest),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::UInt(_)
        | Value::Float(_)
        | Value::String(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned() {
        assert_eq!(clean("/spec/c/0/a", "./../b"), ["spec", "c", "0", "b"]);
        assert_eq!(clean("", "/spec/a\\/b"), ["spec", "a/b"]);
        assert_eq!(without_anchor("=(a)"), "a");
        assert_eq!(without_anchor("a(b)"), "a(b)");
    }
}
