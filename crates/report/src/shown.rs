//! What several formats say in the same words: ids, headlines, places, labels, effects.

use std::borrow::Cow;

use sekisho_diagnostics::{Label, Sources, Span, Tone, visible};
use sekisho_evaluator::{PolicyName, Reason, Status, Verdict};

use crate::{Answer, Detail, Judged, ObjectPlace, Row, RowReason, RowResult, WebhookFailure};

/// `kind/policy/rule`: the same rule has the same id in every version.
pub(crate) fn rule_id(verdict: &Verdict) -> String {
    format!(
        "{}/{}",
        verdict.policy.kind,
        rule_name(&verdict.policy, &verdict.rule)
    )
}

/// `policy/rule`, the name of a rule in headlines.
pub(crate) fn rule_name(policy: &PolicyName, rule: &str) -> String {
    joined(&policy.key(), rule)
}

/// The same for a row of a test.
pub(crate) fn row_name(row: &Row) -> String {
    joined(&row.policy, &row.rule)
}

fn joined(policy: &str, rule: &str) -> String {
    if rule.is_empty() {
        policy.to_owned()
    } else {
        format!("{policy}/{rule}")
    }
}

/// A text of several lines as one line.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    if !text.contains(['\n', '\r']) {
        return Cow::Borrowed(text);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Cow::Owned(lines.collect::<Vec<_>>().join(" "))
}

/// The message of a verdict as one line; of a verdict without one, what Kyverno prints in its place.
pub(crate) fn message(verdict: &Verdict) -> Cow<'_, str> {
    match (one_line(&verdict.message), verdict.status) {
        (message, Status::Fail) if message.is_empty() => Cow::Borrowed("validation failed"),
        (message, _) => message,
    }
}

pub(crate) fn tone(status: Status) -> Tone {
    match status {
        Status::Fail | Status::Error => Tone::Bad,
        Status::Warn => Tone::Doubtful,
        Status::Skip => Tone::Neutral,
        Status::Pass => Tone::Good,
    }
}

/// Whether an answer is something to look at.
pub(crate) fn is_wrong(answer: &Answer<'_>) -> bool {
    match answer.status {
        Status::Fail | Status::Error | Status::Warn => true,
        Status::Pass | Status::Skip => {
            answer.verdict.reason == Reason::Unsupported || !answer.verdict.unanswered.is_empty()
        }
    }
}

/// Whether formats for people say it.
pub(crate) fn is_told(answer: &Answer<'_>, detail: Detail) -> bool {
    is_wrong(answer) || detail == Detail::Verbose
}

/// The best place that is known: the field, else where the document begins.
pub(crate) fn primary(answer: &Answer<'_>, place: &ObjectPlace<'_>, sources: &Sources) -> Option<Span> {
    let known = |span: &Span| sources.get(span.source).is_some();
    answer
        .place
        .filter(known)
        .or_else(|| first_line(place.span.filter(known)?, sources))
}

/// The first line of a span, without its end.
pub(crate) fn first_line(span: Span, sources: &Sources) -> Option<Span> {
    let text = &sources.get(span.source)?.text;
    let (start, end) = (span.start as usize, span.end as usize);
    let covered = text.get(start..end.min(text.len())).unwrap_or_default();
    let length = covered.lines().next().unwrap_or_default().trim_end().len();
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    Some(Span::new(
        span.source,
        span.start,
        span.start.saturating_add(length),
    ))
}

/// The given labels, and words of our own where a place has none. The label in the policy says when the
/// author wrote the rule for another kind.
pub(crate) fn labels(answer: &Answer<'_>, judged: &Judged<'_>) -> Vec<Label> {
    let verdict = answer.verdict;
    let mut labels = answer.labels.clone();
    if let (Some(place), Some(field)) = (answer.place, &verdict.field)
        && !labels.iter().any(|label| label.span == place)
    {
        labels.push(Label {
            span: place,
            text: format!("`{}`", dotted(field)),
        });
    }
    if let Some(blame) = verdict.blame.first() {
        let given = labels.iter().position(|label| label.span.source == blame.source);
        let own = given.unwrap_or(labels.len());
        if given.is_none() {
            labels.push(Label {
                span: *blame,
                text: "required here".to_owned(),
            });
        }
        let kind = &judged.identity.kind.kind;
        if let Some(label) = labels.get_mut(own)
            && verdict.rule.starts_with("autogen-")
            && kind != "Pod"
        {
            label.text += &format!(" (rule written for Pod, applied to the template of this {kind})");
        }
    }
    labels
}

/// The path of a field as people write it: `spec.containers[0].image`.
pub(crate) fn dotted(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for step in path.split('/').filter(|step| !step.is_empty()) {
        if step.bytes().all(|byte| byte.is_ascii_digit()) {
            text += &format!("[{step}]");
        } else if step.contains(['.', '[', ']']) {
            text += &format!("[\"{step}\"]");
        } else {
            if !text.is_empty() {
                text.push('.');
            }
            text += step;
        }
    }
    text
}

