//! Diagnostics about the shape of a document: fields, types, words, bounds.

use sekisho_diagnostics::{Diagnostic, Edit, Fix, Span, nearest};
use sekisho_document::{Cursor, Places, Value};

use crate::fields::Field;
use crate::path::Path;

pub(crate) fn wrong_type(field: &str, expected: &str, found: Cursor<'_>) -> Diagnostic {
    type_diagnostic(field, expected, found.value, found.span())
}

pub(crate) fn wrong_type_at(path: &Path<'_>, expected: &str, found: &Value, place: Span) -> Diagnostic {
    type_diagnostic(&path.to_string(), expected, found, place)
}

fn type_diagnostic(field: &str, expected: &str, found: &Value, place: Span) -> Diagnostic {
    let article = found.kind().with_article();
    let message = match field {
        "" => format!("the document is {article}, expected {expected}"),
        field => format!("`{field}` is {article}, expected {expected}"),
    };
    let diagnostic = Diagnostic::error("wrong-type", message).at(place);
    match (expected, found) {
        ("a string", Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_)) => {
            diagnostic.help("put it in double quotes to make it a string")
        }
        ("a boolean", Value::String(text)) if matches!(text.as_str(), "true" | "false") => diagnostic
            .help(format!("write {text} without quotes"))
            .fix(replace(
                format!("remove the quotes around `{text}`"),
                place,
                text,
                true,
            )),
        ("a whole number", Value::String(text)) if text.parse::<i64>().is_ok() => diagnostic
            .help(format!("write {text} without quotes"))
            .fix(replace(
                format!("remove the quotes around `{text}`"),
                place,
                text,
                true,
            )),
        ("a list", Value::Map(_) | Value::String(_)) => {
            diagnostic.help("begin each item of the list with a dash")
        }
        _ => diagnostic,
    }
}

/// Fields that were given up: the old name, a field beside it, and what to write.
const RENAMED: [(&str, &str, &str); 4] = [
    ("resource", "resourceSpecs", "write a list: `resources: [name]`"),
    (
        "namespace",
        "resourceSpecs",
        "write it into the name of the resource: `resources: [namespace/name]`",
    ),
    ("status", "resourceSpecs", "write `result`"),
    (
        "checks",
        "results",
        "remove them: assertion trees were an experiment",
    ),
];

pub(crate) fn unknown_field(
    path: &Path<'_>,
    key: &str,
    names: impl Iterator<Item = &'static str>,
    place: &Places,
) -> Diagnostic {
    let message = if path.is_root() {
        format!("unknown field `{key}`")
    } else {
        format!("unknown field `{key}` in `{path}`")
    };
    let span = place.key.unwrap_or(place.node);
    let diagnostic = Diagnostic::error("unknown-field", message).at(span);
    let names: Vec<&str> = names.collect();
    let renamed = RENAMED
        .iter()
        .find(|(old, now, _)| *old == key && names.contains(now));
    if let Some((_, _, help)) = renamed {
        return diagnostic.help(*help);
    }
    if let Some(name) = nearest(key, names.iter().copied()) {
        return diagnostic.help(format!("did you mean `{name}`?")).fix(replace(
            format!("rename `{key}` to `{name}`"),
            span,
            name,
            false,
        ));
    }
    diagnostic.help(format!("remove it; the fields here are {}", listed(&names)))
}

/// A field that Kyverno drops without a word, because no schema covers the place.
pub(crate) fn ignored_field(key: &str, at: Cursor<'_>, names: &[&'static str]) -> Diagnostic {
    let span = at.key_span();
    let diagnostic = Diagnostic::warning(
        "ignored-field",
        format!("`{key}` is no field here and is dropped"),
    )
    .at(span);
    match nearest(key, names.iter().copied()) {
        Some(name) => diagnostic.help(format!("did you mean `{name}`?")).fix(replace(
            format!("rename `{key}` to `{name}`"),
            span,
            name,
            false,
        )),
        None => diagnostic.help(format!("remove it; the fields here are {}", listed(names))),
    }
}

pub(crate) fn missing_field(path: &Path<'_>, field: &Field, place: Span) -> Diagnostic {
    let message = if path.is_root() {
        format!("the document has no `{}`", field.name)
    } else {
        format!("`{path}` has no `{}`", field.name)
    };
    Diagnostic::error("missing-field", message)
        .at(place)
        .help(format!("add `{}`: {}", field.name, field.summary))
}

pub(crate) fn none_given(path: &Path<'_>, names: &[&'static str], place: Span) -> Diagnostic {
    Diagnostic::error("missing-field", format!("`{path}` has none of {}", listed(names)))
        .at(place)
        .help(format!("add exactly one of {}", listed(names)))
}

pub(crate) fn several_given(path: &Path<'_>, names: &[&'static str], spans: Vec<Span>) -> Diagnostic {
    let mut spans = spans.into_iter();
    let first = spans.next();
    let message = format!("`{path}` has {} together", listed_with(names, "and"));
    let diagnostic = Diagnostic::error("conflicting-fields", message)
        .maybe_at(spans.next().or(first))
        .help("keep exactly one of them");
    match first {
        Some(first) => diagnostic.label(first, "one is here"),
        None => diagnostic,
    }
}

pub(crate) fn not_allowed(path: &Path<'_>, text: &str, words: &[&'static str], place: Span) -> Diagnostic {
    let message = format!("`{path}` is `{text}`, which is none of the allowed words");
    let diagnostic = Diagnostic::error("not-allowed", message).at(place);
    match nearest(text, words.iter().copied()) {
        Some(word) => diagnostic.help(format!("did you mean `{word}`?")).fix(replace(
            format!("write `{word}`"),
            place,
            word,
            word.eq_ignore_ascii_case(text),
        )),
        None => diagnostic.help(format!("write one of {}", listed(words))),
    }
}

pub(crate) fn out_of_bounds(path: &Path<'_>, bound: &str, value: &Value, place: Span) -> Diagnostic {
    let shown = match value {
        Value::Int(number) => format!("`{path}` is {number}"),
        Value::String(text) => format!("`{path}` has {} characters", text.chars().count()),
        Value::List(list) => format!("`{path}` has {} items", list.len()),
        Value::Null | Value::Bool(_) | Value::UInt(_) | Value::Float(_) | Value::Map(_) => {
            format!("`{path}`")
        }
    };
    Diagnostic::error("out-of-bounds", format!("{shown}, expected {bound}")).at(place)
}

/// A change of one place.
pub(crate) fn replace(title: impl Into<String>, span: Span, replacement: &str, safe: bool) -> Fix {
    Fix {
        title: title.into(),
        edits: vec![Edit {
            span,
            replacement: replacement.to_owned(),
        }],
        safe,
    }
}

/// Adds a fix, if there is one.
pub(crate) fn with_fix(diagnostic: Diagnostic, fix: Option<Fix>) -> Diagnostic {
    match fix {
        Some(fix) => diagnostic.fix(fix),
        None => diagnostic,
    }
}

/// `a`, `b` or `c`, each in backticks.
pub(crate) fn listed(names: &[&str]) -> String {
    listed_with(names, "or")
}

fn listed_with(names: &[&str], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} {word} {last}", before.join(", ")),
        None => String::new(),
    }
}
