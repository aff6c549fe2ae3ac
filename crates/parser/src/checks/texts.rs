//! Every text of a document with its path, and the placeholders in it.

use std::borrow::Cow;
use std::ops::Range;

use sekisho_diagnostics::Span;
use sekisho_document::{Cursor, Value};

/// A text in a document: a string or a key.
pub(super) struct Leaf<'t> {
    pub(super) text: &'t str,
    pub(super) at: Cursor<'t>,
    pub(super) is_key: bool,
}

impl Leaf<'_> {
    /// The place of a part of the text.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        if self.is_key {
            self.at.places.within_key(range)
        } else {
            self.at.places.within(range)
        }
    }
}

/// Visits every string and every key. The path is that of the substitution: `/validate/deny/0/key`, with
/// `\/` for a slash in a key; a key has the path of its map. Branches that `enter` refuses are left out.
pub(super) fn visit<'t>(
    at: Cursor<'t>,
    path: &mut String,
    enter: &impl Fn(&str) -> bool,
    leaf: &mut impl FnMut(&str, Leaf<'t>),
) {
    match at.value {
        Value::String(text) => leaf(
            path,
            Leaf {
                text,
                at,
                is_key: false,
            },
        ),
        Value::Map(_) => {
            for (key, at) in at.entries() {
                leaf(
                    path,
                    Leaf {
                        text: key,
                        at,
                        is_key: true,
                    },
                );
                let part = if key.contains('/') {
                    Cow::from(key.replace('/', "\\/"))
                } else {
                    Cow::from(key)
                };
                step(path, &part, |path| {
                    if enter(path) {
                        visit(at, path, enter, leaf);
                    }
                });
            }
        }
        Value::List(_) => {
            for (position, at) in at.items().enumerate() {
                step(path, &position.to_string(), |path| visit(at, path, enter, leaf));
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => {}
    }
}

fn step(path: &mut String, part: &str, inside: impl FnOnce(&mut String)) {
    let length = path.len();
    path.push('/');
    path.push_str(part);
    inside(path);
    path.truncate(length);
}

/// The places of the placeholders that one pass of the substitution replaces.
pub(super) fn placeholders(text: &str) -> Vec<Range<usize>> {
    let found = sekisho_jmespath::placeholders(text);
    found.into_iter().map(|placeholder| placeholder.at).collect()
}

/// What is asked by a placeholder: without braces and blanks around, and without the mark `-`.
pub(super) fn query_of(placeholder: &str) -> String {
    let text = placeholder.replace("{{", "").replace("}}", "");
    let text = text.trim();
    text.strip_prefix('-').map_or(text, str::trim).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_is_what_is_between_the_braces() {
        for (text, expected) in [("{{ a }}", "a"), ("{{- a }}", "a"), ("{{{a: b}}}", "{a: b}")] {
            assert_eq!(query_of(text), expected);
        }
    }
}
