//! The codes of this module, sorted, with what each means.

use sekisho_diagnostics::Code;

/// Every code that reading YAML gives.
pub const CODES: &[Code] = &[
    Code {
        name: "ambiguous-key",
        summary: "two keys differ in YAML and are equal as text",
        explanation: "Keys of objects are text. `1` and `'1'`, or `yes` and `true`, are two keys for YAML and one for Kubernetes, and which of the two values its tools keep is random.",
        wrong: "1: a\n'1': b",
        right: "1: a\n2: b",
    },
    Code {
        name: "anchor-in-itself",
        summary: "the value of an anchor contains an alias of itself",
        explanation: "Such a value has no end.",
        wrong: "a: &list [x, *list]",
        right: "a: &list [x]\nb: *list",
    },
    Code {
        name: "bad-anchor-name",
        summary: "the name of an anchor or alias has characters that Kubernetes' tools do not take",
        explanation: "They take ASCII letters, digits, `_` and `-`. A text that begins with `*` or `&` is an alias or an anchor unless it is quoted.",
        wrong: "a: *.example.com",
        right: "a: '*.example.com'",
    },
    Code {
        name: "bad-base64",
        summary: "a value tagged `!!binary` is not base64",
        explanation: "The tag asks for standard base64 with padding; the decoded bytes become the text.",
        wrong: "a: !!binary aGVsbG8",
        right: "a: !!binary aGVsbG8=",
    },
    Code {
        name: "bad-block-header",
        summary: "the first line of a block text holds more than its indicators",
        explanation: "After `|` or `>` come at most `+` or `-`, a digit from 1 to 9, and a comment. The text begins on the next line.",
        wrong: "a: | text",
        right: "a: |\n  text",
    },
    Code {
        name: "bad-directive",
        summary: "a line that begins with `%` is no directive that Kubernetes' tools know",
        explanation: "They read `%YAML 1.1` and `%TAG`, and the document has to follow after `---` in the same document. In a file, `---` ends the document before it, so directives do not work there at all.",
        wrong: "%YAML 1.2\n---\na: 1",
        right: "a: 1",
    },
    Code {
        name: "bad-escape",
        summary: "a double-quoted text has an escape that does not exist",
        explanation: "In double quotes a backslash begins an escape. Regular expressions and Windows paths are easier in single quotes, where it is nothing special.",
        wrong: "a: \"\\d+\"",
        right: "a: '\\d+'",
    },
    Code {
        name: "bad-indentation",
        summary: "a line stands at an indentation that fits nothing above it",
        explanation: "Lines of one map or list begin in one column, and what belongs to a key stands deeper than the key.",
        wrong: "a:\n    b: 1\n  c: 2",
        right: "a:\n    b: 1\n    c: 2",
    },
    Code {
        name: "bad-json",
        summary: "a document that begins with `{` is no JSON",
        explanation: "Kubernetes' own loaders hand a document that begins with `{` to their JSON reader, which takes no unquoted keys and no comments.",
        wrong: "",
        right: "",
    },
    Code {
        name: "bad-key",
        summary: "a key is null or a number that is too large",
        explanation: "Keys of objects are text. Booleans and numbers are turned into text, null and integers above the signed 64 bits are refused.",
        wrong: "null: a",
        right: "'null': a",
    },
    Code {
        name: "bad-separator",
        summary: "there is text on the line of a document separator",
        explanation: "A line that begins with `---` separates documents, wherever it stands, also inside quotes and block texts, before any YAML is read. Only a comment may follow on it.",
        wrong: "a: 1\n--- b: 2\n",
        right: "a: 1\n---\nb: 2\n",
    },
    Code {
        name: "bad-tag",
        summary: "a tag is not well formed",
        explanation: "A text that begins with `!` is a tag unless it is quoted.",
        wrong: "a: !{x}",
        right: "a: '!{x}'",
    },
    Code {
        name: "character-out-of-place",
        summary: "a value begins with a character that YAML reserves",
        explanation: "`@`, a backtick and `%` cannot begin a value without quotes.",
        wrong: "a: @name",
        right: "a: '@name'",
    },
    Code {
        name: "colon-missing",
        summary: "a line in the place of a key has no colon",
        explanation: "Every line of a map is `key: value`. A line that continues the value above has to be indented deeper than its key.",
        wrong: "a: 1\nb",
        right: "a: 1\nb:",
    },
    Code {
        name: "colon-out-of-place",
        summary: "a colon followed by a blank stands where no key can be",
        explanation: "Either the value has a colon in its text and needs quotes, or the line is indented deeper than its neighbours.",
        wrong: "a: b: c",
        right: "a: 'b: c'",
    },
    Code {
        name: "control-character",
        summary: "the text has a control character",
        explanation: "Of the characters below the blank only tab and line breaks may be in YAML text.",
        wrong: "a: \u{7}",
        right: "a: \"\\a\"",
    },
    Code {
        name: "dash-out-of-place",
        summary: "a list begins on the line of its key",
        explanation: "The first `- ` of a list stands on a line of its own.",
        wrong: "a: - b",
        right: "a:\n- b",
    },
    Code {
        name: "duplicate-key",
        summary: "a key is set twice in one map",
        explanation: "Kubernetes' tools take the last value without a word; with strict validation they refuse the document.",
        wrong: "a: 1\na: 2",
        right: "a: 2",
    },
    Code {
        name: "key-is-collection",
        summary: "a map or list stands in the place of a key",
        explanation: "Most often this is a template or a variable without quotes: `{{ x }}` is a map with a map as key.",
        wrong: "a: {{ x }}",
        right: "a: '{{ x }}'",
    },
    Code {
        name: "merge-of-no-map",
        summary: "a merge key has a value that is neither a map nor a list of maps",
        explanation: "`<<` takes the entries of a map, most often of an alias, into the map it stands in.",
        wrong: "a: {<<: text}",
        right: "b: &b {c: 1}\na: {<<: *b}",
    },
    Code {
        name: "merged-key-overlap",
        summary: "a key is set in a map and by a merge key in it",
        explanation: "Whichever comes last counts. Kubernetes' strict validation refuses the document, also where a merged default is overridden on purpose.",
        wrong: "b: &b {c: 1}\na: {<<: *b, c: 2}",
        right: "b: &b {c: 1}\na: {<<: *b, d: 2}",
    },
    Code {
        name: "not-finite",
        summary: "a value is infinity or not-a-number",
        explanation: "JSON cannot hold it, and every document becomes JSON.",
        wrong: "a: .inf",
        right: "a: '.inf'",
    },
    Code {
        name: "not-utf8",
        summary: "the text is not UTF-8",
        explanation: "YAML files for Kubernetes are UTF-8. The first byte that does not fit is shown.",
        wrong: "",
        right: "",
    },
    Code {
        name: "question-mark-out-of-place",
        summary: "an explicit key begins where no key can be",
        explanation: "`? ` begins a key that is written out. In a value it needs quotes.",
        wrong: "a: ? b",
        right: "a: '? b'",
    },
    Code {
        name: "tab-indentation",
        summary: "a tab stands in the indentation",
        explanation: "YAML takes only blanks for indentation.",
        wrong: "a:\n	b: 1",
        right: "a:\n  b: 1",
    },
    Code {
        name: "tag-does-not-fit",
        summary: "a value does not fit its tag",
        explanation: "A tag such as `!!int` says what the value has to be; a value that reads as something else is refused.",
        wrong: "a: !!int text",
        right: "a: !!int 5",
    },
    Code {
        name: "too-deep",
        summary: "lists and maps are nested too deep",
        explanation: "The limit guards against documents that are made to exhaust memory; no object of Kubernetes comes near it.",
        wrong: "",
        right: "",
    },
    Code {
        name: "too-large",
        summary: "the document is too large",
        explanation: "The limit guards against input that is made to exhaust memory.",
        wrong: "",
        right: "",
    },
    Code {
        name: "too-many-aliases",
        summary: "aliases make the document far larger than it is written",
        explanation: "A few lines of aliases of aliases can stand for billions of nodes. Kubernetes' tools refuse a document in which too great a part comes from aliases, and sekisho refuses too much text from them.",
        wrong: "",
        right: "",
    },
    Code {
        name: "unclosed-bracket",
        summary: "a list or map in brackets does not end",
        explanation: "Entries are separated by commas and the bracket has to be closed. In a map in braces a key and its colon stand on one line.",
        wrong: "a: [1, 2",
        right: "a: [1, 2]",
    },
    Code {
        name: "unclosed-quote",
        summary: "a quoted text does not end",
        explanation: "The closing quote is missing, or a line that begins with `---` or `...` stands in the text.",
        wrong: "a: \"text",
        right: "a: \"text\"",
    },
    Code {
        name: "undefined-tag-handle",
        summary: "a tag has a handle that is not defined",
        explanation: "`!name!rest` needs a `%TAG` directive for `!name!`.",
        wrong: "a: !x!y 1",
        right: "a: 1",
    },
    Code {
        name: "unknown-anchor",
        summary: "an alias names an anchor that is not defined before it",
        explanation: "Anchors hold for one document, from their definition on.",
        wrong: "a: *base",
        right: "a: &base 1\nb: *base",
    },
    Code {
        name: "utf16-file",
        summary: "the file is UTF-16",
        explanation: "Kubernetes' tools cut a file into documents byte by byte, which destroys UTF-16.",
        wrong: "",
        right: "",
    },
    Code {
        name: "value-missing",
        summary: "there is no value where one has to be",
        explanation: "A comma, a closing bracket or the end of the document stands in the place of a value.",
        wrong: "a: [1,, 2]",
        right: "a: [1, 2]",
    },
];

