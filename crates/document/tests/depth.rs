//! Values far deeper than any stack: everything this crate does with a value works on them.

use std::thread;

use sekisho_document::json::{self, Form, Rules};
use sekisho_document::{Bounds, JsonPatchDialect, List, Map, Numbers, Patch, Value, diff, print};

const DEPTH: usize = 100_000;

/// Runs on a stack of 2 MiB, whatever the test runner gives.
fn on_a_small_stack(work: fn()) {
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(work);
    assert!(thread.is_ok_and(|thread| thread.join().is_ok()));
}

/// Lists and maps in turn around a number.
fn deep() -> Value {
    (0..DEPTH).fold(Value::Int(80), |value, level| {
        if level % 2 == 0 {
            List::from(vec![Value::Null, value]).into()
        } else {
            Map::from_iter([("a", value)]).into()
        }
    })
}

#[test]
fn dropping() {
    on_a_small_stack(|| drop(deep()));
}

#[test]
fn dropping_what_is_partly_shared() {
    on_a_small_stack(|| {
        let value = deep();
        let list: List = [value.clone(), value.clone()].into_iter().collect();
        let inner = value.get("a").and_then(Value::as_list).cloned();
        drop(value);
        drop(list);
        assert!(inner.is_some_and(|inner| inner.len() == 2));
    });
}

#[test]
fn cloning_and_editing() {
    on_a_small_stack(|| {
        let value = deep();
        let mut copy = value.clone();
        assert_eq!(copy, value);
        if let Value::Map(map) = &mut copy {
            map.insert("b", Value::Null);
        }
        assert_ne!(copy, value);
    });
}

#[test]
fn comparing() {
    on_a_small_stack(|| {
        let (left, right) = (deep(), deep());
        assert!(left == right);
        assert!(left != right.renumber(Numbers::AllFloat));
    });
}

#[test]
fn renumbering() {
    on_a_small_stack(|| {
        let floats = deep().renumber(Numbers::AllFloat);
        assert!(floats.renumber(Numbers::AsWritten) == deep());
    });
}

#[test]
fn writing_and_reading() {
    on_a_small_stack(|| {
        let value = deep();
        let rules = Rules {
            depth: DEPTH,
            ..Rules::KUBERNETES
        };
        let text = json::write(&value, Form::CANONICAL);
        assert!(json::read(text.as_bytes(), rules) == Ok(value));
        assert!(json::read(text.as_bytes(), Rules::KUBERNETES).is_err());
        assert!(json::write_within(&deep(), Form::COMPACT, 100).is_none());
    });
}

#[test]
fn printing() {
    on_a_small_stack(|| {
        let value = deep();
        assert!(print::go_text(&value).starts_with("map[a:[<nil> map[a:"));
        assert!(format!("{value:?}").starts_with(r#"{"a": [null, {"a": "#));
    });
}

#[test]
fn weighing() {
    on_a_small_stack(|| {
        let value = deep();
        let all = Bounds {
            weight: usize::MAX,
            depth: usize::MAX,
        };
        // Per pair of levels: a list, a null, a map and a key of one byte; and the number.
        assert_eq!(value.weigh(all), Some(DEPTH / 2 * 4 + 1));
        let shallow = Bounds {
            depth: Value::DEPTH,
            ..all
        };
        assert_eq!(value.weigh(shallow), None);
    });
}

/// A small document that is endless when it is walked: every level holds the one below twice.
#[test]
fn bounds_end_what_sharing_makes_endless() {
    let value = (0..200).fold(Value::Int(1), |value, _| {
        List::from(vec![value.clone(), value]).into()
    });
    let bounds = Bounds {
        weight: 1_000_000,
        depth: Value::DEPTH,
    };
    assert_eq!(value.weigh(bounds), None);
    assert_eq!(json::write_within(&value, Form::COMPACT, 1_000_000), None);
}

/// Paths grow with the depth, so this is less deep.
#[test]
fn comparing_and_patching() {
    on_a_small_stack(|| {
        let nested =
            |leaf: i64| (0..10_000).fold(Value::Int(leaf), |value, _| List::from(vec![value]).into());
        let (before, after) = (nested(1), nested(2));
        let patch = diff(&before, &after);
        assert_eq!(patch.0.len(), 1);
        let patched = patch.apply(&before, JsonPatchDialect::Rfc6902, Patch::GROWTH);
        assert!(patched == Ok(after));
    });
}
