//! What the crate `cel` answers to the expressions that both understand: a list of ours, and generated ones.

#[cfg(test)]
mod differential {
    pub(crate) mod answers;
    pub(crate) mod generated;
}

use differential::{answers, generated};
use proptest::prelude::*;
use proptest::test_runner::Config;

/// Expressions of our own; both must give the same value, or both none.
const EXPRESSIONS: &[&str] = &[
    "1 + 2 * 3 - 4 / 2 % 3",
    "-7 / 2 == -3 && -7 % 3 == -1",
    "9223372036854775807 + 1",
    "-9223372036854775808 - 1",
    "-9223372036854775808 / -1",
    "9223372036854775807 * 2",
    "1u + 2u * 3u",
    "0u - 1u",
    "18446744073709551615u + 1u",
    "1 / 0",
    "1 % 0",
    "1.0 / 0.0 > 1e308",
    "0.1 + 0.2",
    "1e3 - 1.5",
    "-(-3)",
    "!true || !!true",
    "1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3",
    "1u < 2u && 2u <= 2u",
    "'a' < 'b' && 'b' <= 'b' && 'é' > 'z'",
    "'a' + 'b' + 'ß'",
    "b'ab' + b'\\xff' == b'ab\\xff'",
    "'\\u00e9\\n\\t\\x41\\101' == 'é\\n\\tAA'",
    "r'\\d+' == '\\\\d+'",
    "'''a'b''' + \"\"\"c\"d\"\"\"",
    "size('héllo') == 5 && 'héllo'.size() == 5",
    "size(b'h\\xc3\\xa9') == 3",
    "size([1, 2, 3]) + size({'a': 1})",
    "[1, 2] + [3]",
    "[[1], [2, 3]][1][0]",
    "[1, 2, 3][5]",
    "[1, 2, 3][-1]",
    "{'a': 1, 'b': 2}['b'] + {'a': 1}.a",
    "{'a': 1}['z']",
    "{1: 'x', 2: 'y'}[2]",
    "2 in [1, 2, 3] && !(4 in [1, 2, 3])",
    "'a' in {'a': 1} && !('b' in {'a': 1})",
    "[1, 2] == [1, 2] && [1, 2] != [2, 1]",
    "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}",
    "true ? 1 : 2 / 0",
    "false && 1 / 0 == 1",
    "true || 1 / 0 == 1",
    "1 / 0 == 1 && false",
    "1 / 0 == 1 || true",
    "1 / 0 == 1 && true",
    "[1, 2, 3].all(x, x > 0) && ![1, 2, 3].all(x, x > 1)",
    "[1, 2, 3].exists(x, x == 2) && ![1].exists(x, x == 2)",
    "[1, 2, 2].exists_one(x, x == 1) && ![1, 2, 2].exists_one(x, x == 2)",
    "[1, 2, 3].map(x, x * x)",
    "[1, 2, 3, 4].map(x, x % 2 == 0, x * 10)",
    "[1, 2, 3, 4].filter(x, x > 2)",
    "{'a': 1, 'b': 2}.all(k, k != 'c')",
    "{'a': 1}.map(k, k + '!')",
    "[[1, 2], [3]].map(l, l.map(x, x + size(l)))",
    "[1, 2].map(x, [3, 4].map(y, x * y))",
    "[0, 1].exists(x, 1 / x == 1)",
    "[0, 1].all(x, 1 / x == 2)",
    "[].all(x, false) && ![].exists(x, true)",
    "has({'a': null}.a) && !has({'a': 1}.b)",
    "'hello'.contains('ell') && 'hello'.startsWith('he') && 'hello'.endsWith('lo')",
    "'hello'.matches('^h.*o$') && !'hello'.matches('^e') && 'hello'.matches('l+')",
    "int('42') + int(3.9) + int(7u)",
    "int('x')",
    "int(1e19)",
    "uint(3) + uint('4') + uint(2.5)",
    "uint(-1)",
    "double(3) + double('1.5') + double(2u)",
    "double('x')",
    "string(1) + string(2u) + string(true) + string('x')",
    "bytes('é') == b'\\xc3\\xa9'",
    "type(1) == int && type('a') == string",
    "dyn(1) == 1.0 && dyn(1u) == 1 && dyn(1) != 'a'",
    "1.0 == 1.0 && 1.0 != 2.0 && 0.0 == -0.0",
    "null == null",
    "object.name == 'web' && object.count + 1 == 4",
    "object.tags[1] + object.labels.app",
    "object.tags.map(t, t + '!').size()",
    "object.labels.exists(k, object.labels[k] == 'x')",
    "object.missing",
    "object.name.missing",
    "has(object.labels) && !has(object.labels.zzz)",
    "object.nested.list[0].deep == 1",
    "object.count > 2 ? object.name : 'none'",
    "object.ratio * 2.0",
    "object.flag && !object.off",
];

/// Where the two are known to differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

#[test]
fn expressions_have_one_answer() {
    let mut faults = Vec::new();
    for expression in EXPRESSIONS {
        let (ours, theirs) = answers::both(expression);
        let known = DIFFERENT.iter().any(|(it, _)| it == expression);
        if (ours == theirs) == known {
            faults.push(format!("{expression}\n  ours   {ours:?}\n  theirs {theirs:?}"));
        }
    }
    assert!(
        faults.is_empty(),
        "{} differ, or are listed and do not:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

proptest! {
    #![proptest_config(Config { cases: 500, failure_persistence: None, ..Config::default() })]

    #[test]
    fn generated_expressions_have_one_answer(choices in proptest::collection::vec(any::<u8>(), 1..120)) {
        let expression = generated::expression(&choices);
        let (ours, theirs) = answers::both(&expression);
        prop_assert_eq!(ours, theirs, "{}", expression);
    }
}
