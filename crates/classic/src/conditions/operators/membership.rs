//! `AnyIn`, `AllIn`, `AnyNotIn`, `AllNotIn`: whether keys are among the values.

use std::borrow::Cow;

use sekisho_document::{Text, Value};
use sekisho_kubernetes::wildcard;

use super::{Example, Operator, Prepared, Spelling};
use crate::conditions::ConditionError;
use crate::conditions::reading::{Json, item_texts, owned, scalar_text};
use crate::conditions::steps::Steps;
use crate::leaf::{LeafPattern, is_range};

pub(super) const OPERATORS: &[Operator] = &[
    Operator {
        name: "AllIn",
        aliases: &[],
        instead: None,
        summary: "holds when every key is among the values; wildcards count on both sides, and a value `a-b` is a \
                  range",
        examples: &[
            Example {
                key: r#"["a","b"]"#,
                value: r#"["a","b","c"]"#,
                holds: true,
            },
            Example {
                key: r#"["a","z"]"#,
                value: r#"["a","b"]"#,
                holds: false,
            },
            Example {
                key: "[]",
                value: r#"["a"]"#,
                holds: true,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::Membership(Wanted::EachIn, Choice::read(value)),
    },
    Operator {
        name: "AllNotIn",
        aliases: &[],
        instead: None,
        summary: "holds when no key is among the values; wildcards count on both sides, and a value `a-b` is a range",
        examples: &[
            Example {
                key: r#"["x","y"]"#,
                value: r#"["a","b"]"#,
                holds: true,
            },
            Example {
                key: r#"["x","b"]"#,
                value: r#"["a","b"]"#,
                holds: false,
            },
            Example {
                key: "null",
                value: r#"["a"]"#,
                holds: false,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::Membership(Wanted::NoneIn, Choice::read(value)),
    },
    Operator {
        name: "AnyIn",
        aliases: &[],
        instead: None,
        summary: "holds when at least one key is among the values; wildcards count on both sides, and a value \
                  `a-b` is a range",
        examples: &[
            Example {
                key: r#""ng*""#,
                value: r#"["nginx"]"#,
                holds: true,
            },
            Example {
                key: "8080",
                value: r#""8000-9000""#,
                holds: true,
            },
            Example {
                key: "8080",
                value: r#"["8000-9000"]"#,
                holds: false,
            },
            Example {
                key: "6",
                value: "6",
                holds: false,
            },
            Example {
                key: "[6]",
                value: "6",
                holds: true,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::Membership(Wanted::SomeIn, Choice::read(value)),
    },
    Operator {
        name: "AnyNotIn",
        aliases: &[],
        instead: None,
        summary: "holds when at least one key is not among the values; wildcards count on both sides, and a value \
                  `a-b` is a range",
        examples: &[
            Example {
                key: r#""6""#,
                value: r#"["5"]"#,
                holds: true,
            },
            Example {
                key: r#""6""#,
                value: r#""5""#,
                holds: false,
            },
            Example {
                key: "7",
                value: r#""1-5""#,
                holds: true,
            },
        ],
        spelling: Spelling::AnyCase,
        prepare: |value| Prepared::Membership(Wanted::SomeOutside, Choice::read(value)),
    },
];

/// How many keys have to be where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::conditions) enum Wanted {
    SomeIn,
    SomeOutside,
    EachIn,
    NoneIn,
}

/// The values to choose from.
#[derive(Debug, Clone)]
pub(in crate::conditions) enum Choice<'v> {
    List(Vec<Cow<'v, str>>),
    Text {
        text: Cow<'v, str>,
        range: Option<Box<Range>>,
        json: Json,
    },
    /// A number or boolean as text: a value only for a list of keys.
    Scalar(String),
    /// Nothing one could be among.
    Other,
}

/// A value of the form `a-b`.
#[derive(Debug, Clone)]
pub(in crate::conditions) struct Range {
    within: LeafPattern,
    /// The text with `!` before its first dash, which is not always a range (`-5-10`).
    outside: LeafPattern,
}

impl Choice<'_> {
    fn read(value: &Value) -> Choice<'_> {
        match value {
            Value::List(list) => Choice::List(item_texts(list)),
            Value::String(text) => Choice::Text {
                range: is_range(text).then(|| Range::read(text)),
                json: Json::of(text),
                text: Cow::Borrowed(text),
            },
            Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => {
                scalar_text(value).map_or(Choice::Other, |text| Choice::Scalar(text.into_owned()))
            }
            Value::Null | Value::Map(_) => Choice::Other,
        }
    }

    pub(super) fn into_owned(self) -> Choice<'static> {
        match self {
            Choice::List(texts) => Choice::List(owned(texts)),
            Choice::Text { text, range, json } => Choice::Text {
                text: Cow::Owned(text.into_owned()),
                range,
                json,
            },
            Choice::Scalar(text) => Choice::Scalar(text),
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
            return self.decides_list(wanted, &item_texts(keys), steps);
        }
        let Some(key) = scalar_text(key) else {
            return Ok(false);
        };
        let found = self.has(&key, steps)?;
        Ok(found.is_some_and(|found| match wanted {
            Wanted::SomeIn | Wanted::EachIn => found,
            Wanted::SomeOutside | Wanted::NoneIn => !found,
        }))
    }

    /// Whether a single key is among the values; nothing when the values make no sense for it.
    fn has(&self, key: &str, steps: &mut Steps) -> Result<Option<bool>, ConditionError> {
        match self {
            Choice::List(values) => steps.any_matches(key, values.iter().map(Cow::as_ref)).map(Some),
            Choice::Text { text, range, json } => {
                steps.compare(text, key)?;
                if wildcard::matches(text, key) {
                    return Ok(Some(true));
                }
                if let Some(range) = range {
                    return Ok(Some(range.within.matches(&Value::text(key))));
                }
                match json {
                    Json::Strings(values) => {
                        steps.any_equals(key, values.iter().map(String::as_str)).map(Some)
                    }
                    Json::Other => Ok(None),
                    // Equal texts matched as wildcards already.
                    Json::Malformed => Ok(Some(false)),
                }
            }
            Choice::Scalar(_) | Choice::Other => Ok(None),
        }
    }

    fn decides_list(
        &self,
        wanted: Wanted,
        keys: &[Cow<'_, str>],
        steps: &mut Steps,
    ) -> Result<bool, ConditionError> {
        match self {
            Choice::List(values) => {
                wanted.of(keys, |key| steps.any_matches(key, values.iter().map(Cow::as_ref)))
            }
            Choice::Text { text, range, json } => {
                if let [key] = keys
                    && key == text
                {
                    return Ok(matches!(wanted, Wanted::SomeIn | Wanted::EachIn));
                }
                if let Some(range) = range {
                    return Ok(range.decides(wanted, keys));
                }
                match json {
                    Json::Strings(values) => wanted.of(keys, |key| {
                        steps.any_matches(key, values.iter().map(String::as_str))
                    }),
                    Json::Other => Ok(false),
                    Json::Malformed => wanted.of(keys, |key| steps.any_matches(key, [text.as_ref()])),
                }
            }
            Choice::Scalar(text) => match wanted {
                Wanted::SomeIn | Wanted::SomeOutside => {
                    wanted.of(keys, |key| steps.any_matches(key, [text.as_str()]))
                }
                Wanted::EachIn | Wanted::NoneIn => Ok(false),
            },
            Choice::Other => Ok(false),
        }
    }
}

impl Wanted {
    fn of(
        self,
        keys: &[Cow<'_, str>],
        mut is_in: impl FnMut(&str) -> Result<bool, ConditionError>,
    ) -> Result<bool, ConditionError> {
        let (decisive, answer) = match self {
            Wanted::SomeIn => (true, true),
            Wanted::SomeOutside => (false, true),
            Wanted::EachIn => (false, false),
            Wanted::NoneIn => (true, false),
        };
        for key in keys {
            if is_in(key)? == decisive {
                return Ok(answer);
            }
        }
        Ok(!answer)
    }
}

impl Range {
    fn read(text: &str) -> Box<Range> {
        Box::new(Range {
            within: LeafPattern::text_pattern(text),
            outside: LeafPattern::text_pattern(&text.replacen('-', "!-", 1)),
        })
    }

    fn decides(&self, wanted: Wanted, keys: &[Cow<'_, str>]) -> bool {
        let within = |key: &Cow<'_, str>| self.within.matches(&Value::String(Text::new(key)));
        let outside = |key: &Cow<'_, str>| self.outside.matches(&Value::String(Text::new(key)));
        match wanted {
            Wanted::SomeIn => keys.iter().any(within),
            Wanted::SomeOutside => keys.iter().any(outside),
            Wanted::EachIn => keys.iter().all(within),
            Wanted::NoneIn => !keys.iter().any(within),
        }
    }
}
