//! What operators make of a value: seconds, quantities, texts, lists of texts.

use std::borrow::Cow;

use sekisho_document::json::{self, JsonFault, Rules};
use sekisho_document::{List, Value, number, print};
use sekisho_kubernetes::{Duration, Quantity, semver};

use crate::leaf::duration;

/// A string, read in each way it may be meant.
#[derive(Debug, Clone)]
pub(super) struct TextReading {
    /// Seconds of a duration. The text `0` counts as a number here.
    pub(super) seconds: Option<f64>,
    pub(super) quantity: Option<Quantity>,
    pub(super) float: Option<f64>,
}

impl TextReading {
    pub(super) fn of(text: &str) -> TextReading {
        TextReading {
            seconds: if text == "0" {
                None
            } else {
                duration(text).map(Duration::seconds)
            },
            quantity: Quantity::parse(text).ok(),
            float: number::parse_float(text).ok(),
        }
    }
}

pub(super) fn version(text: &str) -> Option<semver::Version> {
    semver::Version::parse(text).ok()
}

/// A number as whole seconds; a fraction is cut off.
pub(super) fn whole_seconds(value: &Value) -> Option<f64> {
    value.as_f64().map(f64::trunc)
}

/// A string, number or boolean as text; nothing for others.
pub(super) fn scalar_text(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::String(text) => Some(Cow::Borrowed(text)),
        Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => {
            Some(Cow::Owned(print::go_text(value)))
        }
        Value::Null | Value::List(_) | Value::Map(_) => None,
    }
}

/// The items of a list as texts, whatever they are.
pub(super) fn item_texts(list: &List) -> Vec<Cow<'_, str>> {
    list.iter()
        .map(|item| match item {
            Value::String(text) => Cow::Borrowed(text.as_str()),
            other => Cow::Owned(print::go_text(other)),
        })
        .collect()
}

/// The items of a list of strings; nothing if one is no string.
pub(super) fn strings(list: &List) -> Option<Vec<Cow<'_, str>>> {
    list.iter().map(|item| item.as_str().map(Cow::Borrowed)).collect()
}

/// What a text is as JSON.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json {
    Malformed,
    /// A list of strings; null counts as an empty one, and a null in it as an empty string, as for a Go
    /// decoder.
    Strings(Vec<String>),
    Other,
}

impl Json {
    pub(super) fn of(text: &str) -> Json {
        let starts_like_json =
            |byte: u8| matches!(byte, b'[' | b'{' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n');
        if !text
            .trim_ascii_start()
            .bytes()
            .next()
            .is_some_and(starts_like_json)
        {
            return Json::Malformed;
        }
        match json::read(text.as_bytes(), Rules::GO) {
            Ok(Value::Null) => Json::Strings(Vec::new()),
            Ok(Value::List(list)) => {
                let string = |item: &Value| match item {
                    Value::Null => Some(String::new()),
                    Value::String(text) => Some(text.to_string()),
                    _ => None,
                };
                let strings: Option<Vec<String>> = list.iter().map(string).collect();
                strings.map_or(Json::Other, Json::Strings)
            }
            Ok(_) => Json::Other,
            Err(error) => match error.fault {
                // Well-formed so far, but no list of strings.
                JsonFault::Number { .. } | JsonFault::Depth => Json::Other,
                JsonFault::End | JsonFault::Character { .. } | JsonFault::Duplicate { .. } => Json::Malformed,
            },
        }
    }
}

pub(super) fn owned(texts: Vec<Cow<'_, str>>) -> Vec<Cow<'static, str>> {
    texts
        .into_iter()
        .map(|text| Cow::Owned(text.into_owned()))
        .collect()
}
