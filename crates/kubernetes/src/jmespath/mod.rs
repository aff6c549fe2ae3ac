//! The functions that Kyverno adds to JMESPath, one file each.

mod add;
mod base64_decode;
mod base64_encode;
mod case;
mod compare;
mod divide;
mod equal_fold;
mod image_normalize;
mod is_external_url;
mod items;
mod label_match;
mod lookup;
mod md5;
mod modulo;
mod moments;
mod multiply;
mod object_from_lists;
mod operand;
mod parse_json;
mod parse_yaml;
mod path_canonicalize;
mod pattern_match;
mod patterns;
mod random;
mod regex_match;
mod regex_replace_all;
mod regex_replace_all_literal;
mod replace;
mod replace_all;
mod replacing;
mod round;
mod semver_compare;
mod sha1;
mod sha256;
mod split;
mod subtract;
mod sum;
mod text_or_number;
mod time_add;
mod time_after;
mod time_before;
mod time_between;
mod time_diff;
mod time_now;
mod time_now_utc;
mod time_parse;
mod time_since;
mod time_to_cron;
mod time_truncate;
mod time_utc;
mod to_boolean;
mod to_lower;
mod to_upper;
mod trim;
mod trim_prefix;
mod truncate;
mod x509_decode;

use std::fmt::Display;

use sekisho_diagnostics::Complaint;
use sekisho_jmespath::Function;

/// All functions of Kyverno, sorted by name. One of them takes the place of a standard one: `sum`.
pub const KYVERNO: &[Function] = &[
    add::FUNCTION,
    base64_decode::FUNCTION,
    base64_encode::FUNCTION,
    compare::FUNCTION,
    divide::FUNCTION,
    equal_fold::FUNCTION,
    image_normalize::FUNCTION,
    is_external_url::FUNCTION,
    items::FUNCTION,
    label_match::FUNCTION,
    lookup::FUNCTION,
    md5::FUNCTION,
    modulo::FUNCTION,
    multiply::FUNCTION,
    object_from_lists::FUNCTION,
    parse_json::FUNCTION,
    parse_yaml::FUNCTION,
    path_canonicalize::FUNCTION,
    pattern_match::FUNCTION,
    random::FUNCTION,
    regex_match::FUNCTION,
    regex_replace_all::FUNCTION,
    regex_replace_all_literal::FUNCTION,
    replace::FUNCTION,
    replace_all::FUNCTION,
    round::FUNCTION,
    semver_compare::FUNCTION,
    sha1::FUNCTION,
    sha256::FUNCTION,
    split::FUNCTION,
    subtract::FUNCTION,
    sum::FUNCTION,
    time_add::FUNCTION,
    time_after::FUNCTION,
    time_before::FUNCTION,
    time_between::FUNCTION,
    time_diff::FUNCTION,
    time_now::FUNCTION,
    time_now_utc::FUNCTION,
    time_parse::FUNCTION,
    time_since::FUNCTION,
    time_to_cron::FUNCTION,
    time_truncate::FUNCTION,
    time_utc::FUNCTION,
    to_boolean::FUNCTION,
    to_lower::FUNCTION,
    to_upper::FUNCTION,
    trim::FUNCTION,
    trim_prefix::FUNCTION,
    truncate::FUNCTION,
    x509_decode::FUNCTION,
];

/// A complaint in the words of an error, without Kyverno's prefix.
fn failed(error: impl Display) -> Complaint {
    Complaint::new("query-failed", error.to_string())
}

#[cfg(test)]
mod tests {
    use sekisho_document::Value;
    use sekisho_document::json::{Form, write};
    use sekisho_jmespath::{Functions, LIMIT_EXCEEDED, Limits, Query, QueryError, Setting, functions};

    use super::*;

    #[test]
    fn examples_hold() {
        let table = Functions::new(&[functions::STANDARD, KYVERNO]);
        for example in KYVERNO.iter().flat_map(|function| function.examples) {
            let expression = example.expression;
            let query =
                Query::compile(expression, &table).unwrap_or_else(|error| panic!("{expression}: {error}"));
            let result = query.search(&sekisho_document::Value::Null, Setting::ALONE);
            let result = result.unwrap_or_else(|error| panic!("{expression}: {error:?}"));
            assert_eq!(
                write(&result.into_value(), Form::CANONICAL),
                example.result,
                "{expression}"
            );
        }
    }

    /// Calls whose work or result grows faster than what they are given.
    #[test]
    fn growing_calls_are_refused() {
        let table = Functions::new(&[functions::STANDARD, KYVERNO]);
        let limits = Limits {
            steps: 50_000,
            ..Limits::STANDARD
        };
        let setting = Setting {
            limits: &limits,
            ..Setting::ALONE
        };
        let letters = "a".repeat(2_000);
        let shared = vec!["[@, @]"; 60].join(" | ");
        let rows = [
            // An empty match at each character, and groups that hold nothing.
            format!("regex_replace_all('', '{letters}', '{}')", "$1".repeat(1_000)),
            // A program of hundreds of kilobytes, for each character of the text.
            format!("regex_match('[ab]*a{}$', '{letters}')", "[ab]{900}".repeat(10)),
            // A program that is made for each item.
            format!("split('{letters}', '')[*].regex_match(join('', ['(a|b){{900}}', @]), 'b')"),
            format!("pattern_match('*?{letters}b*', '{letters}')"),
            format!("items(split('{letters}', ''), '{letters}', 'v')"),
            format!("split('{letters}', '')[*].parse_json('[[[[[[[[[[[[[[1],[2],[3],[4]]]]]]]]]]]]]]')"),
            format!("split('{letters}', '')[*].parse_yaml('[[[[[[[[[[[[[[1],[2],[3],[4]]]]]]]]]]]]]]')"),
            format!("'x' | {shared} | label_match({{k: @}}, {{k: [@, @][0]}})"),
        ];
        for text in rows {
            let query = Query::compile(&text, &table).unwrap();
            let result = query.search(&Value::Null, setting);
            let shown = text.get(..60).unwrap_or(&text);
            match result.unwrap_err() {
                QueryError::Failed(complaint) => {
                    assert_eq!(complaint.code, LIMIT_EXCEEDED, "{shown}: {}", complaint.message);
                }
                other @ QueryError::NotFound(_) => panic!("{shown}: {other}"),
            }
        }
    }

    #[test]
    fn entries_are_complete() {
        assert!(KYVERNO.is_sorted_by_key(|function| function.name));
        // Two ask the world, so no result can be shown; that of the third fills a page.
        let without = ["time_now", "time_now_utc", "x509_decode"];
        for function in KYVERNO {
            let name = function.name;
            assert!(
                !function.summary.is_empty() && !function.note.is_empty(),
                "{name}"
            );
            assert!(!function.returns.is_empty(), "{name}");
            assert_eq!(function.examples.is_empty(), without.contains(&name), "{name}");
            assert!(
                function.parameters.iter().all(|it| !it.summary.is_empty()),
                "{name}"
            );
        }
    }
}
