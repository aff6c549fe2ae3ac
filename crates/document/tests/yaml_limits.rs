//! Hostile texts: each limit, and texts that would make a careless reader slow or large.

use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Numbers, Value};

const MEGABYTE: usize = 1 << 20;

fn read(text: &str) -> Result<Value, &'static str> {
    let plain = yaml::read(text, &Limits::DEFAULT, Numbers::AsWritten);
    let strict = yaml::read_strict(text, &Limits::DEFAULT, Numbers::AsWritten);
    let plain = plain.map_err(|error| error.code());
    let strict = strict.map_err(|error| error.code());
    if let (Err(plain), Err(strict)) = (&plain, &strict) {
        assert_eq!(plain, strict);
    }
    plain
}

/// Anchors in lines, each made of several aliases of the line before.
fn bomb(first: &str, lines: usize, aliases: usize, make: fn(&str) -> String) -> String {
    let mut text = format!("a0: &a0 {first}\n");
    for line in 1..=lines {
        let items = vec![format!("*a{}", line - 1); aliases].join(", ");
        text.push_str(&format!("a{line}: &a{line} {}\n", make(&items)));
    }
    text
}

#[test]
fn bombs_of_aliases_are_refused() {
    let list = |items: &str| format!("[{items}]");
    let merge = |items: &str| format!("{{<<: [{items}]}}");
    for text in [
        bomb("x", 9, 9, list),
        bomb("{a: 1, b: 2, c: 3}", 12, 9, merge),
        bomb("[]", 60, 2, list),
        format!("a: &a {}\nb: [{}]\n", "x".repeat(MEGABYTE), "*a, ".repeat(90)),
        format!("a: &a [{}]\nb: [{}]\n", "x".repeat(MEGABYTE), "*a, ".repeat(90)),
        format!(
            "a: &a {{k: {}}}\nb: [{}]\n",
            "x".repeat(MEGABYTE),
            "{<<: *a}, ".repeat(90)
        ),
    ] {
        assert_eq!(read(&text), Err("too-many-aliases"), "{}", &text[..40]);
    }
}

#[test]
fn ordinary_use_of_aliases_is_no_bomb() {
    let text = format!(
        "base: &base {{a: 1, b: [1, 2, 3]}}\nall:\n{}",
        "- {<<: *base, c: 1}\n- *base\n".repeat(500)
    );
    let items = yaml::read(&text, &Limits::DEFAULT, Numbers::AsWritten).unwrap();
    assert_eq!(items.get("all").unwrap().as_list().unwrap().len(), 1000);
}

#[test]
fn depth_is_limited_in_every_style() {
    let nested = |depth: usize| {
        let block_map = (0..depth)
            .map(|level| format!("{}a:\n", " ".repeat(level)))
            .collect::<String>();
        [
            format!("{}{}", "[".repeat(depth), "]".repeat(depth)),
            format!("{}x{}", "{a: ".repeat(depth), "}".repeat(depth)),
            "- ".repeat(depth) + "x",
            block_map,
        ]
    };
    for text in nested(Limits::DEFAULT.depth) {
        assert!(read(&text).is_ok());
    }
    for text in nested(Limits::DEFAULT.depth + 1) {
        assert_eq!(read(&text), Err("too-deep"));
    }
    for text in ["[", "{a: ", "- ", "? ", "{", "[{"] {
        assert_eq!(
            read(&text.repeat(MEGABYTE / text.len())),
            Err("too-deep"),
            "{text}"
        );
    }
}

#[test]
fn size_is_limited() {
    let limits = Limits {
        bytes: 10,
        ..Limits::DEFAULT
    };
    let error = yaml::read("a: 12345678", &limits, Numbers::AsWritten).unwrap_err();
    assert_eq!(error.code(), "too-large");
    assert!(yaml::read("a: 1234567", &limits, Numbers::AsWritten).is_ok());
}

