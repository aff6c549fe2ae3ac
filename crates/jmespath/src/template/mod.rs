//! Texts and documents with placeholders `{{ … }}` (reference §8).
//!
//! What can be decided without a context is decided when a template is compiled: where the placeholders are,
//! what they ask for, also while something is deleted, and which context entries that mentions. Strings whose
//! placeholders are only known once others are replaced are filled as Kyverno does it, pass after pass.

mod entries;
mod fault;
mod filling;
mod hole;
mod path;
mod placeholder;
mod reference;
mod scope;
mod skeleton;
mod substitute;
#[cfg(test)]
mod tests;
mod walk;

use sekisho_document::{Text, Value};

pub use entries::{EntrySet, mentions};
pub use fault::FillError;
pub use hole::{Form, FormFault, Hole};
pub use path::{Path, Segment, Step};
pub use placeholder::{Placeholder, placeholders};
pub use reference::references;
pub use scope::{Loaded, Scope, Wanted};
pub use skeleton::{Entry, Part, Skeleton};
pub use substitute::{Resolver, substitute};

use crate::observer::{Observer, Unobserved};
use crate::template::filling::Filling;
use crate::template::placeholder::{Asked, unescaped};
use crate::template::walk::{Ask, embedded, expect_room, fill_inside, fill_text};
use crate::{Found, Functions, Limits, Setting};

/// What templates are compiled with.
#[derive(Debug, Clone, Copy)]
pub struct Dialect<'d> {
    pub functions: &'d Functions,
    pub limits: &'d Limits,
    /// The context entries that may have to be loaded, in order.
    pub entries: &'d [Text],
}

/// One compiled string.
#[derive(Debug, Clone, PartialEq)]
pub enum Template {
    /// No placeholder.
    Literal(Value),
    /// One placeholder and nothing else: it becomes the value, whatever its type.
    Whole(Box<Hole>),
    /// Placeholders in a text.
    Text { written: Text, pieces: Box<[Piece]> },
    /// Placeholders in placeholders, next to each other, or near other braces: what they ask for depends
    /// on what the first of them become.
    Rescan(Text),
}

/// A piece of a [`Template::Text`].
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    Text(Text),
    Hole(Box<Hole>),
}

impl Template {
    /// Compiles the string at a path.
    #[must_use]
    pub fn compile(text: &str, path: &Path<'_>, dialect: &Dialect<'_>) -> Template {
        if !text.contains("{{") {
            return Template::Literal(Value::text(text));
        }
        let found = placeholders(text);
        if found.is_empty() {
            return Template::Literal(Value::from(unescaped(text)));
        }
        if let [only] = found.as_slice()
            && only.at == (0..text.len())
        {
            return Template::Whole(Box::new(Hole::new(text, only, path, dialect)));
        }
        let mut pieces = Vec::with_capacity(2 * found.len() + 1);
        let mut end = 0;
        for placeholder in &found {
            pieces.extend(literal(text, end, placeholder.at.start));
            let hole = Hole::new(text, placeholder, path, dialect);
            pieces.push(Piece::Hole(Box::new(hole)));
            end = placeholder.at.end;
        }
        pieces.extend(literal(text, end, text.len()));
        // Any brace or backslash beside the placeholders could belong to a placeholder of a later pass.
        let is_plain = |piece: &Piece| match piece {
            Piece::Text(text) => !text.contains(['{', '}', '\\']),
            Piece::Hole(_) => true,
        };
        match pieces.iter().all(is_plain) {
            true => Template::Text {
                written: Text::new(text),
                pieces: pieces.into(),
            },
            false => Template::Rescan(Text::new(text)),
        }
    }

    /// The value of the string at a path.
    ///
    /// # Errors
    /// The first placeholder that has no value.
    pub fn fill(
        &self,
        path: &Path<'_>,
        scope: &mut impl Scope,
        setting: Setting<'_>,
    ) -> Result<Value, FillError> {
        let mut filling = Filling {
            scope,
            steps: setting.limits.steps,
            nesting: 0,
            setting,
            observer: &mut Unobserved,
        };
        self.fill_at(path, &mut filling)
    }

    /// The placeholders that are known, in order.
    pub fn holes(&self) -> impl Iterator<Item = &Hole> {
        let (whole, pieces) = match self {
            Template::Literal(_) | Template::Rescan(_) => (None, None),
            Template::Whole(hole) => (Some(&**hole), None),
            Template::Text { pieces, .. } => (None, Some(pieces)),
        };
        let pieces = pieces.into_iter().flatten().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Hole(hole) => Some(&**hole),
        });
        whole.into_iter().chain(pieces)
    }

    fn fill_at<S: Scope, O: Observer>(
        &self,
        path: &Path<'_>,
        filling: &mut Filling<'_, S, O>,
    ) -> Result<Value, FillError> {
        filling.steps = filling.setting.limits.steps;
        filling.nesting = 0;
        match self {
            Template::Literal(value) => Ok(value.clone()),
            Template::Whole(hole) => {
                let value = find(hole, path, filling, |found| found.into_value())?;
                fill_inside(filling, value, path)
            }
            Template::Text { written, pieces } => {
                let mut text = String::with_capacity(written.len());
                for piece in pieces {
                    match piece {
                        Piece::Text(literal) => text.push_str(literal),
                        Piece::Hole(hole) => match value_text(hole, path, filling)? {
                            // What the value brings along may be a placeholder as well.
                            value if value.contains("{{") => return fill_text(filling, written, path),
                            value => text.push_str(&value),
                        },
                    }
                    expect_room(&text, path, filling.limits())?;
                }
                Ok(Value::from(text))
            }
            Template::Rescan(written) => fill_text(filling, written, path),
        }
    }
}

fn literal(text: &str, start: usize, end: usize) -> Option<Piece> {
    let text = text.get(start..end).filter(|text| !text.is_empty())?;
    Some(Piece::Text(Text::new(text)))
}

fn value_text<S: Scope, O: Observer>(
    hole: &Hole,
    path: &Path<'_>,
    filling: &mut Filling<'_, S, O>,
) -> Result<Text, FillError> {
    let limits = filling.setting.limits;
    let asked = Asked {
        query: String::new(),
        shallow: hole.shallow,
    };
    let text = find(hole, path, filling, |found| match found {
        Found::Value(value) => embedded(&value, &asked, limits),
        other => embedded(&other.into_value(), &asked, limits),
    })?;
    text.map_err(|cause| {
        FillError::unresolved(form(hole, filling).text.as_ref(), path, cause).within(&hole.at)
    })
}

/// Evaluates a placeholder and hands on what it finds.
fn find<T, S: Scope, O: Observer>(
    hole: &Hole,
    path: &Path<'_>,
    filling: &mut Filling<'_, S, O>,
    then: impl FnOnce(Found<'_>) -> T,
) -> Result<T, FillError> {
    let form = form(hole, filling);
    filling
        .search_form(form, then)
        .map_err(|cause| FillError::unresolved(&form.text, path, cause).within(&hole.at))
}

/// The query that a placeholder means now.
fn form<'h, S: Scope, O: Observer>(hole: &'h Hole, filling: &mut Filling<'_, S, O>) -> &'h Form {
    if let Some(form) = &hole.on_target
        && filling.has_target()
    {
        return form;
    }
    match &hole.on_delete {
        Some(form) if filling.deletes() => form,
        _ => &hole.form,
    }
}
