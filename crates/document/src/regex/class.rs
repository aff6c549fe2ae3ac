//! Character classes: bracketed ones, the ASCII ones with a name, those of Unicode.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::escape::{self, Escape};
use super::parse::Parser;
use super::{RegexError, RegexFault};

/// A class of one range.
pub(super) fn of([start, end]: [char; 2]) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(start, end)])
}

/// The class behind `\d` and its like; upper-case letters negate. All are ASCII, but under `(?i)` two
/// more characters fold into them.
pub(super) fn perl(letter: u8, fold_case: bool) -> ClassUnicode {
    let ranges: &[[char; 2]] = match letter.to_ascii_lowercase() {
        b'd' => &[['0', '9']],
        b's' => &[['\t', '\n'], ['\u{c}', '\r'], [' ', ' ']],
        _ => WORD,
    };
    ascii(ranges, letter.is_ascii_uppercase(), fold_case)
}

/// The class of a name such as `L`, `Greek` or `Any`; names are compared loosely.
pub(super) fn unicode(name: &str) -> Option<ClassUnicode> {
    let name: String = name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect();
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    // Where names are compared loosely by Unicode's rules, `is` may precede them; not so in Go.
    let has_prefix = name
        .get(..2)
        .is_some_and(|start| start.eq_ignore_ascii_case("is"));
    if name.is_empty() || !is_word || has_prefix {
        return None;
    }
    ["gc", "sc"].iter().find_map(|property| {
        let hir = regex_syntax::parse(&format!("\\p{{{property}={name}}}")).ok()?;
        match hir.into_kind() {
            HirKind::Class(Class::Unicode(class)) => Some(class),
            HirKind::Class(Class::Bytes(class)) => class.to_unicode_class(),
            // A class of one character.
            HirKind::Literal(literal) => {
                let character = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
                Some(of([character, character]))
            }
            HirKind::Empty
            | HirKind::Look(_)
            | HirKind::Repetition(_)
            | HirKind::Capture(_)
            | HirKind::Concat(_)
            | HirKind::Alternation(_) => None,
        }
    })
}

/// Reads a class from its `[` on.
pub(super) fn bracketed(parser: &mut Parser<'_>) -> Result<ClassUnicode, RegexError> {
    let start = parser.at;
    parser.at += 1;
    // Put together at the end: adding to a class goes through all of it.
    let mut ranges: Vec<ClassUnicodeRange> = Vec::new();
    let negated = parser.rest().starts_with('^');
    if negated {
        parser.at += 1;
        if !parser.flags.perl {
            ranges.push(ClassUnicodeRange::new('\n', '\n'));
        }
    }
    // The first `]` and, without Perl's extensions, only a first or last `-` are literal.
    let mut is_first = true;
    while is_first || !parser.rest().starts_with(']') {
        let rest = parser.rest();
        if !parser.flags.perl && !is_first && rest.starts_with('-') && !rest.starts_with("-]") {
            let end = parser.at + rest.chars().take(2).map(char::len_utf8).sum::<usize>();
            return Err(parser.fault(RegexFault::InvalidRange, parser.at, end));
        }
        is_first = false;
        if let Some(named) = named(parser)? {
            ranges.extend(named.iter());
            continue;
        }
        let range_start = parser.at;
        let low = match item(parser, start)? {
            Escape::Class(inner) => {
                parser.count(&inner)?;
                ranges.extend(inner.iter());
                continue;
            }
            Escape::Code(code) => code,
        };
        let mut high = low;
        let rest = parser.rest();
        if rest.len() >= 2 && rest.starts_with('-') && !rest.starts_with("-]") {
            parser.at += 1;
            high = end_of_range(parser, start)?;
            if high < low {
                return Err(parser.fault(RegexFault::InvalidRange, range_start, parser.at));
            }
        }
        let mut range = between(low, high);
        if parser.flags.fold_case {
            parser.fold(&mut range)?;
        }
        ranges.extend(range.iter());
    }
    parser.at += 1;
    let mut class = ClassUnicode::new(ranges);
    if negated {
        class.negate();
    }
    Ok(class)
}

/// One escape or one character of a class.
fn item(parser: &mut Parser<'_>, start: usize) -> Result<Escape, RegexError> {
    if parser.rest().starts_with('\\') {
        return escape::read(parser);
    }
    character(parser, start).map(Escape::Code)
}

fn end_of_range(parser: &mut Parser<'_>, start: usize) -> Result<u32, RegexError> {
    if parser.rest().starts_with('\\') {
        return escape::code(parser);
    }
    character(parser, start)
}

fn character(parser: &mut Parser<'_>, start: usize) -> Result<u32, RegexError> {
    match parser.next() {
        Some(character) => Ok(u32::from(character)),
        None => Err(parser.fault(RegexFault::MissingBracket, start, parser.expression.len())),
    }
}

/// The characters between two code points; surrogates stand in no text.
fn between(low: u32, high: u32) -> ClassUnicode {
    let low = if (0xd800..0xe000).contains(&low) {
        0xe000
    } else {
        low
    };
    let high = if (0xd800..0xe000).contains(&high) {
        0xd7ff
    } else {
        high
    };
    match (char::from_u32(low), char::from_u32(high)) {
        (Some(low), Some(high)) if low <= high => of([low, high]),
        _ => ClassUnicode::empty(),
    }
}

const WORD: &[[char; 2]] = &[['0', '9'], ['A', 'Z'], ['_', '_'], ['a', 'z']];

const NAMED: &[(&str, &[[char; 2]])] = &[
    ("alnum", &[['0', '9'], ['A', 'Z'], ['a', 'z']]),
    ("alpha", &[['A', 'Z'], ['a', 'z']]),
    ("ascii", &[['\0', '\u{7f}']]),
    ("blank", &[['\t', '\t'], [' ', ' ']]),
    ("cntrl", &[['\0', '\u{1f}'], ['\u{7f}', '\u{7f}']]),
    ("digit", &[['0', '9']]),
    ("graph", &[['!', '~']]),
    ("lower", &[['a', 'z']]),
    ("print", &[[' ', '~']]),
    ("punct", &[['!', '/'], [':', '@'], ['[', '`'], ['{', '~']]),
    ("space", &[['\t', '\r'], [' ', ' ']]),
    ("upper", &[['A', 'Z']]),
    ("word", WORD),
    ("xdigit", &[['0', '9'], ['A', 'F'], ['a', 'f']]),
];

/// `[:alpha:]`, `[:^digit:]`.
fn named(parser: &mut Parser<'_>) -> Result<Option<ClassUnicode>, RegexError> {
    let start = parser.at;
    let Some(name) = parser.rest().strip_prefix("[:") else {
        return Ok(None);
    };
    let Some((name, _)) = name.split_once(":]") else {
        return Ok(None);
    };
    let end = start + name.len() + 4;
    let (negated, name) = match name.strip_prefix('^') {
        Some(name) => (true, name),
        None => (false, name),
    };
    let Some((_, ranges)) = NAMED.iter().find(|(known, _)| *known == name) else {
        return Err(parser.fault(RegexFault::InvalidRange, start, end));
    };
    let class = ascii(ranges, negated, parser.flags.fold_case);
    parser.at = end;
    Ok(Some(class))
}

fn ascii(ranges: &[[char; 2]], negated: bool, fold_case: bool) -> ClassUnicode {
    let ranges = ranges
        .iter()
        .map(|[start, end]| ClassUnicodeRange::new(*start, *end));
    let mut class = ClassUnicode::new(ranges);
    if fold_case {
        class.case_fold_simple();
    }
    if negated {
        class.negate();
    }
    class
}
