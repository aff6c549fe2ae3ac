//! What can go wrong with a query: it can not be read, or it can not be answered.

use std::fmt;
use std::ops::Range;

use sekisho_diagnostics::Complaint;
use sekisho_document::Text;
use sekisho_document::print::quote_character;

/// Code of a complaint about an evaluation that became too long or too large.
pub const LIMIT_EXCEEDED: &str = "limit-exceeded";
/// Code of a complaint about a question to the world that has no answer.
pub const UNANSWERED: &str = "unanswered-question";
/// Code of every other complaint of an evaluation.
pub const QUERY_FAILED: &str = "query-failed";

/// Why a query has no answer. Displayed in Kyverno's words.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryError {
    /// A map has no such key, and nothing in the query makes up for it.
    NotFound(Text),
    Failed(Complaint),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::NotFound(key) => write!(f, "Unknown key \"{key}\" in path"),
            QueryError::Failed(complaint) => f.write_str(&complaint.message),
        }
    }
}

impl std::error::Error for QueryError {}

/// Why a text is no query. Displayed in Kyverno's words; [`SyntaxError::message`] is for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    pub fault: Fault,
    /// Bytes of the query text.
    pub at: Range<u32>,
}

/// A fault of a query text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    UnknownCharacter(char),
    /// A quote, or a backtick, without its partner.
    Unclosed(char),
    /// A backtick literal or a quoted identifier that is no JSON.
    Json(String),
    /// An index that does not fit 64 bits, or has no digits.
    Number(Text),
    Expected {
        expected: &'static str,
        received: &'static str,
    },
    /// A token that can not begin an expression.
    Invalid(&'static str),
    /// A token that can not continue an expression.
    Unexpected(&'static str),
    /// The expression ends where an operand should be.
    Incomplete,
    /// An expression followed by something else.
    Leftover(&'static str),
    /// After a dot: neither a name nor a list or map of expressions.
    ExpectedMember,
    /// In `{}`: no name before the colon.
    ExpectedKey,
    /// After a projection: something that can not be projected.
    ExpectedStep,
    QuotedFunctionName,
    TooLong(usize),
    TooDeep(usize),
}

impl SyntaxError {
    pub(crate) fn new(fault: Fault, at: Range<u32>) -> SyntaxError {
        SyntaxError { fault, at }
    }

    /// The query and a caret below the fault, as `jp parse` shows them behind the error.
    #[must_use]
    pub fn highlight(&self, query: &str) -> String {
        let offset = match self.fault {
            Fault::Unclosed(_) => self.at.end,
            _ => self.at.start,
        };
        format!("{query}\n{}^", " ".repeat(offset as usize))
    }

    /// What is wrong, in words for a diagnostic.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.fault {
            Fault::UnknownCharacter(character) => format!("`{character}` has no meaning in a query"),
            Fault::Unclosed(delimiter) => format!("missing closing `{delimiter}`"),
            Fault::Json(text) => format!("not valid JSON: {text}"),
            Fault::Number(digits) => format!("`{digits}` is not a whole number of 64 bits"),
            Fault::Expected { expected, received } => {
                format!("expected {}, found {}", plain(expected), plain(received))
            }
            Fault::Invalid(token) => format!("expected an expression, found {}", plain(token)),
            Fault::Unexpected(token) | Fault::Leftover(token) => format!("unexpected {}", plain(token)),
            Fault::Incomplete => "expected an expression, found the end of the query".to_owned(),
            Fault::ExpectedMember => "expected a name, `[` or `{` after `.`".to_owned(),
            Fault::ExpectedKey => "expected a name as key".to_owned(),
            Fault::ExpectedStep => "this can not follow a projection".to_owned(),
            Fault::QuotedFunctionName => "the name of a function can not be quoted".to_owned(),
            Fault::TooLong(limit) => format!("the query is longer than {limit} bytes"),
            Fault::TooDeep(limit) => format!("the query is nested more than {limit} levels deep"),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::Json(text) => return f.write_str(text),
            Fault::Number(digits) => {
                let cause = if digits.as_str() == "-" {
                    "invalid syntax"
                } else {
                    "value out of range"
                };
                return write!(f, "strconv.Atoi: parsing \"{digits}\": {cause}");
            }
            _ => f.write_str("SyntaxError: ")?,
        }
        match &self.fault {
            Fault::UnknownCharacter(character) => write!(f, "Unknown char: {}", quoted(*character)),
            Fault::Unclosed(delimiter) => write!(f, "Unclosed delimiter: {delimiter}"),
            Fault::Expected { expected, received } => write!(f, "Expected {expected}, received: {received}"),
            Fault::Invalid(token) => write!(f, "Invalid token: {token}"),
            Fault::Unexpected(token) => write!(f, "Unexpected token: {token}"),
            Fault::Incomplete => f.write_str("Incomplete expression"),
            Fault::Leftover(token) => {
                write!(f, "Unexpected token at the end of the expression: {token}")
            }
            Fault::ExpectedMember => f.write_str("Expected identifier, lbracket, or lbrace"),
            Fault::ExpectedKey => f.write_str("Expected tQuotedIdentifier or tUnquotedIdentifier"),
            Fault::ExpectedStep => f.write_str("Error"),
            Fault::QuotedFunctionName => f.write_str("Can't have quoted identifier as function Name."),
            Fault::TooLong(_) | Fault::TooDeep(_) => f.write_str(&self.message()),
            Fault::Json(_) | Fault::Number(_) => Ok(()),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// A character as Go's `QuoteRuneToASCII` shows it.
fn quoted(character: char) -> String {
    let number = u32::from(character);
    match number {
        ..0x80 => quote_character(character),
        0x80..0x1_0000 => format!("'\\u{number:04x}'"),
        _ => format!("'\\U{number:08x}'"),
    }
}

/// A token as its user writes it.
fn plain(token: &str) -> &str {
    match token {
        "tStar" => "`*`",
        "tDot" => "`.`",
        "tFilter" => "`[?`",
        "tFlatten" => "`[]`",
        "tLparen" => "`(`",
        "tRparen" => "`)`",
        "tLbracket" => "`[`",
        "tRbracket" => "`]`",
        "tLbrace" => "`{`",
        "tRbrace" => "`}`",
        "tOr" => "`||`",
        "tPipe" => "`|`",
        "tNumber" => "a number",
        "tUnquotedIdentifier" | "tQuotedIdentifier" => "a name",
        "tComma" => "`,`",
        "tColon" => "`:`",
        "tColon or tNumber" => "`:` or a number",
        "tLT" => "`<`",
        "tLTE" => "`<=`",
        "tGT" => "`>`",
        "tGTE" => "`>=`",
        "tEQ" => "`==`",
        "tNE" => "`!=`",
        "tJSONLiteral" => "a literal",
        "tStringLiteral" => "a string",
        "tCurrent" => "`@`",
        "tExpref" => "`&`",
        "tAnd" => "`&&`",
        "tNot" => "`!`",
        "tUnknown" => "`=`",
        _ => "the end of the query",
    }
}
