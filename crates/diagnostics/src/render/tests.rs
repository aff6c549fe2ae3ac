//! Renderings in full; marks are given by the text they lie under.

use super::*;

/// Sources and a diagnostic over them whose spans are found by their text.
struct Case {
    sources: Sources,
    diagnostic: Diagnostic,
}

impl Case {
    fn new(name: &str, text: &str) -> Case {
        let mut sources = Sources::new();
        sources.add(name, text);
        Case {
            sources,
            diagnostic: Diagnostic::error("some-code", "something is wrong"),
        }
    }

    fn span(&self, source: u32, needle: &str) -> Span {
        let text = &self.sources.get(SourceId(source)).expect("a source").text;
        let start = text.find(needle).unwrap_or_else(|| panic!("no {needle}"));
        let offset = |at: usize| u32::try_from(at).expect("a short text");
        Span::new(SourceId(source), offset(start), offset(start + needle.len()))
    }

    fn at(mut self, needle: &str, text: &str) -> Case {
        let span = self.span(0, needle);
        self.diagnostic.primary = Some(span);
        if text.is_empty() {
            self
        } else {
            self.label(needle, text)
        }
    }

    fn label(mut self, needle: &str, text: &str) -> Case {
        let span = self.span(0, needle);
        self.diagnostic = self.diagnostic.label(span, text);
        self
    }

    #[track_caller]
    fn shows(&self, expected: &str) {
        let shown = render(&self.diagnostic, &self.sources, Style::Plain);
        let expected = expected.strip_prefix('\n').unwrap_or(expected);
        assert!(shown == expected, "shown:\n{shown}expected:\n{expected}");
    }
}

#[test]
fn the_form_of_the_house_style() {
    let text = "\n".repeat(20) + "        key: \"{{ to_uper(request.object.metadata.name) }}\"\n";
    let mut case = Case::new("policies/names/policy.yaml", &text).at("to_uper", "not a JMESPath function");
    case.diagnostic.code = "unknown-function";
    case.diagnostic.message = "no function named `to_uper`".to_owned();
    case.diagnostic.help = vec!["did you mean `to_upper`?".to_owned()];
    case.shows(
        r#"
error[unknown-function]: no function named `to_uper`
  --> policies/names/policy.yaml:21:18
   |
21 |         key: "{{ to_uper(request.object.metadata.name) }}"
   |                  ^^^^^^^ not a JMESPath function
   |
   = help: did you mean `to_upper`?
"#,
    );
    assert_eq!(
        render_line(&case.diagnostic, &case.sources),
        "policies/names/policy.yaml:21:18: error[unknown-function]: no function named `to_uper`"
    );
}

#[test]
fn the_form_of_a_verdict() {
    let deploy = "\n".repeat(21) + "      - name: web\n        resources: {}\n";
    let policy = "\n".repeat(17) + "                memory: \"?*\"\n";
    let mut case = Case::new("deploy/web.yaml", &deploy);
    case.sources.add("policies/require-limits.yaml", &policy);
    let resources = case.span(0, "resources: {}");
    let labels = [
        Label {
            span: resources,
            text: "`limits.memory` is missing".to_owned(),
        },
        Label {
            span: case.span(0, "web"),
            text: "in this container".to_owned(),
        },
        Label {
            span: case.span(1, "memory: \"?*\""),
            text: "required here".to_owned(),
        },
    ];
    let notes = [
        Note {
            word: "effect",
            text: "denied; the rule enforces",
        },
        Note {
            word: "help",
            text: "one line\nand another",
        },
    ];
    let parts = Parts {
        word: "fail",
        tone: Tone::Bad,
        code: "require-limits/memory",
        message: "container `web` has no memory limit",
        primary: Some(resources),
        labels: &labels,
        notes: &notes,
    };
    let expected = r#"fail[require-limits/memory]: container `web` has no memory limit
  --> deploy/web.yaml:23:9
   |
22 |       - name: web
   |               --- in this container
23 |         resources: {}
   |         ^^^^^^^^^^^^^ `limits.memory` is missing
   |
  ::: policies/require-limits.yaml:18:17
   |
18 |                 memory: "?*"
   |                 ------------ required here
   |
   = effect: denied; the rule enforces
   = help: one line
           and another
"#;
    assert_eq!(render_parts(&parts, &case.sources, Style::Plain), expected);
    assert_eq!(
        render_parts_line(&parts, &case.sources),
        "deploy/web.yaml:23:9: fail[require-limits/memory]: container `web` has no memory limit"
    );
}

#[test]
fn without_a_place_there_are_only_words() {
    let mut case = Case::new("a.yaml", "a: 1\n");
    case.diagnostic.causes = vec!["first".to_owned(), "second".to_owned()];
    case.shows(
        "
error[some-code]: something is wrong
  = note: first
  = note: second
",
    );
    assert_eq!(
        render_line(&case.diagnostic, &case.sources),
        "error[some-code]: something is wrong"
    );
}

