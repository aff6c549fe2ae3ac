//! Image verification (engine reference §1.8.7).

use sekisho_diagnostics::Diagnostic;
use sekisho_document::{Cursor, Value};
use sekisho_jmespath::Query;

use super::Check;
use super::case::{Case, key_span};
use super::findings::{Report, Step};
use super::go;
use crate::classic::{Action, Body, ImageVerification};
use crate::codes::replace;
use crate::look::entry;

pub(super) static EXTRACTORS: &[Check] = &[Check {
    section: "1.8/11",
    summary: "queries of image extractors can be read, and do not stand beside pinning",
    step: Step::Rules,
    run: extractors,
}];

/// A digest is written to the place of the image, which a query hides.
fn extractors(case: &Case<'_>, report: &mut Report<'_>) {
    for (position, rule) in case.expanded.iter().enumerate() {
        let (Body::VerifyImages(entries), Some(extractors)) = (&rule.body, rule.image_extractors) else {
            continue;
        };
        report.rule(position);
        let prefix = format!("path: spec.rules[{position}]: ");
        let queries = extractors
            .entries()
            .flat_map(|(_, list)| list.items())
            .filter_map(|extractor| entry(extractor, "jmesPath"));
        for query in queries {
            let text = query.value.as_str().unwrap_or_default();
            if let Err(error) = Query::compile(text, case.functions) {
                let span = query
                    .places
                    .within(error.at.start as usize..error.at.end as usize);
                let message = format!("this query can not be read: {}", error.message());
                let diagnostic = Diagnostic::error("bad-query", message)
                    .at(span)
                    .help("a text in a query is quoted with `'`, a name with a dash or dot with `\"`");
                report.refuse(
                    diagnostic,
                    format!("{prefix}failed to parse JMESPath {text}: {error}"),
                );
            }
            if entries.iter().any(|entry| entry.mutate_digest) {
                let diagnostic = Diagnostic::error(
                    "extractor-with-digest",
                    "an image that a query takes apart can not be pinned",
                )
                .at(query.key_span())
                .help("add `mutateDigest: false` to each entry of `verifyImages`");
                let text =
                    "jmespath may not be used in an image extractor when mutating digests with verify images";
                report.refuse(diagnostic, format!("{prefix}{text}"));
            }
        }
    }
}

pub(super) static IMAGES: &[Check] = &[Check {
    section: "1.8.7",
    summary: "image verification names images and complete attestors",
    step: Step::Rules,
    run: images,
}];

fn images(case: &Case<'_>, report: &mut Report<'_>) {
    // Once an entry without an action of its own was audit, the following ones count as audit too.
    let mut audit = false;
    for (position, rule) in case.expanded.iter().enumerate() {
        let Body::VerifyImages(entries) = &rule.body else {
            continue;
        };
        report.rule(position);
        for (index, each) in entries.iter().enumerate() {
            match each.failure_action {
                Some(action) => audit = action.value == Action::Audit,
                None => audit |= case.spec.failure_action == Action::Audit,
            }
            let path = format!("spec.rules[{position}].verifyImages[{index}]");
            entry_of(each, audit, &path, report);
        }
    }
}

fn entry_of(each: &ImageVerification<'_>, audit: bool, path: &str, report: &mut Report<'_>) {
    if audit && each.mutate_digest {
        let diagnostic = Diagnostic::error(
            "digest-with-audit",
            "`mutateDigest` has to be off where failures are only reported",
        )
        .at(each
            .at
            .get("mutateDigest")
            .map_or(each.at.span(), Cursor::key_span))
        .help("add `mutateDigest: false`, or set `failureAction: Enforce`");
        let diagnostic = match each
            .at
            .get("mutateDigest")
            .filter(|flag| flag.places.key.is_some())
        {
            Some(flag) => diagnostic.fix(replace("switch it off", flag.span(), "false", false)),
            None => diagnostic,
        };
        let detail = "mutateDigest must be set to false for ‘Audit’ failure action";
        report.refuse_field(
            diagnostic,
            go::invalid(&format!("{path}.mutateDigest"), &Value::Bool(true), detail),
        );
    }
    if each.image_references.is_empty() {
        let diagnostic = Diagnostic::error("no-images", "no images are named that have to be verified")
            .at(each.at.span())
            .help("add `imageReferences`, wildcards are allowed");
        let detail = "An image reference is required";
        report.refuse_field(diagnostic, go::invalid(path, each.at.value, detail));
    }
    for (index, set) in each.attestors.iter().enumerate() {
        attestor_set(each, *set, &format!("{path}.attestors[{index}]"), report);
    }
}

