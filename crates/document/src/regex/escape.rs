//! What may stand behind a backslash: a class such as `\d` or `\pL`, or one character.

use regex_syntax::hir::ClassUnicode;

use super::class;
use super::parse::Parser;
use super::{RegexError, RegexFault};

pub(super) enum Escape {
    Class(ClassUnicode),
    /// A code point; it may be a surrogate.
    Code(u32),
}

/// Reads an escape from its backslash on.
pub(super) fn read(parser: &mut Parser<'_>) -> Result<Escape, RegexError> {
    if parser.flags.perl {
        match parser.rest().as_bytes().get(1) {
            Some(b'p' | b'P') => return unicode_class(parser).map(Escape::Class),
            Some(letter @ (b'd' | b'D' | b's' | b'S' | b'w' | b'W')) => {
                let class = class::perl(*letter, parser.flags.fold_case);
                parser.at += 2;
                return Ok(Escape::Class(class));
            }
            _ => (),
        }
    }
    code(parser).map(Escape::Code)
}

/// How many steps it takes to look a class of Unicode up by its name.
const LOOKING_UP: u64 = 1_000;

/// `\pN`, `\p{Greek}`, `\P{^Lu}`.
fn unicode_class(parser: &mut Parser<'_>) -> Result<ClassUnicode, RegexError> {
    let start = parser.at;
    let mut negated = parser.rest().starts_with("\\P");
    parser.at += 2;
    let name_start = parser.at;
    let name = match parser.next() {
        None => return Err(parser.fault(RegexFault::InvalidRange, start, parser.at)),
        Some('{') => {
            let Some(length) = parser.rest().find('}') else {
                let end = parser.expression.len();
                return Err(parser.fault(RegexFault::InvalidRange, start, end));
            };
            let name = parser.rest().get(..length).unwrap_or_default();
            parser.at += length + 1;
            name
        }
        Some(_) => parser.expression.get(name_start..parser.at).unwrap_or_default(),
    };
    let name = match name.strip_prefix('^') {
        Some(name) => {
            negated = !negated;
            name
        }
        None => name,
    };
    let key = (name, parser.flags.fold_case);
    let mut class = match parser.classes.get(&key) {
        Some(class) => class.clone(),
        None => {
            parser.effort += LOOKING_UP;
            let Some(mut class) = class::unicode(name) else {
                return Err(parser.fault(RegexFault::InvalidRange, start, parser.at));
            };
            if parser.flags.fold_case {
                parser.fold(&mut class)?;
            }
            parser.classes.insert(key, class.clone());
            class
        }
    };
    if negated {
        class.negate();
    }
    Ok(class)
}

/// An escaped character, from the backslash on.
pub(super) fn code(parser: &mut Parser<'_>) -> Result<u32, RegexError> {
    let start = parser.at;
    parser.at += 1;
    let Some(character) = parser.next() else {
        return Err(RegexError {
            fault: RegexFault::TrailingBackslash,
            part: "".into(),
        });
    };
    let code = match character {
        'a' => Some(7),
        'f' => Some(12),
        'n' => Some(10),
        'r' => Some(13),
        't' => Some(9),
        'v' => Some(11),
        'x' => hexadecimal(parser),
        // A single digit would be a reference to a group, which this syntax has not.
        '1'..='7' if !starts_with_octal(parser) => None,
        '0'..='7' => Some(octal(parser, character)),
        _ if character.is_ascii() && !character.is_ascii_alphanumeric() => Some(u32::from(character)),
        _ => None,
    };
    code.ok_or_else(|| parser.fault(RegexFault::InvalidEscape, start, parser.at))
}

fn starts_with_octal(parser: &Parser<'_>) -> bool {
    matches!(parser.peek(), Some('0'..='7'))
}

/// Up to two more digits.
fn octal(parser: &mut Parser<'_>, first: char) -> u32 {
    let mut code = first.to_digit(8).unwrap_or_default();
    for _ in 0..2 {
        let Some(digit) = parser.peek().and_then(|character| character.to_digit(8)) else {
            break;
        };
        code = code * 8 + digit;
        parser.at += 1;
    }
    code
}

/// `7f` or `{1F600}`.
fn hexadecimal(parser: &mut Parser<'_>) -> Option<u32> {
    let first = parser.next()?;
    if first != '{' {
        let high = first.to_digit(16);
        let low = parser.next()?.to_digit(16);
        return Some(high? * 16 + low?);
    }
    let mut code = None;
    loop {
        let character = parser.next()?;
        if character == '}' {
            return code;
        }
        let longer = code.unwrap_or(0) * 16 + character.to_digit(16)?;
        if longer > u32::from(char::MAX) {
            return None;
        }
        code = Some(longer);
    }
}
