//! `json`: one versioned document, written as it becomes known.
//!
//! A header, `items` with one line each (`diagnostic`, `object` with its verdicts, `test` with its rows),
//! and a `summary`. Fields that hold nothing are left out. Fields may be added within a version; one that is
//! renamed, removed or means something else makes a new version.

mod object;

use std::io::{self, Write};
use std::ptr;

use sekisho_diagnostics::{Diagnostic, Label, Severity, Sources, Span};
use sekisho_document::{Numbers, Value, diff};
use sekisho_evaluator::{Phase, Reason, Verdict};
use sekisho_kubernetes::{Order, resource};

use crate::format::Entry;
use crate::{
    Answer, Case, Event, Judged, Options, Report, Row, RowReason, RowResult, Summary, changes, shown,
};
use object::Object;

pub(crate) const ENTRY: Entry = Entry {
    name: "json",
    summary: "one JSON document, versioned",
    make: Some(|options| Box::new(Json { options, items: 0 })),
};

const VERSION: u64 = 1;

struct Json {
    options: Options,
    items: u64,
}

impl Report for Json {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let header = Object::line(|header| {
            header.text("format", "sekisho-report");
            header.number("version", VERSION);
            header.text("sekisho", self.options.version);
            header.text("command", self.options.command);
            header.text("kubernetes", &self.options.profile.kubernetes.to_string());
            header.text("kyverno", &self.options.profile.kyverno.to_string());
            header.text("semantics", semantics(self.options.profile.order));
        });
        let open = header.strip_suffix('}').unwrap_or(&header);
        write!(out, "{open},\n\"items\":[")
    }

    fn event(&mut self, event: &Event<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let item = Object::line(|item| match event {
            Event::Diagnostic(diagnostic) => put_diagnostic(item, diagnostic, sources),
            Event::Judged(judged) => put_object(item, judged, sources),
            Event::Case(case) => put_test(item, case, sources),
            Event::Summary(summary) => put_summary(item, summary),
        });
        if let Event::Summary(_) = event {
            return writeln!(out, "\n],\n\"summary\":{item}}}");
        }
        let before = if self.items == 0 { "\n" } else { ",\n" };
        self.items += 1;
        write!(out, "{before}{item}")
    }
}

fn semantics(order: Order) -> &'static str {
    match order {
        Order::ApiServer => "cluster",
        Order::KyvernoCli => "kyverno-cli",
    }
}

fn put_diagnostic(item: &mut Object<'_>, diagnostic: &Diagnostic, sources: &Sources) {
    item.text("type", "diagnostic");
    let severity = match diagnostic.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    item.text("severity", severity);
    item.text("code", diagnostic.code);
    item.text("message", &diagnostic.message);
    put_place(item, "place", diagnostic.primary, sources);
    put_labels(item, &diagnostic.labels, sources);
    item.texts("causes", &diagnostic.causes);
    item.texts("help", &diagnostic.help);
}

fn put_object(item: &mut Object<'_>, judged: &Judged<'_>, sources: &Sources) {
    item.text("type", "object");
    item.object("resource", |resource| {
        resource.text("apiVersion", &shown::api_version(judged));
        resource.text("kind", &judged.identity.kind.kind);
        resource.some_text("namespace", &judged.identity.namespace);
        resource.text("name", &judged.identity.name);
    });
    item.text("file", judged.place.file);
    item.number("document", judged.place.document as u64);
    if !judged.place.item.is_empty() {
        item.list("item", judged.place.item, |list, position| {
            list.bare(*position as u64)
        });
    }
    put_place(item, "place", judged.place.span, sources);
    let changes = changes::of_object(judged);
    item.list("verdicts", &judged.answers, |list, answer| {
        list.object(|verdict| {
            put_verdict(verdict, answer, sources);
            let change = changes
                .iter()
                .find(|change| ptr::eq(change.verdict, answer.verdict));
            if let Some(change) = change {
                verdict.value("patch", &patch(change.before, change.after));
            }
            put_target(verdict, answer.verdict);
        });
    });
    if let Some(changed) = judged.changed {
        item.value("changed", changed);
    }
}

