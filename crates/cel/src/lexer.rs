//! Cuts an expression into tokens (reference §2).

/// What a token is. The numbers are those of the reference's grammar, whose error texts list tokens in
/// this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Kind {
    End = 0,
    Equals = 1,
    NotEquals,
    In,
    Less,
    LessEquals,
    GreaterEquals,
    Greater,
    And,
    Or,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    LeftParenthesis,
    RightParenthesis,
    Dot,
    Comma,
    Minus,
    Exclamation,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
    True,
    False,
    Null,
    Float,
    Int,
    Uint,
    String,
    Bytes,
    Identifier,
    EscapedIdentifier,
}

/// A piece of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// Bytes of the expression.
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// Characters that begin no token: from `start` to the character at `end`, which is the one that nothing
/// goes on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stray {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The next token at or behind a place, blanks and comments passed over.
pub(crate) fn next(text: &str, mut at: usize) -> Result<Token, Stray> {
    let bytes = text.as_bytes();
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0c) => at += 1,
            Some(b'/') if bytes.get(at + 1) == Some(&b'/') => {
                let rest = bytes.get(at..).unwrap_or_default();
                at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            }
            _ => break,
        }
    }
    let (kind, end) = token(bytes, at)?;
    let position = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Ok(Token {
        kind,
        start: position(at),
        end: position(end),
    })
}

fn token(bytes: &[u8], start: usize) -> Result<(Kind, usize), Stray> {
    let Some(first) = bytes.get(start) else {
        return Ok((Kind::End, start));
    };
    let second = bytes.get(start + 1).copied().unwrap_or_default();
    let one = |kind: Kind| Ok((kind, start + 1));
    let two = |kind: Kind| Ok((kind, start + 2));
    match (first, second) {
        (b'=', b'=') => two(Kind::Equals),
        (b'!', b'=') => two(Kind::NotEquals),
        (b'<', b'=') => two(Kind::LessEquals),
        (b'>', b'=') => two(Kind::GreaterEquals),
        (b'&', b'&') => two(Kind::And),
        (b'|', b'|') => two(Kind::Or),
        (b'=' | b'&' | b'|', _) => Err(Stray {
            start,
            end: start + 1,
        }),
        (b'<', _) => one(Kind::Less),
        (b'>', _) => one(Kind::Greater),
        (b'[', _) => one(Kind::LeftBracket),
        (b']', _) => one(Kind::RightBracket),
        (b'{', _) => one(Kind::LeftBrace),
        (b'}', _) => one(Kind::RightBrace),
        (b'(', _) => one(Kind::LeftParenthesis),
        (b')', _) => one(Kind::RightParenthesis),
        (b'.', b'0'..=b'9') => Ok(number(bytes, start)),
        (b'.', _) => one(Kind::Dot),
        (b',', _) => one(Kind::Comma),
        (b'-', _) => one(Kind::Minus),
        (b'!', _) => one(Kind::Exclamation),
        (b'?', _) => one(Kind::Question),
        (b':', _) => one(Kind::Colon),
        (b'+', _) => one(Kind::Plus),
        (b'*', _) => one(Kind::Star),
        (b'/', _) => one(Kind::Slash),
        (b'%', _) => one(Kind::Percent),
        (b'0'..=b'9', _) => Ok(number(bytes, start)),
        (b'"' | b'\'', _) => quoted(bytes, start, start, false).map(|end| (Kind::String, end)),
        (b'`', _) => escaped_identifier(bytes, start),
        (b'a'..=b'z' | b'A'..=b'Z' | b'_', _) => word(bytes, start),
        _ => Err(Stray { start, end: start }),
    }
}

/// An identifier, a key word, or a literal with a prefix of letters.
fn word(bytes: &[u8], start: usize) -> Result<(Kind, usize), Stray> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let rest = bytes.get(start..).unwrap_or_default();
    let length = rest.iter().position(|byte| !is_word(byte)).unwrap_or(rest.len());
    let end = start + length;
    let written = rest.get(..length).unwrap_or_default();
    if let (Some(prefix), Some(b'"' | b'\'')) = (Prefix::of(written), bytes.get(end)) {
        // A prefix whose text does not end is an identifier, and the quote behind it the fault.
        if let Ok(end) = quoted(bytes, start, end, prefix.raw) {
            return Ok((prefix.kind, end));
        }
    }
    let kind = match written {
        b"in" => Kind::In,
        b"true" => Kind::True,
        b"false" => Kind::False,
        b"null" => Kind::Null,
        _ => Kind::Identifier,
    };
    Ok((kind, end))
}