#[cfg(test)]
mod tests {
    use sekisho_diagnostics::{SourceId, check_codes};

    use super::*;
    use crate::Numbers;
    use crate::yaml::syntax::Syntax;
    use crate::yaml::{Limits, ReadError, documents, read_strict};

    #[test]
    fn codes_are_in_order_and_well_formed() {
        assert_eq!(check_codes(CODES), Vec::<String>::new());
    }

    #[test]
    fn wrong_texts_give_their_code_and_right_ones_read() {
        for code in CODES.iter().filter(|code| !code.wrong.is_empty()) {
            let error = read_all(code.wrong).expect_err(code.name);
            assert_eq!(error.code(), code.name, "{error}");
            let diagnostic = error.diagnostic(SourceId(0));
            assert_eq!(diagnostic.code, code.name);
            assert!(diagnostic.primary.is_some(), "{}", code.name);
            assert_eq!(read_all(code.right), Ok(()), "{}", code.name);
        }
    }

    #[test]
    fn every_fault_of_syntax_has_a_row() {
        for syntax in Syntax::ALL {
            let row = syntax.row();
            assert!(CODES.iter().any(|code| code.name == row.code), "{}", row.code);
        }
    }

    /// Strict reading of a text, and of a file where documents are separated.
    fn read_all(text: &str) -> Result<(), ReadError> {
        if text.contains("---") && !text.starts_with('%') {
            for document in documents(text) {
                document?.read_strict(&Limits::DEFAULT, Numbers::AsWritten)?;
            }
            return Ok(());
        }
        read_strict(text, &Limits::DEFAULT, Numbers::AsWritten).map(|_| ())
    }
}
