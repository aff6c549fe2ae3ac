//! Variants of a MutatingPolicy for Pods that change the controllers of Pods (CEL policies reference §7.4).

use sekisho_document::{Cursor, Tree};

use crate::kyverno::autogen::{Shape, kept, rewritten, with_parts};

/// The policy for objects whose template lies deeper. Only match conditions and objects that are applied are
/// written anew; patches and variables stay as they are, whatever that means for other kinds.
pub(super) fn shifted_spec(spec: Cursor<'_>, shape: Shape) -> Tree {
    with_parts(spec, &|key, part| match key {
        "matchConditions" => with_parts(part, &|_, condition| {
            with_parts(condition, &|key, part| match key {
                "expression" => rewritten(part, &|text| shifted(text, shape)),
                _ => kept(part),
            })
        }),
        "mutations" => with_parts(part, &|_, mutation| {
            with_parts(mutation, &|key, part| match key {
                "applyConfiguration" => rewritten(part, &|text| wrapped(&shifted(text, shape), shape)),
                _ => kept(part),
            })
        }),
        _ => kept(part),
    })
}

/// Where the template stands in an object.
fn fields(shape: Shape) -> &'static [&'static str] {
    match shape {
        Shape::Template => &["spec", "template"],
        Shape::CronJob => &["spec", "jobTemplate", "spec", "template"],
    }
}

/// What stands before the fields that move.
const OBJECTS: [&str; 3] = ["Object", "oldObject", "object"];

/// The fields that move.
const MOVED: [&str; 3] = ["spec", "metadata.labels", "metadata.annotations"];

/// A text with every path into the object that leads to the Pod led to the template: words, whatever they
/// mean where they stand.
pub(super) fn shifted(text: &str, shape: Shape) -> String {
    let template = fields(shape).join(".");
    let mut out = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some(position) = rest.find(['o', 'O']) {
        let (before, from) = rest.split_at(position);
        out.push_str(before);
        let begins = !out.chars().next_back().is_some_and(is_word);
        let path = if begins { path(from) } else { None };
        let (object, field) = match path {
            Some(found) => found,
            // One character, which is one byte.
            None => (from.get(..1).unwrap_or_default(), ""),
        };
        out.push_str(object);
        let mut taken = object.len();
        if !field.is_empty() {
            out.push('.');
            out.push_str(&template);
            out.push('.');
            out.push_str(field);
            taken += 1 + field.len();
        }
        rest = from.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// The object and the field of a path that a text begins with, if the field moves.
fn path(text: &str) -> Option<(&'static str, &'static str)> {
    OBJECTS.iter().find_map(|object| {
        let after = text.strip_prefix(object)?.strip_prefix('.')?;
        let moves = |field: &&&str| {
            let rest = after.strip_prefix(**field);
            rest.is_some_and(|rest| !rest.starts_with(is_word))
        };
        MOVED.iter().find(moves).map(|field| (*object, *field))
    })
}

fn is_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// An object that an expression begins with, put where the template stands. What follows it is kept; braces
/// in texts count like all others.
pub(super) fn wrapped(text: &str, shape: Shape) -> String {
    let trimmed = text.trim();
    let Some(inner) = trimmed
        .strip_prefix("Object")
        .and_then(|rest| rest.trim_start().strip_prefix('{'))
    else {
        return text.to_owned();
    };
    let Some(end) = closing(inner) else {
        return text.to_owned();
    };
    let (inner, after) = inner.split_at(end);
    let after = after.strip_prefix('}').unwrap_or(after);
    let mut out = String::from("Object{");
    let mut name = "Object".to_owned();
    for field in fields(shape) {
        name = format!("{name}.{field}");
        out.push_str(&format!("{field}: {name}{{"));
    }
    out.push_str(inner.trim());
    out.push_str(&"}".repeat(fields(shape).len() + 1));
    out.push_str(after);
    out
}

/// Where the brace stands that closes one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1_usize;
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(position);
        }
    }
    None
}
