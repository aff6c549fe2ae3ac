//! `In` and `NotIn`, deprecated.

use std::borrow::Cow;

use sekisho_document::Value;
use sekisho_kubernetes::wildcard;

use super::{Example, Operator, Prepared, Spelling};
use crate::conditions::ConditionError;
use crate::conditions::reading::{Json, item_texts, owned, scalar_text, strings};
use crate::conditions::steps::Steps;

pub(super) const OPERATORS: &[Operator] = &[
    Operator {
        name: "In",
        aliases: &[],
        instead: Some("AllIn, or AnyIn"),
        summary: "holds when the key, or every item of it, is among the values; wildcards count only for a single key",
        examples: &[
            Example {
                key: r#""ng*""#,
                value: r#"["nginx"]"#,
                holds: true,
            },
            Example {
                key: r#"["ng*"]"#,
                value: r#"["nginx"]"#,
                holds: false,
            },
            Example {
                key: r#"["a"]"#,
                value: r#"["a","b"]"#,
                holds: true,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::OldMembership(Wanted::In, Choice::read(value)),
    },
    Operator {
        name: "NotIn",
        aliases: &[],
        instead: Some("AnyNotIn, or AllNotIn"),
        summary: "holds when the key, or at least one item of it, is not among the values",
        examples: &[
            Example {
                key: r#"["a","z"]"#,
                value: r#"["a","b"]"#,
                holds: true,
            },
            Example {
                key: r#""a""#,
                value: r#"["a","b"]"#,
                holds: false,
            },
            // Upstream returns the answer of a text that is found for both operators.
            Example {
                key: r#"["a"]"#,
                value: r#""a""#,
                holds: true,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::OldMembership(Wanted::NotIn, Choice::read(value)),
    },
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::conditions) enum Wanted {
    In,
    NotIn,
}

/// The values to choose from.
#[derive(Debug, Clone)]
pub(in crate::conditions) enum Choice<'v> {
    List {
        texts: Vec<Cow<'v, str>>,
        /// Whether all items are strings, which a list of keys asks for.
        strings: bool,
    },
    Text {
        text: Cow<'v, str>,
        json: Json,
    },
    Other,
}

impl Choice<'_> {
    fn read(value: &Value) -> Choice<'_> {
        match value {
            Value::List(list) => Choice::List {
                texts: item_texts(list),
                strings: strings(list).is_some(),
            },
            Value::String(text) => Choice::Text {
                json: Json::of(text),
                text: Cow::Borrowed(text),
            },
            Value::Null
            | Value::Bool(_)
            | Value::Int(_)
            | Value::UInt(_)
            | Value::Float(_)
            | Value::Map(_) => Choice::Other,
        }
    }

    pub(super) fn into_owned(self) -> Choice<'static> {
        match self {
            Choice::List { texts, strings } => Choice::List {
                texts: owned(texts),
                strings,
            },
            Choice::Text { text, json } => Choice::Text {
                text: Cow::Owned(text.into_owned()),
                json,
            },
            Choice::Other => Choice::Other,
        }
    }

    pub(super) fn decides(
        &self,
        wanted: Wanted,
        key: &Value,
        steps: &mut Steps,
    ) -> Result<bool, ConditionError> {
        if let Value::List(keys) = key {
            let operator = match wanted {
                Wanted::In => "In",
                Wanted::NotIn => "NotIn",
            };
            let keys = strings(keys).ok_or(ConditionError::NotStrings { operator })?;
            return self.decides_list(wanted, &keys, steps);
        }
        let Some(key) = scalar_text(key) else {
            return Ok(false);
        };
        let found = match self {
            Choice::List { texts, .. } => steps.any_matches(&key, texts.iter().map(Cow::as_ref))?,
            Choice::Text { text, json } => {
                steps.compare(text, &key)?;
                match json {
                    _ if wildcard::matches(text, &key) => true,
                    Json::Strings(values) => steps.any_equals(&key, values.iter().map(String::as_str))?,
                    Json::Other | Json::Malformed => return Ok(false),
                }
            }
            Choice::Other => return Ok(false),
        };
        Ok(found == (wanted == Wanted::In))
    }

    fn decides_list(
        &self,
        wanted: Wanted,
        keys: &[Cow<'_, str>],
        steps: &mut Steps,
    ) -> Result<bool, ConditionError> {
        match self {
            Choice::List { texts, strings: true } => {
                wanted.of(keys, |key| steps.any_equals(key, texts.iter().map(Cow::as_ref)))
            }
            Choice::Text { text, json } => {
                if let [key] = keys
                    && key == text
                {
                    return Ok(true);
                }
                match json {
                    Json::Strings(values) => wanted.of(keys, |key| {
                        steps.any_equals(key, values.iter().map(String::as_str))
                    }),
                    Json::Other | Json::Malformed => Ok(false),
                }
            }
            Choice::List { strings: false, .. } | Choice::Other => Ok(false),
        }
    }
}

impl Wanted {
    fn of(
        self,
        keys: &[Cow<'_, str>],
        mut is_in: impl FnMut(&str) -> Result<bool, ConditionError>,
    ) -> Result<bool, ConditionError> {
        for key in keys {
            if !is_in(key)? {
                return Ok(self == Wanted::NotIn);
            }
        }
        Ok(self == Wanted::In)
    }
}
