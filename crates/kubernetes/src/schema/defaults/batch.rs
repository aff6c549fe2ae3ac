//! Defaults of Jobs and CronJobs.

use sekisho_document::{Map, Value};

use super::{Given, Rule, edit, fill};

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("batch/v1", "CronJobSpec"),
        set: &[
            ("concurrencyPolicy", Given::Text("Allow")),
            ("suspend", Given::Bool(false)),
            ("successfulJobsHistoryLimit", Given::Int(3)),
            ("failedJobsHistoryLimit", Given::Int(1)),
        ],
        ..Rule::USUAL
    },
    // Of the kind, not of its spec: the jobs of a CronJob get their defaults when they are created.
    Rule {
        of: ("batch/v1", "Job"),
        more: Some(job),
        ..Rule::USUAL
    },
    Rule {
        of: ("batch/v1", "PodFailurePolicyOnPodConditionsPattern"),
        more: Some(condition),
        ..Rule::USUAL
    },
];

fn job(job: &mut Map) {
    edit(job, "spec", |spec| {
        if !spec.contains_key("completions") && !spec.contains_key("parallelism") {
            fill(spec, "completions", || Value::Int(1));
        }
        fill(spec, "parallelism", || Value::Int(1));
        let per_index = spec.contains_key("backoffLimitPerIndex");
        let limit = if per_index { i64::from(i32::MAX) } else { 6 };
        fill(spec, "backoffLimit", || Value::Int(limit));
        fill(spec, "completionMode", || Value::text("NonIndexed"));
        fill(spec, "suspend", || Value::Bool(false));
        let replacement = if spec.contains_key("podFailurePolicy") {
            "Failed"
        } else {
            "TerminatingOrFailed"
        };
        fill(spec, "podReplacementPolicy", || Value::text(replacement));
        fill(spec, "manualSelector", || Value::Bool(false));
    });
    super::core::labels_of_template(job);
}

fn condition(pattern: &mut Map) {
    if super::text(pattern, "status").is_empty() {
        pattern.insert("status", Value::text("True"));
    }
}
