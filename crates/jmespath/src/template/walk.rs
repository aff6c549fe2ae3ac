//! Substitution as Kyverno does it: string after string, pass after pass (reference §8.2).
//!
//! Compiled templates come here for what can not be decided ahead, and a property test holds them to it.

use std::collections::BTreeSet;

use sekisho_diagnostics::Complaint;
use sekisho_document::print::{go_text, go_type};
use sekisho_document::{Map, Text, Value};

use crate::error::{LIMIT_EXCEEDED, QUERY_FAILED};
use crate::template::fault::FillError;
use crate::template::path::Path;
use crate::template::placeholder::{Asked, placeholders, query_of, unescaped};
use crate::{Limits, text_of};

/// Who answers the queries of placeholders.
pub(super) trait Ask {
    /// The value of a query, or the cause of its failure.
    fn ask(&mut self, query: &str) -> Result<Value, Complaint>;
    fn deletes(&self) -> bool;
    /// Whether the context has a `target`.
    fn has_target(&mut self) -> bool;
    fn limits(&self) -> &Limits;
    fn spend(&mut self, steps: u64) -> Result<(), Complaint>;
    /// How many values that placeholders became are being filled inside of one another.
    fn nesting(&mut self) -> &mut usize;
}

/// A value with all placeholders of its strings and keys replaced.
pub(super) fn fill(ask: &mut impl Ask, value: &Value, path: &Path<'_>) -> Result<Value, FillError> {
    expect_depth(path, ask.limits())?;
    ask.spend(1)
        .map_err(|complaint| FillError::limit(path, complaint.message))?;
    match value {
        Value::String(text) if text.contains("{{") => fill_text(ask, text, path),
        Value::List(list) => {
            let mut filled = Vec::with_capacity(list.len());
            for (index, item) in list.iter().enumerate() {
                filled.push(fill(ask, item, &path.index(index))?);
            }
            Ok(Value::List(filled.into()))
        }
        Value::Map(map) => {
            let mut filled = Filled::with_capacity(map.len());
            for (key, item) in map {
                let item = fill(ask, item, &path.key(key))?;
                match key.contains("{{") {
                    true => {
                        let new = fill_text(ask, key, path)?;
                        filled.insert(key, new_key(new, key, path)?, item);
                    }
                    false => filled.insert(key, key.clone(), item),
                }
            }
            Ok(Value::Map(filled.map))
        }
        other => Ok(other.clone()),
    }
}

/// The value of one string. A string that is one placeholder becomes its value; what lies inside of a list
/// or map that it becomes is filled too.
pub(super) fn fill_text(ask: &mut impl Ask, written: &str, path: &Path<'_>) -> Result<Value, FillError> {
    let mut text = written.to_owned();
    let mut found = placeholders(&text);
    let mut passes = 0;
    while !found.is_empty() {
        passes += 1;
        if passes > ask.limits().passes {
            let limit = ask.limits().passes;
            let text =
                format!("placeholders at path {path} lead to more placeholders more than {limit} times");
            return Err(FillError::limit(path, text));
        }
        let start = text.clone();
        let mut again = true;
        for placeholder in found {
            ask.spend(1 + text.len() as u64 / 16)
                .map_err(|complaint| FillError::limit(path, complaint.message))?;
            let at = placeholder.at;
            let written = start.get(at.clone()).unwrap_or_default();
            let asked = query_of(written, placeholder.before);
            let query = query(ask, &asked.query, path);
            let value = ask
                .ask(&query)
                .map_err(|cause| FillError::unresolved(&query, path, cause))?;
            if written == start {
                return fill_inside(ask, value, path);
            }
            again = !asked.shallow;
            let new = embedded(&value, &asked, ask.limits())
                .map_err(|cause| FillError::unresolved(&query, path, cause))?;
            let old = start
                .get(at.start - placeholder.before..at.end)
                .unwrap_or_default();
            if let Some(first) = text.find(old) {
                let first = first + placeholder.before;
                text.replace_range(first..first + written.len(), &new);
            }
            expect_room(&text, path, ask.limits())?;
        }
        found = match again {
            true => placeholders(&text),
            false => Vec::new(),
        };
    }
    Ok(Value::from(unescaped(&text)))
}

