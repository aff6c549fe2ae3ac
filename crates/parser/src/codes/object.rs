//! Diagnostics about whole objects: kinds, names, and what is not a policy.

use sekisho_diagnostics::{Diagnostic, Span, nearest};
use sekisho_document::Cursor;

use super::shape::{listed, replace};
use crate::fields::KINDS;
use crate::policy::Meta;

pub(crate) fn not_a_policy(meta: &Meta) -> Diagnostic {
    let message = format!("{} is no policy and is passed over", named(meta));
    let diagnostic = Diagnostic::note("not-a-policy", message).at(kind_span(meta));
    match meta.gvk.group.as_str() {
        "cli.kyverno.io" => diagnostic.help("give it with the flag it is meant for, or in a test"),
        _ => diagnostic.help(
            "give it as a resource with `-r`; Kyverno's command line reads nothing of a file that holds it",
        ),
    }
}

pub(crate) fn not_evaluated_yet(meta: &Meta) -> Diagnostic {
    let message = format!("{} is read, but its kind is not evaluated yet", named(meta));
    Diagnostic::warning("not-evaluated-yet", message).at(kind_span(meta))
}

/// A file that Helm has not filled in yet.
pub(crate) fn helm_template(at: Span) -> Diagnostic {
    Diagnostic::error("helm-template", "this is a Helm template, not yet YAML")
        .at(at)
        .help("render it first: `helm template CHART | sekisho … -`")
}

/// A kind or version that Kyverno does not have, in one of its groups, or a kind that nearly is one.
pub(crate) fn unknown_kind(meta: &Meta) -> Option<Diagnostic> {
    let gvk = &meta.gvk;
    let same: Vec<_> = KINDS
        .iter()
        .filter(|kind| kind.group == gvk.group && kind.kind == gvk.kind)
        .collect();
    if !same.is_empty() && gvk.group != "cli.kyverno.io" {
        let versions: Vec<String> = same
            .iter()
            .flat_map(|kind| kind.versions)
            .map(|version| format!("{}/{version}", gvk.group))
            .collect();
        let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
        let message = format!("{} has no version `{}`", gvk.kind, gvk.api_version());
        let span = meta.root().get("apiVersion").map_or(meta.name.span, Cursor::span);
        let diagnostic = Diagnostic::error("unknown-kind", message)
            .at(span)
            .help(format!("write {}", listed(&versions)));
        return Some(match versions.first() {
            Some(version) => diagnostic.fix(replace(format!("write `{version}`"), span, version, false)),
            None => diagnostic,
        });
    }
    let ours = matches!(gvk.group.as_str(), "kyverno.io" | "policies.kyverno.io");
    if !ours {
        return None;
    }
    let kinds = KINDS
        .iter()
        .filter(|kind| kind.group == gvk.group)
        .map(|kind| kind.kind);
    let message = format!("`{}` has no kind `{}`", gvk.api_version(), gvk.kind);
    let span = kind_span(meta);
    let diagnostic = Diagnostic::error("unknown-kind", message).at(span);
    let everywhere = KINDS.iter().find(|kind| kind.kind == gvk.kind);
    Some(match (nearest(&gvk.kind, kinds.clone()), everywhere) {
        (_, Some(kind)) => {
            let version = kind.versions.first().copied().unwrap_or_default();
            diagnostic.help(format!("{} belongs to `{}/{version}`", kind.kind, kind.group))
        }
        (Some(kind), None) => diagnostic.help(format!("did you mean `{kind}`?")).fix(replace(
            format!("write `{kind}`"),
            span,
            kind,
            false,
        )),
        (None, None) => {
            let mut names: Vec<&str> = kinds.collect();
            names.dedup();
            diagnostic.help(format!("write one of {}", listed(&names)))
        }
    })
}

/// What is wrong with the name of an object.
pub(crate) fn name_faults(root: Cursor<'_>) -> Vec<Diagnostic> {
    let metadata = root.get("metadata");
    let name = metadata.and_then(|metadata| metadata.get("name"));
    let generated = metadata.and_then(|metadata| metadata.get("generateName"));
    match name {
        Some(name) => match name.value.as_str() {
            Some(text) if !is_subdomain(text) => vec![
                Diagnostic::error("bad-name", format!("`{text}` is not a name for an object"))
                    .at(name.span())
                    .help("use lower-case letters, digits, `-` and `.`, at most 253, with a letter or digit at both ends"),
            ],
            Some(_) | None => Vec::new(),
        },
        None if generated.is_some() => Vec::new(),
        None => {
            let span = metadata.map_or_else(|| first_key(root), |metadata| metadata.key_span());
            vec![
                Diagnostic::error("missing-field", "the document has no `metadata.name`")
                    .at(span)
                    .help("add `metadata.name`: name of the object"),
            ]
        }
    }
}

/// A file without `apiVersion` and `kind`.
pub(crate) fn without_type(root: Cursor<'_>, kind: &str) -> Diagnostic {
    Diagnostic::error(
        "old-format",
        format!("the {kind} file has no `apiVersion` and `kind`"),
    )
    .at(first_key(root))
    .help(format!(
        "begin it with `apiVersion: cli.kyverno.io/v1alpha1` and `kind: {kind}`"
    ))
}

/// A file whose kind is another one than its use says.
pub(crate) fn unexpected_kind(root: Cursor<'_>, expected: &str) -> Option<Diagnostic> {
    let kind = root.get("kind")?;
    let found = kind.value.as_str().filter(|found| *found != expected)?;
    Some(
        Diagnostic::warning(
            "unexpected-kind",
            format!("the file is read as a {expected} and says it is a `{found}`"),
        )
        .at(kind.span())
        .cause("`kyverno` does not look at it")
        .help(format!("write `kind: {expected}`")),
    )
}

/// A field that only the old form has.
pub(crate) fn old_format(root: Cursor<'_>, key: &str) -> Option<Diagnostic> {
    let cursor = root.get(key).filter(|cursor| cursor.value.as_str() != Some(""))?;
    Some(
        Diagnostic::error(
            "old-format",
            format!("`{key}` at the top belongs to the old form of test files"),
        )
        .at(cursor.key_span())
        .help("write it as `metadata.name`"),
    )
}

fn is_subdomain(text: &str) -> bool {
    let part = |part: &str| {
        let edge =
            |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        edge(part.bytes().next())
            && edge(part.bytes().next_back())
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    text.len() <= 253 && text.split('.').all(part)
}

fn first_key(root: Cursor<'_>) -> Span {
    root.places
        .children
        .first()
        .and_then(|child| child.key)
        .unwrap_or(root.places.node)
}

fn kind_span(meta: &Meta) -> Span {
    meta.root().get("kind").map_or(meta.name.span, Cursor::span)
}

/// `ConfigMap settings`.
fn named(meta: &Meta) -> String {
    if meta.name.value.is_empty() {
        return meta.gvk.kind.to_string();
    }
    format!("{} `{}`", meta.gvk.kind, meta.name.value)
}
