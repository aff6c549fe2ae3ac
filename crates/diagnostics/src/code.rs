//! What is known about a code: the row behind `explain`.

/// A code and its explanation. Every crate that says something lists its codes as a sorted `&[Code]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// Kebab-case name of the fault, never reused: `unknown-function`.
    pub name: &'static str,
    /// One line without a full stop, starting in lower case.
    pub summary: &'static str,
    /// What it means and why it matters, in sentences.
    pub explanation: &'static str,
    /// User text that shows the fault; empty where no text alone can.
    pub wrong: &'static str,
    /// The same text without the fault.
    pub right: &'static str,
}

/// The row of a code.
#[must_use]
pub fn find_code<'a>(lists: &[&'a [Code]], name: &str) -> Option<&'a Code> {
    lists
        .iter()
        .flat_map(|list| list.iter())
        .find(|code| code.name == name)
}

/// What is wrong with a list of codes, in words: names out of order or repeated, not in kebab-case,
/// and texts that break the rules of the fields. For the test that every list needs.
#[must_use]
pub fn check_codes(list: &[Code]) -> Vec<String> {
    let order = list.windows(2).filter_map(|pair| match pair {
        [first, second] if first.name >= second.name => {
            Some(format!("{} must come before {}", second.name, first.name))
        }
        _ => None,
    });
    list.iter().filter_map(check_code).chain(order).collect()
}

fn check_code(code: &Code) -> Option<String> {
    let kebab = code.name.split('-').all(|word| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    });
    let one_line = !code.summary.is_empty() && !code.summary.contains('\n');
    let fault = if !kebab {
        "is not in kebab-case"
    } else if !one_line || code.summary.ends_with('.') || code.summary.starts_with(char::is_uppercase) {
        "has a summary that is no line without a full stop, starting in lower case"
    } else if !code.explanation.ends_with('.') {
        "has an explanation that is no sentence"
    } else if code.wrong.is_empty() != code.right.is_empty() {
        "has only one of a wrong and a right text"
    } else {
        return None;
    };
    Some(format!("{} {fault}", code.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Code = Code {
        name: "unknown-function",
        summary: "a query calls a function that does not exist",
        explanation: "The name is spelt wrongly or belongs to another version.",
        wrong: "to_uper(name)",
        right: "to_upper(name)",
    };

    #[test]
    fn codes_are_found_by_name() {
        let other = [Code { name: "a", ..GOOD }];
        assert_eq!(find_code(&[&other, &[GOOD]], "unknown-function"), Some(&GOOD));
        assert_eq!(find_code(&[&other], "unknown-function"), None);
    }

    #[test]
    fn faulty_rows_are_named() {
        let rows: &[(&[Code], usize)] = &[
            (&[GOOD], 0),
            (&[Code { name: "a", ..GOOD }, GOOD], 0),
            (&[GOOD, Code { name: "a", ..GOOD }], 1),
            (&[GOOD, GOOD], 1),
            (
                &[Code {
                    name: "Bad_Name",
                    ..GOOD
                }],
                1,
            ),
            (&[Code { name: "a--b", ..GOOD }], 1),
            (
                &[Code {
                    summary: "Upper",
                    ..GOOD
                }],
                1,
            ),
            (
                &[Code {
                    summary: "a full stop.",
                    ..GOOD
                }],
                1,
            ),
            (
                &[Code {
                    explanation: "no end",
                    ..GOOD
                }],
                1,
            ),
            (&[Code { right: "", ..GOOD }], 1),
            (
                &[Code {
                    right: "",
                    wrong: "",
                    ..GOOD
                }],
                0,
            ),
        ];
        for (list, faults) in rows {
            assert_eq!(check_codes(list).len(), *faults, "{list:?}");
        }
    }
}
