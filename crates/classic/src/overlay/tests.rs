//! Patterns against resources: outcomes, order, alternatives, limits.

use sekisho_document::json::{self, Rules};
use sekisho_evaluator::{AlternativeFailure, Nobody, Observer};

use super::*;

fn document(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::KUBERNETES).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn compared(pattern: &str, resource: &str) -> Result<(), Mismatch> {
    let overlay = Overlay::compile(&document(pattern)).expect("a shallow pattern");
    compare(&overlay, &document(resource), &Limits::DEFAULT)
}

/// `pass`, or the class with the path.
fn outcome(pattern: &str, resource: &str) -> String {
    match compared(pattern, resource) {
        Ok(()) => "pass".to_owned(),
        Err(mismatch) => format!("{:?} {}", mismatch.class, mismatch.path)
            .trim_end()
            .to_owned(),
    }
}

/// The table of engine reference §5.10.
#[test]
fn outcomes_of_the_reference() {
    let names = r#"{"spec":{"containers":[{"(name)":"x*","image":"!*:latest"}]}}"#;
    let rows = [
        (r#"{"spec":{"replicas":"<=10"}}"#, r#"{"spec":{}}"#, "pass"),
        (
            r#"{"spec":{"replicas":">0"}}"#,
            r#"{"spec":{}}"#,
            "Violation /spec/replicas/",
        ),
        (
            r#"{"spec":{"tier":"!gold"}}"#,
            r#"{"spec":{}}"#,
            "Violation /spec/tier/",
        ),
        (r#"{"spec":{"x":"!5"}}"#, r#"{"spec":{}}"#, "pass"),
        (r#"{"spec":{"x":null}}"#, "{}", "Violation /spec/"),
        (r#"{"spec":{"x":null}}"#, r#"{"spec":{"x":""}}"#, "pass"),
        (
            r#"{"spec":{"x":"*"}}"#,
            r#"{"spec":{"x":null}}"#,
            "Violation /spec/",
        ),
        (r#"{"spec":{"x":"?*"}}"#, r#"{"spec":{}}"#, "Violation /spec/x/"),
        (
            r#"{"spec":{"x":"?*"}}"#,
            r#"{"spec":{"x":{}}}"#,
            "Violation /spec/x/",
        ),
        (r#"{"spec":{"x":"*"}}"#, r#"{"spec":{"x":{}}}"#, "pass"),
        (
            r#"{"spec":{"containers":[{"image":"a*"},{"image":"b*"}]}}"#,
            r#"{"spec":{"containers":[{"image":"a1"},{"image":"b1"}]}}"#,
            "Violation /spec/containers/1/image/",
        ),
        (r#"{"args":["x","y"]}"#, r#"{"args":["x","x"]}"#, "pass"),
        (
            r#"{"args":["x","y"]}"#,
            r#"{"args":["x","y"]}"#,
            "Violation /args/",
        ),
        (names, r#"{"spec":{"containers":[{"name":"y"}]}}"#, "Skip"),
        (
            names,
            r#"{"spec":{"containers":[{"name":"x1","image":"a"},{"name":"y"}]}}"#,
            "pass",
        ),
        (
            names,
            r#"{"spec":{"containers":[{"name":"y"},{"name":"x1","image":"a:latest"}]}}"#,
            "Violation /spec/containers/1/image/",
        ),
        (
            r#"{"metadata":{"(namespace)":"prod"},"spec":{"a":"b"}}"#,
            r#"{"metadata":{"namespace":"dev"},"spec":{"a":"c"}}"#,
            "Skip",
        ),
        (
            r#"{"=(metadata)":{"(name)":"p"},"=(spec)":{"a":"b"}}"#,
            r#"{"metadata":{"name":"q"},"spec":{"a":"b"}}"#,
            "pass",
        ),
        (
            r#"{"=(metadata)":{"(name)":"p"},"spec":{"a":"b"}}"#,
            r#"{"metadata":{"name":"q"},"spec":{"a":"c"}}"#,
            "Skip",
        ),
        (
            r#"{"spec":{"<(image)":"*:latest","policy":"!Always"}}"#,
            r#"{"spec":{"policy":"Always"}}"#,
            "Violation /spec/policy/",
        ),
        (
            r#"{"spec":{"X(hostPath)":null}}"#,
            r#"{"spec":{"hostPath":null}}"#,
            "Violation /spec/hostPath/",
        ),
        (
            r#"{"spec":{"^(containers)":[{"name":"a"},{"name":"b"}]}}"#,
            r#"{"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"c"}]}}"#,
            "pass",
        ),
        (
            r#"{"spec":{"^(containers)":[{"name":"a"},{"name":"b"}]}}"#,
            r#"{"spec":{"containers":[{"name":"a"}]}}"#,
            "Violation /spec/containers/",
        ),
        (
            r#"{"spec":{"^(volumes)":[{"name":"a"}],"nodeName":"x"}}"#,
            r#"{"spec":{"nodeName":"y"}}"#,
            "Trouble",
        ),
        (
            r#"{"spec":{"containers":[{"name":"*"}]}}"#,
            r#"{"spec":{"containers":[]}}"#,
            "pass",
        ),
        (
            r#"{"metadata":{"labels":{"app*":"?*"}}}"#,
            r#"{"metadata":{"labels":{}}}"#,
            "Violation /metadata/labels/app*/",
        ),
        (
            r#"{"metadata":{"labels":{"a":"x","b":5}}}"#,
            r#"{"metadata":{"labels":{"a":"x"}}}"#,
            "pass",
        ),
        // Lists in lists go by position; one that is too short has no place to blame.
        (r#"{"a":[["x"],["y"]]}"#, r#"{"a":[["x"],["y"],["z"]]}"#, "pass"),
        (
            r#"{"a":[["x"],["y"]]}"#,
            r#"{"a":[["x"],["z"]]}"#,
            "Violation /a/1/",
        ),
        (r#"{"a":[["x"],["y"]]}"#, r#"{"a":[["x"]]}"#, "Trouble"),
        (r#"{"a":[]}"#, r#"{"a":[]}"#, "Violation /a/"),
        // A user's text with the phrase of an anchor counts as that anchor.
        (r#"{"a":"x"}"#, r#"{"a":"global anchor mismatch"}"#, "Skip"),
        (
            r#"{"a":"x"}"#,
            r#"{"a":["conditional anchor","mismatch"]}"#,
            "Skip",
        ),
        (r#"{"a":"x"}"#, r#"{"a":"anchor"}"#, "Violation /a/"),
        // What `+(name)` means is a matter of mutation: here it is a key.
        (r#"{"+(a)":"x"}"#, r#"{"+(a)":"x"}"#, "pass"),
    ];
    for (pattern, resource, expected) in rows {
        assert_eq!(outcome(pattern, resource), expected, "{pattern} on {resource}");
    }
}

/// Keys with anchors inside run first and backwards, so they decide what is reported.
#[test]
fn keys_run_in_the_order_of_the_reference() {
    let pattern = r#"{"alpha":"x","beta":{"=(a)":"x"},"gamma":{"=(a)":"x"}}"#;
    let wrong = r#"{"alpha":"y","beta":{"a":"y"},"gamma":{"a":"y"}}"#;
    assert_eq!(outcome(pattern, wrong), "Violation /gamma/a/");
    let wrong = r#"{"alpha":"y","beta":{"a":"y"},"gamma":{"a":"x"}}"#;
    assert_eq!(outcome(pattern, wrong), "Violation /beta/a/");
    // The second item of a list pattern decides nothing but this order.
    let pattern = r#"{"alpha":"x","beta":[{"b":"x"},{"(a)":"x"}],"gamma":["x",{"(a)":"x"}]}"#;
    assert_eq!(
        outcome(pattern, r#"{"alpha":"y","beta":[],"gamma":["y"]}"#),
        "Violation /gamma/"
    );
}

#[test]
fn a_mismatch_says_where_and_how_far() {
    let mismatch = compared(
        r#"{"spec":{"containers":[{"name":"*","image":"a*"}]}}"#,
        r#"{"spec":{"containers":[{"name":"x","image":"a"},{"name":"y","image":"b"}]}}"#,
    )
    .expect_err("the second image is wrong");
    let key = |name: &str| Segment::Key(name.into());
    assert_eq!(
        mismatch.place,
        [key("spec"), key("containers"), Segment::Index(1), key("image")]
    );
    assert_eq!(mismatch.matched, 2);
    assert_eq!(
        mismatch.text,
        "resource value 'b' does not match 'a*' at path /spec/containers/1/image/"
    );
}

#[derive(Default)]
struct Seen(Vec<(usize, bool)>);

impl Observer for Seen {
    fn alternative(&mut self, index: usize, outcome: Result<(), AlternativeFailure<'_>>) {
        self.0.push((index, outcome.is_ok()));
    }
}

#[test]
fn alternatives_give_one_answer() {
    let overlays = |patterns: &[&str]| -> Vec<Overlay> {
        let overlay = |text: &&str| Overlay::compile(&document(text)).expect("a shallow pattern");
        patterns.iter().map(overlay).collect()
    };
    let resource = document(r#"{"a":"1","b":"2","n":"x"}"#);
    let judge =
        |patterns: &[&str]| any_pattern("r", &overlays(patterns), &resource, &Limits::DEFAULT, &mut Nobody);
    assert_eq!(judge(&[]), AnyPattern::Pass { index: None });
    assert_eq!(
        judge(&[r#"{"(n)":"y"}"#]),
        AnyPattern::Skip {
            text: "rule r[0] skipped: conditional anchor mismatch: resource value 'x' does not match 'y' at path /n/"
                .to_owned()
        }
    );
    let AnyPattern::Fail { detail, failures } = judge(&[
        r#"{"a":"2"}"#,
        r#"{"(n)":"y"}"#,
        r#"{"a":"1","b":"1"}"#,
        r#"{"^(c)":[{}],"a":"2"}"#,
    ]) else {
        panic!("two alternatives fail");
    };
    assert_eq!(
        detail,
        "rule r[0] failed at path /a/ rule r[2] failed at path /b/ \
         rule r[3] failed: resource value '1' does not match '2' at path /a/"
    );
    assert_eq!(closest(&failures).map(|(index, _)| *index), Some(2));

    let mut seen = Seen::default();
    let answer = any_pattern(
        "r",
        &overlays(&[r#"{"a":"2"}"#, r#"{"a":"1"}"#, r#"{"b":"1"}"#]),
        &resource,
        &Limits::DEFAULT,
        &mut seen,
    );
    assert_eq!(answer, AnyPattern::Pass { index: Some(1) });
    assert_eq!(seen.0, [(0, false), (1, true)]);
}

#[test]
fn messages_end_in_one_dot() {
    assert_eq!(
        validation_error(Some("no latest"), "rule r failed at path /a/"),
        "validation error: no latest. rule r failed at path /a/"
    );
    assert_eq!(validation_error(Some("No."), "x"), "validation error: No. x");
    assert_eq!(validation_error(Some(""), "x"), "validation error: x");
    assert_eq!(validation_error(None, "x"), "validation error: x");
    assert_eq!(pass_text("r"), "validation rule 'r' passed.");
    assert_eq!(any_pass_text("r", 1), "validation rule 'r' anyPattern[1] passed.");
}

#[test]
fn a_pattern_that_is_too_deep_is_refused() {
    let nested = |open: &str, close: &str, depth: usize| {
        let text = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        Overlay::compile(&document(&text))
    };
    assert!(nested(r#"{"a":"#, "}", DEPTH_LIMIT).is_ok());
    for (open, close) in [(r#"{"a":"#, "}"), ("[", "]"), (r#"{"^(a)":["#, "]}")] {
        let complaint = nested(open, close, DEPTH_LIMIT + 1).expect_err(open);
        assert_eq!(complaint.code, "pattern-too-deep");
    }
    // What is not compared may be as deep as it likes.
    assert!(nested(r#"{"X(a)":"#, "}", 400).is_ok());
}

#[test]
fn a_comparison_that_takes_too_long_is_given_up() {
    let items = |count: usize, item: &str| vec![item; count].join(",");
    let pattern = document(&format!(r#"{{"^(a)":[{}]}}"#, items(500, r#"{"b":"x"}"#)));
    let resource = document(&format!(
        r#"{{"a":[{}, {{"b":"x"}}]}}"#,
        items(500, r#"{"b":"y"}"#)
    ));
    let overlay = Overlay::compile(&pattern).expect("a shallow pattern");
    let limits = Limits {
        comparison_steps: 10_000,
        ..Limits::DEFAULT
    };
    let mismatch = compare(&overlay, &resource, &limits).expect_err("a quarter of a million steps");
    assert_eq!(mismatch.class, Class::Limit);
    assert_eq!(mismatch.text, "comparing the pattern takes more than 10000 steps");
    assert_eq!(compare(&overlay, &resource, &Limits::DEFAULT), Ok(()));

    // An anchor does not turn the end of the budget into a skip.
    let pattern = document(r#"{"a":[{"(b)":"x"}]}"#);
    let overlay = Overlay::compile(&pattern).expect("a shallow pattern");
    let limits = Limits {
        comparison_steps: 200,
        ..Limits::DEFAULT
    };
    let mismatch = compare(&overlay, &resource, &limits).expect_err("five hundred items");
    assert_eq!(mismatch.class, Class::Limit);

    // Keys that are not there cost a look each.
    let keys: Vec<String> = (0..500).map(|number| format!(r#""=(k{number})":1"#)).collect();
    let pattern = document(&format!(r#"{{"a":[{{{}}}]}}"#, keys.join(",")));
    let overlay = Overlay::compile(&pattern).expect("a shallow pattern");
    let mismatch = compare(&overlay, &resource, &limits).expect_err("many keys on many items");
    assert_eq!(mismatch.class, Class::Limit);

    // One long value that many keys refuse would be printed for each of them.
    let keys: Vec<String> = (1..500)
        .map(|blanks| format!(r#""{}(b)":1"#, " ".repeat(blanks)))
        .collect();
    let pattern = document(&format!("{{{}}}", keys.join(",")));
    let long = document(&format!(r#"{{"b":"{}"}}"#, "anchor".repeat(1000)));
    let overlay = Overlay::compile(&pattern).expect("a shallow pattern");
    let mismatch = compare(&overlay, &long, &limits).expect_err("too much to print");
    assert_eq!(mismatch.class, Class::Limit);

    // A text and a pattern that are both long cost what they cost.
    let pattern = document(&format!(r#"{{"a":"*{}b"}}"#, "a?".repeat(100_000)));
    let resource = document(&format!(r#"{{"a":"{}"}}"#, "a".repeat(1_000_000)));
    let overlay = Overlay::compile(&pattern).expect("a shallow pattern");
    let mismatch = compare(&overlay, &resource, &Limits::DEFAULT).expect_err("too long");
    assert_eq!(mismatch.class, Class::Limit);
}

#[test]
fn wildcards_in_labels_take_the_least_key_that_matches() {
    let pattern = r#"{"metadata":{"labels":{"app*":"?*"},"annotations":{"=(a/*)":"x | y"}}}"#;
    let rows = [
        (
            r#"{"metadata":{"labels":{"z":"1","app2":"x","app1":""},"annotations":{}}}"#,
            "Violation /metadata/labels/app1/",
        ),
        (
            r#"{"metadata":{"labels":{"app1":"x"},"annotations":{"b":"z","a/b":"z"}}}"#,
            "Violation /metadata/annotations/a/b/",
        ),
        (
            r#"{"metadata":{"labels":{"app1":"x"},"annotations":{"a/b":"y"}}}"#,
            "pass",
        ),
        (
            r#"{"metadata":{"labels":{"app1":"x"}}}"#,
            "Violation /metadata/annotations/",
        ),
    ];
    for (resource, expected) in rows {
        assert_eq!(outcome(pattern, resource), expected, "{resource}");
    }
    // Elsewhere a wildcard in a key is a letter.
    assert_eq!(
        outcome(r#"{"spec":{"a*":"x"}}"#, r#"{"spec":{"ab":"x"}}"#),
        "Violation /spec/a*/"
    );
}