struct Prefix {
    kind: Kind,
    raw: bool,
}

impl Prefix {
    fn of(word: &[u8]) -> Option<Prefix> {
        let (kind, raw) = match word {
            b"r" | b"R" => (Kind::String, true),
            b"b" | b"B" => (Kind::Bytes, false),
            b"br" | b"bR" | b"Br" | b"BR" => (Kind::Bytes, true),
            _ => return None,
        };
        Some(Prefix { kind, raw })
    }
}

/// Digits with their point, exponent or suffix, as many as fit.
fn number(bytes: &[u8], start: usize) -> (Kind, usize) {
    let run = |from: usize, is: fn(&u8) -> bool| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().position(|byte| !is(byte)).unwrap_or(rest.len())
    };
    let unsigned = |kind: Kind, end: usize| match bytes.get(end) {
        Some(b'u' | b'U') => (Kind::Uint, end + 1),
        _ => (kind, end),
    };
    if bytes.get(start) == Some(&b'0') && bytes.get(start + 1) == Some(&b'x') {
        let end = run(start + 2, u8::is_ascii_hexdigit);
        if end > start + 2 {
            return unsigned(Kind::Int, end);
        }
    }
    let whole = run(start, u8::is_ascii_digit);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = run(end + 1, u8::is_ascii_digit);
        if fraction > end + 1 {
            end = fraction;
        }
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = run(end + 1 + sign, u8::is_ascii_digit);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    if end > whole {
        return (Kind::Float, end);
    }
    unsigned(Kind::Int, whole)
}

/// The end of a text whose quotes begin at `quote`. Of three quotes the first two may also be an empty
/// text, which they are when the longer form has no end.
fn quoted(bytes: &[u8], start: usize, quote: usize, raw: bool) -> Result<usize, Stray> {
    let mark = bytes.get(quote).copied().unwrap_or_default();
    let is_mark = |at: usize| bytes.get(at) == Some(&mark);
    if is_mark(quote + 1) {
        if is_mark(quote + 2)
            && let Ok(end) = long(bytes, quote + 3, mark, raw)
        {
            return Ok(end);
        }
        return Ok(quote + 2);
    }
    let mut at = quote + 1;
    loop {
        match bytes.get(at) {
            None | Some(b'\n' | b'\r') => return Err(Stray { start, end: at }),
            Some(byte) if *byte == mark => return Ok(at + 1),
            Some(b'\\') if !raw => {
                at = escape(bytes, at).map_err(|end| Stray { start, end })?;
            }
            Some(_) => at += 1,
        }
    }
}

/// The end of a text in triple quotes, from behind the opening ones.
fn long(bytes: &[u8], mut at: usize, mark: u8, raw: bool) -> Result<usize, ()> {
    loop {
        match bytes.get(at) {
            None => return Err(()),
            Some(byte) if *byte == mark && bytes.get(at..at + 3).is_some_and(|it| it == [mark; 3]) => {
                return Ok(at + 3);
            }
            Some(b'\\') if !raw => at = escape(bytes, at).map_err(|_| ())?,
            Some(_) => at += 1,
        }
    }
}

/// The end of an escape sequence, or the byte that does not belong into one.
fn escape(bytes: &[u8], at: usize) -> Result<usize, usize> {
    let digits = |count: usize, is: fn(u8) -> bool| {
        let from = at + 2;
        for position in from..from + count {
            if !bytes.get(position).copied().is_some_and(is) {
                return Err(position);
            }
        }
        Ok(from + count)
    };
    match bytes.get(at + 1) {
        Some(b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`') => {
            Ok(at + 2)
        }
        Some(b'x' | b'X') => digits(2, |byte| byte.is_ascii_hexdigit()),
        Some(b'u') => digits(4, |byte| byte.is_ascii_hexdigit()),
        Some(b'U') => digits(8, |byte| byte.is_ascii_hexdigit()),
        Some(b'0'..=b'3') => digits(2, |byte| matches!(byte, b'0'..=b'7')),
        _ => Err(at + 1),
    }
}

fn escaped_identifier(bytes: &[u8], start: usize) -> Result<(Kind, usize), Stray> {
    let is_part =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b' ');
    let rest = bytes.get(start + 1..).unwrap_or_default();
    let length = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
    let end = start + 1 + length;
    if length > 0 && bytes.get(end) == Some(&b'`') {
        return Ok((Kind::EscapedIdentifier, end + 1));
    }
    Err(Stray { start, end })
}
