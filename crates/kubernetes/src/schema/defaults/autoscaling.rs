//! Defaults of HorizontalPodAutoscalers.

use sekisho_document::{Map, Value, json};

use super::{Given, Rule, edit, edit_or_make, fill};

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("autoscaling/v1", "HorizontalPodAutoscalerSpec"),
        set: &[
            ("minReplicas", Given::Int(1)),
            ("targetCPUUtilizationPercentage", Given::Int(80)),
        ],
        ..Rule::USUAL
    },
    Rule {
        of: ("autoscaling/v2", "HorizontalPodAutoscalerSpec"),
        set: &[("minReplicas", Given::Int(1))],
        more: Some(spec),
        ..Rule::USUAL
    },
];

const METRICS: &str = r#"[{"type": "Resource", "resource":
    {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 80}}}]"#;
const PERCENT: &str = r#"[{"type": "Percent", "value": 100, "periodSeconds": 15}]"#;
const PODS_AND_PERCENT: &str = r#"[{"type": "Pods", "value": 4, "periodSeconds": 15},
    {"type": "Percent", "value": 100, "periodSeconds": 15}]"#;

fn read(text: &str) -> Value {
    json::read(text.as_bytes(), json::Rules::KUBERNETES).unwrap_or_default()
}

fn spec(spec: &mut Map) {
    fill(spec, "metrics", || read(METRICS));
    edit(spec, "behavior", |behavior| {
        edit_or_make(behavior, "scaleUp", |rules| {
            fill(rules, "stabilizationWindowSeconds", || Value::Int(0));
            fill(rules, "selectPolicy", || Value::text("Max"));
            fill(rules, "policies", || read(PODS_AND_PERCENT));
        });
        edit_or_make(behavior, "scaleDown", |rules| {
            fill(rules, "selectPolicy", || Value::text("Max"));
            fill(rules, "policies", || read(PERCENT));
        });
    });
}
