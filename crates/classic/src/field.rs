//! Where in the object a verdict points that comes from conditions or from a loop: at what its query looks
//! at, or at the element. Patterns know their place themselves.

use sekisho_document::{Text, Value};
use sekisho_jmespath::placeholders;

use crate::overlay::Segment;

/// What a query looks at first, as far as its text says without being evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reference {
    base: Base,
    steps: Vec<Segment>,
    /// The query is this and nothing else.
    is_whole: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    /// `request.object`.
    Object,
    /// `element`, or with a number the one of an outer loop.
    Element(Option<usize>),
}

/// An element of a loop that is looked at, and those around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element<'a> {
    pub(crate) value: &'a Value,
    pub(crate) index: usize,
    /// What the loop goes over.
    pub(crate) list: Option<&'a Reference>,
    pub(crate) depth: usize,
    pub(crate) around: Option<&'a Element<'a>>,
}

impl Reference {
    /// The first one in a text with placeholders.
    pub(crate) fn in_text(written: &Value) -> Option<Reference> {
        let text = written.as_str().filter(|text| text.contains("{{"))?;
        placeholders(text).into_iter().find_map(|placeholder| {
            let inner = placeholder.at.start + 2..placeholder.at.end.checked_sub(2)?;
            Reference::in_query(text.get(inner)?)
        })
    }

    /// The first one in a query. What stands between quotes is passed over.
    pub(crate) fn in_query(query: &str) -> Option<Reference> {
        let mut rest = query;
        let mut before = None;
        while let Some(first) = rest.chars().next() {
            let starts = is_name(first) && !before.is_some_and(|before| is_name(before) || before == '.');
            if starts
                && let Some((base, after)) = base(rest)
                && let Some((steps, after)) = steps(after)
                && !(base == Base::Object && steps.is_empty())
            {
                let is_whole = rest.len() == query.trim_start().len() && after.trim().is_empty();
                return Some(Reference {
                    base,
                    steps,
                    is_whole,
                });
            }
            let length = match first {
                '\'' | '`' => quoted(rest, first),
                _ => first.len_utf8(),
            };
            before = Some(first);
            rest = rest.get(length..).unwrap_or_default();
        }
        None
    }

    /// The place in the object.
    pub(crate) fn place(&self, element: Option<&Element<'_>>, object: &Value) -> Option<Vec<Segment>> {
        let mut place = match self.base {
            Base::Object => Vec::new(),
            Base::Element(None) => element?.place(object)?,
            Base::Element(Some(depth)) => {
                let mut found = element?;
                while found.depth != depth {
                    found = found.around?;
                }
                found.place(object)?
            }
        };
        place.extend(self.steps.iter().cloned());
        Some(place)
    }
}

