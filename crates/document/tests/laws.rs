//! Laws that hold for any value.

use proptest::prelude::*;
use sekisho_document::json::{self, Form, Rules};
use sekisho_document::{Bounds, JsonPatchDialect, List, Map, Numbers, Patch, Pointer, Value, diff, number};

/// Values with few different keys and leaves, so that two of them have much in common.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2..3_i64).prop_map(Value::from),
        Just(Value::UInt(u64::MAX)),
        prop_oneof![Just(0.5), Just(1.0), Just(1e21), Just(-1e-7)].prop_map(Value::from),
        texts().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|items| List::from(items).into()),
            maps(inner),
        ]
    })
}

fn maps(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let entries = prop::collection::vec((texts(), inner), 0..5);
    entries.prop_map(|entries| entries.into_iter().collect::<Map>().into())
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "a",
            "name",
            "0",
            "-",
            "a/b",
            "~1",
            "<&>",
            "\u{2028}\"\\\n\u{1}"
        ])
        .prop_map(str::to_owned),
        ".{0,30}",
    ]
}

const DIALECTS: [JsonPatchDialect; 3] = [
    JsonPatchDialect::ApiServer,
    JsonPatchDialect::Kyverno,
    JsonPatchDialect::Rfc6902,
];

proptest! {
    #[test]
    fn a_patch_leads_from_one_to_the_other(before in values(), after in values()) {
        let patch = diff(&before, &after);
        let patched = patch.apply(&before, JsonPatchDialect::Rfc6902, Patch::GROWTH);
        prop_assert_eq!(patched, Ok(after));
    }

    #[test]
    fn a_patch_of_maps_is_one_in_every_dialect(before in maps(values()), after in maps(values())) {
        let patch = diff(&before, &after);
        for dialect in DIALECTS {
            let patched = patch.apply(&before, dialect, Patch::GROWTH);
            prop_assert_eq!(patched, Ok(after.clone()));
            let read = Patch::read(&patch.to_value(), dialect);
            prop_assert_eq!(read, Ok(patch.clone()));
        }
        prop_assert_eq!(patch == Patch::default(), before == after);
    }

    /// JSON text does not tell whole floats from whole numbers.
    #[test]
    fn what_is_written_reads_back(value in values()) {
        let floats = value.renumber(Numbers::AllFloat);
        for form in [Form::COMPACT, Form::PRETTY, Form::CANONICAL, Form::GO] {
            let text = json::write(&value, form);
            prop_assert_eq!(json::read(text.as_bytes(), Rules::GO), Ok(floats.clone()));
        }
        let whole = value.renumber(Numbers::AsWritten);
        prop_assert_eq!(whole.renumber(Numbers::AllFloat), floats);
    }

    #[test]
    fn equal_values_have_equal_canonical_texts(value in values()) {
        let mut reversed = value.clone();
        if let Value::Map(map) = &value {
            let entries: Vec<_> = map.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            reversed = entries.into_iter().rev().collect::<Map>().into();
        }
        prop_assert_eq!(&reversed, &value);
        prop_assert_eq!(json::write(&reversed, Form::CANONICAL), json::write(&value, Form::CANONICAL));
    }

    #[test]
    fn weights_are_exact_bounds(value in values()) {
        let all = Bounds { weight: usize::MAX, depth: usize::MAX };
        let weight = value.weigh(all).unwrap_or_default();
        prop_assert_eq!(value.weigh(Bounds { weight, ..all }), Some(weight));
        prop_assert_eq!(value.weigh(Bounds { weight: weight - 1, ..all }), None);
    }

    #[test]
    fn reading_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Ok(value) = json::read(&bytes, Rules::KUBERNETES) {
            let bounds = Bounds { weight: 1000, depth: 60 };
            prop_assert!(value.weigh(bounds).is_some(), "{value:?}");
        }
    }

    /// Patches made of a few words over a document with the same words: no dialect panics, and none
    /// leaves a document that is larger than its limit.
    #[test]
    fn patching_never_panics(document in maps(values()), steps in prop::collection::vec(operations(), 0..8)) {
        let patch = Value::from(steps.into_iter().collect::<List>());
        for dialect in DIALECTS {
            let patched = Patch::read(&patch, dialect)
                .and_then(|patch| patch.apply(&document, dialect, 1000));
            if let Ok(patched) = patched {
                let bounds = Bounds { weight: 100_000, depth: 100 };
                prop_assert!(patched.weigh(bounds).is_some(), "{patched:?}");
            }
        }
    }

    #[test]
    fn pointers_keep_their_tokens(tokens in prop::collection::vec(texts(), 0..5)) {
        let pointer: Pointer = tokens.iter().collect();
        prop_assert_eq!(Pointer::parse(pointer.as_str()), Ok(pointer.clone()));
        let again: Vec<String> = pointer.tokens().map(|token| token.into_owned()).collect();
        prop_assert_eq!(again, tokens);
    }

    #[test]
    fn floats_read_back(bits in any::<u64>()) {
        let float = f64::from_bits(bits);
        if float.is_finite() {
            prop_assert_eq!(number::parse_float(&number::go_float(float)), Ok(float));
        }
    }

    #[test]
    fn numbers_never_panic(text in "[-+0-9a-fxp_.eINnf]{0,20}") {
        if let Ok(whole) = number::parse_int(&text) {
            prop_assert!(number::parse_float(&text).is_ok_and(|float| float.is_finite()));
            prop_assert!(whole.to_string().len() <= 20);
        }
    }
}

fn operations() -> impl Strategy<Value = Value> {
    let paths = || {
        let token = prop::sample::select(vec![
            "a",
            "name",
            "0",
            "1",
            "7",
            "-1",
            "-",
            "",
            "a~1b",
            "~2",
            "+1",
            "999999999999",
        ]);
        prop::collection::vec(token, 0..4)
            .prop_map(|tokens| tokens.iter().map(|token| format!("/{token}")).collect::<String>())
    };
    let names = prop::sample::select(vec!["add", "remove", "replace", "move", "copy", "test", "other"]);
    (names, paths(), paths(), prop::option::of(values())).prop_map(|(name, path, from, value)| {
        let mut operation: Map = [("op", name.into()), ("path", path.into()), ("from", from.into())]
            .into_iter()
            .collect();
        if let Some(value) = value {
            operation.insert("value", value);
        }
        operation.into()
    })
}
