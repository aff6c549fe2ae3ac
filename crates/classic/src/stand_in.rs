//! Substitution by the reference loop alone, until templates are compiled ahead.

use sekisho_diagnostics::Complaint;
use sekisho_document::{List, Map, Text, Value, json};
use sekisho_evaluator::Observer;
use sekisho_jmespath::Functions;
use sekisho_kubernetes::Verb;

use crate::context::Context;

/// A document that may hold placeholders.
#[derive(Debug, Clone)]
pub struct Skeleton {
    value: Value,
    fixed: bool,
}

impl Skeleton {
    pub(crate) fn compile(value: &Value, _functions: &Functions) -> Skeleton {
        Skeleton {
            value: value.clone(),
            fixed: !has_holes(value),
        }
    }

    pub(crate) fn fixed(value: Value) -> Skeleton {
        Skeleton { value, fixed: true }
    }

    pub(crate) fn written(&self) -> &Value {
        &self.value
    }

    pub(crate) fn as_fixed(&self) -> Option<&Value> {
        self.fixed.then_some(&self.value)
    }

    pub(crate) fn fill<O: Observer>(&self, context: &mut Context<'_, '_, O>) -> Result<Value, Complaint> {
        if self.fixed {
            Ok(self.value.clone())
        } else {
            walk(&self.value, "", context)
        }
    }
}

fn has_holes(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("{{"),
        Value::List(list) => list.iter().any(has_holes),
        Value::Map(map) => map
            .iter()
            .any(|(key, value)| key.contains("{{") || has_holes(value)),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => false,
    }
}

fn walk<O: Observer>(
    value: &Value,
    path: &str,
    context: &mut Context<'_, '_, O>,
) -> Result<Value, Complaint> {
    Ok(match value {
        Value::String(text) => match string(text, path, context)? {
            filled @ (Value::List(_) | Value::Map(_)) => walk(&filled, path, context)?,
            filled => filled,
        },
        Value::List(list) => {
            let items = list
                .iter()
                .enumerate()
                .map(|(idx, item)| walk(item, &format!("{path}/{idx}"), context));
            Value::List(items.collect::<Result<List, Complaint>>()?)
        }
        Value::Map(map) => {
            let mut filled = Map::new();
            for (key, item) in map {
                let new = match string(key, path, context)? {
                    Value::String(text) => text,
                    _ => key.clone(),
                };
                filled.insert(
                    new,
                    walk(item, &format!("{path}/{}", key.replace('/', "\\/")), context)?,
                );
            }
            Value::Map(filled)
        }
        other => other.clone(),
    })
}

/// The first placeholder: from its braces to behind them.
fn placeholder(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let at = |idx: usize| bytes.get(idx).copied();
    (0..bytes.len()).find_map(|start| {
        let opens = at(start) == Some(b'{') && at(start + 1) == Some(b'{');
        if !opens || (start > 0 && at(start - 1) == Some(b'\\')) {
            return None;
        }
        let mut idx = start + 2;
        loop {
            match at(idx)? {
                b'}' => return (at(idx + 1) == Some(b'}')).then_some((start, idx + 2)),
                b'{' => {
                    let group = bytes
                        .get(idx + 1..)?
                        .iter()
                        .position(|byte| matches!(byte, b'{' | b'}'))?;
                    let end = idx + 1 + group;
                    if at(end) != Some(b'}') {
                        return None;
                    }
                    idx = end + 1;
                }
                _ => idx += 1,
            }
        }
    })
}

fn string<O: Observer>(text: &str, path: &str, context: &mut Context<'_, '_, O>) -> Result<Value, Complaint> {
    let mut text = text.to_owned();
    while let Some((start, end)) = placeholder(&text) {
        let query = text
            .get(start..end)
            .unwrap_or_default()
            .replace("{{", "")
            .replace("}}", "");
        let query = query.trim();
        let mut query = query.strip_prefix('-').unwrap_or(query).trim().to_owned();
        if context.operation() == Verb::Delete {
            query = query.replace("request.object", "request.oldObject");
        }
        let compiled = context
            .compile(&query)
            .map_err(|cause| format!("incorrect query {query}: {cause}"));
        let value = compiled
            .and_then(|compiled| context.query(&compiled))
            .map_err(|cause| {
                Complaint::new(
                    "unresolved-variable",
                    format!("failed to resolve {query} at path {path}: {cause}"),
                )
            })?;
        if start == 0 && end == text.len() {
            return Ok(value);
        }
        let shown = match &value {
            Value::String(text) => text.to_string(),
            other => json::write(other, json::Form::GO),
        };
        text.replace_range(start..end, &shown);
    }
    Ok(Value::String(Text::from(text.replace("\\{{", "{{"))))
}
