//! One line of source text as it is shown: tabs and hidden characters made visible, long lines cut.

use unicode_width::UnicodeWidthChar;

use crate::visible::push_visible;

/// A shown line and which column each of its bytes has.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) text: String,
    /// For each shown character its byte in the line and its first column; the end of what is shown last.
    // INVARIANT: ascending, at least one entry.
    columns: Vec<(usize, usize)>,
}

/// A line is shown in at most this many columns.
const WIDEST: usize = 120;
/// Where a line is cut on the left, this much is left before what matters.
const LEAD: usize = 40;
const TAB: &str = "    ";
const CUT: char = '…';

impl Shown {
    /// Shows a line, and of a long one the part around the byte that matters.
    pub(super) fn new(line: &str, focus: Option<usize>) -> Shown {
        let start = window_start(line, focus.unwrap_or(0));
        let mut shown = Shown {
            text: String::new(),
            columns: Vec::new(),
        };
        let mut column = 0;
        if start > 0 {
            shown.text.push(CUT);
            column = 1;
        }
        let mut end = start;
        for (at, character) in line.get(start..).unwrap_or_default().char_indices() {
            if column >= WIDEST {
                shown.columns.push((start + at, column));
                shown.text.push(CUT);
                return shown;
            }
            shown.columns.push((start + at, column));
            end = start + at + character.len_utf8();
            let before = shown.text.len();
            match character {
                '\t' => shown.text.push_str(TAB),
                _ => push_visible(&mut shown.text, character),
            }
            let pushed = shown.text.get(before..).unwrap_or_default();
            column += pushed
                .chars()
                .map(|shown| shown.width().unwrap_or(0))
                .sum::<usize>();
        }
        shown.columns.push((end, column));
        shown
    }

    /// The column of a byte; bytes that are cut off have the column of their cut.
    pub(super) fn column(&self, byte: usize) -> usize {
        let behind = self.columns.partition_point(|(at, _)| *at <= byte);
        match behind.checked_sub(1).and_then(|idx| self.columns.get(idx)) {
            Some((_, column)) => *column,
            None => 0,
        }
    }
}

/// The byte from which a line is shown. Bytes are at least as many as columns but for tabs and escapes,
/// so that a line of few bytes is never cut.
fn window_start(line: &str, focus: usize) -> usize {
    if line.len() <= WIDEST {
        return 0;
    }
    let focus = line.floor_char_boundary(focus);
    let (before, after) = line.split_at(focus);
    let rest = after.chars().take(WIDEST).count();
    let lead = LEAD.max((WIDEST - 2).saturating_sub(rest));
    match before.char_indices().rev().nth(lead) {
        Some((at, character)) => at + character.len_utf8(),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_what_is_shown() {
        let shown = Shown::new("\ta世e\u{301}\u{1b}z", None);
        assert_eq!(shown.text, "    a世e\u{301}\\u{1b}z");
        let rows = [
            (0, 0),
            (1, 4),
            (2, 5),
            (5, 7),
            (6, 8),
            (8, 8),
            (9, 14),
            (10, 15),
            (99, 15),
        ];
        for (byte, column) in rows {
            assert_eq!(shown.column(byte), column, "{byte}");
        }
    }

    #[test]
    fn long_lines_are_cut_around_what_matters() {
        let line = format!("{}needle{}", "a".repeat(300), "b".repeat(300));
        let shown = Shown::new(&line, Some(300));
        assert_eq!(
            shown.text,
            format!("…{}needle{}…", "a".repeat(40), "b".repeat(73))
        );
        assert_eq!(shown.column(300), 41);
        assert_eq!(shown.column(0), 0);
        assert_eq!(shown.column(600), 120);

        let shown = Shown::new(&line, Some(606));
        assert_eq!(shown.text, format!("…{}", "b".repeat(118)));
        assert_eq!(shown.column(606), 119);

        let shown = Shown::new(&line, None);
        assert_eq!(shown.text, format!("{}…", "a".repeat(120)));
    }

    #[test]
    fn an_empty_line_has_one_column() {
        let shown = Shown::new("", Some(0));
        assert_eq!(
            (shown.text.as_str(), shown.column(0), shown.column(5)),
            ("", 0, 0)
        );
    }
}
