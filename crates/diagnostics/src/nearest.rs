//! The name that was probably meant.

/// The candidate nearest to a name that does not exist, if one is near enough to be meant.
///
/// Near enough is one typing slip (a character too many, too few, wrong, or two swapped) for every
/// three characters, and one for shorter names; a slip in upper and lower case alone is always near.
/// Among equally near ones the first wins.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(name);
    let allowed = (wanted.len() / 3).max(1);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len().abs_diff(name.len()) > 4 * allowed + 4 {
            continue;
        }
        let slips = slips(&wanted, &folded(candidate));
        let whole = slips >= wanted.len() && slips > 0;
        if slips <= allowed && !whole && best.is_none_or(|(least, _)| slips < least) {
            best = Some((slips, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Names longer than this are no names that somebody mistyped.
const LONGEST: usize = 200;

fn folded(name: &str) -> Vec<char> {
    name.chars().flat_map(char::to_lowercase).collect()
}

/// The Damerau-Levenshtein distance in its optimal string alignment form: no part is edited twice.
fn slips(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    let mut left_before = None;
    for (row, left_now) in left.iter().enumerate() {
        let mut line = vec![row + 1];
        let mut right_before = None;
        for (column, right_now) in right.iter().enumerate() {
            let at = |line: &[usize], column: usize| line.get(column).copied().unwrap_or(usize::MAX - 1);
            let changed = at(&above, column) + usize::from(left_now != right_now);
            let missing = at(&above, column + 1) + 1;
            let extra = at(&line, column) + 1;
            let mut least = changed.min(missing).min(extra);
            if right_before == Some(left_now)
                && left_before == Some(right_now)
                && let Some(swapped) = column.checked_sub(1).and_then(|column| before.get(column))
            {
                least = least.min(swapped + 1);
            }
            line.push(least);
            right_before = Some(right_now);
        }
        before = std::mem::replace(&mut above, line);
        left_before = Some(left_now);
    }
    above.last().copied().unwrap_or(left.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meant_name_is_found() {
        let names = [
            "to_upper",
            "to_lower",
            "truncate",
            "sum",
            "web-frontend",
            "spec",
            "x",
        ];
        let rows: &[(&str, Option<&str>)] = &[
            ("to_uper", Some("to_upper")),
            ("to_uppre", Some("to_upper")),
            ("TO_UPPER", Some("to_upper")),
            ("web-frotnned", Some("web-frontend")),
            ("trucnate", Some("truncate")),
            ("smu", Some("sum")),
            ("sums", Some("sum")),
            ("spce", Some("spec")),
            ("y", None),
            ("X", Some("x")),
            ("", None),
            ("frobnicate", None),
            ("total", None),
        ];
        for (name, expected) in rows {
            assert_eq!(nearest(name, names), *expected, "{name}");
        }
    }

    #[test]
    fn distances() {
        let rows: &[(&str, &str, usize)] = &[
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "abc", 0),
            ("abc", "acb", 1),
            ("ca", "abc", 3),
            ("kitten", "sitting", 3),
            ("é", "e", 1),
        ];
        for (left, right, expected) in rows {
            assert_eq!(slips(&folded(left), &folded(right)), *expected, "{left} {right}");
        }
    }

    #[test]
    fn the_first_of_equally_near_names_wins() {
        assert_eq!(nearest("bat", ["cat", "hat"]), Some("cat"));
    }
}
