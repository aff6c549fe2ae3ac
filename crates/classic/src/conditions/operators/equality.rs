//! `Equals` and `NotEquals`.

use std::borrow::Cow;

use sekisho_document::{Value, number};
use sekisho_kubernetes::{Quantity, wildcard};

use super::{Example, Operator, Prepared, Spelling};
use crate::conditions::ConditionError;
use crate::conditions::reading::{TextReading, whole_seconds};
use crate::conditions::steps::Steps;
use crate::leaf::whole;

pub(super) const OPERATORS: &[Operator] = &[
    Operator {
        name: "Equals",
        aliases: &["Equal"],
        instead: None,
        summary: "holds when key and value are equal: as durations, as quantities, as numbers, or as texts where \
                  the value may have wildcards",
        examples: &[
            Example {
                key: r#""nginx""#,
                value: r#""ng?nx""#,
                holds: true,
            },
            Example {
                key: r#""1Gi""#,
                value: r#""1024Mi""#,
                holds: true,
            },
            Example {
                key: r#""5m""#,
                value: r#""300s""#,
                holds: true,
            },
            Example {
                key: "80",
                value: r#""80""#,
                holds: true,
            },
            Example {
                key: r#""80""#,
                value: "80",
                holds: false,
            },
            Example {
                key: "true",
                value: r#""true""#,
                holds: false,
            },
            Example {
                key: r#"["a","b"]"#,
                value: r#"["b","a"]"#,
                holds: false,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::Equals(Operand::read(value)),
    },
    Operator {
        name: "NotEquals",
        aliases: &["NotEqual"],
        instead: None,
        summary: "holds when `Equals` does not, unless the key is null",
        examples: &[
            Example {
                key: r#""nginx""#,
                value: r#""httpd""#,
                holds: true,
            },
            Example {
                key: "3600",
                value: r#""1h""#,
                holds: true,
            },
            Example {
                key: "null",
                value: r#""x""#,
                holds: false,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::NotEquals(Operand::read(value)),
    },
];

/// What a key is compared with.
#[derive(Debug, Clone)]
pub(in crate::conditions) struct Operand<'v> {
    value: Cow<'v, Value>,
    /// How the value reads if it is a string.
    text: Option<TextReading>,
    int: Option<i64>,
}

impl Operand<'_> {
    fn read(value: &Value) -> Operand<'_> {
        Operand {
            text: value.as_str().map(TextReading::of),
            int: value.as_str().and_then(|text| number::parse_int(text).ok()),
            value: Cow::Borrowed(value),
        }
    }

    pub(super) fn into_owned(self) -> Operand<'static> {
        Operand {
            value: Cow::Owned(self.value.into_owned()),
            ..self
        }
    }

    pub(super) fn equals(&self, key: &Value, steps: &mut Steps) -> Result<bool, ConditionError> {
        let value = self.value.as_ref();
        let equal = match key {
            Value::Null => false,
            Value::Bool(_) => key == value,
            Value::List(key) => value.as_list() == Some(key),
            Value::Map(key) => value.as_map() == Some(key),
            Value::Int(key) => match value {
                Value::String(_) => self.int == Some(*key),
                other => whole(other) == Some(*key),
            },
            Value::UInt(_) | Value::Float(_) => match value {
                Value::Int(value) => whole(key) == Some(*value),
                Value::UInt(_) | Value::Float(_) => key.as_f64() == value.as_f64(),
                Value::String(_) => {
                    let float = self.text.as_ref().and_then(|text| text.float);
                    float.is_some() && float == key.as_f64()
                }
                Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => false,
            },
            Value::String(key) => return self.equals_text(key, steps),
        };
        Ok(equal)
    }

    fn equals_text(&self, key: &str, steps: &mut Steps) -> Result<bool, ConditionError> {
        // A text equals itself, whatever it may be read as.
        if self.value.as_str() == Some(key) {
            return Ok(true);
        }
        let reading = TextReading::of(key);
        if let Some(seconds) = reading.seconds {
            let other = match &self.text {
                Some(text) => text.seconds,
                None => whole_seconds(&self.value),
            };
            if let Some(other) = other {
                return Ok(seconds == other);
            }
        }
        let (Value::String(value), Some(text)) = (self.value.as_ref(), &self.text) else {
            return Ok(false);
        };
        if let Some(quantity) = reading.quantity {
            return Ok(text
                .quantity
                .as_ref()
                .is_some_and(|value: &Quantity| *value == quantity));
        }
        steps.compare(value, key)?;
        Ok(wildcard::matches(value, key))
    }
}
