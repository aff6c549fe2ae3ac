//! The text replacement that moves variables of a generated rule under the pod template (engine
//! reference §8.6).

use std::borrow::Cow;

use sekisho_document::{Cursor, List, Places, Tree, Value};

use super::{Draft, Shape, owned};

/// The substrings that are replaced, in order: where they stand, and what follows `object.`.
const RULES: &[(&str, &str)] = &[
    ("request.object.", "spec"),
    ("request.oldObject.", "spec"),
    ("request.object.", "metadata"),
    ("request.oldObject.", "metadata"),
];

const CEL_RULES: &[(&str, &str)] = &[
    ("object.", "spec"),
    ("oldObject.", "spec"),
    ("object.", "metadata"),
    ("oldObject.", "metadata"),
];

/// The rule with the replacement done in every text and key.
pub(super) fn shift(rule: Tree, shape: Shape) -> Tree {
    let cel = rule
        .value
        .at(&["validate", "cel"])
        .is_some_and(|cel| !cel.is_null());
    let rules = if cel { CEL_RULES } else { RULES };
    let template = match shape {
        Shape::Template => "spec.template.",
        Shape::CronJob => "spec.jobTemplate.spec.template.",
    };
    let pairs: Vec<(String, String)> = rules
        .iter()
        .map(|(object, field)| (format!("{object}{field}"), format!("{object}{template}{field}")))
        .collect();
    replaced(rule.cursor(), &pairs).unwrap_or(rule)
}

/// The tree with its texts replaced; nothing when there is nothing to replace. A text that changes loses the
/// map to its bytes: blame falls on the whole scalar.
fn replaced(at: Cursor<'_>, pairs: &[(String, String)]) -> Option<Tree> {
    match at.value {
        Value::String(text) => match replace(text, pairs) {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => {
                let places = Places {
                    key: at.places.key,
                    ..Places::of(at.places.node)
                };
                Some(Tree {
                    value: Value::from(text),
                    places,
                })
            }
        },
        Value::List(_) => {
            let mut any = false;
            let (mut values, mut children) = (Vec::new(), Vec::new());
            for item in at.items() {
                let new = replaced(item, pairs);
                any |= new.is_some();
                let new = new.unwrap_or_else(|| owned(item));
                values.push(new.value);
                children.push(new.places);
            }
            any.then(|| Tree {
                value: Value::List(List::from(values)),
                places: Places {
                    children: children.into(),
                    ..at.places.clone()
                },
            })
        }
        Value::Map(_) => {
            let mut any = false;
            let mut draft = Draft::default();
            for (key, item) in at.entries() {
                let new_key = replace(key, pairs);
                let new = replaced(item, pairs);
                any |= new.is_some() || matches!(new_key, Cow::Owned(_));
                draft.push(&new_key, new.unwrap_or_else(|| owned(item)));
            }
            any.then(|| draft.finish(at.places))
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) => None,
    }
}

fn replace<'a>(text: &'a str, pairs: &[(String, String)]) -> Cow<'a, str> {
    let mut out = Cow::Borrowed(text);
    for (from, to) in pairs {
        if out.contains(from.as_str()) {
            out = Cow::Owned(out.replace(from.as_str(), to));
        }
    }
    out
}