fn attestor_set(each: &ImageVerification<'_>, set: Cursor<'_>, path: &str, report: &mut Report<'_>) {
    let entries: Vec<Cursor<'_>> = set
        .get("entries")
        .into_iter()
        .flat_map(|entries| entries.items())
        .collect();
    let bad =
        |span, message: String, help: &str| Diagnostic::error("bad-attestor", message).at(span).help(help);
    if entries.is_empty() {
        let diagnostic = bad(
            set.span(),
            "a set of attestors has no entries".to_owned(),
            "add `entries`",
        );
        report.refuse_field(diagnostic, go::invalid(path, set.value, "An entry is required"));
    }
    let count = entry(set, "count").filter(|count| {
        let most = i64::try_from(entries.len()).unwrap_or(i64::MAX);
        count.value.as_i64().is_some_and(|count| count > most)
    });
    if let Some(count) = count {
        let message = format!(
            "more attestors are required than the {} that are given",
            entries.len()
        );
        let diagnostic = bad(count.span(), message, "lower `count`, or add entries");
        report.refuse_field(
            diagnostic,
            go::invalid(path, set.value, "Count cannot exceed length of entries"),
        );
    }
    for (index, at) in entries.into_iter().enumerate() {
        attestor(each, at, &format!("{path}.entries[{index}]"), report);
    }
}

fn attestor(each: &ImageVerification<'_>, at: Cursor<'_>, path: &str, report: &mut Report<'_>) {
    const FORMS: [&str; 4] = ["keys", "certificates", "keyless", "attestor"];
    let bad =
        |span, message: &str, help: &str| Diagnostic::error("bad-attestor", message).at(span).help(help);
    let given: Vec<&str> = FORMS
        .into_iter()
        .filter(|form| entry(at, form).is_some())
        .collect();
    let [form] = given.as_slice() else {
        let diagnostic = bad(
            at.span(),
            "an attestor is exactly one of keys, certificates, keyless and attestor",
            "keep one of them",
        );
        let detail = "keys, certificates, keyless, or a nested attestor is required";
        return report.refuse_field(diagnostic, go::invalid(path, at.value, detail));
    };
    let Some(inner) = entry(at, form) else { return };
    let has = |key: &str| entry(inner, key).is_some_and(|value| value.value.as_str() != Some(""));
    let path = format!("{path}.{form}");
    let is_notary = each.at.value.str_at(&["type"]) == "Notary";
    if is_notary && matches!(*form, "keys" | "keyless") {
        let diagnostic = bad(
            inner.key_span(),
            "Notary verifies with certificates only",
            "write `certificates`",
        );
        let detail = format!("{form} field is not allowed for type notary");
        return report.refuse_field(diagnostic, go::invalid(&path, inner.value, &detail));
    }
    match *form {
        "keys" if !has("publicKeys") && !has("kms") && !has("secret") => {
            let diagnostic = bad(
                inner.key_span(),
                "the attestor names no key",
                "add `publicKeys`, `kms` or `secret`",
            );
            let detail = "A public key, kms key or secret is required";
            report.refuse_field(diagnostic, go::invalid(&path, inner.value, detail));
        }
        "certificates" if !has("cert") && !has("certChain") => {
            let diagnostic = bad(
                inner.key_span(),
                "the attestor names no certificate",
                "add `cert` or `certChain`",
            );
            let detail = "cert or certChain required";
            report.refuse_field(diagnostic, go::invalid(&path, inner.value, detail));
        }
        "keyless" if !has("roots") && entry(inner, "rekor").is_none() => {
            let diagnostic = bad(
                key_span(at, "keyless"),
                "a keyless attestor needs the transparency log or roots",
                "add `rekor` with its `url`, or `roots`",
            );
            let detail = "Either Rekor URL or roots are required";
            report.refuse_field(diagnostic, go::invalid(&path, inner.value, detail));
        }
        _ => keyless_log(inner, form, &path, report),
    }
}

fn keyless_log(inner: Cursor<'_>, form: &str, path: &str, report: &mut Report<'_>) {
    let Some(log) = entry(inner, "rekor").filter(|_| form == "keyless") else {
        return;
    };
    if !log.value.str_at(&["url"]).is_empty() {
        return;
    }
    let diagnostic = Diagnostic::error("bad-attestor", "the transparency log has no `url`")
        .at(log.key_span())
        .help("add `url`, for example `https://rekor.sigstore.dev`");
    report.refuse_field(
        diagnostic,
        go::invalid(&format!("{path}.rekor.url"), log.value, "An URL is required"),
    );
}
