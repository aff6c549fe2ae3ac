//! `DurationGreaterThan` and its three sisters, deprecated.

use sekisho_document::Value;
use sekisho_kubernetes::Duration;

use super::{Example, Operator, Prepared, Spelling};
use crate::conditions::reading::whole_seconds;
use crate::leaf::{Relation, duration};

pub(super) const OPERATORS: &[Operator] = &[
    Operator {
        name: "DurationGreaterThan",
        aliases: &[],
        instead: Some("GreaterThan"),
        summary: "holds when the key is a longer time than the value; numbers are seconds",
        examples: &[
            Example {
                key: r#""2m""#,
                value: "90",
                holds: true,
            },
            Example {
                key: "90",
                value: r#""2m""#,
                holds: false,
            },
        ],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Duration(Relation::Greater, Operand::read(value)),
    },
    Operator {
        name: "DurationGreaterThanOrEquals",
        aliases: &[],
        instead: Some("GreaterThanOrEquals"),
        summary: "holds when the key is no shorter time than the value; numbers are seconds",
        examples: &[Example {
            key: r#""60m""#,
            value: r#""1h""#,
            holds: true,
        }],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Duration(Relation::GreaterOrEqual, Operand::read(value)),
    },
    Operator {
        name: "DurationLessThan",
        aliases: &[],
        instead: Some("LessThan"),
        summary: "holds when the key is a shorter time than the value; numbers are seconds",
        examples: &[
            Example {
                key: "0.9",
                value: "1",
                holds: true,
            },
            Example {
                key: r#""1""#,
                value: r#""1h""#,
                holds: false,
            },
        ],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Duration(Relation::Less, Operand::read(value)),
    },
    Operator {
        name: "DurationLessThanOrEquals",
        aliases: &[],
        instead: Some("LessThanOrEquals"),
        summary: "holds when the key is no longer time than the value; numbers are seconds",
        examples: &[Example {
            key: "3600",
            value: r#""1h""#,
            holds: true,
        }],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Duration(Relation::LessOrEqual, Operand::read(value)),
    },
];

/// The seconds a key is compared with, if the value is a time.
#[derive(Debug, Clone, Copy)]
pub(in crate::conditions) struct Operand(Option<f64>);

impl Operand {
    fn read(value: &Value) -> Operand {
        Operand(seconds(value))
    }

    pub(super) fn stands(self, relation: Relation, key: &Value) -> bool {
        let ordering = match (seconds(key), self.0) {
            (Some(key), Some(value)) => key.partial_cmp(&value),
            _ => None,
        };
        ordering.is_some_and(|ordering| relation.holds(ordering))
    }
}

fn seconds(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => duration(text).map(Duration::seconds),
        other => whole_seconds(other),
    }
}