#[test]
fn long_numbers_are_read_or_are_text() {
    let digits = "9".repeat(MEGABYTE);
    for (text, is_text) in [
        (digits.clone(), true),
        (format!("0.{digits}"), false),
        (format!("0x{digits}"), true),
        (format!("1e{digits}"), true),
        (format!("1e-{digits}"), false),
        (format!("1{}", "_".repeat(MEGABYTE)), false),
        (format!("0{}", "0".repeat(MEGABYTE)), false),
        (format!(".{digits}e-1"), false),
    ] {
        let value = read(&text).unwrap();
        assert_eq!(value.as_str().is_some(), is_text, "{:?}", text.get(..9));
    }
}

#[test]
fn long_keys_need_a_question_mark() {
    let key = "k".repeat(MEGABYTE);
    assert_eq!(read(&format!("{key}: 1")), Err("colon-out-of-place"));
    assert_eq!(read(&format!("'{key}': 1")), Err("colon-out-of-place"));
    assert_eq!(read(&format!("{{{key}: 1}}")), Err("unclosed-bracket"));
    let value = read(&format!("? {key}\n: 1")).unwrap();
    assert_eq!(value.get(&key), Some(&Value::Int(1)));
    assert_eq!(read(&format!("a: 1\n{key}: 1")), Err("colon-missing"));
    let short = "é".repeat(1024);
    assert!(read(&format!("{short}: 1")).is_ok());
    assert_eq!(read(&format!("{short}é: 1")), Err("colon-out-of-place"));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    assert_eq!(read("a: \0"), Err("control-character"));
    assert_eq!(
        read(&format!("{}\u{1}", "é".repeat(MEGABYTE))),
        Err("control-character")
    );
    assert!(read("\u{feff}a: 1").is_ok());
    assert_eq!(yaml::decode(b"a: \xff").unwrap_err().code(), "not-utf8");
    assert_eq!(yaml::decode(b"a: \xed\xa0\x80").unwrap_err().code(), "not-utf8");
}

/// Nothing here may take time or memory that grows faster than the text.
#[test]
fn long_texts_of_one_thing_are_read_or_refused() {
    let mut differences = Vec::new();
    for (piece, tail, expected) in [
        ("a\n", "", None),
        ("a: 1\n", "", None),
        ("'", "a", None),
        ("'", "'", Some("unclosed-quote")),
        ("\"\\", "", Some("bad-escape")),
        ("''", "", None),
        ("*a ", "", Some("unknown-anchor")),
        ("- &a ", "", Some("dash-out-of-place")),
        ("! ", "", None),
        ("[!!x ", "", Some("too-deep")),
        (",", "", Some("value-missing")),
        ("#", "", None),
        ("# c\n", "", None),
        ("\t", "", Some("tab-indentation")),
        (" ", "a", None),
        ("\n", "a", None),
        ("\r", "a", None),
        ("\u{2028}", "a", None),
        ("%", "", Some("bad-directive")),
        ("%TAG !a! b\n", "", Some("bad-directive")),
        ("---\n", "", None),
        ("...\n", "", Some("value-missing")),
        ("- |\n x\n", "", None),
        ("- >\n\n", "", None),
        ("- [a, {b: c}]\n", "", None),
        ("- &a b\n- *a\n", "", None),
        ("a", ": b", Some("colon-out-of-place")),
        (":", "", Some("colon-out-of-place")),
        ("?", "", None),
        ("? a\n", "", None),
        ("]", "", Some("value-missing")),
        ("<<: ", "", Some("colon-out-of-place")),
        ("<<: {}\n", "", None),
        ("- a: &a 1\n  b:\n   - *a\n", "", None),
        ("@", "", Some("character-out-of-place")),
    ] {
        let text = piece.repeat(MEGABYTE / 8 / piece.len()) + tail;
        let found = read(&text).err();
        if found != expected {
            differences.push(format!("{piece:?}: {found:?}"));
        }
    }
    assert_eq!(differences, Vec::<String>::new());
    let keys: String = (0..50_000).map(|key| format!("k{key}: &a{key} x\n")).collect();
    assert_eq!(read(&keys).unwrap().as_map().unwrap().len(), 50_000);
    let handles: String = (0..50_000)
        .map(|handle| format!("%TAG !a{handle}! b\n"))
        .collect();
    assert_eq!(read(&handles), Err("bad-directive"));
}
