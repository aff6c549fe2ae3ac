//! Random queries for the property tests.

use proptest::prelude::*;

/// Expressions built by the grammar, with more parentheses than they need.
pub(crate) fn expression() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "a",
        "b",
        "\"x y\"",
        "@",
        "`1`",
        "'s'",
        "*",
        "[0]",
        "[*]",
        "[]",
        "[?a]",
        "[1:]",
        "`\"q\\`\\\\\"`",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(6, 40, 3, |inner| {
        let step = prop::sample::select(vec![
            ".a",
            ".b",
            "[0]",
            "[*]",
            "[]",
            "[?a]",
            "[?b == `1`]",
            ".*",
            "[::2]",
            ".[a]",
            ".{k: a}",
            ".f(a)",
            ".[*]",
        ]);
        let operator = prop::sample::select(vec!["|", "||", "&&", "==", "!=", "<", ">="]);
        prop_oneof![
            (inner.clone(), step.clone()).prop_map(|(left, step)| format!("{left}{step}")),
            (inner.clone(), step).prop_map(|(left, step)| format!("({left}){step}")),
            (inner.clone(), operator.clone(), inner.clone())
                .prop_map(|(left, operator, right)| format!("{left} {operator} {right}")),
            (inner.clone(), operator, inner.clone())
                .prop_map(|(left, operator, right)| format!("({left}) {operator} ({right})")),
            inner.clone().prop_map(|inner| format!("!{inner}")),
            inner.clone().prop_map(|inner| format!("!({inner})")),
            inner.clone().prop_map(|inner| format!("({inner})")),
            inner.clone().prop_map(|inner| format!("map(&{inner}, a)")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("[{left}, {right}]")),
            inner.clone().prop_map(|inner| format!("[{inner}]")),
            (inner.clone(), inner).prop_map(|(left, right)| format!("{left}[?{right}]")),
        ]
    })
}
