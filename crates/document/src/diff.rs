//! The difference of two values as a JSON patch.

use crate::{List, Map, Operation, Patch, Pointer, Value};

/// A patch that makes one value into another: `diff(a, b).apply(a) == b`, in every dialect when both
/// are maps.
///
/// Keys are added, removed, or gone into. Lists are compared from both ends, where items belong together
/// that are equal or have the same `name`; what lies between is compared item by item. Operations come
/// in the order of the keys. Values that differ in the kind of a number differ.
#[must_use]
pub fn diff(before: &Value, after: &Value) -> Patch {
    let mut operations = Vec::new();
    let mut waiting = vec![Task::Compare(Pointer::root(), before, after)];
    while let Some(task) = waiting.pop() {
        let (path, before, after) = match task {
            Task::Say(operation) => {
                operations.push(operation);
                continue;
            }
            Task::Compare(path, before, after) => (path, before, after),
        };
        let next = match (before, after) {
            (Value::Map(before), Value::Map(after)) => compare_maps(&path, before, after),
            (Value::List(before), Value::List(after)) => compare_lists(&path, before, after),
            _ if before == after => continue,
            _ => vec![Task::Say(Operation::Replace {
                path,
                value: after.clone(),
            })],
        };
        waiting.extend(next.into_iter().rev());
    }
    Patch(operations)
}

/// What is left to do, in order.
enum Task<'a> {
    Say(Operation),
    Compare(Pointer, &'a Value, &'a Value),
}

fn compare_maps<'a>(path: &Pointer, before: &'a Map, after: &'a Map) -> Vec<Task<'a>> {
    if before.is_shared_with(after) {
        return Vec::new();
    }
    let kept = before.iter().filter_map(|(key, value)| match after.get(key) {
        Some(new) if is_leaf(value) && value == new => None,
        Some(new) => Some(Task::Compare(path.child(key), value, new)),
        None => Some(Task::Say(Operation::Remove {
            path: path.child(key),
        })),
    });
    let added = after.iter().filter(|(key, _)| !before.contains_key(key));
    let added = added.map(|(key, value)| {
        Task::Say(Operation::Add {
            path: path.child(key),
            value: value.clone(),
        })
    });
    kept.chain(added).collect()
}

/// First the list gets its length, then its items are compared where they stand afterwards.
fn compare_lists<'a>(path: &Pointer, before: &'a List, after: &'a List) -> Vec<Task<'a>> {
    if before.is_shared_with(after) {
        return Vec::new();
    }
    let child = |idx: usize| path.child(&idx.to_string());
    let shorter = before.len().min(after.len());
    let tail = if before.len() == after.len() {
        0
    } else {
        let together = |(before, after): &(&Value, &Value)| belong_together(before, after);
        let head = before.iter().zip(after).take_while(together).count();
        let from_the_end = before.iter().rev().zip(after.iter().rev());
        from_the_end.take(shorter - head).take_while(together).count()
    };
    // Before the tail, as many items are compared as there are in both.
    let paired = shorter - tail;
    let mut tasks = Vec::new();
    for idx in (paired..before.len() - tail).rev() {
        tasks.push(Task::Say(Operation::Remove { path: child(idx) }));
    }
    let new = after.iter().enumerate().take(after.len() - tail).skip(paired);
    tasks.extend(new.map(|(idx, value)| {
        Task::Say(Operation::Add {
            path: child(idx),
            value: value.clone(),
        })
    }));
    let start = before.iter().zip(after).enumerate().take(paired);
    let end_after = after.iter().enumerate().skip(after.len() - tail);
    let end = before.iter().skip(before.len() - tail).zip(end_after);
    let pairs = start
        .map(|(idx, (before, after))| (idx, before, after))
        .chain(end.map(|(before, (idx, after))| (idx, before, after)));
    for (idx, before, after) in pairs {
        if !(is_leaf(before) && before == after) {
            tasks.push(Task::Compare(child(idx), before, after));
        }
    }
    tasks
}

fn belong_together(before: &Value, after: &Value) -> bool {
    let name = |value: &Value| value.get("name").cloned();
    match (name(before), name(after)) {
        (Some(before), Some(after)) => before == after,
        (None, None) => before == after,
        _ => false,
    }
}

fn is_leaf(value: &Value) -> bool {
    !matches!(value, Value::List(_) | Value::Map(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, Form, Rules};

    #[test]
    fn differences_are_small() {
        let rows: &[(&str, &str, &str)] = &[
            ("1", "1", "[]"),
            ("1", "1.0", r#"[{"op":"replace","path":"","value":1}]"#),
            ("[1]", "{}", r#"[{"op":"replace","path":"","value":{}}]"#),
            (
                r#"{"b":1,"a":2,"c":{"d":null}}"#,
                r#"{"c":{"d":[]},"a":2,"e/f":3,"g":null}"#,
                r#"[{"op":"remove","path":"/b"},{"op":"replace","path":"/c/d","value":[]},{"op":"add","path":"/e~1f","value":3},{"op":"add","path":"/g","value":null}]"#,
            ),
            (
                "[1,2,3]",
                "[1,9,3]",
                r#"[{"op":"replace","path":"/1","value":9}]"#,
            ),
            (
                "[1,2,3,4]",
                "[1,4]",
                r#"[{"op":"remove","path":"/2"},{"op":"remove","path":"/1"}]"#,
            ),
            (
                "[1,4]",
                "[1,2,3,4]",
                r#"[{"op":"add","path":"/1","value":2},{"op":"add","path":"/2","value":3}]"#,
            ),
            ("[1,1]", "[1,1,1]", r#"[{"op":"add","path":"/2","value":1}]"#),
            ("[]", "[1]", r#"[{"op":"add","path":"/0","value":1}]"#),
            (
                r#"[{"name":"web","image":"a"},{"name":"log"}]"#,
                r#"[{"name":"side"},{"name":"web","image":"b"},{"name":"log"}]"#,
                r#"[{"op":"add","path":"/0","value":{"name":"side"}},{"op":"replace","path":"/1/image","value":"b"}]"#,
            ),
            (
                r#"[5,[1,2],7,8]"#,
                r#"[[1,3],7,8]"#,
                r#"[{"op":"remove","path":"/1"},{"op":"replace","path":"/0","value":[1,3]}]"#,
            ),
        ];
        let read = |text: &str| json::read(text.as_bytes(), Rules::KUBERNETES).expect("a document");
        for (before, after, patch) in rows {
            let found = diff(&read(before), &read(after));
            assert_eq!(
                json::write(&found.to_value(), Form::COMPACT),
                *patch,
                "{before} {after}"
            );
        }
    }

    #[test]
    fn what_is_shared_is_not_looked_at() {
        let value = json::read(br#"{"a":[{"b":1}]}"#, Rules::KUBERNETES).expect("a document");
        let mut changed = value.clone();
        if let Value::Map(map) = &mut changed {
            map.insert("c", Value::Null);
        }
        assert_eq!(diff(&value, &value.clone()), Patch::default());
        assert_eq!(diff(&value, &changed).0.len(), 1);
    }
}
