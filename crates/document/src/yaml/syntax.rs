//! The faults of YAML syntax: one row each, with its code, its words and Go's words.

/// A fault that the lexer or the grammar finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    ControlCharacter,
    ColonMissing,
    DashOutOfPlace,
    QuestionMarkOutOfPlace,
    ColonOutOfPlace,
    CharacterOutOfPlace,
    TabAtStart,
    TabInPlain,
    TabInBlock,
    DirectiveName,
    DirectiveCharacter,
    DirectiveUnknown,
    DirectiveEnd,
    DirectiveWithoutDocument,
    VersionDigit,
    VersionNumber,
    VersionLong,
    VersionOther,
    VersionTwice,
    HandleTwice,
    HandleStart,
    HandleEnd,
    HandleSpace,
    PrefixEnd,
    HandleUndefined,
    AnchorName,
    TagEmpty,
    TagUnclosed,
    TagEnd,
    TagEscape,
    TagEscapeLeading,
    TagEscapeTrailing,
    BlockIndentZero,
    BlockHeader,
    QuoteUnclosed,
    QuoteCut,
    EscapeUnknown,
    EscapeHex,
    EscapeCharacter,
    ValueMissing,
    KeyExpected,
    DashExpected,
    BracketUnclosed,
    BraceUnclosed,
}

/// What there is to say about a fault.
pub(super) struct Row {
    pub(super) code: &'static str,
    pub(super) message: &'static str,
    pub(super) label: &'static str,
    pub(super) help: &'static str,
    pub(super) upstream: &'static str,
}

const INDENT_HELP: &str = "align keys of one map, and indent what belongs to a key deeper than the key";
const TAB_HELP: &str = "indent with spaces";
const DIRECTIVE_HELP: &str = "remove the directive, nothing in Kubernetes needs one";

