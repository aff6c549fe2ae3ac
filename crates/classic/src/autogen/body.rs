//! Wrapping the body of a rule under the pod template of a controller (engine reference §8.5).

use sekisho_document::{List, Places, Tree, Value};

use super::{Draft, Shape, child, is_given};

/// The fields of a rule that a generated one keeps besides its body.
const KEPT: &[&str] = &[
    "name",
    "match",
    "exclude",
    "context",
    "celPreconditions",
    "reportProperties",
    "skipBackgroundRequests",
];

/// The fields of `validate` that a generated rule keeps besides the wrapped one.
const KEPT_IN_VALIDATE: &[&str] = &[
    "message",
    "failureAction",
    "failureActionOverrides",
    "allowExistingViolations",
];

/// Bodies of `validate` in the order in which the first present one is taken, and what becomes of them.
const VALIDATE: &[(&str, Treatment)] = &[
    ("pattern", Treatment::Wrap),
    ("deny", Treatment::Keep),
    ("podSecurity", Treatment::Keep),
    ("anyPattern", Treatment::WrapEach),
    ("foreach", Treatment::Keep),
    ("cel", Treatment::Keep),
];

#[derive(Clone, Copy)]
enum Treatment {
    Keep,
    Wrap,
    WrapEach,
}

/// The rule with its body one level deeper; nothing when its body is none that is copied.
pub(super) fn wrap(rule: &Tree, shape: Shape) -> Option<Tree> {
    let mut draft = Draft::default();
    for key in KEPT {
        draft.copy(key, rule);
    }
    if let Some(preconditions) = child(rule, "preconditions").and_then(without_empty) {
        draft.push("preconditions", preconditions);
    }
    let (key, body) = wrap_body(rule, shape)?;
    draft.push(key, body);
    Some(draft.finish(&rule.places))
}

fn wrap_body(rule: &Tree, shape: Shape) -> Option<(&'static str, Tree)> {
    if let Some(mutate) = child(rule, "mutate").filter(|mutate| is_given(Some(&mutate.value))) {
        return wrap_mutate(&mutate, shape).map(|mutate| ("mutate", mutate));
    }
    if let Some(validate) = child(rule, "validate").filter(|validate| is_given(Some(&validate.value))) {
        return wrap_validate(&validate, shape).map(|validate| ("validate", validate));
    }
    let verify = child(rule, "verifyImages").filter(|verify| is_given(Some(&verify.value)))?;
    Some(("verifyImages", verify))
}

fn wrap_mutate(mutate: &Tree, shape: Shape) -> Option<Tree> {
    let mut draft = Draft::default();
    if let Some(patch) = child(mutate, "patchStrategicMerge").filter(|patch| !patch.value.is_null()) {
        draft.push("patchStrategicMerge", wrapped(patch, shape));
        return Some(draft.finish(&mutate.places));
    }
    let entries = child(mutate, "foreach").filter(|entries| is_given(Some(&entries.value)))?;
    let entries = for_each(entries, |entry| {
        let mut draft = Draft::default();
        for key in ["list", "context", "preconditions"] {
            draft.copy(key, &entry);
        }
        let nothing = Tree {
            value: Value::Null,
            places: Places::of(entry.places.node),
        };
        let patch = child(&entry, "patchStrategicMerge").unwrap_or(nothing);
        draft.push("patchStrategicMerge", wrapped(patch, shape));
        draft.finish(&entry.places)
    });
    draft.push("foreach", entries);
    Some(draft.finish(&mutate.places))
}

fn wrap_validate(validate: &Tree, shape: Shape) -> Option<Tree> {
    let found = VALIDATE.iter().find_map(|(key, treatment)| {
        child(validate, key)
            .filter(|body| !body.value.is_null())
            .map(|body| (*key, *treatment, body))
    });
    let (key, treatment, body) = found?;
    let mut draft = Draft::default();
    for key in KEPT_IN_VALIDATE {
        draft.copy(key, validate);
    }
    let body = match treatment {
        Treatment::Keep if key == "deny" => without_empty_conditions(body),
        Treatment::Keep => body,
        Treatment::Wrap => wrapped(body, shape),
        Treatment::WrapEach => for_each(body, |alternative| wrapped(alternative, shape)),
    };
    draft.push(key, body);
    let mut validate = draft.finish(&validate.places);
    shift_references(&mut validate, key, shape);
    Some(validate)
}

