//! References `$( … )` from one leaf of a document to another (reference §9).
//!
//! They see nothing but the document, so they are resolved when it is compiled.

use std::collections::BTreeMap;
use std::ops::Range;

use sekisho_diagnostics::Complaint;
use sekisho_document::Value;
use sekisho_document::number::{Digits, Notation, format_float};
use sekisho_document::print::go_text;

use crate::Limits;
use crate::error::QUERY_FAILED;
use crate::template::fault::FillError;
use crate::template::path::Path;
use crate::template::walk::{Filled, expect_depth, expect_room};

/// The references of a text, from the dollar sign to the parenthesis; what a backslash protects is none.
#[must_use]
pub fn references(text: &str) -> Vec<Range<usize>> {
    find(text, |before| before != Some('\\'))
}

/// A document with its references put in. Nothing when it has none and nothing that looks like one.
pub(super) fn resolved(document: &Value, limits: &Limits) -> Option<Result<Value, FillError>> {
    if !mentions_reference(document) {
        return None;
    }
    let mut leaves = Leaves::new();
    Some(
        collect(document, &Path::ROOT, limits, &mut leaves)
            .and_then(|()| visit(document, &Path::ROOT, limits, &leaves)),
    )
}

/// Leaves by their paths without anchors. Of leaves that differ in their anchors only, the last is found.
type Leaves<'d> = BTreeMap<String, &'d Value>;

fn mentions_reference(document: &Value) -> bool {
    let mut open = vec![document];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) if text.contains("$(") => return true,
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => {
                if map.keys().any(|key| key.contains("$(")) {
                    return true;
                }
                open.extend(map.values());
            }
            _ => {}
        }
    }
    false
}

fn collect<'d>(
    value: &'d Value,
    path: &Path<'_>,
    limits: &Limits,
    leaves: &mut Leaves<'d>,
) -> Result<(), FillError> {
    expect_depth(path, limits)?;
    match value {
        Value::List(list) => {
            for (index, item) in list.iter().enumerate() {
                collect(item, &path.index(index), limits, leaves)?;
            }
        }
        Value::Map(map) => {
            for (key, item) in map {
                collect(item, &path.key(key), limits, leaves)?;
            }
        }
        leaf => {
            leaves.insert(without_anchors(&path.to_string()), leaf);
        }
    }
    Ok(())
}

fn visit(value: &Value, path: &Path<'_>, limits: &Limits, leaves: &Leaves<'_>) -> Result<Value, FillError> {
    match value {
        Value::String(text) if text.contains("$(") => Ok(Value::from(spliced(text, path, limits, leaves)?)),
        Value::List(list) => {
            let mut filled = Vec::with_capacity(list.len());
            for (index, item) in list.iter().enumerate() {
                filled.push(visit(item, &path.index(index), limits, leaves)?);
            }
            Ok(Value::List(filled.into()))
        }
        Value::Map(map) => {
            let mut filled = Filled::with_capacity(map.len());
            for (key, item) in map {
                let item = visit(item, &path.key(key), limits, leaves)?;
                match key.contains("$(") {
                    true => filled.insert(key, spliced(key, path, limits, leaves)?.into(), item),
                    false => filled.insert(key, key.clone(), item),
                }
            }
            Ok(Value::Map(filled.map))
        }
        other => Ok(other.clone()),
    }
}

/// A text with the texts that its references lead to.
fn spliced(text: &str, path: &Path<'_>, limits: &Limits, leaves: &Leaves<'_>) -> Result<String, FillError> {
    let mut spliced = String::new();
    let mut copied = 0;
    for at in references(text) {
        let before = text.get(copied..at.start).unwrap_or_default();
        spliced.push_str(before);
        copied = at.end;
        // Kyverno cuts one byte off before the dollar sign, so a character of more leaves a rest.
        let rest = before
            .chars()
            .next_back()
            .map_or(0, char::len_utf8)
            .saturating_sub(1);
        let reference = text.get(at).unwrap_or_default();
        let shown = format!("{}{reference}", "\u{fffd}".repeat(rest));
        let found =
            target(&shown, path, leaves).map_err(|cause| FillError::unresolved(&shown, path, cause))?;
        match found {
            Value::String(new) => spliced.push_str(&new),
            Value::Null => {
                let text = format!("got nil resolved variable {shown} at path {path}: <nil>");
                return Err(FillError::new(path, text));
            }
            _ => {
                let text = format!("NotResolvedReferenceErr,reference {shown} not resolved at path {path}");
                return Err(FillError::new(path, text));
            }
        }
        expect_room(&spliced, path, limits)?;
    }
    spliced.push_str(text.get(copied..).unwrap_or_default());
    Ok(unescaped(&spliced))
}

/// What a reference leads to: the leaf, or with an operator the operator and the text of the leaf.
fn target(reference: &str, path: &Path<'_>, leaves: &Leaves<'_>) -> Result<Value, Complaint> {
    let inner = reference.trim_matches(|it| matches!(it, '$' | '(' | ')'));
    let operator = operator(inner);
    let inner = inner.get(operator.len()..).unwrap_or_default();
    if inner.is_empty() {
        return Err(Complaint::new(
            QUERY_FAILED,
            "expected path, found empty reference",
        ));
    }
    let absolute = match inner.starts_with('/') {
        true => inner.to_owned(),
        false => clean(&format!("{path}/{inner}"), !path.to_string().is_empty()),
    };
    let leaf = leaves.get(&absolute).copied().unwrap_or(&Value::Null);
    if operator.is_empty() {
        return Ok(leaf.clone());
    }
    let text = match leaf {
        Value::String(text) => text.to_string(),
        Value::Int(number) => number.to_string(),
        Value::UInt(number) => number.to_string(),
        Value::Float(number) => format_float(*number, Notation::Plain, Digits::Fixed(6)),
        other => {
            let shown = go_text(other);
            let text = format!("incorrect expression: operator {operator} does not match with value {shown}");
            return Err(Complaint::new(QUERY_FAILED, text));
        }
    };
    Ok(Value::from(format!("{operator}{text}")))
}

