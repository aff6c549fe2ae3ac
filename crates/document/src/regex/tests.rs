//! Tables of expressions: what matches, what is replaced, what is refused.

use super::*;

fn unlimited<P: Payer>(_: &P, _: usize) -> Result<(), P::Error> {
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
        assert_eq!(
            regex.is_match(text, &mut Free),
            Ok(expected),
            "{expression} on {text:?}"
        );
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
        let result = regex.replace_all(text, template, &mut Free, unlimited);
        assert_eq!(result.as_deref(), Ok(expected), "{expression} {template}");
    }
    let regex = Regex::new("a").unwrap();
    assert_eq!(
        regex
            .replace_all_literal("banana", "$1", &mut Free, unlimited)
            .as_deref(),
        Ok("b$1n$1n$1")
    );
    let room = |_: &Wallet, bytes| if bytes > 10 { Err(Broke) } else { Ok(()) };
    let result = regex.replace_all("aaaaa", "$0$0$0", &mut Wallet(100), room);
    assert_eq!(result, Err(Broke));
}

/// A payer with so many steps.
struct Wallet(u64);

#[derive(Debug, PartialEq)]
struct Broke;

impl Payer for Wallet {
    type Error = Broke;

    fn pay(&mut self, steps: u64) -> Result<(), Broke> {
        self.0 = self.0.checked_sub(steps).ok_or(Broke)?;
        Ok(())
    }
}

#[test]
fn searches_are_paid_for_as_they_go_on() {
    let text = "aß".repeat(50_000);
    for (expression, steps, expected) in [
        ("a", 100, Ok(true)),
        ("^b", 100, Ok(false)),
        ("[ab]{2}c", 1_000, Err(Broke)),
        ("[ab]{2}c", 200_000, Ok(false)),
        ("(a|ß){1000}[cd]", 1_000_000, Err(Broke)),
        ("^(a|ß){1000}", 100_000, Ok(true)),
        // The program is made anew for each search.
        ("(a|\\pL){900}$", 1_000, Err(Broke)),
    ] {
        let regex = Regex::new(expression).unwrap();
        for _ in 0..2 {
            let found = regex.is_match(&text, &mut Wallet(steps));
            assert_eq!(found, expected, "{expression}");
        }
    }
    // Each match is looked for up to the end of the text.
    let regex = Regex::new("a.*b|a").unwrap();
    let text = "a".repeat(5_000);
    let found = regex.each_match(&text, &mut Wallet(1_000_000), |_, _| Ok(true));
    assert_eq!(found, Err(Broke));
}

#[test]
fn often_used_expressions_cost_and_say_the_same() {
    let regex = Regex::new("^[a-z]+(-[a-z]+)*$").unwrap();
    let mut answers = Vec::new();
    for _ in 0..2 * OFTEN {
        let mut wallet = Wallet(1_000);
        answers.push((regex.is_match("a-small-name", &mut wallet), wallet.0));
        answers.push((regex.is_match("a-small-name-", &mut wallet), wallet.0));
    }
    answers.sort_by_key(|(found, left)| (found == &Ok(true), *left));
    answers.dedup();
    assert_eq!(answers.len(), 2);
    assert!(regex.inner.fast.regex.get().is_some());
}

/// The same matches and groups as those of another machine, for many expressions that nobody thought of.
#[test]
fn another_machine_finds_the_same() {
    let mut random = Random(7);
    let mut compared = 0;
    while compared < 4_000 {
        let expression = random.expression(3);
        let Ok(parsed) = parse::parse(&expression, &mut 0) else {
            continue;
        };
        compared += 1;
        let other = meta::Builder::new().build_from_hir(&parsed.hir).unwrap();
        let regex = Regex::new(&expression).unwrap();
        for _ in 0..4 {
            let text: String = (0..random.below(9))
                .map(|_| random.of(&["a", "b", "ß", "-", "\n"]))
                .collect();
            assert_eq!(
                regex.is_match(&text, &mut Free),
                Ok(other.is_match(&text)),
                "{expression} {text:?}"
            );
            let mut found = Vec::new();
            let Ok(()) = regex.each_match(&text, &mut Free, |groups, _| {
                found.push(groups.clone());
                Ok(true)
            });
            let expected: Vec<Groups> = other
                .captures_iter(&text)
                .map(|groups| {
                    let mut spans: Groups = groups.iter().map(|span| span.map(|span| span.range())).collect();
                    // What is repeated zero times has no groups there.
                    spans.resize(parsed.names.len(), None);
                    spans
                })
                .collect();
            assert_eq!(found, expected, "{expression} {text:?}");
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    fn of<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            let words = [
                "a", "b", "ß", "-", ".", "[ab]", "[^a]", "\\w", "\\W", "^", "$", "(?m:^)", "(?m:$)", "\\b",
                "\\B", "\\pL", "(?i:A)", "",
            ];
            return self.of(&words).to_owned();
        }
        let first = self.expression(depth - 1);
        match self.below(7) {
            0 => format!("({first})"),
            1 => format!("(?:{first}|{})", self.expression(depth - 1)),
            2 => format!("({first}|{})", self.expression(depth - 1)),
            3 | 4 => format!("{first}{}", self.expression(depth - 1)),
            _ => {
                let counts = [
                    "*", "+", "?", "{2}", "{0,2}", "{1,}", "{2,3}", "{0}", "*?", "+?", "??", "{1,3}?",
                ];
                format!("(?:{first}){}", self.of(&counts))
            }
        }
    }
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
