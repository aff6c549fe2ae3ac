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
    let mut leaves = Leaves {
        by_path: BTreeMap::new(),
        limits,
        steps: limits.steps,
    };
    let collected = leaves.collect(document, &Path::ROOT);
    Some(collected.and_then(|()| leaves.visit(document, &Path::ROOT)))
}

/// What references lead to.
struct Leaves<'d> {
    /// By paths without anchors. Of leaves that differ in their anchors only, the last is found.
    by_path: BTreeMap<String, &'d Value>,
    limits: &'d Limits,
    /// Steps that are left: each path that is written out costs some, because a long key is in all below.
    steps: u64,
}

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

impl<'d> Leaves<'d> {
    fn collect(&mut self, value: &'d Value, path: &Path<'_>) -> Result<(), FillError> {
        expect_depth(path, self.limits)?;
        match value {
            Value::List(list) => {
                for (index, item) in list.iter().enumerate() {
                    self.collect(item, &path.index(index))?;
                }
            }
            Value::Map(map) => {
                for (key, item) in map {
                    self.collect(item, &path.key(key))?;
                }
            }
            leaf => {
                let path = without_anchors(&path.to_string());
                self.spend(path.len())?;
                self.by_path.insert(path, leaf);
            }
        }
        Ok(())
    }

    fn visit(&mut self, value: &Value, path: &Path<'_>) -> Result<Value, FillError> {
        match value {
            Value::String(text) if text.contains("$(") => Ok(Value::from(self.spliced(text, path)?)),
            Value::List(list) => {
                let mut filled = Vec::with_capacity(list.len());
                for (index, item) in list.iter().enumerate() {
                    filled.push(self.visit(item, &path.index(index))?);
                }
                Ok(Value::List(filled.into()))
            }
            Value::Map(map) => {
                let mut filled = Filled::with_capacity(map.len());
                for (key, item) in map {
                    let item = self.visit(item, &path.key(key))?;
                    match key.contains("$(") {
                        true => filled.insert(key, self.spliced(key, path)?.into(), item),
                        false => filled.insert(key, key.clone(), item),
                    }
                }
                Ok(Value::Map(filled.map))
            }
            other => Ok(other.clone()),
        }
    }

    /// A text with the texts that its references lead to.
    fn spliced(&mut self, text: &str, path: &Path<'_>) -> Result<String, FillError> {
        let mut spliced = String::new();
        let mut copied = 0;
        let here = path.to_string();
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
            self.spend(here.len() + reference.len())?;
            let shown = format!("{}{reference}", "\u{fffd}".repeat(rest));
            let found = self
                .target(&shown, &here)
                .map_err(|cause| FillError::unresolved(&shown, path, cause))?;
            match found {
                Value::String(new) => spliced.push_str(&new),
                Value::Null => {
                    let text = format!("got nil resolved variable {shown} at path {path}: <nil>");
                    return Err(FillError::new(path, text));
                }
                _ => {
                    let text =
                        format!("NotResolvedReferenceErr,reference {shown} not resolved at path {path}");
                    return Err(FillError::new(path, text));
                }
            }
            expect_room(&spliced, path, self.limits)?;
        }
        spliced.push_str(text.get(copied..).unwrap_or_default());
        Ok(unescaped(&spliced))
    }

    /// What a reference leads to: the leaf, or with an operator the operator and the text of the leaf.
    fn target(&self, reference: &str, path: &str) -> Result<Value, Complaint> {
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
            false => clean(&format!("{path}/{inner}"), !path.is_empty()),
        };
        let leaf = self.by_path.get(&absolute).copied().unwrap_or(&Value::Null);
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
                let text =
                    format!("incorrect expression: operator {operator} does not match with value {shown}");
                return Err(Complaint::new(QUERY_FAILED, text));
            }
        };
        Ok(Value::from(format!("{operator}{text}")))
    }

    /// Pays for writing out so many bytes.
    fn spend(&mut self, bytes: usize) -> Result<(), FillError> {
        match self.steps.checked_sub(1 + bytes as u64 / 16) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => {
                let limit = self.limits.steps;
                let text = format!("the references of a document take more than {limit} steps");
                Err(FillError::limit(&Path::ROOT, text))
            }
        }
    }
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
    let mut run: Option<Run> = None;
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
        let behind = start + 2 + first.len_utf8();
        if run.as_ref().is_none_or(|run| run.end < behind) {
            run = Some(Run::at(text, behind));
        }
        let closing = run.as_ref().and_then(|run| run.closing);
        if let Some(last) = closing.filter(|last| *last >= behind) {
            let end = last + 1;
            found.push(start..end);
            taken = end;
            from = end;
        }
    }
    found
}

/// Characters other than blanks in a row.
struct Run {
    end: usize,
    /// The last `)` in it.
    closing: Option<usize>,
}

impl Run {
    /// The run at a place of a text. Another place in the same run has the same end and the same `)`, so
    /// that many references in one run are found in one pass.
    fn at(text: &str, start: usize) -> Run {
        let rest = text.get(start..).unwrap_or_default();
        let run = rest.split(' ').next().unwrap_or_default();
        Run {
            end: start + run.len(),
            closing: run.rfind(')').map(|last| start + last),
        }
    }
}

#[cfg(test)]
mod tests {
    use sekisho_document::Map;

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
            ("$(a $(b)", &["$(b)"]),
            ("$(a$(b) $(c$(d)e$(f) )", &["$(a$(b)", "$(c$(d)e$(f)"]),
        ];
        for (text, expected) in rows {
            let found: Vec<&str> = references(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    /// Each of so many openings looks for its end in the same text: read once, not once for each.
    #[test]
    fn many_openings_are_read_in_one_pass() {
        let open = "$(".repeat(200_000);
        assert!(references(&open).is_empty());
        assert_eq!(references(&format!("{open})")), vec![0..open.len() + 1]);
        assert!(references(&format!("){open}")).is_empty());
    }

    /// The path of each leaf holds all keys above it, so a long key with much below grows like a square.
    #[test]
    fn long_paths_are_paid_for() {
        let below: Map = (0..2000).map(|key| (key.to_string(), Value::text(""))).collect();
        let text = Value::text("$(../1)".repeat(10).replace(")", ") "));
        let limits = Limits {
            steps: 10_000,
            ..Limits::STANDARD
        };
        for (length, complaint) in [(1, None), (500, Some("more than 10000 steps"))] {
            let mut map = below.clone();
            map.insert("0", text.clone());
            let document: Map = [("k".repeat(length), Value::Map(map))].into_iter().collect();
            let resolved = resolved(&document.into(), &limits).unwrap();
            match complaint {
                None => assert!(resolved.is_ok(), "{resolved:?}"),
                Some(part) => assert!(resolved.unwrap_err().to_string().contains(part)),
            }
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