/// A value that a whole string became: the strings inside of it are filled, itself it is not.
pub(super) fn fill_inside(ask: &mut impl Ask, value: Value, path: &Path<'_>) -> Result<Value, FillError> {
    let is_plain = match &value {
        Value::List(_) | Value::Map(_) => {
            !mentions_braces(ask, &value).map_err(|complaint| FillError::limit(path, complaint.message))?
        }
        _ => true,
    };
    if is_plain {
        return Ok(value);
    }
    let limit = ask.limits().nesting;
    *ask.nesting() += 1;
    if *ask.nesting() > limit {
        let text = format!("the value at path {path} leads to more placeholders more than {limit} times");
        return Err(FillError::limit(path, text));
    }
    let filled = fill(ask, &value, path);
    *ask.nesting() -= 1;
    filled
}

/// The text of a value to be put into a longer text.
pub(super) fn embedded(value: &Value, asked: &Asked, limits: &Limits) -> Result<Text, Complaint> {
    let text = match value {
        Value::String(text) if asked.shallow => return Ok(Text::from(text.replace("{{", "\\{{"))),
        Value::Null => return Ok(Text::const_new("null")),
        // Kyverno breaks off here (reference §8.4).
        _ if asked.shallow && value.as_str().is_none() => {
            let text = "a placeholder with `-` inside of a text needs a string";
            return Err(Complaint::new(QUERY_FAILED, text));
        }
        value => text_of(value, limits.text_bytes),
    };
    text.map_err(|complaint| match complaint.code {
        LIMIT_EXCEEDED => complaint,
        _ => {
            let text = format!("failed to marshal {}: {}", go_type(value), go_text(value));
            Complaint::new(QUERY_FAILED, text)
        }
    })
}

/// What is asked for: `@` is the place of the string, and a deletion has no `request.object`.
fn query(ask: &mut impl Ask, query: &str, path: &Path<'_>) -> String {
    let query = match query {
        "@" if ask.has_target() => path.query(&["target"]),
        "@" => path.query(&["request", "object"]),
        query => query.to_owned(),
    };
    match ask.deletes() {
        true => query.replace("request.object", "request.oldObject"),
        false => query,
    }
}

/// The key that a filled key becomes: null leaves it as it is.
pub(super) fn new_key(new: Value, old: &Text, path: &Path<'_>) -> Result<Text, FillError> {
    match new {
        Value::String(new) => Ok(new),
        Value::Null => Ok(old.clone()),
        _ => {
            let text = format!("expected string after substituting variables in key \"{old}\"");
            Err(FillError::new(path, text))
        }
    }
}

/// A map that is filled entry by entry. A key that was filled takes the place of the same key as written,
/// whichever comes first.
#[derive(Debug)]
pub(super) struct Filled {
    pub(super) map: Map,
    renamed: BTreeSet<Text>,
}

impl Filled {
    pub(super) fn with_capacity(capacity: usize) -> Filled {
        Filled {
            map: Map::with_capacity(capacity),
            renamed: BTreeSet::new(),
        }
    }

    pub(super) fn insert(&mut self, old: &str, new: Text, value: Value) {
        if new == old {
            if !self.renamed.contains(&new) {
                self.map.insert(new, value);
            }
            return;
        }
        self.renamed.insert(new.clone());
        self.map.insert(new, value);
    }
}

fn mentions_braces(ask: &mut impl Ask, value: &Value) -> Result<bool, Complaint> {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        ask.spend(1)?;
        match value {
            Value::String(text) if text.contains("{{") => return Ok(true),
            Value::List(list) => open.extend(list.iter()),
            Value::Map(map) => {
                if map.keys().any(|key| key.contains("{{")) {
                    return Ok(true);
                }
                open.extend(map.values());
            }
            _ => {}
        }
    }
    Ok(false)
}

pub(super) fn expect_depth(path: &Path<'_>, limits: &Limits) -> Result<(), FillError> {
    let limit = limits.document_depth;
    if path.depth() <= limit {
        return Ok(());
    }
    let text = format!("lists and maps lie more than {limit} levels deep in one another");
    Err(FillError::limit(&Path::ROOT, text))
}

pub(super) fn expect_room(text: &str, path: &Path<'_>, limits: &Limits) -> Result<(), FillError> {
    let limit = limits.text_bytes;
    if text.len() <= limit {
        return Ok(());
    }
    let text = format!("the text at path {path} would have more than {limit} bytes");
    Err(FillError::limit(path, text))
}