#[test]
fn several_labels_on_one_line_hang() {
    Case::new("a", "spec: {one: 1, two: 2, three: 3}\n")
        .at("two", "the second")
        .label("one", "the first")
        .label("three", "the third")
        .shows(
            "
error[some-code]: something is wrong
 --> a:1:16
  |
1 | spec: {one: 1, two: 2, three: 3}
  |        ---     ^^^     ----- the third
  |        |       |
  |        |       the second
  |        the first
",
        );
}

#[test]
fn labels_that_cover_one_another() {
    let case = Case::new("a", "a: {b: c}\n")
        .at("b", "this")
        .label("{b: c}", "in this");
    case.shows(
        "
error[some-code]: something is wrong
 --> a:1:5
  |
1 | a: {b: c}
  |    -^----
  |    ||
  |    |this
  |    in this
",
    );
    Case::new("a", "abc\n")
        .at("abc", "the first")
        .label("abc", "the second")
        .shows(
            "
error[some-code]: something is wrong
 --> a:1:1
  |
1 | abc
  | ^^^
  | |
  | the second
  | the first
",
        );
}

#[test]
fn lines_apart_have_dots_between_them() {
    Case::new("a", "a: 1\nb: 2\nc: 3\nd: 4\ne: 5\nf: 6\n")
        .at("f", "")
        .label("a", "first")
        .label("c", "third")
        .shows(
            "
error[some-code]: something is wrong
 --> a:6:1
  |
1 | a: 1
  | - first
2 | b: 2
3 | c: 3
  | - third
...
6 | f: 6
  | ^
",
        );
}

#[test]
fn spans_over_several_lines() {
    let text = "spec:\n  a: 1\n  b: 2\n  c: 3\n  d: 4\n\n\nend: 5\n";
    Case::new("a", text)
        .at("  a: 1\n  b: 2\n  c: 3\n  d: 4\n\n\n", "all of this")
        .label("c: 3", "and here")
        .shows(
            "
error[some-code]: something is wrong
 --> a:2:1
  |
2 | /   a: 1
3 | |   b: 2
4 | |   c: 3
  | |   ---- and here
5 | |   d: 4
  | |______^ all of this
",
        );
    Case::new("a", text)
        .at("1\n  b", "from here to here")
        .label("spec:\n  a: 1\n  b: 2\n  c: 3\n  d: 4\n\n\nend", "around")
        .label("2", "inside")
        .shows(
            "
error[some-code]: something is wrong
 --> a:2:6
  |
1 | /   spec:
2 | |     a: 1
  | |  ______^
3 | | |   b: 2
  | | |      - inside
  | | |___^ from here to here
... |
8 | |   end: 5
  | |_____- around
",
        );
}

#[test]
fn ends_of_texts_have_a_place() {
    let rows: &[(&str, u32, u32, &str)] = &[
        ("", 0, 0, " --> a:1:1\n  |\n1 |\n  | ^\n"),
        ("a: 1", 4, 4, " --> a:1:5\n  |\n1 | a: 1\n  |     ^\n"),
        ("a: 1\n", 4, 5, " --> a:1:5\n  |\n1 | a: 1\n  |     ^\n"),
        ("a: 1\n", 5, 5, " --> a:2:1\n  |\n2 |\n  | ^\n"),
        ("a: 1\r\nb: 2\r\n", 3, 6, " --> a:1:4\n  |\n1 | a: 1\n  |    ^\n"),
        ("a: 1\r\nb: 2\r\n", 4, 5, " --> a:1:5\n  |\n1 | a: 1\n  |     ^\n"),
        ("\u{feff}a: 1\n", 0, 3, " --> a:1:1\n  |\n1 | a: 1\n  | ^\n"),
        ("\ta: 1", 1, 2, " --> a:1:2\n  |\n1 |     a: 1\n  |     ^\n"),
        ("世界: x", 8, 9, " --> a:1:5\n  |\n1 | 世界: x\n  |       ^\n"),
        (
            "e\u{301}: x",
            5,
            6,
            " --> a:1:5\n  |\n1 | e\u{301}: x\n  |    ^\n",
        ),
        ("世", 1, 2, " --> a:1:1\n  |\n1 | 世\n  | ^\n"),
        ("ab", 1, 0, " --> a:1:2\n  |\n1 | ab\n  |  ^\n"),
        ("ab", 90, 99, " --> a:1:3\n  |\n1 | ab\n  |   ^\n"),
        (
            "a\u{1b}[31mb",
            0,
            1,
            " --> a:1:1\n  |\n1 | a\\u{1b}[31mb\n  | ^\n",
        ),
    ];
    for (text, start, end, expected) in rows {
        let mut case = Case::new("a", text);
        case.diagnostic.primary = Some(Span::new(SourceId(0), *start, *end));
        case.shows(&format!("error[some-code]: something is wrong\n{expected}"));
    }
}

