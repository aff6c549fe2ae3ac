//! Text in the making: the gutter on the left and colours that are left out of plain text.

use crate::{Style, Tone};

/// What a piece of text is, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    None,
    /// The message of the headline.
    Strong,
    /// The severity, and what marks the primary place.
    Tone(Tone),
    /// Gutter, arrows, and what marks further places.
    Frame,
}

impl Paint {
    fn ansi(self) -> &'static str {
        match self {
            Paint::None => "",
            Paint::Strong => "\u{1b}[1m",
            Paint::Tone(Tone::Bad) => "\u{1b}[1;31m",
            Paint::Tone(Tone::Doubtful) => "\u{1b}[1;33m",
            Paint::Tone(Tone::Neutral) => "\u{1b}[1;36m",
            Paint::Tone(Tone::Good) => "\u{1b}[1;32m",
            Paint::Frame => "\u{1b}[1;34m",
        }
    }
}

/// The text so far.
pub(super) struct Page {
    text: String,
    style: Style,
    /// Width of the widest line number.
    gutter: usize,
}

impl Page {
    pub(super) fn new(style: Style, gutter: usize) -> Page {
        Page {
            text: String::new(),
            style,
            gutter,
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn put(&mut self, paint: Paint, text: &str) {
        let coloured = self.style == Style::Coloured && paint != Paint::None && !text.is_empty();
        if coloured {
            self.text.push_str(paint.ansi());
        }
        self.text.push_str(text);
        if coloured {
            self.text.push_str("\u{1b}[0m");
        }
    }

    pub(super) fn end_line(&mut self) {
        self.text.push('\n');
    }

    /// The arrow before a place: `  --> `, and `  ::: ` for further sources.
    pub(super) fn arrow(&mut self, arrow: &str) {
        let arrow = format!("{:width$}{arrow} ", "", width = self.gutter);
        self.put(Paint::Frame, &arrow);
    }

    /// The head of a line of notes: `   = `.
    pub(super) fn note(&mut self) {
        let head = format!("{:width$} = ", "", width = self.gutter);
        self.put(Paint::Frame, &head);
    }

    /// Blanks as wide as what [`Page::note`] and `word: ` put.
    pub(super) fn note_continued(&mut self, word: &str) {
        let width = self.gutter + 3 + word.chars().count() + 2;
        self.text.extend(std::iter::repeat_n(' ', width));
    }

    /// A line without number that holds nothing: `   |`.
    pub(super) fn bare_line(&mut self) {
        self.line("", &Row::default());
    }

    /// A line of source text or below one: number or nothing, a bar, what the row holds.
    pub(super) fn line(&mut self, number: &str, row: &Row) {
        let head = format!("{number:>width$} |", width = self.gutter);
        self.put(Paint::Frame, &head);
        self.row(" ", row);
    }

    /// The line that stands for left-out ones: `...`.
    pub(super) fn gap(&mut self, row: &Row) {
        self.put(Paint::Frame, "...");
        self.row(&" ".repeat(self.gutter), row);
    }

    fn row(&mut self, before: &str, row: &Row) {
        let used = row.cells.iter().rposition(|(character, _)| *character != ' ');
        if let Some(last) = used {
            self.text.push_str(before);
            let cells = row.cells.get(..=last).unwrap_or_default();
            for run in cells.chunk_by(|(_, left), (_, right)| left == right) {
                let paint = run.first().map_or(Paint::None, |(_, paint)| *paint);
                let text: String = run.iter().map(|(character, _)| character).collect();
                self.put(paint, &text);
            }
        }
        self.end_line();
    }
}

/// One line of cells that can be written over. A cell holds one character; the source text is put as
/// a whole at the end, so that its wide and combining characters need no cells.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    cells: Vec<(char, Paint)>,
}

impl Row {
    pub(super) fn set(&mut self, column: usize, character: char, paint: Paint) {
        if self.cells.len() <= column {
            self.cells.resize(column + 1, (' ', Paint::None));
        }
        if let Some(cell) = self.cells.get_mut(column) {
            *cell = (character, paint);
        }
    }

    pub(super) fn fill(&mut self, columns: std::ops::Range<usize>, character: char, paint: Paint) {
        for column in columns {
            self.set(column, character, paint);
        }
    }

    /// Puts a text at a column, over what stands there.
    pub(super) fn write(&mut self, column: usize, text: &str, paint: Paint) {
        for (idx, character) in text.chars().enumerate() {
            self.set(column + idx, character, paint);
        }
    }

    pub(super) fn width(&self) -> usize {
        self.cells.len()
    }
}
