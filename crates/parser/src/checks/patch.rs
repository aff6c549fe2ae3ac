//! JSON patches written as text (engine reference §1.8.5).

use sekisho_diagnostics::{Diagnostic, Span, nearest};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Cursor, Numbers, Value};

use super::Check;
use super::case::Case;
use super::findings::{Report, Step};
use super::queries::PASSES;
use super::texts::placeholders;
use crate::classic::{Body, MutateLoop, Patch};

pub(super) static PATCHES: &[Check] = &[Check {
    section: "1.8.5",
    summary: "a JSON patch can be read, and its operations are known",
    step: Step::Rules,
    run: patches,
}];

/// What stands for variables while the text is read.
const WORD: &str = "kyvernojsonpatchvariable";

fn patches(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        let Body::Mutate(mutate) = &rule.body else {
            continue;
        };
        report.rule(position);
        match &mutate.patch {
            Patch::Json(text) => operations(*text, |diagnostic, fault| {
                let text = match fault {
                    Fault::Unreadable(text) => {
                        format!("path must begin with a forward slash: spec.rules[{position}]: {text}")
                    }
                    Fault::Path(path) => {
                        format!("path must begin with a forward slash: spec.rules[{position}]: {path}")
                    }
                    Fault::Operation(operation) => {
                        format!("unexpected kind: spec.rules[{position}]: {operation}")
                    }
                    Fault::NoValue(operation) => {
                        format!("invalid value: spec.rules[{position}]: operation {operation} has no value")
                    }
                };
                report.refuse(diagnostic, text);
            }),
            Patch::Foreach(loops) => loops.iter().for_each(|each| in_loop(each, report)),
            Patch::Merge(_) | Patch::Missing | Patch::Several(_) => {}
        }
    }
}

/// Kyverno does not look at patches in loops when it loads them; they fail when they are applied.
fn in_loop(each: &MutateLoop<'_>, report: &mut Report<'_>) {
    match &each.patch {
        Patch::Json(text) => operations(*text, |diagnostic, _| {
            let mut diagnostic = diagnostic;
            diagnostic.severity = sekisho_diagnostics::Severity::Warning;
            report.say(diagnostic);
        }),
        Patch::Foreach(loops) => loops.iter().for_each(|each| in_loop(each, report)),
        Patch::Merge(_) | Patch::Missing | Patch::Several(_) => {}
    }
}

enum Fault {
    Unreadable(String),
    Path(String),
    Operation(String),
    NoValue(String),
}

fn operations(at: Cursor<'_>, mut say: impl FnMut(Diagnostic, Fault)) {
    let text = without_variables(at.value.as_str().unwrap_or_default());
    let value = match yaml::read(&text, &Limits::DEFAULT, Numbers::AsWritten) {
        Ok(value) => value,
        Err(error) => {
            let diagnostic = fault(at, "the JSON patch can not be read", at.span())
                .cause(error.to_string())
                .help("write a list of operations, each with `op`, `path` and mostly `value`");
            return say(diagnostic, Fault::Unreadable(error.upstream()));
        }
    };
    let Some(list) = value.as_list() else {
        let message = format!(
            "the JSON patch is {}, expected a list of operations",
            value.kind().with_article()
        );
        let diagnostic = fault(at, &message, at.span()).help("begin each operation with a dash");
        return say(
            diagnostic,
            Fault::Unreadable("json: cannot unmarshal into jsonpatch.Patch".to_owned()),
        );
    };
    for operation in list.iter() {
        self::operation(at, operation, &mut say);
    }
}

const OPERATIONS: [&str; 6] = ["add", "remove", "replace", "move", "copy", "test"];

fn operation(at: Cursor<'_>, operation: &Value, say: &mut impl FnMut(Diagnostic, Fault)) {
    let path = operation.str_at(&["path"]);
    if !path.starts_with('/') {
        let message = format!("the path `{path}` of a JSON patch does not begin with `/`");
        let diagnostic =
            fault(at, &message, place(at, path)).help("write it from the root: `/metadata/labels/app`");
        say(diagnostic, Fault::Path(path.to_owned()));
    }
    let name = operation.str_at(&["op"]);
    if !OPERATIONS.contains(&name) {
        let diagnostic = fault(
            at,
            &format!("`{name}` is no operation of a JSON patch"),
            place(at, name),
        );
        let diagnostic = match nearest(name, OPERATIONS) {
            Some(operation) => diagnostic.help(format!("did you mean `{operation}`?")),
            None => diagnostic.help("write one of add, remove, replace, move, copy, test"),
        };
        return say(diagnostic, Fault::Operation(name.to_owned()));
    }
    let needs_value = matches!(name, "add" | "replace" | "test");
    if needs_value && operation.get("value").is_none() {
        let message = format!("the operation `{name}` of a JSON patch has no value");
        let diagnostic = fault(at, &message, place(at, path)).help("add `value`");
        say(diagnostic, Fault::NoValue(name.to_owned()));
    }
}

fn fault(_: Cursor<'_>, message: &str, span: Span) -> Diagnostic {
    Diagnostic::error("bad-json-patch", message).at(span)
}

/// The place of a word of the patch, or of the whole patch.
fn place(at: Cursor<'_>, word: &str) -> Span {
    let text = at.value.as_str().unwrap_or_default();
    match text.find(word).filter(|_| !word.is_empty()) {
        Some(start) => at.places.within(start..start + word.len()),
        None => at.span(),
    }
}

fn without_variables(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..PASSES {
        let ranges = placeholders(&text);
        if ranges.is_empty() {
            return text;
        }
        let mut next = String::new();
        let mut copied = 0;
        for range in ranges {
            next.push_str(text.get(copied..range.start).unwrap_or_default());
            next.push_str(WORD);
            copied = range.end;
        }
        next.push_str(text.get(copied..).unwrap_or_default());
        text = next;
    }
    text
}

/// The place of a variable in a `path` of the patch.
pub(super) fn variable_in_path(at: Cursor<'_>) -> Option<Span> {
    let text = at.value.as_str()?;
    let value = yaml::read(&without_variables(text), &Limits::DEFAULT, Numbers::AsWritten).ok()?;
    let has_variable = |operation: &Value| operation.str_at(&["path"]).contains(WORD);
    if !value.as_list()?.iter().any(has_variable) {
        return None;
    }
    let in_path = |range: &std::ops::Range<usize>| {
        let line = text.get(..range.start)?.rsplit('\n').next()?;
        line.contains("path").then_some(())
    };
    let range = placeholders(text)
        .into_iter()
        .find(|range| in_path(range).is_some());
    Some(range.map_or(at.span(), |range| at.places.within(range)))
}
