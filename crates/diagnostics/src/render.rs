//! Diagnostics as text: the full form with source lines, and the one-line form.

mod block;
mod page;
mod shown;

#[cfg(test)]
mod tests;

use crate::visible::visible;
use crate::{Diagnostic, Label, Severity, SourceId, Sources, Span};
use block::{Block, Marked};
use page::{Page, Paint};

/// The full form: headline, place, source lines with labels, notes and help; ends with a line feed.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let notes = notes(diagnostic);
    render_parts(&parts(diagnostic, &notes), sources, style)
}

/// The one-line form `file:line:column: severity[code]: message`, without a line feed.
#[must_use]
pub fn render_line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    render_parts_line(&parts(diagnostic, &[]), sources)
}

/// Whether the text carries ANSI colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Coloured,
}

/// Anything that is said in the form of a diagnostic: `fail[require-limits/memory]: …`.
///
/// Texts come from users: whatever in them would steer a terminal is shown as an escape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts<'a> {
    /// The first word: `error`, `fail`, `skip`.
    pub word: &'a str,
    pub tone: Tone,
    /// What stands in brackets: a code, or `policy/rule`. Left out when empty.
    pub code: &'a str,
    pub message: &'a str,
    pub primary: Option<Span>,
    /// Further places, and the text under the primary one (the first label with the same span).
    pub labels: &'a [Label],
    pub notes: &'a [Note<'a>],
}

/// How good or bad a headline is, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    Bad,
    Doubtful,
    Neutral,
    Good,
}

/// A line below the source lines: `= help: did you mean …?`. A text of several lines is indented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note<'a> {
    /// `note`, `help`, `effect`.
    pub word: &'a str,
    pub text: &'a str,
}

/// What [`render`] does for a diagnostic, for any headline and notes.
#[must_use]
pub fn render_parts(parts: &Parts<'_>, sources: &Sources, style: Style) -> String {
    let groups = groups(parts);
    let blocks: Vec<(Span, Block<'_>)> = groups
        .iter()
        .filter_map(|marks| {
            let place = marks.first()?.span;
            let (source, lines) = sources.with_lines(place.source)?;
            Some((place, Block::new(source, lines, marks)))
        })
        .collect();
    let greatest = blocks.iter().map(|(_, block)| block.greatest_line()).max();
    let mut page = Page::new(style, greatest.unwrap_or(1).to_string().len());

    put_headline(&mut page, parts);
    for (idx, (place, block)) in blocks.iter().enumerate() {
        page.arrow(if idx == 0 { "-->" } else { ":::" });
        page.put(Paint::None, &place_text(*place, sources).unwrap_or_default());
        page.end_line();
        page.bare_line();
        block.put(&mut page);
        if idx + 1 < blocks.len() || !parts.notes.is_empty() {
            page.bare_line();
        }
    }
    for note in parts.notes {
        put_note(&mut page, note);
    }
    page.finish()
}

/// A text in the colour of a tone. Whatever in it would steer a terminal must be escaped before.
#[must_use]
pub fn painted(text: &str, tone: Tone, style: Style) -> String {
    let mut page = Page::new(style, 1);
    page.put(Paint::Tone(tone), text);
    page.finish()
}

/// What [`render_line`] does for a diagnostic, for any headline.
#[must_use]
pub fn render_parts_line(parts: &Parts<'_>, sources: &Sources) -> String {
    let mut page = Page::new(Style::Plain, 1);
    let place = parts.primary.and_then(|place| place_text(place, sources));
    if let Some(place) = place {
        page.put(Paint::None, &place);
        page.put(Paint::None, ": ");
    }
    put_headline(&mut page, parts);
    let mut line = page.finish();
    line.pop();
    line
}

fn parts<'a>(diagnostic: &'a Diagnostic, notes: &'a [Note<'a>]) -> Parts<'a> {
    let (word, tone) = match diagnostic.severity {
        Severity::Note => ("note", Tone::Neutral),
        Severity::Warning => ("warning", Tone::Doubtful),
        Severity::Error => ("error", Tone::Bad),
    };
    Parts {
        word,
        tone,
        code: diagnostic.code,
        message: &diagnostic.message,
        primary: diagnostic.primary,
        labels: &diagnostic.labels,
        notes,
    }
}

fn notes(diagnostic: &Diagnostic) -> Vec<Note<'_>> {
    fn with<'a>(word: &'static str) -> impl Fn(&'a String) -> Note<'a> {
        move |text| Note { word, text }
    }
    let causes = diagnostic.causes.iter().map(with("note"));
    let help = diagnostic.help.iter().map(with("help"));
    let fix = diagnostic.fix.iter().map(|fix| &fix.title).map(with("fix"));
    causes.chain(help).chain(fix).collect()
}

/// The marks of each source, the primary one and its source first.
fn groups<'a>(parts: &Parts<'a>) -> Vec<Vec<Marked<'a>>> {
    let mut labels: Vec<&Label> = parts.labels.iter().collect();
    let mut marks: Vec<Marked<'a>> = Vec::new();
    if let Some(span) = parts.primary {
        let own = labels.iter().position(|label| label.span == span);
        marks.push(Marked {
            span,
            text: own.map_or("", |own| labels.remove(own).text.as_str()),
            symbol: '^',
            paint: Paint::Tone(parts.tone),
        });
    }
    marks.extend(labels.iter().map(|label| Marked {
        span: label.span,
        text: &label.text,
        symbol: '-',
        paint: Paint::Frame,
    }));
    let mut groups: Vec<(SourceId, Vec<Marked<'a>>)> = Vec::new();
    for mark in marks {
        match groups.iter_mut().find(|(source, _)| *source == mark.span.source) {
            Some((_, group)) => group.push(mark),
            None => groups.push((mark.span.source, vec![mark])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn put_headline(page: &mut Page, parts: &Parts<'_>) {
    let word = if parts.code.is_empty() {
        parts.word.to_owned()
    } else {
        format!("{}[{}]", parts.word, parts.code)
    };
    page.put(Paint::Tone(parts.tone), &visible(&word));
    page.put(Paint::Strong, &format!(": {}", visible(parts.message)));
    page.end_line();
}

fn put_note(page: &mut Page, note: &Note<'_>) {
    for (idx, line) in note.text.lines().enumerate() {
        if idx == 0 {
            page.note();
            page.put(Paint::Strong, &visible(note.word));
            page.put(Paint::None, ": ");
        } else {
            page.note_continued(note.word);
        }
        page.put(Paint::None, &visible(line));
        page.end_line();
    }
}

/// `file:line:column`.
fn place_text(place: Span, sources: &Sources) -> Option<String> {
    let source = sources.get(place.source)?;
    let position = sources.position(place)?;
    let name = visible(&source.name);
    Some(format!("{name}:{}:{}", position.line, position.column))
}