impl Element<'_> {
    /// The place of the element in the object, wherever the query of the loop found it; of a scalar at least
    /// the place of the list, where the query says it.
    pub(crate) fn place(&self, object: &Value) -> Option<Vec<Segment>> {
        if let Some(place) = locate(object, self.value) {
            return Some(place);
        }
        let list = self.list?;
        let mut place = list.place(self.around, object)?;
        if list.is_whole {
            place.push(Segment::Index(self.index));
        }
        Some(place)
    }
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// The name that a text begins with, and what follows.
fn name(text: &str) -> (&str, &str) {
    let end = text.find(|next| !is_name(next)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

fn base(text: &str) -> Option<(Base, &str)> {
    let (first, after) = name(text);
    if first == "request" {
        let (second, after) = name(after.strip_prefix('.')?);
        return (second == "object").then_some((Base::Object, after));
    }
    match first.strip_prefix("element")? {
        "" => Some((Base::Element(None), after)),
        depth => Some((Base::Element(Some(depth.parse().ok()?)), after)),
    }
}

/// Keys and positions up to the first step that has no fixed place. Nothing when this is no path: `a.b(c)`
/// calls something.
fn steps(text: &str) -> Option<(Vec<Segment>, &str)> {
    let mut steps = Vec::new();
    let mut rest = text;
    loop {
        let (step, after) = if let Some(after) = rest.strip_prefix(".\"") {
            let (key, after) = after.split_once('"')?;
            if key.contains('\\') {
                break;
            }
            (Segment::Key(Text::new(key)), after)
        } else if let Some(after) = rest.strip_prefix('.') {
            let (key, after) = name(after);
            if key.is_empty() {
                break;
            }
            if after.starts_with('(') {
                break;
            }
            (Segment::Key(Text::new(key)), after)
        } else if let Some(after) = rest.strip_prefix('[') {
            let Some((Ok(index), after)) = after.split_once(']').map(|(index, after)| (index.parse(), after))
            else {
                break;
            };
            (Segment::Index(index), after)
        } else {
            break;
        };
        steps.push(step);
        rest = after;
    }
    Some((steps, rest))
}

/// The length of what stands between quotes at the start of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Where a part of a document stands that was taken from it: clones of a map or list know each other.
fn locate(document: &Value, part: &Value) -> Option<Vec<Segment>> {
    let mut way: Vec<(&Value, usize)> = vec![(document, 0)];
    while let Some((value, next)) = way.last_mut() {
        let Some(child) = child(value, *next) else {
            way.pop();
            continue;
        };
        *next += 1;
        if is_same(child, part) {
            return Some(
                way.iter()
                    .filter_map(|(value, next)| segment(value, next - 1))
                    .collect(),
            );
        }
        if matches!(child, Value::Map(_) | Value::List(_)) {
            way.push((child, 0));
        }
    }
    None
}

fn child(value: &Value, position: usize) -> Option<&Value> {
    match value {
        Value::Map(map) => map.at(position).map(|(_, value)| value),
        Value::List(list) => list.get(position),
        _ => None,
    }
}

fn segment(value: &Value, position: usize) -> Option<Segment> {
    match value {
        Value::Map(map) => map.at(position).map(|(key, _)| Segment::Key(key.clone())),
        _ => Some(Segment::Index(position)),
    }
}

fn is_same(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::Map(value), Value::Map(part)) => !part.is_empty() && value.is_shared_with(part),
        (Value::List(value), Value::List(part)) => !part.is_empty() && value.is_shared_with(part),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use sekisho_document::json;

    use super::*;
    use crate::overlay::path_text;

    fn object() -> Value {
        let text = r#"{"spec": {"containers": [{"name": "a", "ports": [{"p": 1}, {"p": 1}]}, {"name": "b"}],
                       "args": ["x", "x"]}}"#;
        json::read(text.as_bytes(), json::Rules::GO).unwrap()
    }

    #[test]
    fn queries_say_what_they_look_at() {
        let object = object();
        let first = object
            .at(&["spec", "containers"])
            .and_then(Value::as_list)
            .unwrap();
        let list = Reference::in_query("request.object.spec.containers[]");
        let outer = Element {
            value: &first[0],
            index: 0,
            list: list.as_ref(),
            depth: 0,
            around: None,
        };
        let port = &first[0].get("ports").and_then(Value::as_list).unwrap()[1];
        let inner = Element {
            value: port,
            index: 1,
            list: None,
            depth: 1,
            around: Some(&outer),
        };
        for (query, expected) in [
            ("request.object.spec.x", Some("/spec/x/")),
            (" request.object.spec.x || 'y'", Some("/spec/x/")),
            (
                "to_number(request.object.a.\"b.c/d\".e[0])",
                Some("/a/b.c/d/e/0/"),
            ),
            (
                "request.object.spec.containers[*].image",
                Some("/spec/containers/"),
            ),
            ("request.object.a.[b, c]", Some("/a/")),
            ("length(request.object.a.keys(@))", Some("/a/")),
            ("'request.object.a' && request.object.b", Some("/b/")),
            ("request.operation", None),
            ("request.object", None),
            ("request.objects.a", None),
            ("x.request.object.a", None),
            ("element.p", Some("/spec/containers/0/ports/1/p/")),
            ("element0.name", Some("/spec/containers/0/name/")),
            ("element1", Some("/spec/containers/0/ports/1/")),
            ("elementIndex", None),
            ("element2.x", None),
            ("`\"request.object.a\"`", None),
        ] {
            let reference = Reference::in_query(query);
            let place = reference.and_then(|reference| reference.place(Some(&inner), &object));
            assert_eq!(place.as_deref().map(path_text).as_deref(), expected, "{query}");
        }
        let text = Value::from("don't: {{ a }} {{ request.object.b }}");
        let place = Reference::in_text(&text).and_then(|found| found.place(None, &object));
        assert_eq!(place.as_deref().map(path_text).as_deref(), Some("/b/"));
        assert_eq!(Reference::in_text(&Value::from("request.object.b")), None);
    }

    #[test]
    fn elements_without_identity_stand_in_their_list() {
        let object = object();
        let value = Value::from("x");
        for (list, expected) in [
            ("request.object.spec.args", Some("/spec/args/1/")),
            ("request.object.spec.args[]", Some("/spec/args/")),
            ("keys(@)", None),
        ] {
            let list = Reference::in_query(list);
            let element = Element {
                value: &value,
                index: 1,
                list: list.as_ref(),
                depth: 0,
                around: None,
            };
            let place = element.place(&object);
            assert_eq!(place.as_deref().map(path_text).as_deref(), expected);
        }
    }
}
