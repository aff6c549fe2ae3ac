//! From the text of a query to tokens (reference §2).

use std::ops::Range;

use sekisho_document::json::{self, Rules};
use sekisho_document::{Text, Value};

use crate::SyntaxError;
use crate::error::Fault;

/// One token; `text` is what names, strings, literals and numbers say.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) text: Text,
    pub(crate) at: Range<u32>,
}

/// The kinds of token, named as Kyverno's library names them in its errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Unknown,
    Star,
    Dot,
    Filter,
    Flatten,
    LeftParenthesis,
    RightParenthesis,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Or,
    Pipe,
    Number,
    Name,
    QuotedName,
    Comma,
    Colon,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    Json,
    String,
    Current,
    Expression,
    And,
    Not,
    End,
}

/// All tokens of a text, closed by an `End`.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, SyntaxError> {
    let mut lexer = Lexer {
        text,
        position: 0,
        tokens: Vec::new(),
    };
    while let Some(character) = lexer.peek() {
        lexer.token(character)?;
    }
    let end = place(text.len());
    lexer.tokens.push(Token {
        kind: TokenKind::End,
        text: Text::default(),
        at: end..end,
    });
    Ok(lexer.tokens)
}

struct Lexer<'t> {
    text: &'t str,
    position: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn token(&mut self, character: char) -> Result<(), SyntaxError> {
        use TokenKind as Kind;
        match character {
            'A'..='Z' | 'a'..='z' | '_' => {
                // Kyverno's library takes U+0080 for a part of a name by an oversight (reference §2).
                self.run(Kind::Name, |it| {
                    it.is_ascii_alphanumeric() || it == '_' || it == '\u{80}'
                });
            }
            '-' | '0'..='9' => self.run(Kind::Number, |it| it.is_ascii_digit()),
            ' ' | '\t' | '\n' | '\r' => self.position += 1,
            '.' => self.punctuation(Kind::Dot, 1),
            '*' => self.punctuation(Kind::Star, 1),
            ',' => self.punctuation(Kind::Comma, 1),
            ':' => self.punctuation(Kind::Colon, 1),
            '@' => self.punctuation(Kind::Current, 1),
            '{' => self.punctuation(Kind::LeftBrace, 1),
            '}' => self.punctuation(Kind::RightBrace, 1),
            '(' => self.punctuation(Kind::LeftParenthesis, 1),
            ')' => self.punctuation(Kind::RightParenthesis, 1),
            ']' => self.punctuation(Kind::RightBracket, 1),
            '[' => match self.after() {
                Some('?') => self.punctuation(Kind::Filter, 2),
                Some(']') => self.punctuation(Kind::Flatten, 2),
                _ => self.punctuation(Kind::LeftBracket, 1),
            },
            '|' => self.either('|', Kind::Or, Kind::Pipe),
            '&' => self.either('&', Kind::And, Kind::Expression),
            '<' => self.either('=', Kind::LessOrEqual, Kind::Less),
            '>' => self.either('=', Kind::GreaterOrEqual, Kind::Greater),
            '!' => self.either('=', Kind::NotEqual, Kind::Not),
            '=' => self.either('=', Kind::Equal, Kind::Unknown),
            '\'' => self.raw_string()?,
            '"' => self.quoted_name()?,
            '`' => self.literal()?,
            other => {
                let at = place(self.position)..place(self.position + other.len_utf8());
                return Err(SyntaxError::new(Fault::UnknownCharacter(other), at));
            }
        }
        Ok(())
    }

    fn rest(&self) -> &str {
        self.text.get(self.position..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn after(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    fn push(&mut self, kind: TokenKind, text: Text, length: usize) {
        let start = self.position;
        self.position += length;
        self.tokens.push(Token {
            kind,
            text,
            at: place(start)..place(self.position),
        });
    }

    fn punctuation(&mut self, kind: TokenKind, length: usize) {
        self.push(kind, Text::default(), length);
    }

    fn either(&mut self, second: char, both: TokenKind, alone: TokenKind) {
        if self.after() == Some(second) {
            self.punctuation(both, 2);
        } else {
            self.punctuation(alone, 1);
        }
    }

    /// The first character, which the caller has seen, and all that belong to it.
    fn run(&mut self, kind: TokenKind, belongs: impl Fn(char) -> bool) {
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let behind = rest.get(first..).unwrap_or_default();
        let length = first + behind.find(|it| !belongs(it)).unwrap_or(behind.len());
        let text = Text::new(rest.get(..length).unwrap_or_default());
        self.push(kind, text, length);
    }

    /// The text between the delimiter at the position and the next one that has no backslash before it,
    /// where a backslash protects the character behind it.
    fn delimited(&self, delimiter: char, protects: impl Fn(char) -> bool) -> Result<&str, SyntaxError> {
        let inner = self.rest().get(1..).unwrap_or_default();
        let mut characters = inner.char_indices().peekable();
        while let Some((position, character)) = characters.next() {
            if character == delimiter {
                return Ok(inner.get(..position).unwrap_or_default());
            }
            if character == '\\' {
                characters.next_if(|(_, next)| protects(*next));
            }
        }
        let at = place(self.position)..place(self.text.len());
        Err(SyntaxError::new(Fault::Unclosed(delimiter), at))
    }

    fn raw_string(&mut self) -> Result<(), SyntaxError> {
        let inner = self.delimited('\'', |next| next == '\'')?;
        let length = inner.len() + 2;
        let text = Text::from(inner.replace("\\'", "'"));
        self.push(TokenKind::String, text, length);
        Ok(())
    }

    fn quoted_name(&mut self) -> Result<(), SyntaxError> {
        let length = self.delimited('"', |_| true)?.len() + 2;
        let quoted = self.rest().get(..length).unwrap_or_default();
        let at = place(self.position)..place(self.position + length);
        match json::read(quoted.as_bytes(), Rules::GO) {
            Ok(Value::String(text)) => self.push(TokenKind::QuotedName, text, length),
            Ok(_) => {}
            Err(error) => return Err(SyntaxError::new(Fault::Json(error.to_string()), at)),
        }
        Ok(())
    }

    fn literal(&mut self) -> Result<(), SyntaxError> {
        let inner = self.delimited('`', |_| true)?;
        let length = inner.len() + 2;
        let text = Text::from(inner.replace("\\`", "`"));
        self.push(TokenKind::Json, text, length);
        Ok(())
    }
}

/// A position as spans store it; texts are far shorter than 4 GiB (`Limits::query_bytes`).
fn place(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

impl TokenKind {
    /// The name in Kyverno's error texts.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TokenKind::Unknown => "tUnknown",
            TokenKind::Star => "tStar",
            TokenKind::Dot => "tDot",
            TokenKind::Filter => "tFilter",
            TokenKind::Flatten => "tFlatten",
            TokenKind::LeftParenthesis => "tLparen",
            TokenKind::RightParenthesis => "tRparen",
            TokenKind::LeftBracket => "tLbracket",
            TokenKind::RightBracket => "tRbracket",
            TokenKind::LeftBrace => "tLbrace",
            TokenKind::RightBrace => "tRbrace",
            TokenKind::Or => "tOr",
            TokenKind::Pipe => "tPipe",
            TokenKind::Number => "tNumber",
            TokenKind::Name => "tUnquotedIdentifier",
            TokenKind::QuotedName => "tQuotedIdentifier",
            TokenKind::Comma => "tComma",
            TokenKind::Colon => "tColon",
            TokenKind::Less => "tLT",
            TokenKind::LessOrEqual => "tLTE",
            TokenKind::Greater => "tGT",
            TokenKind::GreaterOrEqual => "tGTE",
            TokenKind::Equal => "tEQ",
            TokenKind::NotEqual => "tNE",
            TokenKind::Json => "tJSONLiteral",
            TokenKind::String => "tStringLiteral",
            TokenKind::Current => "tCurrent",
            TokenKind::Expression => "tExpref",
            TokenKind::And => "tAnd",
            TokenKind::Not => "tNot",
            TokenKind::End => "tEOF",
        }
    }

    /// How strongly the token binds what is left of it (reference §3).
    pub(crate) fn power(self) -> u8 {
        match self {
            TokenKind::Pipe => 1,
            TokenKind::Or => 2,
            TokenKind::And => 3,
            TokenKind::Less
            | TokenKind::LessOrEqual
            | TokenKind::Greater
            | TokenKind::GreaterOrEqual
            | TokenKind::Equal
            | TokenKind::NotEqual => 5,
            TokenKind::Flatten => 9,
            TokenKind::Star => 20,
            TokenKind::Filter => 21,
            TokenKind::Dot => 40,
            TokenKind::Not => 45,
            TokenKind::LeftBrace => 50,
            TokenKind::LeftBracket => 55,
            TokenKind::LeftParenthesis => 60,
            TokenKind::Unknown
            | TokenKind::RightParenthesis
            | TokenKind::RightBracket
            | TokenKind::RightBrace
            | TokenKind::Number
            | TokenKind::Name
            | TokenKind::QuotedName
            | TokenKind::Comma
            | TokenKind::Colon
            | TokenKind::Json
            | TokenKind::String
            | TokenKind::Current
            | TokenKind::Expression
            | TokenKind::End => 0,
        }
    }
}
