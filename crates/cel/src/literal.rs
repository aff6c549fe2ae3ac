//! What the text of a literal says: numbers, and the escapes of texts and bytes (reference §2).

use sekisho_document::Text;

use crate::lexer::Kind;
use crate::tree::Literal;

const UNABLE: &str = "unable to unescape string";
const NO_CODE_POINT: &str = "invalid unicode code point";

/// Reads a literal token; the sign belongs to the number.
pub(crate) fn read(kind: Kind, text: &str, negative: bool) -> Result<Literal, &'static str> {
    match kind {
        Kind::True => Ok(Literal::Bool(true)),
        Kind::False => Ok(Literal::Bool(false)),
        Kind::Int => int(text, negative).ok_or("invalid int literal"),
        Kind::Uint => uint(text).ok_or("invalid uint literal"),
        Kind::Float => double(text, negative).ok_or("invalid double literal"),
        Kind::String => {
            let bytes = unescape(text, Target::Text)?;
            let text = String::from_utf8(bytes).map_err(|_| NO_CODE_POINT)?;
            Ok(Literal::String(Text::from(text)))
        }
        Kind::Bytes => {
            let quoted = text.get(1..).unwrap_or_default();
            Ok(Literal::Bytes(unescape(quoted, Target::Bytes)?.into()))
        }
        _ => Ok(Literal::Null),
    }
}

fn int(text: &str, negative: bool) -> Option<Literal> {
    let magnitude = whole(text)?;
    let value = if negative {
        0_i64.checked_sub_unsigned(magnitude)
    } else {
        i64::try_from(magnitude).ok()
    };
    value.map(Literal::Int)
}

fn uint(text: &str) -> Option<Literal> {
    whole(text.trim_end_matches(['u', 'U'])).map(Literal::Uint)
}

fn whole(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

fn double(text: &str, negative: bool) -> Option<Literal> {
    let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some(Literal::Double(if negative { -value } else { value }))
}

#[derive(Clone, Copy, PartialEq)]
enum Target {
    Text,
    Bytes,
}

/// The content of a quoted text, without prefix for bytes.
fn unescape(quoted: &str, target: Target) -> Result<Vec<u8>, &'static str> {
    let raw = quoted.starts_with(['r', 'R']);
    let quoted = quoted.get(usize::from(raw)..).unwrap_or_default();
    let marks = if quoted.len() >= 6 && (quoted.starts_with("'''") || quoted.starts_with("\"\"\"")) {
        3
    } else {
        1
    };
    let content = quoted
        .get(marks..quoted.len().saturating_sub(marks))
        .ok_or(UNABLE)?;
    let content = if content.contains('\r') {
        &content.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        content
    };
    if raw || !content.contains('\\') {
        return Ok(content.as_bytes().to_vec());
    }
    let mut out = Vec::with_capacity(content.len());
    let mut rest = content;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.extend_from_slice(before.as_bytes());
        rest = escape(behind, target, &mut out)?;
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}

/// Reads what stands behind a backslash, and returns what stands behind that.
fn escape<'t>(text: &'t str, target: Target, out: &mut Vec<u8>) -> Result<&'t str, &'static str> {
    let mut characters = text.chars();
    let letter = characters.next().ok_or(UNABLE)?;
    let simple = match letter {
        'a' => 0x07,
        'b' => 0x08,
        'f' => 0x0c,
        'n' => b'\n',
        'r' => b'\r',
        't' => b'\t',
        'v' => 0x0b,
        '\\' | '\'' | '"' | '`' | '?' => u8::try_from(letter).unwrap_or_default(),
        _ => 0,
    };
    if simple != 0 {
        out.push(simple);
        return Ok(characters.as_str());
    }
    let (from, digits, radix) = match letter {
        'x' | 'X' => (1, 2, 16),
        'u' if target == Target::Text => (1, 4, 16),
        'U' if target == Target::Text => (1, 8, 16),
        '0'..='3' => (0, 3, 8),
        _ => return Err(UNABLE),
    };
    let digits = text.get(from..from + digits).ok_or(UNABLE)?;
    let code = u32::from_str_radix(digits, radix).map_err(|_| UNABLE)?;
    match target {
        Target::Bytes => out.push(u8::try_from(code).map_err(|_| UNABLE)?),
        Target::Text => {
            let character = char::from_u32(code).ok_or(NO_CODE_POINT)?;
            let mut buffer = [0; 4];
            out.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        }
    }
    Ok(text.get(from + digits.len()..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_say_what_they_say() {
        let text = |text: &str| Ok(Literal::String(Text::new(text)));
        let bytes = |bytes: &[u8]| Ok(Literal::Bytes(bytes.into()));
        let rows: &[(Kind, &str, Result<Literal, &str>)] = &[
            (Kind::Int, "0x7fffffffffffffff", Ok(Literal::Int(i64::MAX))),
            (Kind::Int, "9223372036854775808", Err("invalid int literal")),
            (Kind::Uint, "0xFFu", Ok(Literal::Uint(255))),
            (Kind::Float, "1e309", Err("invalid double literal")),
            (Kind::String, r"'\x41\101A\U0001F600'", text("AAA\u{1F600}")),
            (Kind::String, r"'\ud83d'", Err(NO_CODE_POINT)),
            (Kind::String, r"r'\n'", text(r"\n")),
            (Kind::String, "'''a\r\nb'c'''", text("a\nb'c")),
            (Kind::String, "''", text("")),
            (Kind::Bytes, r"b'\377\x00é'", bytes(b"\xff\x00\xc3\xa9")),
            (Kind::Bytes, r"b'\u00e9'", Err(UNABLE)),
            (Kind::Bytes, r"br'\n'", bytes(br"\n")),
        ];
        for (kind, written, expected) in rows {
            assert_eq!(read(*kind, written, false), *expected, "{written}");
        }
        assert_eq!(
            read(Kind::Int, "9223372036854775808", true),
            Ok(Literal::Int(i64::MIN))
        );
    }
}
