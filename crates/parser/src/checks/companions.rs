//! Checks on kinds beside policies: exceptions, cleanup policies, global context entries (engine reference
//! §7.3, §9.8, §10.1).

use sekisho_diagnostics::{Diagnostic, Span};
use sekisho_document::{Cursor, Value};
use sekisho_jmespath::Query;
use sekisho_kubernetes::Duration;

use super::case::key_span;
use super::findings::{Checked, Report, Step};
use super::{Surroundings, context, go, pod_security, selection};
use crate::classic::{EntrySource, MatchBlock};
use crate::cleanup::Cleanup;
use crate::exception::Exception;
use crate::global_entry::GlobalEntry;

/// Runs the checks on an exception.
#[must_use]
pub fn check_exception(exception: &Exception) -> Checked {
    let mut checked = Checked::default();
    let report = &mut Report::new(&mut checked, Step::Structure);
    let spec = exception.spec();
    if spec.background {
        user(&spec.matched, "spec.match", report);
    }
    selection::well_formed(&spec.matched, "spec.match", report);
    for (index, excepted) in spec.exceptions.iter().enumerate() {
        if excepted.policy_name.value.is_empty() {
            let diagnostic = Diagnostic::error("no-policy-name", "an exception names no policy")
                .at(excepted.at.span())
                .help("add `policyName`: the policy, or `namespace/policy`");
            let path = format!("spec.exceptions[{index}].policyName");
            report.refuse_field(
                diagnostic,
                go::required(&path, "An exception requires a policy name"),
            );
        }
        if excepted.rule_names.is_empty() {
            let diagnostic =
                Diagnostic::warning("excepts-nothing", "an exception without rules excepts nothing")
                    .at(key_span(excepted.at, "ruleNames"))
                    .help("name the rules; `\"*\"` is every rule, also those made for pod controllers");
            report.say(diagnostic);
        }
    }
    for (index, exclusion) in spec.pod_security.iter().enumerate() {
        pod_security::exclusion(*exclusion, &format!("spec.podSecurity[{index}]"), report);
    }
    checked
}

/// Who makes the request is not known where this is looked at.
fn user(block: &MatchBlock<'_>, path: &str, report: &mut Report<'_>) {
    for filter in block.every_filter().filter(|filter| filter.asks_user()) {
        let field = ["roles", "clusterRoles", "subjects"]
            .into_iter()
            .find(|field| filter.at.get(field).is_some())
            .unwrap_or("subjects");
        let diagnostic = Diagnostic::error("user-in-background", "roles and subjects are not known here")
            .at(key_span(filter.at, field))
            .help("remove them; an exception may set `background: false` instead");
        report.refuse_field(diagnostic, go::forbidden(path, "Usage of user info is forbidden"));
    }
}

/// Runs the checks on a cleanup policy.
#[must_use]
pub fn check_cleanup(cleanup: &Cleanup, surroundings: Surroundings<'_>) -> Checked {
    let mut checked = Checked::default();
    let report = &mut Report::new(&mut checked, Step::Structure);
    let spec = cleanup.spec();
    let name = &cleanup.meta.name;
    if name.value.len() > 63 {
        report.refuse_field(
            Diagnostic::error(
                "name-too-long",
                "the name of the policy has more than 63 characters",
            )
            .at(name.span)
            .help("shorten it"),
            "name: Too long: may not be more than 63 bytes".to_owned(),
        );
    }
    for entry in &spec.context {
        let forbidden = match entry.source {
            EntrySource::ImageRegistry { .. } => Some("ImageRegistry"),
            EntrySource::ConfigMap { .. } => Some("ConfigMap"),
            EntrySource::Variable { .. }
            | EntrySource::ApiCall(_)
            | EntrySource::GlobalReference { .. }
            | EntrySource::Missing
            | EntrySource::Several(_) => None,
        };
        if let Some(source) = forbidden {
            let diagnostic = Diagnostic::error(
                "bad-context-entry",
                format!("a cleanup policy can not use {source} entries"),
            )
            .at(entry.at.span())
            .help("use `apiCall` or `variable`");
            report.refuse_field(
                diagnostic,
                go::forbidden(
                    "spec.context",
                    &format!("{source} is not allowed in CleanUp Policy"),
                ),
            );
        }
        for fault in context::faults(surroundings.functions, entry) {
            report.refuse(fault.diagnostic, fault.text);
        }
    }
    for (block, path) in [(&spec.matched, "spec.match"), (&spec.excluded, "spec.exclude")] {
        user(block, path, report);
        selection::well_formed(block, path, report);
        if cleanup.is_namespaced() {
            for filter in block.every_filter() {
                selection::within_namespace(surroundings.kinds, filter, path, report);
            }
        }
    }
    if let Some(span) = conflict(&spec.matched, &spec.excluded) {
        let diagnostic = Diagnostic::error(
            "empty-match",
            "the cleanup policy deletes nothing, or Kyverno can not tell",
        )
        .at(span)
        .help("write both `match` and `exclude` with `any`, and exclude less than is matched");
        report.refuse_field(
            diagnostic,
            go::invalid("spec", &Value::Null, "CleanupPolicy is matching an empty set"),
        );
    }
    if !is_schedule(spec.schedule.value) {
        let diagnostic = Diagnostic::error(
            "bad-schedule",
            format!("`{}` is no schedule", spec.schedule.value),
        )
        .at(spec.schedule.span)
        .help("write five fields (minute, hour, day, month, weekday), for example `0 3 * * *`, or `@daily`");
        let detail = "schedule spec in the cleanupPolicy is not in proper cron format";
        report.refuse_field(
            diagnostic,
            go::invalid("spec.schedule", &Value::from(spec.schedule.value), detail),
        );
    }
    checked
}