fn put_verdict(item: &mut Object<'_>, answer: &Answer<'_>, sources: &Sources) {
    let verdict: &Verdict = answer.verdict;
    item.text("id", &shown::rule_id(verdict));
    item.object("policy", |policy| {
        policy.text("kind", &verdict.policy.kind);
        policy.some_text("namespace", &verdict.policy.namespace);
        policy.text("name", &verdict.policy.name);
    });
    item.some_text("rule", &verdict.rule);
    item.text("phase", phase(verdict.phase));
    item.text("status", answer.status.word());
    item.text("reason", reason(verdict.reason));
    item.text("message", &verdict.message);
    if let Some(field) = &verdict.field {
        item.text("field", field);
    }
    put_place(item, "place", answer.place, sources);
    put_labels(item, &answer.labels, sources);
    let blame: Vec<Span> = verdict
        .blame
        .iter()
        .copied()
        .filter(|span| sources.get(span.source).is_some())
        .collect();
    if !blame.is_empty() {
        item.list("blame", &blame, |list, span| {
            list.object(|place| put_position(place, *span, sources))
        });
    }
    item.boolean("audits", answer.audits);
    item.boolean("scored", verdict.policy.is_scored());
    if let Some(effect) = shown::effect(answer) {
        item.text("effect", effect);
    }
    item.texts("exceptions", &verdict.exceptions);
    if !verdict.properties.is_empty() {
        item.object("properties", |properties| {
            for (name, value) in &verdict.properties {
                properties.text(name, value);
            }
        });
    }
    item.texts("unanswered", &verdict.unanswered);
    item.texts("help", &answer.help);
}

/// The object beside the judged one that a verdict is for, and what becomes of it.
fn put_target(item: &mut Object<'_>, verdict: &Verdict) {
    let Some(target) = &verdict.target else { return };
    let identity = resource::identity(target);
    item.object("target", |resource| {
        resource.text("apiVersion", &identity.kind.api_version());
        resource.text("kind", &identity.kind.kind);
        resource.some_text("namespace", &identity.namespace);
        resource.text("name", &identity.name);
    });
    if let Some(after) = &verdict.after {
        item.value("patch", &patch(target, after));
        item.value("changed", after);
    }
}

/// What makes one object into another (RFC 6902). A number is the same with and without a point.
fn patch(before: &Value, after: &Value) -> Value {
    let written = |value: &Value| value.renumber(Numbers::AsWritten);
    diff(&written(before), &written(after)).to_value()
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Mutate => "mutate",
        Phase::VerifyImages => "verify-images",
        Phase::Validate => "validate",
        Phase::Generate => "generate",
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Body => "body",
        Reason::Preconditions => "preconditions",
        Reason::Exception => "exception",
        Reason::Anchor => "anchor",
        Reason::ExistingViolation => "existing-violation",
        Reason::Trouble => "trouble",
        Reason::Unsupported => "unsupported",
    }
}

fn put_test(item: &mut Object<'_>, case: &Case, sources: &Sources) {
    item.text("type", "test");
    item.text("file", &case.file);
    item.number("document", case.document as u64);
    item.some_text("name", &case.name);
    if let Some(error) = &case.error {
        item.text("error", error);
    }
    item.list("rows", &case.rows, |list, row| {
        list.object(|item| put_row(item, row, sources))
    });
}

fn put_row(item: &mut Object<'_>, row: &Row, sources: &Sources) {
    item.text("policy", &row.policy);
    item.some_text("rule", &row.rule);
    item.text("resource", &row.resource);
    item.some_text("operation", &row.operation);
    let result = match row.result {
        RowResult::Pass => "pass",
        RowResult::Skip => "skip",
        RowResult::Fail => "fail",
    };
    item.text("result", result);
    let reason = match &row.reason {
        RowReason::Ok => "ok",
        RowReason::Excluded => "excluded",
        RowReason::NotFound => "not-found",
        RowReason::InvalidPolicy => "invalid-policy",
        RowReason::ResourceError => "resource-error",
        RowReason::ResourceDiff => "resource-diff",
        RowReason::Want { .. } => "other-status",
        RowReason::NotEvaluated => "not-evaluated",
    };
    item.text("reason", reason);
    if let RowReason::Want { expected, got } = &row.reason {
        item.text("expected", expected);
        item.text("got", got.word());
    }
    item.some_text("message", &row.message);
    put_place(item, "place", row.place, sources);
    if let Some((expected, actual)) = &row.difference {
        item.value("difference", &patch(expected, actual));
    }
}

fn put_summary(item: &mut Object<'_>, summary: &Summary) {
    item.number("resources", summary.objects);
    item.number("files", summary.files);
    item.number("policies", summary.policies);
    item.number("rules", summary.rules);
    item.number("exceptions", summary.exceptions);
    item.object("counts", |counts| {
        counts.number("pass", summary.counts.pass);
        counts.number("fail", summary.counts.fail);
        counts.number("warn", summary.counts.warn);
        counts.number("error", summary.counts.error);
        counts.number("skip", summary.counts.skip);
    });
    item.object("skips", |skips| {
        skips.number("preconditions", summary.skips.preconditions);
        skips.number("exceptions", summary.skips.exceptions);
        skips.number("others", summary.skips.others);
    });
    item.number("changed", summary.changed);
    item.number("notJudged", summary.not_judged);
    if let Some(tests) = &summary.tests {
        item.object("tests", |counts| {
            counts.number("cases", tests.cases);
            counts.number("passed", tests.passed);
            counts.number("failed", tests.failed);
            counts.number("excluded", tests.excluded);
            counts.number("invalidPolicy", tests.invalid);
            counts.number("broken", tests.broken);
        });
    }
    if let Some(time) = summary.time {
        item.number(
            "milliseconds",
            u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        );
    }
}