#[test]
fn a_span_of_no_source_has_no_place() {
    let mut case = Case::new("a", "b");
    case.diagnostic.primary = Some(Span::new(SourceId(7), 0, 1));
    case.shows("error[some-code]: something is wrong\n");
}

#[test]
fn nothing_the_user_wrote_steers_the_terminal() {
    let evil = "\u{1b}[2J\n\u{202e}\u{9b}";
    let mut case = Case::new(evil, &format!("{evil}a: b\n")).at("a: b", evil);
    case.diagnostic.message = evil.to_owned();
    case.diagnostic.help = vec![evil.to_owned()];
    case.diagnostic.causes = vec![evil.to_owned()];
    let shown =
        render(&case.diagnostic, &case.sources, Style::Plain) + &render_line(&case.diagnostic, &case.sources);
    let raw = |character: char| character.is_control() && character != '\n';
    assert_eq!(shown.matches(raw).count(), 0, "{shown}");
    assert!(!shown.contains('\u{202e}'));
    assert!(
        shown.contains(r"\u{1b}[2J\n\u{202e}\u{9b}:2:3: error[some-code]"),
        "{shown}"
    );
}

#[test]
fn colours_are_put_only_where_asked_for() {
    let case = Case::new("a", "a: 1\n").at("1", "here");
    let shown = render(&case.diagnostic, &case.sources, Style::Coloured);
    assert_eq!(
        shown,
        "\u{1b}[1;31merror[some-code]\u{1b}[0m\u{1b}[1m: something is wrong\u{1b}[0m\n\
         \u{1b}[1;34m --> \u{1b}[0ma:1:4\n\
         \u{1b}[1;34m  |\u{1b}[0m\n\
         \u{1b}[1;34m1 |\u{1b}[0m a: 1\n\
         \u{1b}[1;34m  |\u{1b}[0m    \u{1b}[1;31m^\u{1b}[0m \u{1b}[1;31mhere\u{1b}[0m\n"
    );
    let plain: String = shown
        .split('\u{1b}')
        .map(|part| part.split_once('m').map_or(part, |(_, rest)| rest))
        .collect();
    assert_eq!(plain.matches('\u{1b}').count(), 0);
}

#[test]
fn long_lines_are_cut_around_their_labels() {
    let text = format!("[{}, needle, {}]", "1, ".repeat(500), "2, ".repeat(500));
    let case = Case::new("a", &text).at("needle", "this").label("[1", "far left");
    let shown = render(&case.diagnostic, &case.sources, Style::Plain);
    let longest = shown.lines().map(|line| line.chars().count()).max();
    assert!(longest < Some(130), "{shown}");
    assert!(shown.contains("…"), "{shown}");
    let marks = shown
        .lines()
        .find(|line| line.contains("^^^^^^ this"))
        .expect("marks");
    let source = shown
        .lines()
        .find(|line| line.contains("needle"))
        .expect("source");
    let column = |line: &str, needle: &str| line.find(needle).map(|at| line[..at].chars().count());
    assert_eq!(column(marks, "^"), column(source, "needle"));
}

/// Any spans over any text: nothing panics, and every line is a line.
#[test]
fn no_spans_are_too_odd() {
    let text = "a: [1,\n\t世界, e\u{301}]\r\n\r\n  b: {c: \u{202e}d}\n# end";
    let bounds: Vec<u32> = (0..=u32::try_from(text.len()).expect("short") + 2)
        .chain([u32::MAX])
        .collect();
    let mut sources = Sources::new();
    sources.add("a", text);
    sources.add("b", "");
    let mut seed: u64 = 1;
    let mut next = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(seed >> 33).unwrap_or(0) % count
    };
    for _ in 0..4000 {
        let mut span = || {
            let source = u32::try_from(next(12) / 10).unwrap_or(0);
            Span::new(
                SourceId(source),
                bounds[next(bounds.len())],
                bounds[next(bounds.len())],
            )
        };
        let mut diagnostic = Diagnostic::error("some-code", "something is wrong").at(span());
        for text in ["", "one", "two\nlines"] {
            diagnostic = diagnostic.label(span(), text);
        }
        let shown = render(&diagnostic, &sources, Style::Plain);
        assert!(
            shown.ends_with('\n') && !shown.contains('\r') && !shown.contains('\t'),
            "{shown:?}"
        );
        assert!(shown.lines().all(|line| line == line.trim_end()), "{shown}");
    }
}
