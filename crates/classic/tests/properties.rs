//! Laws of patterns and conditions on made-up documents.

use proptest::prelude::*;
use sekisho_classic::conditions::{Comparison, decide, operators};
use sekisho_classic::leaf::LeafPattern;
use sekisho_classic::overlay::{Class, Overlay, compare, path_text};
use sekisho_document::{Map, Value};
use sekisho_kubernetes::Limits;

/// Texts that mean something to patterns, operators or the classes of mismatches.
const TEXTS: &[&str] = &[
    "",
    "a",
    "ab",
    "a*",
    "?*",
    "*",
    "!a",
    ">1",
    "<=5m",
    "1-3",
    "1!-3",
    "5m",
    "300s",
    "1Gi",
    "80",
    "1.5",
    "1.2.3",
    "a | b",
    "> 1 & < 9",
    "[\"a\"]",
    "null",
    "conditional anchor",
    "mismatch",
    "global anchor mismatch",
    "negation anchor matched in resource",
    "é",
];

const NAMES: &[&str] = &["a", "b", "metadata", "labels", "ab*", "an anchor"];

const ANCHORS: &[&str] = &["", "(", "=(", "^(", "X(", "<(", "+("];

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        (-2_i64..90).prop_map(Value::Int),
        prop::sample::select(&[0.0, 1.5, 80.0, 1e6, -0.001][..]).prop_map(Value::Float),
        prop::sample::select(TEXTS).prop_map(Value::from),
    ]
}

fn document(key: impl Strategy<Value = String> + Clone + 'static) -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| Value::List(items.into_iter().collect())),
            prop::collection::vec((key.clone(), inner), 0..4)
                .prop_map(|entries| Value::Map(entries.into_iter().collect::<Map>())),
        ]
    })
}

fn resource() -> impl Strategy<Value = Value> {
    document(prop::sample::select(NAMES).prop_map(str::to_owned))
}

fn pattern() -> impl Strategy<Value = Value> {
    let key = (prop::sample::select(ANCHORS), prop::sample::select(NAMES));
    document(key.prop_map(|(anchor, name)| match anchor {
        "" => name.to_owned(),
        anchor => format!("{anchor}{name})"),
    }))
}

fn steps(comparison_steps: u64) -> Limits {
    Limits {
        comparison_steps,
        ..Limits::DEFAULT
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// The class of a mismatch is what its text says, though most are classed without their text.
    #[test]
    fn the_class_of_a_mismatch_is_in_its_text(pattern in pattern(), resource in resource()) {
        let overlay = Overlay::compile(&pattern).map_err(|complaint| TestCaseError::fail(complaint.message))?;
        if let Err(mismatch) = compare(&overlay, &resource, &Limits::DEFAULT) {
            let skip = ["conditional anchor mismatch", "global anchor mismatch"];
            let skip = skip.into_iter().any(|phrase| mismatch.text.contains(phrase));
            prop_assert_eq!(mismatch.class == Class::Skip, skip);
            if !skip && mismatch.text.contains("negation anchor matched in resource") {
                prop_assert_eq!(mismatch.class, Class::Violation);
            }
            if mismatch.class == Class::Violation {
                prop_assert_eq!(mismatch.path, path_text(&mismatch.place));
            }
        }
    }

    /// Too few steps give no other answer than that they were too few.
    #[test]
    fn a_limit_never_changes_an_answer(pattern in pattern(), resource in resource(), few in 0_u64..20) {
        let overlay = Overlay::compile(&pattern).map_err(|complaint| TestCaseError::fail(complaint.message))?;
        let answer = compare(&overlay, &resource, &Limits::DEFAULT);
        let limited = compare(&overlay, &resource, &steps(few));
        let given_up = limited.as_ref().is_err_and(|mismatch| mismatch.class == Class::Limit);
        prop_assert!(given_up || limited == answer);
    }

    /// A pattern without anchors and lists accepts what its leaves accept.
    #[test]
    fn a_leaf_in_a_map_is_a_leaf(leaf in scalar(), value in scalar()) {
        let under = |value: &Value| Value::Map([("a", value.clone())].into_iter().collect());
        let overlay = Overlay::compile(&under(&leaf)).map_err(|complaint| TestCaseError::fail(complaint.message))?;
        let matches = match leaf.as_str() {
            Some("*") => !value.is_null(),
            _ => LeafPattern::compile(&leaf).matches(&value),
        };
        prop_assert_eq!(compare(&overlay, &under(&value), &Limits::DEFAULT).is_ok(), matches);
    }

    /// A value that is known before gives the same answer as one that is not.
    #[test]
    fn a_fixed_value_decides_the_same(key in resource(), value in resource()) {
        for operator in operators::all() {
            let comparison = Comparison::compile(operator.name).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let late = decide(&comparison, &key, &value, &Limits::DEFAULT);
            let fixed = decide(&comparison.with_value(&value), &key, &Value::Null, &Limits::DEFAULT);
            prop_assert_eq!(late, fixed, "{}", operator.name);
        }
    }

    /// Nothing is equal and unequal at once, and only null is neither.
    #[test]
    fn equality_has_two_sides(key in resource(), value in resource()) {
        let holds = |operator: &str| -> Result<bool, TestCaseError> {
            let comparison = Comparison::compile(operator).map_err(|error| TestCaseError::fail(error.to_string()))?;
            decide(&comparison, &key, &value, &Limits::DEFAULT).map_err(|error| TestCaseError::fail(error.to_string()))
        };
        let (equal, unequal) = (holds("Equals")?, holds("NotEquals")?);
        prop_assert_eq!(equal != unequal, !key.is_null());
    }
}
