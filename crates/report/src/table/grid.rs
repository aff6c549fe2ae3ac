//! Rows in columns as wide as their cells.

use std::io::{self, Write};

use sekisho_diagnostics::{Style, visible};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The rows of a table. The first ones are kept to find how wide the columns are; those that follow are
/// written as they come, so that a table of any length needs little room.
pub(super) struct Grid {
    headers: Vec<&'static str>,
    style: Style,
    rows: usize,
    kept: Vec<Vec<String>>,
    /// Known once the head of the table is written.
    widths: Option<Vec<usize>>,
}

/// How many rows decide the widths.
const KEPT: usize = 10_000;

/// Cells wider than this go on in the next line (command line reference A1.10).
const WIDEST: usize = 300;

impl Grid {
    pub(super) fn new(headers: Vec<&'static str>, style: Style) -> Grid {
        Grid {
            headers,
            style,
            rows: 0,
            kept: Vec::new(),
            widths: None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a row, which gets its number as its first cell. Cells beyond the headers are left out.
    pub(super) fn push(&mut self, cells: &[String], out: &mut dyn Write) -> io::Result<()> {
        self.rows += 1;
        let number = std::iter::once(self.rows.to_string());
        let cells = number.chain(cells.iter().map(|cell| visible(cell).into_owned()));
        let row: Vec<String> = cells.take(self.headers.len()).collect();
        match &self.widths {
            Some(widths) => put_row(&row, widths, out),
            None => {
                self.kept.push(row);
                if self.kept.len() >= KEPT {
                    self.put_kept(out)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Writes what is still kept and the end of the table; nothing for a table without rows.
    pub(super) fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        if self.widths.is_none() {
            self.put_kept(out)?;
        }
        put_border(self.widths.as_deref().unwrap_or_default(), out)
    }

    fn put_kept(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let kept = std::mem::take(&mut self.kept);
        let mut headers: Vec<String> = self.headers.iter().map(|header| (*header).to_owned()).collect();
        // Kyverno counts the rows in the head of long tables. Where more may follow, nobody knows yet.
        if let Some(first) = headers.first_mut()
            && (11..KEPT).contains(&kept.len())
        {
            *first = format!("{first} ({})", kept.len());
        }
        let mut widths: Vec<usize> = headers.iter().map(|header| header.width()).collect();
        for row in &kept {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width().min(WIDEST));
            }
        }
        put_border(&widths, out)?;
        self.put_headers(&headers, &widths, out)?;
        put_border(&widths, out)?;
        for row in &kept {
            put_row(row, &widths, out)?;
        }
        self.widths = Some(widths);
        Ok(())
    }

    fn put_headers(&self, headers: &[String], widths: &[usize], out: &mut dyn Write) -> io::Result<()> {
        let (before, after) = match self.style {
            Style::Plain => ("", ""),
            Style::Coloured => ("\u{1b}[40;32m", "\u{1b}[0m"),
        };
        for (header, width) in headers.iter().zip(widths) {
            write!(out, "│ {before}{header}{}{after} ", blanks(header, *width))?;
        }
        writeln!(out, "│")
    }
}

fn put_border(widths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    for width in widths {
        write!(out, "│{}", "─".repeat(width + 2))?;
    }
    writeln!(out, "│")
}

fn put_row(row: &[String], widths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    let cells: Vec<Vec<&str>> = row.iter().map(|cell| pieces(cell)).collect();
    let lines = cells.iter().map(Vec::len).max().unwrap_or(1);
    for line in 0..lines {
        for (cell, width) in cells.iter().zip(widths) {
            let piece = cell.get(line).copied().unwrap_or_default();
            write!(out, "│ {piece}{} ", blanks(piece, *width))?;
        }
        writeln!(out, "│")?;
    }
    Ok(())
}

fn blanks(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width()))
}

/// A cell in pieces that are not too wide.
fn pieces(cell: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = cell;
    while rest.width() > WIDEST {
        let mut width = 0;
        let end = rest.char_indices().find(|(_, character)| {
            width += character.width().unwrap_or(0);
            width > WIDEST
        });
        // One character is never wider than a piece, so there is progress.
        let (piece, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(rows: &[&str]) -> String {
        let mut grid = Grid::new(vec!["ID", "A"], Style::Plain);
        let mut out = Vec::new();
        for row in rows {
            grid.push(&[(*row).to_owned(), "left out".to_owned()], &mut out)
                .unwrap();
        }
        grid.finish(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        assert_eq!(written(&[]), "");
        assert_eq!(
            written(&["世界", "\u{1b}"]),
            "│────│────────│\n│ ID │ A      │\n│────│────────│\n│ 1  │ 世界   │\n│ 2  │ \\u{1b} │\n│────│────────│\n"
        );
    }

    #[test]
    fn long_tables_say_how_long() {
        assert!(written(&["x"; 10]).contains("│ ID │ A │"));
        assert!(written(&["x"; 11]).contains("│ ID (11) │ A │"));
    }

    #[test]
    fn wide_cells_go_on_below() {
        let text = written(&["x".repeat(301).as_str()]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 6);
        assert_eq!(lines[3], format!("│ 1  │ {} │", "x".repeat(300)));
        assert_eq!(lines[4], format!("│    │ x{} │", " ".repeat(299)));
    }

    #[test]
    fn rows_beyond_the_kept_ones_are_written_at_once() {
        let mut grid = Grid::new(vec!["ID", "A"], Style::Plain);
        let mut out = Vec::new();
        for _ in 1..KEPT {
            grid.push(&["x".to_owned()], &mut out).unwrap();
        }
        assert!(out.is_empty());
        grid.push(&["x".to_owned()], &mut out).unwrap();
        let before = out.len();
        grid.push(&["wider".to_owned()], &mut out).unwrap();
        assert_eq!(&out[before..], "│ 10001 │ wider │\n".as_bytes());
        assert!(grid.kept.is_empty());
    }
}