/// The operator that a pattern begins with, or the one that its range stands for; engine reference A.2.
fn operator(text: &str) -> &'static str {
    if text.len() < 2 {
        return "";
    }
    let operators = [">=", "<=", ">", "<", "!"];
    if let Some(operator) = operators.into_iter().find(|operator| text.starts_with(operator)) {
        return operator;
    }
    match () {
        () if is_range(text, "-") => "-",
        () if is_range(text, "!-") => "!-",
        () => "",
    }
}

fn is_range(text: &str, dash: &str) -> bool {
    let behind = |text| number(text).and_then(|rest| rest.strip_prefix(dash));
    behind(text).and_then(number).is_some_and(str::is_empty)
}

/// What follows a number with a unit: a sign, digits, a fraction, letters.
fn number(text: &str) -> Option<&str> {
    let digits = |text: &str| -> Option<usize> {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        (length > 0).then_some(length)
    };
    let text = text.strip_prefix(['-', '|', '+']).unwrap_or(text);
    let text = text.get(digits(text)?..)?;
    let fraction = text
        .strip_prefix('.')
        .and_then(|fraction| fraction.get(digits(fraction)?..));
    let text = fraction.unwrap_or(text);
    Some(text.trim_start_matches(|it: char| it.is_ascii_alphabetic()))
}

/// A path without the anchors of its parts: `/spec/=(a)/(b)` is `/spec/a/b`.
fn without_anchors(path: &str) -> String {
    let bare = |part: &str| -> String {
        let inner = part.strip_prefix(['+', '<', '=', 'X', '^']).unwrap_or(part);
        let key = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        key.filter(|key| !key.is_empty()).unwrap_or(part).to_owned()
    };
    let parts: Vec<String> = path.split('/').map(bare).collect();
    clean(&parts.join("/"), path.starts_with('/'))
}

/// A path without empty parts, `.` and `..`, as Go's `path.Clean` has it.
fn clean(path: &str, absolute: bool) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if absolute => {}
            other => parts.push(other),
        }
    }
    let joined = parts.join("/");
    match (absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// A text without the backslashes that protect references.
fn unescaped(text: &str) -> String {
    let mut unescaped = String::with_capacity(text.len());
    let mut copied = 0;
    for at in find(text, |before| before == Some('\\')) {
        unescaped.push_str(text.get(copied..at.start - 1).unwrap_or_default());
        copied = at.start;
    }
    unescaped.push_str(text.get(copied..).unwrap_or_default());
    unescaped
}

/// `$(`, a character, characters other than blanks, and the last `)` before a blank.
fn find(text: &str, stands: impl Fn(Option<char>) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut taken = 0;
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find("$(")) {
        let start = from + start;
        from = start + 1;
        let before = text.get(taken..start).and_then(|free| free.chars().next_back());
        if !stands(before) || (before.is_none() && start != 0) {
            continue;
        }
        let inner = text.get(start + 2..).unwrap_or_default();
        let Some(first) = inner.chars().next().filter(|first| *first != '\n') else {
            continue;
        };
        let run = inner.get(first.len_utf8()..).unwrap_or_default();
        let run = run.split(' ').next().unwrap_or_default();
        if let Some(last) = run.rfind(')') {
            let end = start + 2 + first.len_utf8() + last + 1;
            found.push(start..end);
            taken = end;
            from = end;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_reference() {
        let rows: &[(&str, &[&str])] = &[
            ("$(a)", &["$(a)"]),
            ("x$(a)/$(b) $(c)", &["$(a)/$(b)", "$(c)"]),
            ("\\$(a)", &[]),
            ("$(a b)", &[]),
            ("$()", &[]),
            ("$( )", &["$( )"]),
            ("$( a)", &["$( a)"]),
            ("$(a)b)", &["$(a)b)"]),
            ("cost $5 (x)", &[]),
            ("$$(a)", &["$(a)"]),
        ];
        for (text, expected) in rows {
            let found: Vec<&str> = references(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn paths_and_operators() {
        assert_eq!(without_anchors("/spec/=(a)/X(b)/c"), "/spec/a/b/c");
        assert_eq!(without_anchors("/spec/^(a)/0/(b)c"), "/spec/a/0/(b)c");
        assert_eq!(clean("/a/b/./../c", true), "/a/c");
        assert_eq!(clean("/a/../../c", true), "/c");
        assert_eq!(clean("/a", false), "a");
        for (text, expected) in [
            (">=a", ">="),
            ("!a", "!"),
            ("10-20", "-"),
            ("-5--1", "-"),
            ("1h-2h", "-"),
            ("10!-20", "!-"),
            ("a-b", ""),
            ("<", ""),
        ] {
            assert_eq!(operator(text), expected, "{text}");
        }
    }
}