/// What an answer means for a request (engine reference §1.7): failures are denied where the rule enforces,
/// errors where the webhook fails closed.
pub(crate) fn effect(answer: &Answer<'_>) -> Option<&'static str> {
    let effect = match (answer.status, answer.audits, answer.webhook) {
        (Status::Fail | Status::Warn, true, _) => "admitted; the rule only audits",
        (Status::Fail | Status::Warn, false, None) => "denied; the rule enforces",
        (Status::Fail | Status::Warn, false, Some(WebhookFailure::Closed)) => {
            "denied; the rule enforces and its webhook fails closed"
        }
        (Status::Fail | Status::Warn, false, Some(WebhookFailure::Open)) => {
            "denied; the rule enforces, though its webhook fails open"
        }
        (Status::Error, _, Some(WebhookFailure::Closed)) => {
            "denied; what cannot be evaluated counts as a webhook that fails, and this one fails closed"
        }
        (Status::Error, _, Some(WebhookFailure::Open)) => {
            "admitted; what cannot be evaluated counts as a webhook that fails, and this one fails open"
        }
        (Status::Error, _, None) | (Status::Pass | Status::Skip, _, _) => return None,
    };
    Some(effect)
}

/// `file:line:column`, safe to show.
pub(crate) fn place_text(span: Span, sources: &Sources) -> Option<String> {
    let name = &sources.get(span.source)?.name;
    let position = sources.position(span)?;
    Some(format!("{}:{}:{}", visible(name), position.line, position.column))
}

/// `apps/v1`; empty for objects that name none.
pub(crate) fn api_version(judged: &Judged<'_>) -> String {
    let kind = &judged.identity.kind;
    if kind.group.is_empty() {
        kind.version.to_string()
    } else {
        format!("{}/{}", kind.group, kind.version)
    }
}

/// Who an object is; what has neither kind nor name is a payload.
pub(crate) fn object_name(judged: &Judged<'_>) -> String {
    let identity = judged.identity;
    if identity.kind.kind.is_empty() && identity.name.is_empty() {
        "JSON payload".to_owned()
    } else {
        identity.to_string()
    }
}

/// The object of a row, with the operation if it is an extra run.
pub(crate) fn row_object(row: &Row) -> String {
    if row.operation.is_empty() {
        row.resource.clone()
    } else {
        format!("{} on {}", row.resource, row.operation)
    }
}

/// What a row says, in a line.
pub(crate) fn row_message(row: &Row) -> String {
    let object = row_object(row);
    match &row.reason {
        RowReason::Ok => format!("{object} is as expected"),
        RowReason::Excluded => format!("no rule has anything to say of {object}; it counts as passed"),
        RowReason::NotFound => format!("the policy gives no answer about {object}"),
        RowReason::InvalidPolicy => {
            "the policy is refused and judges nothing; it counts as passed".to_owned()
        }
        RowReason::ResourceError => format!("what {object} should become cannot be read"),
        RowReason::ResourceDiff => format!("{object} differs from what it should become"),
        RowReason::Want { expected, got } => format!("expected {expected}, got {} for {object}", got.word()),
        RowReason::NotEvaluated => format!("{object} cannot be judged yet: a part of the engine is missing"),
    }
}

pub(crate) fn row_word(row: &Row) -> (&'static str, Tone) {
    match (row.result, &row.reason) {
        (RowResult::Fail, _) => ("fail", Tone::Bad),
        (_, RowReason::NotEvaluated) => ("skip", Tone::Doubtful),
        (RowResult::Pass, _) => ("pass", Tone::Good),
        (RowResult::Skip, _) => ("skip", Tone::Neutral),
    }
}

pub(crate) fn is_row_told(row: &Row, detail: Detail) -> bool {
    row.result == RowResult::Fail || row.reason == RowReason::NotEvaluated || detail == Detail::Verbose
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example;

    #[test]
    fn paths_are_dotted() {
        let rows = [
            ("/spec/containers/0/image/", "spec.containers[0].image"),
            ("/0/a/", "[0].a"),
            ("spec/x", "spec.x"),
            (
                "/metadata/labels/example.com/",
                "metadata.labels[\"example.com\"]",
            ),
            ("/", ""),
            ("", ""),
        ];
        for (path, expected) in rows {
            assert_eq!(dotted(path), expected, "{path}");
        }
    }

    #[test]
    fn effects_follow_status_action_and_webhook() {
        use WebhookFailure::{Closed, Open};
        let rows = [
            (Status::Pass, false, Some(Closed), None),
            (Status::Skip, false, None, None),
            (
                Status::Fail,
                true,
                Some(Closed),
                Some("admitted; the rule only audits"),
            ),
            (Status::Fail, false, None, Some("denied; the rule enforces")),
            (
                Status::Warn,
                false,
                Some(Open),
                Some("denied; the rule enforces, though its webhook fails open"),
            ),
            (Status::Error, true, None, None),
            (
                Status::Error,
                true,
                Some(Open),
                Some(
                    "admitted; what cannot be evaluated counts as a webhook that fails, and this one fails open",
                ),
            ),
        ];
        for (status, audits, webhook, expected) in rows {
            let verdict = example::verdict(&example::policy("a"), "r", status, "");
            let answer = Answer {
                audits,
                webhook,
                ..example::answer(&verdict)
            };
            assert_eq!(effect(&answer), expected, "{status:?} {audits} {webhook:?}");
        }
    }

    #[test]
    fn messages_are_one_line() {
        let rows = [
            ("plain", "plain"),
            (" a\n", "a"),
            ("a\n\n  b\r\nc\n", "a b c"),
            ("\n", ""),
        ];
        for (text, expected) in rows {
            assert_eq!(one_line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_first_line_lies_within_its_span() {
        let mut sources = Sources::new();
        let id = sources.add("a", "a: 1  \nb: 2\n").id;
        let rows = [
            ((0, 11), (0, 4)),
            ((7, 8), (7, 8)),
            ((12, 12), (12, 12)),
            ((3, 99), (3, 4)),
        ];
        for ((start, end), (first, last)) in rows {
            let expected = Some(Span::new(id, first, last));
            assert_eq!(
                first_line(Span::new(id, start, end), &sources),
                expected,
                "{start}..{end}"
            );
        }
    }
}