fn put_labels(item: &mut Object<'_>, labels: &[Label], sources: &Sources) {
    if labels.is_empty() {
        return;
    }
    item.list("labels", labels, |list, label| {
        list.object(|item| {
            item.text("text", &label.text);
            put_place(item, "place", Some(label.span), sources);
        });
    });
}

fn put_place(item: &mut Object<'_>, name: &str, span: Option<Span>, sources: &Sources) {
    if let Some(span) = span.filter(|span| sources.get(span.source).is_some()) {
        item.object(name, |place| put_position(place, span, sources));
    }
}

fn put_position(place: &mut Object<'_>, span: Span, sources: &Sources) {
    let (Some(source), Some((start, end))) = (sources.get(span.source), sources.range(span)) else {
        return;
    };
    place.text("file", &source.name);
    place.number("line", u64::from(start.line));
    place.number("column", u64::from(start.column));
    place.number("endLine", u64::from(end.line));
    place.number("endColumn", u64::from(end.column));
}

#[cfg(test)]
mod tests {
    use crate::{Format, example};

    #[test]
    fn a_run_of_policies() {
        let text = example::written(Format::Json, example::options("apply"), &example::apply);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6, "{text}");
        assert_eq!(
            lines[0],
            "{\"format\":\"sekisho-report\",\"version\":1,\"sekisho\":\"0.1.0\",\"command\":\"apply\",\
             \"kubernetes\":\"1.37\",\"kyverno\":\"1.19\",\"semantics\":\"cluster\","
        );
        assert_eq!(lines[1], "\"items\":[");
        assert_eq!(
            lines[2],
            "{\"type\":\"diagnostic\",\"severity\":\"warning\",\"code\":\"some-code\",\"message\":\"`pinned` is \
             odd\",\"place\":{\"file\":\"check.yaml\",\"line\":7,\"column\":11,\"endLine\":7,\"endColumn\":17},\
             \"help\":[\"name it otherwise\"]},"
        );
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        let verdicts = &document["items"][1]["verdicts"];
        assert_eq!(
            verdicts[0],
            serde_json::json!({
                "id": "ClusterPolicy/check-pods/pinned",
                "policy": {"kind": "ClusterPolicy", "name": "check-pods"},
                "rule": "pinned",
                "phase": "validate",
                "status": "fail",
                "reason": "body",
                "message": "validation error: latest is\nnot a version",
                "field": "/spec/containers/0/image/",
                "place": {"file": "pods.yaml", "line": 9, "column": 12, "endLine": 9, "endColumn": 24},
                "blame": [{"file": "check.yaml", "line": 13, "column": 20, "endLine": 13, "endColumn": 31}],
                "audits": false,
                "scored": true,
                "effect": "denied; the rule enforces and its webhook fails closed",
                "help": ["pin the image"],
            })
        );
        let statuses: Vec<&str> = (0..5)
            .map(|idx| verdicts[idx]["status"].as_str().unwrap())
            .collect();
        assert_eq!(statuses, ["fail", "pass", "skip", "error", "warn"]);
        assert_eq!(document["summary"]["counts"]["pass"], 1);
    }

    #[test]
    fn a_run_of_tests() {
        let text = example::written(Format::Json, example::options("test"), &example::test);
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            document["items"][0]["rows"][1],
            serde_json::json!({
                "policy": "check-pods",
                "rule": "pinned",
                "resource": "v1/Pod/shop/bad",
                "result": "fail",
                "reason": "other-status",
                "expected": "pass",
                "got": "fail",
                "message": "validation error: latest is not a version",
                "place": {"file": "kyverno-test.yaml", "line": 2, "column": 3, "endLine": 3, "endColumn": 15},
            })
        );
        assert_eq!(document["items"][1]["error"], "no policy");
        assert_eq!(document["summary"]["tests"]["excluded"], 1);
    }

    #[test]
    fn hostile_texts_come_back_as_they_were() {
        let text = example::written(Format::Json, example::options("apply"), &example::hostile);
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["items"][1]["verdicts"][0]["message"], example::EVIL);
        assert_eq!(document["items"][1]["changed"][example::EVIL], example::EVIL);
    }
}
