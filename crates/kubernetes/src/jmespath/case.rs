//! Upper and lower case the way Go knows them: one character for one, whatever stands around it.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

pub(super) fn to_upper(text: &str) -> String {
    text.chars().map(upper).collect()
}

pub(super) fn to_lower(text: &str) -> String {
    text.chars().map(lower).collect()
}

/// Whether two texts are equal by simple case folding (JMESPath reference §6.1).
pub(super) fn equal_fold(left: &str, right: &str) -> bool {
    let (mut left, mut right) = (left.chars(), right.chars());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if same_folded(one, other) => (),
            _ => return false,
        }
    }
}

/// The simple upper case. Where the full one has several characters there is no simple one, but for
/// Greek letters with an iota below, whose capitals lie eight or nine places on.
fn upper(character: char) -> char {
    let mut full = character.to_uppercase();
    if let (Some(upper), None) = (full.next(), full.next()) {
        return upper;
    }
    let distance = match character {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => return character,
    };
    char::from_u32(u32::from(character) + distance).unwrap_or(character)
}

/// The simple lower case. Only the dotted capital I has a full one of several characters.
fn lower(character: char) -> char {
    character.to_lowercase().next().unwrap_or(character)
}

fn same_folded(one: char, other: char) -> bool {
    if one == other || (one.is_ascii() && other.is_ascii()) {
        return one.eq_ignore_ascii_case(&other);
    }
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(one, one)]);
    class.case_fold_simple();
    class
        .ranges()
        .iter()
        .any(|range| (range.start()..=range.end()).contains(&other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_are_simple() {
        for (text, upper, lower) in [
            ("straße", "STRAßE", "straße"),
            ("İ", "İ", "i"),
            ("Σς", "ΣΣ", "σς"),
            ("ŉ", "ŉ", "ŉ"),
            ("ǅ", "Ǆ", "ǆ"),
            ("ᾀᾳ", "ᾈᾼ", "ᾀᾳ"),
            ("ᾈ", "ᾈ", "ᾀ"),
            ("ﬁ", "ﬁ", "ﬁ"),
        ] {
            assert_eq!(
                (to_upper(text).as_str(), to_lower(text).as_str()),
                (upper, lower),
                "{text}"
            );
        }
    }

    #[test]
    fn folding_goes_through_orbits() {
        for (left, right, expected) in [
            ("Go", "gO", true),
            ("K", "\u{212a}", true),
            ("ſ", "S", true),
            ("ß", "ẞ", true),
            ("ß", "ss", false),
            ("ǅ", "ǆ", true),
            ("Σ", "ς", true),
            ("a", "ab", false),
            ("É", "é", true),
        ] {
            assert_eq!(equal_fold(left, right), expected, "{left} {right}");
        }
    }
}
