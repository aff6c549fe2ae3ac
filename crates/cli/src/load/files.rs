//! From the words of a command line to files: files, folders, globs and `-`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;
use sekisho_diagnostics::Diagnostic;

use crate::pack;

/// One thing to read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Input {
    /// `-`.
    StandardInput,
    File(PathBuf),
    /// A policy of the built-in pack, by its name.
    BuiltIn(&'static str),
}

/// Which files of a folder are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folders {
    /// All YAML and JSON below it, hidden folders included, without what `.gitignore` leaves out.
    Everything,
    /// YAML below it; what has a hidden name is left out, as Kyverno's command line looks for policies
    /// (command line reference A3).
    Visible,
    /// YAML right in it, as Kyverno's command line looks for resources (A4).
    Flat,
}

/// What was found, each input once and in the order of the words, and what was not.
#[derive(Debug, Clone, Default)]
pub struct Found {
    pub inputs: Vec<Located>,
    pub complaints: Vec<Diagnostic>,
}

/// An input and whether the user named it or it lay in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    pub input: Input,
    pub named: bool,
}

impl Input {
    /// How the user knows it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Input::StandardInput => "-".to_owned(),
            Input::File(path) => path.display().to_string(),
            Input::BuiltIn(name) => format!("{}{name}", pack::PREFIX),
        }
    }
}

/// The inputs that words name. `builtin:all` is the built-in pack, `builtin:NAME` a policy of it. A word that is an existing path is that path, whatever is in it; another
/// one with `*`, `?`, `[` or `{` is a glob.
#[must_use]
pub fn find(words: &[String], folders: Folders) -> Found {
    let mut found = Found::default();
    let mut seen = HashSet::new();
    for word in words {
        let mut push = |input: Input, named: bool| {
            if seen.insert(input.clone()) {
                found.inputs.push(Located { input, named });
            }
        };
        let path = Path::new(word);
        if word == "-" {
            push(Input::StandardInput, true);
        } else if let Some(name) = word.strip_prefix(pack::PREFIX) {
            match pack::find(name) {
                Ok(names) => names.for_each(|name| push(Input::BuiltIn(name), true)),
                Err(diagnostic) => found.complaints.push(*diagnostic),
            }
        } else if path.is_dir() {
            let files = walk(path, folders, &mut found.complaints);
            files.into_iter().for_each(|file| push(Input::File(file), false));
        } else if path.exists() {
            push(Input::File(path.to_path_buf()), true);
        } else if let Some((base, glob)) = glob(path) {
            let all = walk_all(&base, true, None, &mut found.complaints);
            let files: Vec<PathBuf> = all.into_iter().filter(|file| glob.is_match(file)).collect();
            if files.is_empty() {
                found.complaints.push(nothing_there(word));
            }
            files.into_iter().for_each(|file| push(Input::File(file), true));
        } else {
            found.complaints.push(nothing_there(word));
        }
    }
    found
}

fn nothing_there(word: &str) -> Diagnostic {
    if word.starts_with("http://") || word.starts_with("https://") {
        let message = format!("`{word}` is not read: sekisho does not use the network");
        return Diagnostic::error("no-such-file", message).help("download it first");
    }
    let diagnostic = Diagnostic::error("no-such-file", format!("no file or folder `{word}`"));
    match neighbour(Path::new(word)) {
        Some(name) => diagnostic.help(format!("did you mean `{}`?", name.display())),
        None => diagnostic,
    }
}

/// What lies in the same folder under nearly the same name.
fn neighbour(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut names: Vec<String> = std::fs::read_dir(folder.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let nearest = sekisho_diagnostics::nearest(name, names.iter().map(String::as_str))?;
    Some(path.with_file_name(nearest))
}

/// The folder without wildcards that a glob begins with, and the glob.
fn glob(path: &Path) -> Option<(PathBuf, GlobMatcher)> {
    let has_wildcard = |text: &str| text.contains(['*', '?', '[', '{']);
    let text = path.to_str().filter(|text| has_wildcard(text))?;
    let mut base: PathBuf = path
        .components()
        .take_while(|part| !part.as_os_str().to_str().is_some_and(has_wildcard))
        .collect();
    let text = if base.as_os_str().is_empty() {
        base = PathBuf::from(".");
        // What is found below `.` carries it.
        format!("./{text}")
    } else {
        text.to_owned()
    };
    let glob = GlobBuilder::new(&text).literal_separator(true).build().ok()?;
    Some((base, glob.compile_matcher()))
}

/// The files of a folder, in the order of their paths.
pub(crate) fn walk(folder: &Path, folders: Folders, complaints: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
    let (hidden, depth, suffixes): (bool, Option<usize>, &[&str]) = match folders {
        Folders::Everything => (true, None, &["yaml", "yml", "json"]),
        Folders::Visible => (false, None, &["yaml", "yml"]),
        Folders::Flat => (true, Some(1), &["yaml", "yml"]),
    };
    let mut files = walk_all(folder, hidden, depth, complaints);
    files.retain(|file| {
        let suffix = file.extension().and_then(|suffix| suffix.to_str());
        suffix.is_some_and(|suffix| suffixes.contains(&suffix))
    });
    files
}

/// Every file of a folder, in the order of their paths. Links to folders are not followed.
pub(crate) fn walk_all(
    folder: &Path,
    hidden: bool,
    depth: Option<usize>,
    complaints: &mut Vec<Diagnostic>,
) -> Vec<PathBuf> {
    let mut walk = WalkBuilder::new(folder);
    walk.hidden(!hidden)
        .max_depth(depth)
        .ignore(false)
        .git_global(false)
        .sort_by_file_path(Path::cmp)
        .filter_entry(|entry| entry.file_name() != ".git");
    let mut files = Vec::new();
    for entry in walk.build() {
        match entry {
            Ok(entry) if entry.path().is_file() => files.push(entry.into_path()),
            Ok(_) => {}
            Err(cause) => complaints.push(Diagnostic::error(
                "unreadable-file",
                format!("cannot look through `{}`: {cause}", folder.display()),
            )),
        }
    }
    files
}
