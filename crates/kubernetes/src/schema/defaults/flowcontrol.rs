//! Defaults of flow schemas and priority levels.

use super::{Given, Rule, fill_zero};

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("flowcontrol/v1", "ExemptPriorityLevelConfiguration"),
        set: &[
            ("nominalConcurrencyShares", Given::Int(0)),
            ("lendablePercent", Given::Int(0)),
        ],
        ..Rule::USUAL
    },
    Rule {
        of: ("flowcontrol/v1", "FlowSchemaSpec"),
        more: Some(|spec| fill_zero(spec, "matchingPrecedence", 1000)),
        ..Rule::USUAL
    },
    Rule {
        of: ("flowcontrol/v1", "LimitedPriorityLevelConfiguration"),
        set: &[("lendablePercent", Given::Int(0))],
        more: Some(|limited| {
            if limited
                .get("nominalConcurrencyShares")
                .is_none_or(sekisho_document::Value::is_null)
            {
                limited.insert("nominalConcurrencyShares", sekisho_document::Value::Int(30));
            }
        }),
        ..Rule::USUAL
    },
    Rule {
        of: ("flowcontrol/v1", "QueuingConfiguration"),
        more: Some(|queuing| {
            fill_zero(queuing, "queues", 64);
            fill_zero(queuing, "handSize", 8);
            fill_zero(queuing, "queueLengthLimit", 50);
        }),
        ..Rule::USUAL
    },
];