/// `{spec: {template: P}}`, or `{spec: {jobTemplate: P}}` around one that is wrapped already.
fn wrapped(inner: Tree, shape: Shape) -> Tree {
    let at = Places {
        key: inner.places.key,
        ..Places::of(inner.places.node)
    };
    let key = match shape {
        Shape::Template => "template",
        Shape::CronJob => "jobTemplate",
    };
    let mut template = Draft::default();
    template.push(key, inner);
    let mut spec = Draft::default();
    spec.push("spec", template.finish(&at));
    spec.finish(&at)
}

fn for_each(list: Tree, change: impl Fn(Tree) -> Tree) -> Tree {
    let Value::List(items) = &list.value else {
        return list;
    };
    let trees = items.iter().zip(list.places.children.iter());
    let changed = trees.map(|(value, places)| {
        change(Tree {
            value: value.clone(),
            places: places.clone(),
        })
    });
    let (values, children): (Vec<Value>, Vec<Places>) = changed.map(|tree| (tree.value, tree.places)).unzip();
    Tree {
        value: Value::List(List::from(values)),
        places: Places {
            children: children.into(),
            ..list.places
        },
    }
}

/// Conditions after the round trip that rules take: empty lists vanish, and what is empty then too.
fn without_empty(mut conditions: Tree) -> Option<Tree> {
    drop_empty_lists(&mut conditions);
    is_given(Some(&conditions.value)).then_some(conditions)
}

fn without_empty_conditions(mut deny: Tree) -> Tree {
    super::edit(&mut deny, "conditions", drop_empty_lists);
    deny
}

fn drop_empty_lists(conditions: &mut Tree) {
    if conditions.value.as_map().is_none() {
        return;
    }
    let mut draft = Draft::default();
    for key in ["any", "all"] {
        if let Some(list) = child(conditions, key).filter(|list| is_given(Some(&list.value))) {
            draft.push(key, list);
        }
    }
    *conditions = draft.finish(&conditions.places);
}

/// References in the message follow the body: `$(./../pattern/spec/x)` gets the wrapping path inserted
/// after the word that names the body.
fn shift_references(validate: &mut Tree, body: &str, shape: Shape) {
    let path = match shape {
        Shape::Template => "spec/template",
        Shape::CronJob => "spec/jobTemplate/spec/template",
    };
    let pivots: Vec<String> = match body {
        "anyPattern" => {
            let count = validate
                .value
                .get("anyPattern")
                .and_then(Value::as_list)
                .map_or(0, |list| list.len());
            (0..count).map(|index| format!("anyPattern/{index}")).collect()
        }
        "foreach" => vec!["pattern".to_owned()],
        "cel" => return,
        other => vec![other.to_owned()],
    };
    super::edit(validate, "message", |message| {
        if let Value::String(text) = &message.value {
            message.value = Value::from(shifted(text, &pivots, path));
        }
    });
}

fn shifted(message: &str, pivots: &[String], path: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(start) = rest.find("$(") {
        let (before, reference) = rest.split_at(start);
        let end = reference.find(')').map_or(reference.len(), |end| end + 1);
        let (reference, after) = reference.split_at(end);
        out.push_str(before);
        let pivot = pivots
            .iter()
            .find_map(|pivot| reference.find(pivot.as_str()).map(|at| at + pivot.len()));
        match pivot.and_then(|at| reference.split_at_checked(at)) {
            Some((head, tail)) => {
                out.push_str(head);
                out.push('/');
                out.push_str(path);
                out.push_str(tail);
            }
            None => out.push_str(reference),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}
