//! Context entries (engine reference §1.8.6).

use sekisho_diagnostics::{Diagnostic, Span};
use sekisho_document::Cursor;
use sekisho_jmespath::{Functions, Query};

use super::Check;
use super::case::{Case, key_span};
use super::findings::{Report, Step};
use super::texts::placeholders;
use crate::classic::{Body, Check as Checks, ContextEntry, EntrySource};

pub(super) static ENTRIES: &[Check] = &[Check {
    section: "1.8.6",
    summary: "context entries have a name of their own, one source, and what it needs",
    step: Step::Rules,
    run: entries,
}];

/// Names that are there before any entry.
const RESERVED: [&str; 6] = [
    "images",
    "request",
    "serviceAccountName",
    "serviceAccountNamespace",
    "element",
    "elementIndex",
];

fn entries(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        report.rule(position);
        let prefix = format!("path: spec.rules[{position}]: ");
        for entry in &rule.context {
            for fault in faults(case.functions, entry) {
                report.refuse(fault.diagnostic, format!("{prefix}{}", fault.text));
            }
        }
        let is_cel =
            matches!(&rule.body, Body::Validate(validate) if matches!(validate.check, Checks::Cel(_)));
        if is_cel && !rule.context.is_empty() {
            let diagnostic = Diagnostic::error(
                "context-with-cel",
                "a rule with `validate.cel` has no use for `context`",
            )
            .at(key_span(rule.at, "context"))
            .help("write `variables` in `cel`");
            let text = "context variables are not supported for CEL expressions in validate rules";
            report.refuse(diagnostic, format!("{prefix}{text}"));
        }
    }
}

/// What is wrong with an entry, for us and for Kyverno.
pub(super) struct Fault {
    pub(super) diagnostic: Diagnostic,
    pub(super) text: String,
}

fn fault(
    code: &'static str,
    message: impl Into<String>,
    span: Span,
    help: &str,
    text: impl Into<String>,
) -> Fault {
    Fault {
        diagnostic: Diagnostic::error(code, message).at(span).help(help),
        text: text.into(),
    }
}

pub(super) fn faults(functions: &Functions, entry: &ContextEntry<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let name = entry.name;
    if name.value.is_empty() {
        faults.push(fault(
            "bad-context-entry",
            "a context entry has no name",
            entry.at.span(),
            "add `name`",
            "a name is required for context entries",
        ));
    }
    let reserved = RESERVED.into_iter().find(|word| {
        let rest = name.value.strip_prefix(word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    if let Some(word) = reserved {
        faults.push(fault(
            "reserved-name",
            format!(
                "`{}` can not name a context entry, `{word}` is there already",
                name.value
            ),
            name.span,
            "choose another name",
            format!(
                "entry name {} is invalid as it conflicts with a pre-defined variable {word}",
                name.value
            ),
        ));
    }
    faults.extend(source(functions, entry));
    faults
}

fn source(functions: &Functions, entry: &ContextEntry<'_>) -> Vec<Fault> {
    const ONE: &str =
        "exactly one of configMap or apiCall or imageRegistry or variable is required for context entries";
    let name = entry.name.value;
    let bad = |message: String, span: Span, help: &str, text: &str| {
        fault("bad-context-entry", message, span, help, text)
    };
    match &entry.source {
        EntrySource::Missing => vec![bad(
            format!("context entry `{name}` has no source"),
            entry.name.span,
            "add one of configMap, apiCall, imageRegistry, variable, globalReference",
            ONE,
        )],
        EntrySource::Several(_) => vec![bad(
            format!("context entry `{name}` has more than one source"),
            entry.name.span,
            "keep one of them",
            ONE,
        )],
        EntrySource::ConfigMap { namespace, .. } => match namespace.and_then(|at| at.value.as_str()) {
            Some(text) if !text.is_empty() => Vec::new(),
            Some(_) | None => vec![bad(
                format!("the ConfigMap of context entry `{name}` has no namespace"),
                entry
                    .at
                    .get("configMap")
                    .map_or(entry.name.span, Cursor::key_span),
                "add `namespace`",
                "a namespace is required for configMap context entry",
            )],
        },
        EntrySource::ApiCall(call) => {
            let mut faults = Vec::new();
            if let (Some(path), Some(service)) = (call.url_path, call.service) {
                let both = bad(
                    format!("the call of context entry `{name}` has `urlPath` and `service`"),
                    service.key_span(),
                    "keep `urlPath` for the Kubernetes API, `service` for another server",
                    "a URLPath cannot be used for service API calls",
                );
                let diagnostic = both.diagnostic.label(path.key_span(), "`urlPath` is here");
                faults.push(Fault {
                    diagnostic,
                    text: both.text,
                });
            }
            faults.extend(query(functions, call.jmes_path));
            faults
        }
        EntrySource::GlobalReference { jmes_path, .. } | EntrySource::ImageRegistry { jmes_path, .. } => {
            query(functions, *jmes_path).into_iter().collect()
        }
        EntrySource::Variable {
            value,
            jmes_path,
            default,
        } => {
            let has_path = jmes_path.is_some_and(|at| at.value.as_str() != Some(""));
            let mut faults = Vec::new();
            if value.is_none() && !has_path {
                faults.push(bad(
                    format!("variable `{name}` has neither `value` nor `jmesPath`"),
                    entry.at.get("variable").map_or(entry.name.span, Cursor::key_span),
                    "add one of them; `default` alone is no value",
                    "a variable must define a value or a jmesPath expression",
                ));
            }
            if let (Some(default), false) = (default, has_path) {
                faults.push(bad(
                    format!("variable `{name}` has a `default` that is never used"),
                    default.key_span(),
                    "add `jmesPath`, or write the default as `value`",
                    "a variable must define a default value only when a jmesPath expression is defined",
                ));
            }
            faults.extend(query(functions, *jmes_path));
            faults
        }
    }
}

/// A query that holds no `{{ }}` must be one.
fn query(functions: &Functions, at: Option<Cursor<'_>>) -> Option<Fault> {
    let at = at?;
    let text = at.value.as_str()?;
    if text.is_empty() || !placeholders(text).is_empty() {
        return None;
    }
    let error = Query::compile(text, functions).err()?;
    let span = at.places.within(error.at.start as usize..error.at.end as usize);
    Some(fault(
        "bad-query",
        format!("this query can not be read: {}", error.message()),
        span,
        "a text in a query is quoted with `'`, a name with a dash or dot with `\"`",
        format!("failed to parse JMESPath {text}: {error}"),
    ))
}
