//! From the words of a command line to files: files, folders, globs and `-`.
//!
//! Nothing is passed over without a word. What has the name of YAML or JSON and cannot be read is an error;
//! what is left out on purpose is named in a note, what `.gitignore` leaves out only on demand.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use ignore::{DirEntry, WalkBuilder};
use sekisho_diagnostics::Diagnostic;

use super::target::{Target, is_standard_input};
use super::unreadable;
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
    /// All YAML and JSON below it, in whatever case the suffix is written, hidden files and folders included,
    /// without what `.gitignore` leaves out.
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
    /// Notes on what `.gitignore` leaves out: for those who ask.
    pub ignored: Vec<Diagnostic>,
}

/// An input and whether the user named it or it lay in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    pub input: Input,
    pub named: bool,
}

impl Input {
    /// What a word names that is neither a folder nor a glob. Standard input goes by several names.
    #[must_use]
    pub fn of(word: &str) -> Input {
        if word == "-" || is_standard_input(Path::new(word)) {
            return Input::StandardInput;
        }
        Input::File(PathBuf::from(word))
    }

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

/// The inputs that words name. `builtin:all` is the built-in pack, `builtin:NAME` a policy of it. A word that
/// is an existing path is that path, whatever is in it; another one with `*`, `?`, `[` or `{` is a glob.
#[must_use]
pub fn find(words: &[String], folders: Folders) -> Found {
    let mut search = Search {
        folders,
        found: Found::default(),
        seen: HashSet::new(),
    };
    for word in words {
        search.word(word);
    }
    search.found
}

struct Search {
    folders: Folders,
    found: Found,
    seen: HashSet<Input>,
}

impl Search {
    fn word(&mut self, word: &str) {
        if let Some(name) = word.strip_prefix(pack::PREFIX) {
            match pack::find(name) {
                Ok(names) => names.for_each(|name| self.push(Input::BuiltIn(name), true)),
                Err(diagnostic) => self.found.complaints.push(*diagnostic),
            }
            return;
        }
        let path = match Input::of(word) {
            Input::File(path) => path,
            input => return self.push(input, true),
        };
        let complaint = match Target::of(&path) {
            Target::Folder => return self.folder(&path),
            Target::File | Target::Given => return self.push(Input::File(path), true),
            Target::Unfit(what) => *unreadable(word, what),
            Target::Unknown(cause) => *unreadable(word, &cause),
            Target::Dangling(target) => dangling(&path, &target),
            Target::Missing => match glob(&path) {
                Some(Ok((base, glob))) => return self.glob(word, &base, &glob),
                Some(Err(cause)) => {
                    let message = format!("no file or folder `{word}`, and it is no glob: {cause}");
                    Diagnostic::error("no-such-file", message)
                }
                None => nothing_there(word),
            },
        };
        self.found.complaints.push(complaint);
    }

    fn push(&mut self, input: Input, named: bool) {
        if self.seen.insert(input.clone()) {
            self.found.inputs.push(Located { input, named });
        }
    }

    fn folder(&mut self, folder: &Path) {
        for file in walk(folder, self.folders, &mut self.found) {
            self.push(Input::File(file), false);
        }
    }