/// An exclusion that equals a filter of the match, or one that is combined in another way than `any`.
fn conflict(matched: &MatchBlock<'_>, excluded: &MatchBlock<'_>) -> Option<Span> {
    let at = excluded.at.filter(|_| excluded.every_filter().next().is_some())?;
    if matched.any.is_empty()
        || excluded.any.is_empty()
        || !matched.all.is_empty()
        || !excluded.all.is_empty()
    {
        return Some(at.key_span());
    }
    let equal = excluded
        .any
        .iter()
        .find(|filter| matched.any.iter().any(|other| other.at.value == filter.at.value))?;
    Some(equal.at.span())
}

/// Five fields of a cron table, or a word for them.
fn is_schedule(text: &str) -> bool {
    const WORDS: [&str; 7] = [
        "@yearly",
        "@annually",
        "@monthly",
        "@weekly",
        "@daily",
        "@midnight",
        "@hourly",
    ];
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    const DAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    if let Some(duration) = text.strip_prefix("@every ") {
        return Duration::parse(duration.trim()).is_ok();
    }
    let bounds: [(u32, u32, &[&str]); 5] = [
        (0, 59, &[]),
        (0, 23, &[]),
        (1, 31, &[]),
        (1, 12, &MONTHS),
        (0, 6, &DAYS),
    ];
    let fields: Vec<&str> = text.split_whitespace().collect();
    WORDS.contains(&text)
        || (fields.len() == 5
            && fields.iter().zip(bounds).all(|(field, (least, most, names))| {
                field
                    .split(',')
                    .all(|part| is_cron_range(part, least, most, names))
            }))
}

fn is_cron_range(part: &str, least: u32, most: u32, names: &[&str]) -> bool {
    let (range, step) = part
        .split_once('/')
        .map_or((part, "1"), |(range, step)| (range, step));
    let number = |text: &str| {
        let named = names.iter().position(|name| text.eq_ignore_ascii_case(name));
        let number = named
            .and_then(|position| u32::try_from(position).ok())
            .map(|position| position + least)
            .or_else(|| text.parse().ok());
        number.filter(|number| (least..=most).contains(number))
    };
    let is_step = step.parse::<u32>().is_ok_and(|step| step > 0);
    let is_range = match range.split_once('-') {
        Some((from, to)) => number(from).is_some_and(|from| number(to).is_some_and(|to| from <= to)),
        None => matches!(range, "*" | "?") || number(range).is_some(),
    };
    is_step && is_range
}

