//! Patches in every dialect, and the rows that Kyverno's engine recorded.

use super::*;
use crate::json::{self, Form, Rules};

fn read_value(text: &str) -> Value {
    json::read(text.as_bytes(), Rules::KUBERNETES).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The patched document as text, or the error after a `!`.
fn patched(document: &str, patch: &str, dialect: JsonPatchDialect) -> String {
    let document = read_value(document);
    let result = Patch::read(&read_value(patch), dialect)
        .and_then(|patch| patch.apply(&document, dialect, Patch::GROWTH));
    match result {
        Ok(value) => json::write(&value, Form::COMPACT),
        Err(error) => format!("!{error}"),
    }
}

const DOCUMENT: &str = r#"{"a":1,"list":[1,2,3],"m":{"x":"y","n":null},"s":"t"}"#;

/// Patch, and what the API server, Kyverno and the standard make of it; `=` for the document as it was.
const ROWS: &[(&str, [&str; 3])] = &[
    (
        r#"[{"op":"add","path":"/m/x","value":2}]"#,
        [r#"{"a":1,"list":[1,2,3],"m":{"x":2,"n":null},"s":"t"}"#; 3],
    ),
    (
        r#"[{"op":"add","path":"/list/-","value":9}]"#,
        [r#"{"a":1,"list":[1,2,3,9],"m":{"x":"y","n":null},"s":"t"}"#; 3],
    ),
    (
        r#"[{"op":"add","path":"/list/-2","value":9}]"#,
        [
            r#"{"a":1,"list":[1,2,9,3],"m":{"x":"y","n":null},"s":"t"}"#,
            r#"{"a":1,"list":[1,2,9,3],"m":{"x":"y","n":null},"s":"t"}"#,
            "!error in add for path: '/list/-2': value was not a proper array index: '-2': strconv.Atoi: parsing \"-2\": invalid syntax",
        ],
    ),
    (
        r#"[{"op":"add","path":"/list/01","value":9}]"#,
        [
            r#"{"a":1,"list":[1,9,2,3],"m":{"x":"y","n":null},"s":"t"}"#,
            r#"{"a":1,"list":[1,9,2,3],"m":{"x":"y","n":null},"s":"t"}"#,
            "!error in add for path: '/list/01': value was not a proper array index: '01': strconv.Atoi: parsing \"01\": invalid syntax",
        ],
    ),
    (
        r#"[{"op":"add","path":"/list/5","value":9}]"#,
        ["!error in add for path: '/list/5': Unable to access invalid index: 5: invalid index referenced"; 3],
    ),
    (
        r#"[{"op":"add","path":"/q/r","value":9}]"#,
        [
            "!add operation does not apply: doc is missing path: \"/q/r\": missing value",
            r#"{"a":1,"list":[1,2,3],"m":{"x":"y","n":null},"s":"t","q":{"r":9}}"#,
            "!add operation does not apply: doc is missing path: \"/q/r\": missing value",
        ],
    ),
    (
        r#"[{"op":"add","path":"/m/n/r","value":9}]"#,
        [
            "!add operation does not apply: doc is missing path: \"/m/n/r\": missing value",
            r#"{"a":1,"list":[1,2,3],"m":{"x":"y","n":{"r":9}},"s":"t"}"#,
            "!add operation does not apply: doc is missing path: \"/m/n/r\": missing value",
        ],
    ),
    (
        r#"[{"op":"add","path":"/a~1b/c","value":9}]"#,
        ["!add operation does not apply: doc is missing path: \"/a~1b/c\": missing value"; 3],
    ),
    (
        r#"[{"op":"add","path":"/q/-/r","value":9}]"#,
        ["!add operation does not apply: doc is missing path: \"/q/-/r\": missing value"; 3],
    ),
    (
        r#"[{"op":"add","path":"","value":{"z":1}}]"#,
        [
            "!add operation does not apply: doc is missing path: \"\": missing value",
            r#"{"z":1}"#,
            r#"{"z":1}"#,
        ],
    ),
    (
        r#"[{"op":"add","path":"b"}]"#,
        [
            "!add operation does not apply: doc is missing path: \"b\": missing value",
            r#"!invalid operation {"op":"add","path":"b"}: failed to decode 'value': operation, missing value field: missing value"#,
            r#"!invalid operation {"op":"add","path":"b"}: failed to decode 'value': operation, missing value field: missing value"#,
        ],
    ),
    (
        r#"[{"op":"add","path":"zz/s","value":1}]"#,
        [
            r#"{"a":1,"list":[1,2,3],"m":{"x":"y","n":null},"s":1}"#,
            r#"{"a":1,"list":[1,2,3],"m":{"x":"y","n":null},"s":1}"#,
            r#"!invalid operation {"op":"add","path":"zz/s","value":1}: failed to decode 'path': a pointer must start with `/`"#,
        ],
    ),
    (
        r#"[{"op":"replace","path":"/zz","value":5}]"#,
        [
            r#"{"a":1,"list":[1,2,3],"m":{"x":"y","n":null},"s":"t","zz":5}"#,
            "!replace operation does not apply: doc is missing key: /zz: missing value",
            "!replace operation does not apply: doc is missing key: /zz: missing value",
        ],
    ),
    (
        r#"[{"op":"replace","path":"/list/-","value":5}]"#,
        ["!replace operation does not apply: doc is missing key: /list/-: missing value"; 3],
    ),
    (
        r#"[{"op":"replace","path":"","value":5}]"#,
        [
            "!replace operation value must be object or array: %!w(<nil>)",
            "!replace operation value must be object or array: %!w(<nil>)",
            "5",
        ],
    ),
    (
        r#"[{"op":"remove","path":"/zz"}]"#,
        [
            "!error in remove for path: '/zz': Unable to remove nonexistent key: zz: missing value",
            "=",
            "!error in remove for path: '/zz': unable to remove nonexistent key: zz: missing value",
        ],
    ),
    (
        r#"[{"op":"remove","path":"/list/-"}]"#,
        ["!error in remove for path: '/list/-': strconv.Atoi: parsing \"-\": invalid syntax"; 3],
    ),
    (
        r#"[{"op":"move","from":"/m/zz","path":"/b"}]"#,
        [
            "!error in move for path: 'zz': Unable to remove nonexistent key: zz: missing value",
            "!error in move for path: 'zz': unable to get nonexistent key: zz: missing value",
            "!error in move for path: 'zz': unable to get nonexistent key: zz: missing value",
        ],
    ),
    (
        r#"[{"op":"move","from":"/m","path":"/m/x"}]"#,
        ["!move operation does not apply: doc is missing destination path: /m/x: missing value"; 3],
    ),
    (
        r#"[{"op":"copy","from":"/zz","path":"/b"}]"#,
        [
            r#"{"a":1,"list":[1,2,3],"m":{"x":"y","n":null},"s":"t","b":null}"#,
            "!error in copy for from: '/zz': unable to get nonexistent key: zz: missing value",
            "!error in copy for from: '/zz': unable to get nonexistent key: zz: missing value",
        ],
    ),
    (
        r#"[{"op":"copy","from":"/list/2","path":"/list/0"},{"op":"remove","path":"/m"}]"#,
        [r#"{"a":1,"list":[3,1,2,3],"s":"t"}"#; 3],
    ),
    (r#"[{"op":"test","path":"/a","value":1}]"#, ["="; 3]),
    (
        r#"[{"op":"test","path":"/a","value":1.0}]"#,
        [
            "!testing value /a failed: test failed",
            "!testing value /a failed: test failed",
            "=",
        ],
    ),
    (
        r#"[{"op":"test","path":"/zz","value":null}]"#,
        [
            "=",
            "=",
            "!error in test for path: '/zz': unable to get nonexistent key: zz: missing value",
        ],
    ),
    (
        r#"[{"op":"test","path":"","value":{"s":"t","list":[1,2,3],"m":{"n":null,"x":"y"},"a":1}}]"#,
        ["="; 3],
    ),
    (
        r#"[{"op":"test","path":"/m","value":{"n":null}}]"#,
        ["!testing value /m failed: test failed"; 3],
    ),
    (
        r#"[{"op":"ADD","path":"/b","value":1}]"#,
        [
            "!Unexpected kind: ADD",
            r#"!invalid operation {"op":"ADD","path":"/b","value":1}: unsupported operation"#,
            r#"!invalid operation {"op":"ADD","path":"/b","value":1}: unsupported operation"#,
        ],
    ),
    (
        r#"[{"op":"test","path":"/a","value":2},{"op":"move","path":"/b"}]"#,
        [
            "!testing value /a failed: test failed",
            r#"!invalid operation {"op":"move","path":"/b"}: failed to decode 'from': operation, missing from field: missing value"#,
            r#"!invalid operation {"op":"move","path":"/b"}: failed to decode 'from': operation, missing from field: missing value"#,
        ],
    ),
    (
        r#"{"op":"add"}"#,
        ["!json: cannot unmarshal object into Go value of type jsonpatch.Patch"; 3],
    ),
    (
        "[1]",
        ["!json: cannot unmarshal number into Go value of type jsonpatch.Operation"; 3],
    ),
];

#[test]
fn every_dialect_has_its_habits() {
    let dialects = [
        JsonPatchDialect::ApiServer,
        JsonPatchDialect::Kyverno,
        JsonPatchDialect::Rfc6902,
    ];
    for (patch, results) in ROWS {
        for (dialect, result) in dialects.into_iter().zip(results) {
            let expected = if *result == "=" { DOCUMENT } else { result };
            assert_eq!(patched(DOCUMENT, patch, dialect), expected, "{dialect:?} {patch}");
        }
    }
}

#[test]
fn a_document_of_floats_is_tested_by_its_text() {
    let document = read_value(DOCUMENT).renumber(crate::Numbers::AllFloat);
    let apply = |patch: &str| {
        Patch::read(&read_value(patch), JsonPatchDialect::Kyverno)
            .and_then(|patch| patch.apply(&document, JsonPatchDialect::Kyverno, Patch::GROWTH))
    };
    assert!(apply(r#"[{"op":"test","path":"/list","value":[1,2,3]}]"#).is_ok());
    let error = apply(r#"[{"op":"test","path":"/list","value":[1,2.0,3]}]"#).expect_err("a fraction");
    assert_eq!(error.fault, PatchFault::Test);
}

#[test]
fn growth_has_a_limit() {
    let doubling: Vec<String> = (0..60)
        .map(|_| r#"{"op":"copy","from":"/l","path":"/l/-"}"#.to_owned())
        .collect();
    let rows: &[(String, usize)] = &[
        (format!("[{}]", doubling.join(",")), Patch::GROWTH),
        (
            r#"[{"op":"add","path":"/l/9000000000000000000/x","value":1}]"#.to_owned(),
            Patch::GROWTH,
        ),
        (
            r#"[{"op":"add","path":"/z/1000000/x","value":1}]"#.to_owned(),
            Patch::GROWTH,
        ),
        (r#"[{"op":"copy","from":"/l","path":"/m"}]"#.to_owned(), 4),
    ];
    let document = read_value(r#"{"l":["abc"]}"#);
    for (patch, limit) in rows {
        let dialect = JsonPatchDialect::Kyverno;
        let patch = Patch::read(&read_value(patch), dialect).expect("a patch");
        let error = patch.apply(&document, dialect, *limit).expect_err("too much");
        assert_eq!(error.fault, PatchFault::Growth, "{error}");
    }
    let patch = read_value(r#"[{"op":"copy","from":"/l","path":"/m"}]"#);
    let patch = Patch::read(&patch, JsonPatchDialect::ApiServer).expect("a patch");
    assert!(patch.apply(&document, JsonPatchDialect::ApiServer, 7).is_ok());
    let error = patch
        .apply(&document, JsonPatchDialect::ApiServer, 6)
        .expect_err("too much");
    assert_eq!(
        error.message,
        "Unable to complete the copy, the accumulated size increase of copy is 7, exceeding the limit 6"
    );
}

#[test]
fn patches_write_as_they_are_read() {
    let text = r#"[{"op":"add","path":"/a","value":null},{"op":"remove","path":"/b"},{"op":"replace","path":"/c","value":[1]},{"op":"move","from":"/d","path":"/e"},{"op":"copy","from":"/f","path":"/g"},{"op":"test","path":"","value":{}}]"#;
    let patch = Patch::read(&read_value(text), JsonPatchDialect::Rfc6902).expect("a patch");
    assert_eq!(json::write(&patch.to_value(), Form::COMPACT), text);
}
