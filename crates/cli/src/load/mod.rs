//! Everything that is read: files found, bytes as text, documents one after the other.

pub mod files;
pub mod payloads;
pub mod policies;
pub mod resources;
pub mod rest;
pub mod side;
mod target;

use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sekisho_diagnostics::{Diagnostic, Source, Sources};
use sekisho_document::yaml::{self, Limits};
use sekisho_kubernetes::Profile;

use files::Input;
use target::Target;

use crate::pack;

/// Reads inputs and keeps the texts that findings point into.
#[derive(Debug)]
pub struct Reader {
    pub sources: Sources,
    pub limits: Limits,
    source_bytes: u64,
    /// Standard input is read once and given to whoever asks again.
    standard_input: Option<Arc<str>>,
    /// So are files that the process was given open.
    given: HashMap<PathBuf, Arc<str>>,
}

impl Reader {
    #[must_use]
    pub fn new(profile: &Profile) -> Reader {
        Reader {
            sources: Sources::new(),
            limits: Limits {
                depth: profile.limits.depth as usize,
                ..Limits::DEFAULT
            },
            source_bytes: u64::from(profile.limits.source_bytes),
            standard_input: None,
            given: HashMap::new(),
        }
    }

    /// The text of an input, which is not kept.
    ///
    /// # Errors
    /// When it cannot be read, is too long or is no text.
    pub fn text(&mut self, input: &Input) -> Result<Arc<str>, Box<Diagnostic>> {
        match input {
            Input::File(path) => {
                if let Some(text) = self.given.get(path) {
                    return Ok(Arc::clone(text));
                }
                let target = Target::of(path);
                let text = file_text(path, &target, self.source_bytes)?;
                if target == Target::Given {
                    self.given.insert(path.clone(), Arc::clone(&text));
                }
                Ok(text)
            }
            Input::BuiltIn(name) => Ok(Arc::from(pack::text(name))),
            Input::StandardInput => {
                if let Some(text) = &self.standard_input {
                    return Ok(Arc::clone(text));
                }
                let text = read_text("-", std::io::stdin().lock(), self.source_bytes)?;
                self.standard_input = Some(Arc::clone(&text));
                Ok(text)
            }
        }
    }

    /// The input as a source that is kept.
    ///
    /// # Errors
    /// As [`Reader::text`].
    pub fn source(&mut self, input: &Input) -> Result<Source, Box<Diagnostic>> {
        let text = self.text(input)?;
        Ok(self.sources.add_shared(Arc::from(input.name()), text))
    }
}

/// The text of the file that a path leads to.
///
/// # Errors
/// When it cannot be read, is longer than the limit or is no text.
fn file_text(path: &Path, target: &Target, limit: u64) -> Result<Arc<str>, Box<Diagnostic>> {
    let name = path.display().to_string();
    match target {
        Target::Unfit(what) => return Err(unreadable(&name, what)),
        Target::Folder => return Err(unreadable(&name, "it is a folder")),
        // Opening them says what is wrong.
        Target::Dangling(_) | Target::Missing | Target::Unknown(_) => {}
        Target::File | Target::Given => {}
    }
    match fs::File::open(path) {
        Ok(file) => read_text(&name, file, limit),
        Err(cause) => Err(unreadable(&name, &cause.to_string())),
    }
}

fn read_text(name: &str, from: impl Read, limit: u64) -> Result<Arc<str>, Box<Diagnostic>> {
    let mut bytes = Vec::new();
    if let Err(cause) = from.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        return Err(unreadable(name, &cause.to_string()));
    }
    if bytes.len() as u64 > limit {
        return Err(unreadable(name, &format!("it has more than {limit} bytes")));
    }
    match yaml::decode_file(&bytes) {
        Ok(text) => Ok(Arc::from(text)),
        Err(cause) => {
            let place = std::str::from_utf8(&bytes).err().map(|error| error.valid_up_to());
            let place = place.map_or_else(String::new, |at| format!(" ({})", line_and_column(&bytes, at)));
            Err(unreadable(name, &format!("{}{place}", cause.upstream())))
        }
    }
}

/// `line 3, column 5`: columns count characters, as everywhere.
fn line_and_column(bytes: &[u8], at: usize) -> String {
    let before = bytes.get(..at).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1);
    let column = String::from_utf8_lossy(before.get(start..).unwrap_or_default())
        .chars()
        .count();
    format!("line {line}, column {}", column + 1)
}

/// Says that a file which is there to give something gives nothing.
pub(crate) fn empty_file(input: &Input, what: &str) -> Diagnostic {
    Diagnostic::warning("empty-file", format!("`{}` holds no {what}", input.name()))
}

pub(crate) fn unreadable(name: &str, cause: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        "unreadable-file",
        format!("cannot read `{name}`: {cause}"),
    ))
}