/// Runs the checks on a global context entry.
#[must_use]
pub fn check_global_entry(entry: &GlobalEntry, surroundings: Surroundings<'_>) -> Checked {
    let mut checked = Checked::default();
    let report = &mut Report::new(&mut checked, Step::Structure);
    let spec = entry.spec();
    if let Some(resource) = spec.kubernetes_resource {
        let missing = ["version", "resource"]
            .into_iter()
            .find(|field| resource.value.str_at(&[field]).is_empty());
        let core_only =
            resource.value.str_at(&["group"]).is_empty() && resource.value.str_at(&["version"]) != "v1";
        if let Some(field) = missing.or(core_only.then_some("group")) {
            let diagnostic = Diagnostic::error(
                "bad-global-entry",
                format!("the resources of this entry have no `{field}`"),
            )
            .at(resource.key_span())
            .help(format!("add `{field}`"));
            let path = format!("spec.kubernetesResource.{field}");
            report.refuse_field(
                diagnostic,
                go::required(&path, &format!("A resource entry requires a {field}")),
            );
        }
    }
    if let Some(call) = spec.api_call {
        api_call(call, report);
    }
    for (index, projection) in spec.projections.iter().enumerate() {
        let path = format!("spec.projections[{index}]");
        let bad = |message: String, span: Span, help: &str| {
            Diagnostic::error("bad-global-entry", message).at(span).help(help)
        };
        if projection.name.value == entry.meta.name.value.as_str() {
            let diagnostic = bad(
                format!(
                    "the projection `{}` is named like its entry",
                    projection.name.value
                ),
                projection.name.span,
                "choose another name",
            );
            let detail = "Projection name cannot be the same as global context entry name";
            report.refuse_field(
                diagnostic,
                go::invalid(
                    &format!("{path}.name"),
                    &Value::from(projection.name.value),
                    detail,
                ),
            );
        }
        let text = projection.jmes_path.value.as_str().unwrap_or_default();
        if let Err(error) = Query::compile(text, surroundings.functions) {
            let span = projection
                .jmes_path
                .places
                .within(error.at.start as usize..error.at.end as usize);
            let diagnostic = Diagnostic::error(
                "bad-query",
                format!("this query can not be read: {}", error.message()),
            )
            .at(span)
            .help("a text in a query is quoted with `'`, a name with a dash or dot with `\"`");
            report.refuse_field(
                diagnostic,
                go::invalid(
                    &format!("{path}.jmesPath"),
                    &Value::from(text),
                    &error.to_string(),
                ),
            );
        }
    }
    checked
}

fn api_call(call: Cursor<'_>, report: &mut Report<'_>) {
    let bad = |message: &str, span: Span, help: &str| {
        Diagnostic::error("bad-global-entry", message).at(span).help(help)
    };
    let (path, service) = (call.value.str_at(&["urlPath"]), call.get("service"));
    if path.is_empty() == service.is_none() {
        let diagnostic = bad(
            "the call asks neither or both of `urlPath` and `service`",
            call.key_span(),
            "keep `urlPath` for the Kubernetes API, `service` for another server",
        );
        let detail = "An External API call should either have Service or URLPath";
        report.refuse_field(diagnostic, go::forbidden("spec.apiCall", detail));
    }
    let has_data = call
        .get("data")
        .and_then(|data| data.value.as_list())
        .is_some_and(|data| !data.is_empty());
    if has_data && call.value.str_at(&["method"]) != "POST" {
        let diagnostic = bad(
            "only a POST request has `data`",
            key_span(call, "data"),
            "write `method: POST`",
        );
        report.refuse_field(
            diagnostic,
            go::forbidden(
                "spec.apiCall.method",
                "A global context entry with data should use method POST",
            ),
        );
    }
    let interval = call.value.str_at(&["refreshInterval"]);
    let is_positive = Duration::parse(interval).is_ok_and(|interval| interval.seconds() > 0.0);
    if !is_positive {
        let span = call.get("refreshInterval").map_or(call.key_span(), Cursor::span);
        let diagnostic = bad(
            &format!("`{interval}` is no interval"),
            span,
            "write a duration above zero, for example `10m`",
        );
        let detail = "A Resource Entry requires a refresh interval greater than 0 seconds";
        report.refuse_field(
            diagnostic,
            go::invalid("spec.apiCall.refreshInterval", &Value::from(interval), detail),
        );
    }
}

#[cfg(test)]
mod tests {
    use sekisho_diagnostics::{Sources, find_code};
    use sekisho_document::yaml::Limits;
    use sekisho_jmespath::{Functions, functions};
    use sekisho_kubernetes::{Kinds, Order};

    use super::*;
    use crate::{CHECK_CODES, CODES, Policy, documents};

    fn refusal(text: &str) -> Option<String> {
        let mut sources = Sources::new();
        let source = sources.add("policy.yaml", text);
        let read = documents(&source, &Limits::DEFAULT).next().unwrap();
        let surroundings = Surroundings {
            kinds: &Kinds::kyverno_offline(),
            functions: &Functions::new(&[functions::STANDARD]),
        };
        let checked = match read.output.policy().unwrap() {
            Policy::Exception(exception) => check_exception(exception),
            Policy::Cleanup(cleanup) => check_cleanup(cleanup, surroundings),
            Policy::GlobalEntry(entry) => check_global_entry(entry, surroundings),
            other => panic!("{other:?}"),
        };
        for finding in &checked.findings {
            assert!(find_code(&[CODES, CHECK_CODES], finding.diagnostic.code).is_some());
            assert!(finding.diagnostic.primary.is_some());
        }
        checked.refusal(Order::KyvernoCli)
    }

