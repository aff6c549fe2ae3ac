//! The lines of one source with marks below them.

use std::collections::BTreeSet;

use super::page::{Page, Paint, Row};
use super::shown::Shown;
use crate::Span;
use crate::source::{Lines, Source};
use crate::visible::visible;

/// A span to be marked, with what is said about it; the text may be empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marked<'a> {
    pub(super) span: Span,
    pub(super) text: &'a str,
    pub(super) symbol: char,
    pub(super) paint: Paint,
}

/// The marks of one source, ready to be laid out.
pub(super) struct Block<'a> {
    source: &'a Source,
    lines: &'a Lines,
    /// Marks within one line, in the order they were given.
    short: Vec<Mark<'a>>,
    /// Marks over several lines, by their first line.
    long: Vec<Mark<'a>>,
    /// Numbers, from zero, of the lines to show.
    shown: BTreeSet<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Mark<'a> {
    first: usize,
    last: usize,
    /// Bytes in their lines.
    start: usize,
    end: usize,
    text: &'a str,
    symbol: char,
    paint: Paint,
    /// Which bar on the left a mark over several lines has.
    bar: usize,
}

impl<'a> Block<'a> {
    pub(super) fn new(source: &'a Source, lines: &'a Lines, marked: &[Marked<'a>]) -> Block<'a> {
        let marks = marked.iter().map(|marked| mark(source, lines, marked));
        let (short, mut long): (Vec<_>, Vec<_>) = marks.partition(|mark| mark.first == mark.last);
        long.sort_by_key(|mark| (mark.first, std::cmp::Reverse(mark.last)));
        give_bars(&mut long);
        let mut shown: BTreeSet<usize> = short.iter().map(|mark| mark.first).collect();
        for mark in &long {
            shown.extend([mark.first, mark.first + 1, mark.last]);
        }
        // One line between two shown ones takes no more room than the dots that would stand for it.
        let single: Vec<usize> = shown
            .iter()
            .zip(shown.iter().skip(1))
            .filter(|(left, right)| **left + 2 == **right)
            .map(|(left, _)| left + 1)
            .collect();
        shown.extend(single);
        Block {
            source,
            lines,
            short,
            long,
            shown,
        }
    }

    /// The greatest line number shown, counted from one.
    pub(super) fn greatest_line(&self) -> usize {
        self.shown.last().map_or(1, |line| line + 1)
    }

    pub(super) fn put(&self, page: &mut Page) {
        let mut before: Option<usize> = None;
        for line in &self.shown {
            if before.is_some_and(|before| before + 1 < *line) {
                page.gap(&self.bars(*line, Edge::Above));
            }
            self.put_line(page, *line);
            before = Some(*line);
        }
    }

    fn put_line(&self, page: &mut Page, line: usize) {
        let (_, content) = self.lines.line(&self.source.text, line);
        let shown = Shown::new(content, self.focus(line));
        let margin = self.margin();

        let mut row = self.bars(line, Edge::Within);
        row.fill(row.width()..margin, ' ', Paint::None);
        row.write(margin, &shown.text, Paint::None);
        page.line(&(line + 1).to_string(), &row);

        let starts = self
            .long
            .iter()
            .filter(|mark| mark.first == line && !starts_its_line(mark, content));
        for (idx, mark) in starts.enumerate() {
            let mut row = self.bars(line, Edge::BelowFirst { done: idx });
            let column = margin + shown.column(mark.start);
            row.fill(2 * mark.bar + 1..column, '_', mark.paint);
            row.set(column, mark.symbol, mark.paint);
            page.line("", &row);
        }

        self.put_short(page, line, &shown);

        let ends: Vec<&Mark<'_>> = self.long.iter().rev().filter(|mark| mark.last == line).collect();
        for (idx, mark) in ends.iter().enumerate() {
            let mut row = self.bars(line, Edge::BelowLast { done: idx });
            let column = margin + shown.column(mark.end).saturating_sub(1);
            row.fill(2 * mark.bar + 1..column, '_', mark.paint);
            row.set(column, mark.symbol, mark.paint);
            row.write(column + 2, &visible(mark.text), mark.paint);
            page.line("", &row);
        }
    }

    /// Underlines, and their texts: the last beside its line, others hanging from bars below it.
    fn put_short(&self, page: &mut Page, line: usize, shown: &Shown) {
        let margin = self.margin();
        let columns = |mark: &Mark<'_>| {
            let start = margin + shown.column(mark.start);
            start..(margin + shown.column(mark.end)).max(start + 1)
        };
        let mut marks: Vec<&Mark<'_>> = self.short.iter().filter(|mark| mark.first == line).collect();
        if marks.is_empty() {
            return;
        }
        let mut underlines = self.bars(line, Edge::Below);
        // The first mark is the primary one, if any: it is drawn over the others.
        for mark in marks.iter().rev() {
            underlines.fill(columns(mark), mark.symbol, mark.paint);
        }
        let right_end = marks.iter().map(|mark| columns(mark).end).max().unwrap_or(0);

        // From right to left; of those that start together the first one given hangs lowest.
        marks.retain(|mark| !mark.text.is_empty());
        marks.reverse();
        marks.sort_by_key(|mark| std::cmp::Reverse(columns(mark).start));
        let mut hanging = marks.as_slice();
        if let Some((last, others)) = marks.split_first() {
            let alone = others
                .first()
                .is_none_or(|other| columns(other).start < columns(last).start);
            if alone && columns(last).end == right_end {
                underlines.write(right_end + 1, &visible(last.text), last.paint);
                hanging = others;
            }
        }
        page.line("", &underlines);

        let bars = |marks: &[&Mark<'_>]| {
            let mut row = self.bars(line, Edge::Below);
            for mark in marks {
                row.set(columns(mark).start, '|', mark.paint);
            }
            row
        };
        if !hanging.is_empty() {
            page.line("", &bars(hanging));
        }
        while let Some((mark, others)) = hanging.split_first() {
            let mut row = bars(others);
            row.write(columns(mark).start, &visible(mark.text), mark.paint);
            page.line("", &row);
            hanging = others;
        }
    }

    /// The byte of a line around which it is shown when it is long.
    fn focus(&self, line: usize) -> Option<usize> {
        let short = self.short.iter().filter(|mark| mark.first == line);
        let ends = self.long.iter().filter(|mark| mark.last == line);
        let starts = self.long.iter().filter(|mark| mark.first == line);
        short
            .map(|mark| mark.start)
            .chain(ends.map(|mark| mark.end))
            .chain(starts.map(|mark| mark.start))
            .next()
    }

    /// Width of the bars of marks over several lines, left of the source text.
    fn margin(&self) -> usize {
        self.long.iter().map(|mark| 2 * mark.bar + 2).max().unwrap_or(0)
    }

    /// The bars that stand in a row.
    fn bars(&self, line: usize, edge: Edge) -> Row {
        let mut row = Row::default();
        let mut begun = 0;
        let mut ended = self.long.iter().filter(|mark| mark.last == line).count();
        for mark in &self.long {
            let (_, content) = self.lines.line(&self.source.text, mark.first);
            let symbol = if line < mark.first || line > mark.last {
                None
            } else if line > mark.first && line < mark.last {
                Some('|')
            } else if line == mark.first {
                let at_start = starts_its_line(mark, content);
                begun += usize::from(!at_start);
                match edge {
                    Edge::Above => None,
                    Edge::Within if at_start => Some('/'),
                    Edge::Within => None,
                    Edge::BelowFirst { done } => (at_start || begun <= done).then_some('|'),
                    Edge::Below | Edge::BelowLast { .. } => Some('|'),
                }
            } else {
                ended -= 1;
                match edge {
                    Edge::Above | Edge::Within | Edge::BelowFirst { .. } | Edge::Below => Some('|'),
                    // Marks end from the innermost, the last of the list, outwards.
                    Edge::BelowLast { done } => (ended >= done).then_some('|'),
                }
            };
            if let Some(symbol) = symbol {
                row.set(2 * mark.bar, symbol, mark.paint);
            }
        }
        row
    }
}

/// Where a row stands to the line it belongs to.
#[derive(Debug, Clone, Copy)]
enum Edge {
    /// The dots above the line.
    Above,
    /// The line itself.
    Within,
    /// Where marks begin, so many of them already have.
    BelowFirst { done: usize },
    /// What hangs from the line.
    Below,
    /// Where marks end, so many of them already have.
    BelowLast { done: usize },
}

/// Brings a span into its text: never outside, never inside a character, without blank lines and
/// blanks at the end of a span over several lines.
fn mark<'a>(source: &Source, lines: &Lines, marked: &Marked<'a>) -> Mark<'a> {
    let text = &*source.text;
    let (first_start, _) = lines.line(text, 0);
    let start = text
        .floor_char_boundary(marked.span.start as usize)
        .max(first_start);
    let end = text.floor_char_boundary(marked.span.end as usize).max(start);
    let inside = text.get(start..end).unwrap_or_default();
    let end = if inside.contains('\n') {
        start + inside.trim_end().len()
    } else {
        end
    };
    let (first, last) = (lines.line_of(start), lines.line_of(end));
    let (first_at, first_content) = lines.line(text, first);
    let (last_at, last_content) = lines.line(text, last);
    Mark {
        first,
        last,
        start: (start - first_at).min(first_content.len()),
        end: (end - last_at).min(last_content.len()),
        text: marked.text,
        symbol: marked.symbol,
        paint: marked.paint,
        bar: 0,
    }
}

/// Gives every mark the leftmost bar that no mark beside it has.
fn give_bars(marks: &mut [Mark<'_>]) {
    let mut taken_until: Vec<usize> = Vec::new();
    for mark in marks {
        let free = taken_until.iter().position(|last| *last < mark.first);
        mark.bar = free.unwrap_or(taken_until.len());
        match taken_until.get_mut(mark.bar) {
            Some(last) => *last = mark.last,
            None => taken_until.push(mark.last),
        }
    }
}

fn starts_its_line(mark: &Mark<'_>, content: &str) -> bool {
    content
        .get(..mark.start)
        .is_some_and(|before| before.trim().is_empty())
}