impl Syntax {
    pub(super) fn row(self) -> Row {
        match self {
            Syntax::ControlCharacter => row(
                "control-character",
                "a control character cannot stand in YAML",
                "",
                "write it as an escape in double quotes: `\"\\u0007\"`",
                "control characters are not allowed",
            ),
            Syntax::ColonMissing => row(
                "colon-missing",
                "expected a `:` after the key",
                "not followed by `:`",
                "write `key: value`, or indent the line if it continues the one above",
                "could not find expected ':'",
            ),
            Syntax::DashOutOfPlace => row(
                "dash-out-of-place",
                "a list cannot begin on the line of its key",
                "",
                "put the first `- ` on a line of its own, or quote the text if it is none",
                "block sequence entries are not allowed in this context",
            ),
            Syntax::QuestionMarkOutOfPlace => row(
                "question-mark-out-of-place",
                "an explicit key `? ` cannot stand here",
                "",
                "put it on a line of its own, or quote the text if it is none",
                "mapping keys are not allowed in this context",
            ),
            Syntax::ColonOutOfPlace => row(
                "colon-out-of-place",
                "a `:` followed by a blank cannot stand here",
                "a second key on this line, or a line that belongs to no map",
                "quote the value if the colon is part of its text, or correct the indentation",
                "mapping values are not allowed in this context",
            ),
            Syntax::CharacterOutOfPlace => row(
                "character-out-of-place",
                "no value can begin with this character",
                "",
                "quote the text",
                "found character that cannot start any token",
            ),
            Syntax::TabAtStart => row(
                "tab-indentation",
                "a tab cannot be used for indentation",
                "a tab",
                TAB_HELP,
                "found character that cannot start any token",
            ),
            Syntax::TabInPlain => row(
                "tab-indentation",
                "a tab cannot be used for indentation",
                "a tab",
                TAB_HELP,
                "found a tab character that violates indentation",
            ),
            Syntax::TabInBlock => row(
                "tab-indentation",
                "a tab cannot be used for indentation",
                "a tab",
                TAB_HELP,
                "found a tab character where an indentation space is expected",
            ),
            Syntax::DirectiveName => directive("could not find expected directive name"),
            Syntax::DirectiveCharacter => directive("found unexpected non-alphabetical character"),
            Syntax::DirectiveUnknown => directive("found unknown directive name"),
            Syntax::DirectiveEnd => directive("did not find expected comment or line break"),
            Syntax::DirectiveWithoutDocument => row(
                "bad-directive",
                "a directive must be followed by `---` in the same document",
                "",
                DIRECTIVE_HELP,
                "did not find expected <document start>",
            ),
            Syntax::VersionDigit => directive("did not find expected digit or '.' character"),
            Syntax::VersionNumber => directive("did not find expected version number"),
            Syntax::VersionLong => directive("found extremely long version number"),
            Syntax::VersionOther => row(
                "bad-directive",
                "only the version `%YAML 1.1` is read",
                "another version",
                DIRECTIVE_HELP,
                "found incompatible YAML document",
            ),
            Syntax::VersionTwice => directive("found duplicate %YAML directive"),
            Syntax::HandleTwice => directive("found duplicate %TAG directive"),
            Syntax::HandleStart | Syntax::HandleEnd => directive("did not find expected '!'"),
            Syntax::HandleSpace => directive("did not find expected whitespace"),
            Syntax::PrefixEnd => directive("did not find expected whitespace or line break"),
            Syntax::HandleUndefined => row(
                "undefined-tag-handle",
                "the tag has a handle that is not defined",
                "",
                "remove the tag, Kubernetes takes no notice of it",
                "found undefined tag handle",
            ),
            Syntax::AnchorName => row(
                "bad-anchor-name",
                "the name of an anchor is made of ASCII letters, digits, `_` and `-`",
                "",
                "quote the text if it is no anchor or alias",
                "did not find expected alphabetic or numeric character",
            ),
            Syntax::TagEmpty => tag("did not find expected tag URI"),
            Syntax::TagUnclosed => tag("did not find the expected '>'"),
            Syntax::TagEnd => tag("did not find expected whitespace or line break"),
            Syntax::TagEscape => tag("did not find URI escaped octet"),
            Syntax::TagEscapeLeading => tag("found an incorrect leading UTF-8 octet"),
            Syntax::TagEscapeTrailing => tag("found an incorrect trailing UTF-8 octet"),
            Syntax::BlockIndentZero => row(
                "bad-block-header",
                "the indentation of a block text cannot be 0",
                "",
                "remove the digit, or give the number of blanks",
                "found an indentation indicator equal to 0",
            ),
            Syntax::BlockHeader => row(
                "bad-block-header",
                "the text of a block begins on the line after its `|` or `>`",
                "",
                "move the text to the next line, or quote it if `|` or `>` is part of it",
                "did not find expected comment or line break",
            ),
            Syntax::QuoteUnclosed => row(
                "unclosed-quote",
                "the quoted text does not end",
                "opened here",
                "add the closing quote",
                "found unexpected end of stream",
            ),
            Syntax::QuoteCut => row(
                "unclosed-quote",
                "a document marker stands inside a quoted text",
                "",
                "close the quote before it, or indent the line",
                "found unexpected document indicator",
            ),
            Syntax::EscapeUnknown => row(
                "bad-escape",
                "no such escape in a double-quoted text",
                "",
                "double the backslash if it is meant, or use single quotes",
                "found unknown escape character",
            ),
            Syntax::EscapeHex => row(
                "bad-escape",
                "the escape needs more hexadecimal digits",
                "",
                "write `\\x` with two, `\\u` with four or `\\U` with eight digits",
                "did not find expected hexdecimal number",
            ),
            Syntax::EscapeCharacter => row(
                "bad-escape",
                "the escape names no Unicode character",
                "",
                "write characters above U+FFFF as `\\U` with eight digits",
                "found invalid Unicode character escape code",
            ),
            Syntax::ValueMissing => row(
                "value-missing",
                "expected a value",
                "no value can stand here",
                "quote the text, or remove what is too much",
                "did not find expected node content",
            ),
            Syntax::KeyExpected => row(
                "bad-indentation",
                "expected a key of the map or its end",
                "neither",
                INDENT_HELP,
                "did not find expected key",
            ),
            Syntax::DashExpected => row(
                "bad-indentation",
                "expected an item of the list or its end",
                "neither",
                "align the dashes of one list",
                "did not find expected '-' indicator",
            ),
            Syntax::BracketUnclosed => row(
                "unclosed-bracket",
                "expected `,` or `]` in the list",
                "",
                "close the list, or quote the text if `[` is part of it",
                "did not find expected ',' or ']'",
            ),
            Syntax::BraceUnclosed => row(
                "unclosed-bracket",
                "expected `,` or `}` in the map",
                "",
                "close the map, or quote the text if `{` is part of it",
                "did not find expected ',' or '}'",
            ),
        }
    }
}

fn row(
    code: &'static str,
    message: &'static str,
    label: &'static str,
    help: &'static str,
    upstream: &'static str,
) -> Row {
    Row {
        code,
        message,
        label,
        help,
        upstream,
    }
}

fn directive(upstream: &'static str) -> Row {
    let message = "a line that begins with `%` must be a directive";
    row("bad-directive", message, "", DIRECTIVE_HELP, upstream)
}

fn tag(upstream: &'static str) -> Row {
    let help = "remove the tag, or quote the text if it is none";
    row("bad-tag", "the tag is not well formed", "", help, upstream)
}