    #[test]
    fn faults_are_refused_in_kyvernos_words() {
        let exception = |spec: &str| {
            format!(
                "apiVersion: kyverno.io/v2\nkind: PolicyException\nmetadata: {{name: a}}\nspec: {{{spec}}}"
            )
        };
        let cleanup = |spec: &str| {
            format!(
                "apiVersion: kyverno.io/v2\nkind: CleanupPolicy\nmetadata: {{name: a, namespace: b}}\nspec: {{{spec}}}"
            )
        };
        let global = |spec: &str| {
            format!(
                "apiVersion: kyverno.io/v2\nkind: GlobalContextEntry\nmetadata: {{name: a}}\nspec: {{{spec}}}"
            )
        };
        const MATCH: &str = "match: {any: [{resources: {kinds: [Pod]}}]}";
        for (text, expected) in [
            (
                exception(&format!(
                    "{MATCH}, exceptions: [{{policyName: p, ruleNames: [r]}}]"
                )),
                "",
            ),
            (
                exception(
                    "match: {any: [{roles: [\"a:b\"]}]}, exceptions: [{policyName: p, ruleNames: [r]}]",
                ),
                "spec.match: Forbidden: Usage of user info is forbidden",
            ),
            (
                exception("background: false, match: {any: [{roles: [\"a:b\"]}]}, exceptions: []"),
                "",
            ),
            (
                exception(&format!(
                    "{MATCH}, exceptions: [{{policyName: \"\", ruleNames: [r]}}]"
                )),
                "An exception requires a policy name",
            ),
            (
                exception(&format!(
                    "{MATCH}, exceptions: [], podSecurity: [{{controlName: Capabilities}}]"
                )),
                "exclude.images must be specified for the container level control",
            ),
            (cleanup(&format!("{MATCH}, schedule: \"0 * * * *\"")), ""),
            (
                cleanup(&format!("{MATCH}, schedule: nightly")),
                "schedule spec in the cleanupPolicy is not in proper cron format",
            ),
            (
                cleanup(&format!(
                    "{MATCH}, schedule: \"@daily\", context: [{{name: c, configMap: {{name: a, namespace: b}}}}]"
                )),
                "ConfigMap is not allowed in CleanUp Policy",
            ),
            (
                cleanup(&format!(
                    "{MATCH}, exclude: {{all: [{{resources: {{kinds: [Job]}}}}]}}, schedule: \"@daily\""
                )),
                "CleanupPolicy is matching an empty set",
            ),
            (
                cleanup("match: {any: [{resources: {kinds: [Pod], namespaces: [c]}}]}, schedule: \"@daily\""),
                "Filtering namespaces not allowed in namespaced policies",
            ),
            (global("kubernetesResource: {version: v1, resource: pods}"), ""),
            (
                global("kubernetesResource: {version: v1beta1, resource: pods}"),
                "spec.kubernetesResource.group: Required value",
            ),
            (global("apiCall: {urlPath: /a}"), ""),
            (
                global("apiCall: {urlPath: /a, service: {url: b}}"),
                "An External API call should either have Service or URLPath",
            ),
            (
                global("apiCall: {urlPath: /a, refreshInterval: 0s}"),
                "refresh interval greater than 0 seconds",
            ),
            (
                global("apiCall: {urlPath: /a}, projections: [{name: a, jmesPath: b}]"),
                "Projection name cannot be the same as global context entry name",
            ),
            (
                global("apiCall: {urlPath: /a}, projections: [{name: b, jmesPath: \"a b\"}]"),
                "spec.projections[0].jmesPath: Invalid value",
            ),
        ] {
            let found = refusal(&text).unwrap_or_default();
            assert!(
                found.contains(expected) && found.is_empty() == expected.is_empty(),
                "{found}\n{text}"
            );
        }
    }

    #[test]
    fn schedules_are_cron_lines() {
        for (text, expected) in [
            ("*/5 * * * *", true),
            ("0 3 * * mon-fri", true),
            ("0 0 1,15 jan *", true),
            ("@daily", true),
            ("@every 1h", true),
            ("@often", false),
            ("* * * *", false),
            ("60 * * * *", false),
            ("* * 0 * *", false),
            ("5-1 * * * *", false),
            ("*/0 * * * *", false),
            ("", false),
        ] {
            assert_eq!(is_schedule(text), expected, "{text}");
        }
    }
}