    /// What a glob matches; a folder is looked through, as if a shell had written its name.
    fn glob(&mut self, word: &str, base: &Path, glob: &GlobMatcher) {
        let is_wanted = |path: &Path| glob.is_match(path);
        let below = look_through(base, Folders::Everything, &is_wanted, &mut self.found);
        if below.files.is_empty() && below.folders.is_empty() && below.faults == 0 {
            self.found.complaints.push(nothing_there(word));
        }
        for file in below.files {
            self.push(Input::File(file), true);
        }
        for folder in below.folders {
            self.folder(&folder);
        }
    }
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

fn dangling(path: &Path, target: &Path) -> Diagnostic {
    let message = format!(
        "`{}` is a link that leads nowhere: there is no `{}`",
        path.display(),
        target.display()
    );
    Diagnostic::error("no-such-file", message)
}

/// What lies in the same folder under nearly the same name.
fn neighbour(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut names: Vec<String> = fs::read_dir(folder.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let nearest = sekisho_diagnostics::nearest(name, names.iter().map(String::as_str))?;
    Some(path.with_file_name(nearest))
}

/// The folder without wildcards that a glob begins with, and the glob; nothing for a word without wildcards.
fn glob(path: &Path) -> Option<Result<(PathBuf, GlobMatcher), String>> {
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
    let glob = GlobBuilder::new(&text).literal_separator(true).build();
    Some(match glob {
        Ok(glob) => Ok((base, glob.compile_matcher())),
        Err(cause) => Err(cause.kind().to_string()),
    })
}

/// The files of a folder that hold YAML or JSON, in the order of their paths.
pub(crate) fn walk(folder: &Path, folders: Folders, found: &mut Found) -> Vec<PathBuf> {
    let below = look_through(folder, folders, &|path| suffix(path) != Suffix::Other, found);
    let (files, others) = below
        .files
        .into_iter()
        .partition(|file| folders == Folders::Everything || suffix(file) == Suffix::Yaml);
    let why = "`kyverno` reads only what ends in `.yaml` or `.yml`";
    found.complaints.extend(passed_over(folder, others, why));
    files
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Suffix {
    /// As Kyverno's command line knows it.
    Yaml,
    /// JSON, or YAML that does not look like it to everybody.
    Rare,
    Other,
}

fn suffix(path: &Path) -> Suffix {
    let suffix = path.extension().and_then(|suffix| suffix.to_str());
    let suffix = suffix.unwrap_or_default();
    let is_any = |known: &[&str]| known.iter().any(|known| suffix.eq_ignore_ascii_case(known));
    match suffix {
        "yaml" | "yml" => Suffix::Yaml,
        _ if is_any(&["yaml", "yml", "json"]) => Suffix::Rare,
        _ => Suffix::Other,
    }
}

/// What lies below a folder under a wanted name.
#[derive(Debug, Default)]
pub(crate) struct Below {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) folders: Vec<PathBuf>,
    /// How much of it cannot be read.
    faults: usize,
}

/// Everything below a folder with a wanted name, in the order of paths. Links to folders are not followed.
pub(crate) fn look_through(
    folder: &Path,
    folders: Folders,
    is_wanted: &dyn Fn(&Path) -> bool,
    found: &mut Found,
) -> Below {
    let mut walk = WalkBuilder::new(folder);
    walk.hidden(folders == Folders::Visible)
        .max_depth((folders == Folders::Flat).then_some(1))
        .ignore(false)
        .git_global(false)
        // Kyverno's command line knows nothing of git.
        .git_ignore(folders == Folders::Everything)
        .git_exclude(folders == Folders::Everything)
        .sort_by_file_path(Path::cmp)
        .filter_entry(|entry| entry.file_name() != ".git");
    let mut below = Below::default();
    let mut linked = Vec::new();
    let mut visited = HashSet::new();
    let mut looked_into = Vec::new();
    for entry in walk.build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(cause) => {
                let text = cause.to_string();
                found
                    .complaints
                    .push(*unreadable(&folder.display().to_string(), &text));
                continue;
            }
        };
        visited.insert(entry.path().to_path_buf());
        let is_link = entry.path_is_symlink() && entry.depth() > 0;
        let complaint = match target(&entry) {
            Target::Folder if is_link => {
                linked.push(entry.into_path());
                continue;
            }
            Target::Folder => {
                if entry.depth() > 0 && is_wanted(entry.path()) {
                    below.folders.push(entry.path().to_path_buf());
                }
                if folders != Folders::Flat || entry.depth() == 0 {
                    looked_into.push(entry.into_path());
                } else {
                    visited.remove(entry.path());
                }
                continue;
            }
            _ if !is_wanted(entry.path()) => continue,
            Target::File | Target::Given => {
                below.files.push(entry.into_path());
                continue;
            }
            Target::Unfit(what) => *unreadable(&entry.path().display().to_string(), what),
            Target::Unknown(cause) => *unreadable(&entry.path().display().to_string(), &cause),
            Target::Dangling(target) => dangling(entry.path(), &target),
            // It was there a moment ago.
            Target::Missing => nothing_there(&entry.path().display().to_string()),
        };
        below.faults += 1;
        found.complaints.push(complaint);
    }
    let why = "links to folders are not followed";
    found.complaints.extend(passed_over(folder, linked, why));
    let left_out = left_out(&looked_into, &visited, is_wanted);
    match folders {
        Folders::Everything => {
            let note = passed_over(folder, left_out, "`.gitignore` leaves it out");
            found.ignored.extend(note);
        }
        Folders::Visible => {
            let why = "`kyverno` passes over hidden names";
            found.complaints.extend(passed_over(folder, left_out, why));
        }
        Folders::Flat => {
            let why = "`kyverno` does not look into folders below the one of the resources";
            found.complaints.extend(passed_over(folder, left_out, why));
        }
    }
    below
}

/// What an entry leads to, without a further look where the walk knows it.
fn target(entry: &DirEntry) -> Target {
    match entry.file_type() {
        Some(file_type) if file_type.is_file() => Target::File,
        Some(file_type) if file_type.is_dir() => Target::Folder,
        Some(_) | None => Target::of(entry.path()),
    }
}

/// The folders, and the files with a wanted name, that a walk did not come to.
fn left_out(
    looked_into: &[PathBuf],
    visited: &HashSet<PathBuf>,
    is_wanted: &dyn Fn(&Path) -> bool,
) -> Vec<PathBuf> {
    let mut left_out = Vec::new();
    for folder in looked_into {
        // Whoever cannot be looked into was complained of.
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let others = entries.filter(|entry| entry.file_name() != ".git" && !visited.contains(&entry.path()));
        let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|sort| sort.is_dir());
        let meant = others.filter(|entry| is_folder(entry) || is_wanted(&entry.path()));
        left_out.extend(meant.map(|entry| entry.path()));
    }
    left_out.sort();
    left_out
}

/// A note that names what is not read, and why.
fn passed_over(folder: &Path, paths: Vec<PathBuf>, why: &str) -> Option<Diagnostic> {
    const NAMED: usize = 3;
    if paths.is_empty() {
        return None;
    }
    let named: Vec<String> = paths
        .iter()
        .take(NAMED)
        .map(|path| format!("`{}`", path.strip_prefix(folder).unwrap_or(path).display()))
        .collect();
    let more = match paths.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "not read below `{}`: {}{more}; {why}",
        folder.display(),
        named.join(", ")
    );
    Some(Diagnostic::note("passed-over", message))
}
