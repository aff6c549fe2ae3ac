//! Anchors in keys of patterns and patches.

use sekisho_document::{Cursor, Value};

/// What an anchor asks of its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    /// `(key)`
    Condition,
    /// `<(key)`
    Global,
    /// `=(key)`
    Equality,
    /// `X(key)`
    Negation,
    /// `^(key)`
    Existence,
    /// `+(key)`
    AddIfAbsent,
}

fn parse(key: &str) -> Option<Anchor> {
    let inner = key.strip_suffix(')')?;
    let (anchor, inner) = match inner.as_bytes().first()? {
        b'(' => (Anchor::Condition, inner.get(1..)?),
        b'<' => (Anchor::Global, inner.strip_prefix("<(")?),
        b'=' => (Anchor::Equality, inner.strip_prefix("=(")?),
        b'X' => (Anchor::Negation, inner.strip_prefix("X(")?),
        b'^' => (Anchor::Existence, inner.strip_prefix("^(")?),
        b'+' => (Anchor::AddIfAbsent, inner.strip_prefix("+(")?),
        _ => return None,
    };
    (!inner.is_empty()).then_some(anchor)
}

/// Visits every key that is an anchor, with the path of its map.
pub(super) fn visit<'t>(at: Cursor<'t>, path: &str, found: &mut impl FnMut(&str, &str, Anchor, Cursor<'t>)) {
    match at.value {
        Value::Map(_) => {
            for (key, at) in at.entries() {
                if let Some(anchor) = parse(key) {
                    found(path, key, anchor, at);
                }
                visit(at, &format!("{path}/{key}"), found);
            }
        }
        Value::List(_) => {
            for (index, at) in at.items().enumerate() {
                visit(at, &format!("{path}/{index}"), found);
            }
        }
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::UInt(_)
        | Value::Float(_)
        | Value::String(_) => {}
    }
}
