//! Tables of expressions: what matches, what is replaced, what is refused.

use super::*;

fn unlimited(_: usize) -> Result<(), ()> {
    Ok(())
}

#[test]
fn expressions_match_as_in_go() {
    for (expression, text, expected) in [
        ("^a.*z$", "abcz", true),
        ("(?i)ABC", "xabcx", true),
        ("\\d+", "a1", true),
        ("^\\d$", "٣", false),
        ("^\\w$", "é", false),
        ("(?i)^\\w$", "\u{17f}", true),
        ("^\\p{L}+$", "é", true),
        ("^\\pN$", "٣", true),
        ("^\\p{^Greek}$", "α", false),
        ("a.c", "a\nc", false),
        ("(?s)a.c", "a\nc", true),
        ("a$", "a\n", false),
        ("(?m)a$", "a\n", true),
        ("^[a&&b]$", "&", true),
        ("^[[a]$", "[", true),
        ("^[a-c--]$", "-", true),
        ("^\\Qa.b\\E$", "a.b", true),
        ("\\x{e9}\\101", "éA", true),
        ("[[:^alpha:]]", "abc", false),
        ("\\bfoo\\b", "a foo b", true),
        ("a{,2}", "a{,2}", true),
        ("(?P<n>a)(?<m>b)", "ab", true),
        ("(|a)*", "", true),
        ("[^a]", "\n", true),
        ("\\x{d800}|a", "a", true),
    ] {
        let regex = Regex::new(expression).unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(regex.is_match(text), expected, "{expression} on {text:?}");
    }
}

#[test]
fn matches_are_replaced_as_in_go() {
    for (expression, text, template, expected) in [
        ("a(x*)b", "-ab-axxb-", "${1}W", "-W-xxW-"),
        ("a(x*)b", "-ab-axxb-", "$1W", "---"),
        ("a", "banana", "$$", "b$n$n$"),
        ("", "abc", "-", "-a-b-c-"),
        ("a*", "baaac", "-", "-b-c-"),
        ("^", "abc", "x", "xabc"),
        ("(?P<x>a)|(?P<x>b)", "ab", "<${x}>", "<a><b>"),
        ("a", "a", "$ ${ ${} $- ${1", "$ ${ ${} $- ${1"),
        ("(a)", "a", "$01 $2 $é.", "  ."),
        ("x*", "é", "-", "-é-"),
        ("(?U)a+", "aaa", "<$0>", "<a><a><a>"),
    ] {
        let regex = Regex::new(expression).unwrap();
        let result = regex.replace_all(text, template, unlimited);
        assert_eq!(result.as_deref(), Ok(expected), "{expression} {template}");
    }
    let regex = Regex::new("a").unwrap();
    assert_eq!(
        regex.replace_all_literal("banana", "$1", unlimited).as_deref(),
        Ok("b$1n$1n$1")
    );
    let room = |bytes| if bytes > 10 { Err(bytes) } else { Ok(()) };
    assert_eq!(regex.replace_all("aaaaa", "$0$0$0", room), Err(11));
}

#[test]
fn bad_expressions_are_named() {
    for (expression, expected) in [
        ("[", "missing closing ]: `[`"),
        ("x[a-", "missing closing ]: `[a-`"),
        ("a(?=b)", "invalid or unsupported Perl syntax: `(?=`"),
        ("(?x)a", "invalid or unsupported Perl syntax: `(?x`"),
        ("(?i-)a", "invalid or unsupported Perl syntax: `(?i-)`"),
        ("(a", "missing closing ): `(a`"),
        ("a)", "unexpected ): `a)`"),
        ("a**", "invalid nested repetition operator: `**`"),
        ("a{2}+?", "invalid nested repetition operator: `{2}+?`"),
        ("*a", "missing argument to repetition operator: `*`"),
        ("(|*)", "missing argument to repetition operator: `*`"),
        ("a{2,1}", "invalid repeat count: `{2,1}`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("(a{100}){11}", "invalid repeat count: `{11}`"),
        ("\\Z", "invalid escape sequence: `\\Z`"),
        ("\\C", "invalid escape sequence: `\\C`"),
        ("\\u00e9", "invalid escape sequence: `\\u`"),
        ("\\8", "invalid escape sequence: `\\8`"),
        ("\\1", "invalid escape sequence: `\\1`"),
        ("\\x{110000}", "invalid escape sequence: `\\x{110000`"),
        ("a\\", "trailing backslash at end of expression: ``"),
        ("[b-a]", "invalid character class range: `b-a`"),
        ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
        ("\\pX", "invalid character class range: `\\pX`"),
        ("\\p{IsGreek}", "invalid character class range: `\\p{IsGreek}`"),
        ("(?P<a-b>x)", "invalid named capture: `(?P<a-b>`"),
        ("(?P<a", "invalid named capture: `(?P<a`"),
    ] {
        let error = Regex::new(expression).expect_err(expression);
        assert_eq!(error.to_string(), format!("error parsing regexp: {expected}"));
    }
}

#[test]
fn limits_hold() {
    let too_large = |expression: &str| Regex::new(expression).map(|_| ()).map_err(|error| error.fault);
    assert_eq!(
        too_large(&"a".repeat(LONGEST_EXPRESSION + 1)),
        Err(RegexFault::TooLarge)
    );
    assert_eq!(too_large(&"\\pL".repeat(20_000)), Err(RegexFault::TooLarge));
    assert_eq!(too_large(&"\\pL{1000}".repeat(100)), Err(RegexFault::TooLarge));
    let deep = |depth: usize| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(too_large(&deep(200)), Ok(()));
    assert_eq!(too_large(&deep(2000)), Err(RegexFault::NestsTooDeeply));
}

/// Each state of a program may need the places of all groups: the product of both is bounded.
#[test]
fn many_groups_in_a_large_program_are_refused() {
    let groups = |count: usize| format!("{}x$", "(a|b|.)*".repeat(count));
    assert!(Regex::new(&groups(20)).is_ok());
    let error = Regex::new(&groups(4_000)).unwrap_err();
    assert_eq!(error.fault, RegexFault::TooLarge);
}
