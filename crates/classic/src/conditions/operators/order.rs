//! `GreaterThan`, `GreaterThanOrEquals`, `LessThan`, `LessThanOrEquals`.

use std::cmp::Ordering;

use sekisho_document::Value;
use sekisho_kubernetes::semver;

use super::{Example, Operator, Prepared, Spelling};
use crate::conditions::reading::{TextReading, version, whole_seconds};
use crate::leaf::Relation;

pub(super) const OPERATORS: &[Operator] = &[
    Operator {
        name: "GreaterThan",
        aliases: &[],
        instead: None,
        summary: "holds when the key is more than the value: as durations, quantities, numbers or versions",
        examples: &[
            Example {
                key: r#""100m""#,
                value: r#""0.05""#,
                holds: true,
            },
            Example {
                key: r#""1.5.2""#,
                value: r#""1.5.0""#,
                holds: true,
            },
            Example {
                key: r#""v1.5.2""#,
                value: r#""v1.5.0""#,
                holds: false,
            },
        ],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Order(Relation::Greater, Operand::read(value)),
    },
    Operator {
        name: "GreaterThanOrEquals",
        aliases: &[],
        instead: None,
        summary: "holds when the key is not less than the value: as durations, quantities, numbers or versions",
        examples: &[
            Example {
                key: "3600",
                value: r#""1h""#,
                holds: true,
            },
            Example {
                key: "5",
                value: "5",
                holds: true,
            },
        ],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Order(Relation::GreaterOrEqual, Operand::read(value)),
    },
    Operator {
        name: "LessThan",
        aliases: &[],
        instead: None,
        summary: "holds when the key is less than the value: as durations, quantities, numbers or versions",
        examples: &[
            Example {
                key: r#""500m""#,
                value: r#""1""#,
                holds: true,
            },
            Example {
                key: r#""1.25""#,
                value: r#""1.3.0""#,
                holds: false,
            },
        ],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Order(Relation::Less, Operand::read(value)),
    },
    Operator {
        name: "LessThanOrEquals",
        aliases: &[],
        instead: None,
        summary: "holds when the key is not more than the value: as durations, quantities, numbers or versions",
        examples: &[
            Example {
                key: r#""90s""#,
                value: r#""2m""#,
                holds: true,
            },
            Example {
                key: "true",
                value: "true",
                holds: false,
            },
        ],
        spelling: Spelling::Exact,
        prepare: |value| Prepared::Order(Relation::LessOrEqual, Operand::read(value)),
    },
];

/// What a key is put in order with.
#[derive(Debug, Clone)]
pub(in crate::conditions) enum Operand {
    Number {
        number: f64,
        seconds: f64,
    },
    Text {
        reading: Box<TextReading>,
        version: Option<semver::Version>,
    },
    /// Something without an order.
    Other,
}

impl Operand {
    fn read(value: &Value) -> Operand {
        match value {
            Value::Int(_) | Value::UInt(_) | Value::Float(_) => Operand::Number {
                number: value.as_f64().unwrap_or_default(),
                seconds: whole_seconds(value).unwrap_or_default(),
            },
            Value::String(text) => Operand::Text {
                reading: Box::new(TextReading::of(text)),
                version: version(text),
            },
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => Operand::Other,
        }
    }

    pub(super) fn stands(&self, relation: Relation, key: &Value) -> bool {
        let ordering = match key {
            Value::Int(_) | Value::UInt(_) | Value::Float(_) => {
                key.as_f64().and_then(|number| self.order_of_number(number))
            }
            Value::String(key) => self.order_of_text(key),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => None,
        };
        ordering.is_some_and(|ordering| relation.holds(ordering))
    }

    fn order_of_number(&self, key: f64) -> Option<Ordering> {
        match self {
            Operand::Number { number, .. } => key.partial_cmp(number),
            Operand::Text { reading, .. } => match reading.seconds {
                Some(seconds) => key.trunc().partial_cmp(&seconds),
                None => key.partial_cmp(&reading.float?),
            },
            Operand::Other => None,
        }
    }

    fn order_of_text(&self, key: &str) -> Option<Ordering> {
        let reading = TextReading::of(key);
        if let Some(key) = reading.seconds {
            let seconds = match self {
                Operand::Number { seconds, .. } => Some(*seconds),
                Operand::Text { reading, .. } => reading.seconds,
                Operand::Other => None,
            };
            if let Some(seconds) = seconds {
                return key.partial_cmp(&seconds);
            }
        }
        if let (Some(key), Operand::Text { reading, .. }) = (&reading.quantity, self)
            && let Some(value) = &reading.quantity
        {
            return Some(key.cmp(value));
        }
        if let Some(key) = reading.float {
            return self.order_of_number(key);
        }
        match self {
            Operand::Text {
                version: Some(value), ..
            } => version(key).map(|key| key.cmp(value)),
            Operand::Text { version: None, .. } | Operand::Number { .. } | Operand::Other => None,
        }
    }
}
