//! What a path leads to, looked at before it is opened: opening a named pipe waits for whoever writes into
//! it, and a device may never end.

use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What lies at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    File,
    Folder,
    /// What the process was given open: standard input, process substitution. It can be read once.
    Given,
    /// Nothing that can be read to its end, in words: `it is a named pipe`.
    Unfit(&'static str),
    /// A link to something that is not there.
    Dangling(PathBuf),
    Missing,
    /// It cannot be looked at; the cause.
    Unknown(String),
}

impl Target {
    pub(crate) fn of(path: &Path) -> Target {
        match fs::metadata(path) {
            Ok(metadata) if is_given(path) && !metadata.is_dir() => Target::Given,
            Ok(metadata) => Target::of_type(path, metadata.file_type()),
            Err(cause) => match (cause.kind(), fs::read_link(path)) {
                (ErrorKind::NotFound, Ok(target)) => Target::Dangling(target),
                (ErrorKind::NotFound | ErrorKind::NotADirectory, Err(_)) => Target::Missing,
                _ => Target::Unknown(cause.to_string()),
            },
        }
    }

    fn of_type(path: &Path, file_type: FileType) -> Target {
        if file_type.is_file() {
            return Target::File;
        }
        if file_type.is_dir() {
            return Target::Folder;
        }
        // The usual way to say "an empty file".
        if path == Path::new("/dev/null") {
            return Target::File;
        }
        Target::Unfit(sort(file_type))
    }
}

/// Standard input by its path.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]
        .iter()
        .any(|known| path == Path::new(known))
}

/// Whether a path names an open file of this process, as `<(…)` of a shell does.
fn is_given(path: &Path) -> bool {
    let number = path.file_name().and_then(|name| name.to_str());
    let is_number = number.is_some_and(|name| name.parse::<u32>().is_ok());
    let folder = path.parent().and_then(Path::to_str).unwrap_or_default();
    let is_own = matches!(folder, "/dev/fd" | "/proc/self/fd");
    is_standard_input(path) || (is_number && is_own)
}

#[cfg(unix)]
fn sort(file_type: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if file_type.is_fifo() {
        "it is a named pipe"
    } else if file_type.is_socket() {
        "it is a socket"
    } else {
        "it is a device"
    }
}

#[cfg(not(unix))]
fn sort(_file_type: FileType) -> &'static str {
    "it is neither a file nor a folder"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ends_is_read() {
        for (path, expected) in [
            ("/dev/null", Target::File),
            ("/dev/zero", Target::Unfit("it is a device")),
            ("/", Target::Folder),
            ("/dev/nothing", Target::Missing),
            ("/dev/null/below", Target::Missing),
        ] {
            assert_eq!(Target::of(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn open_files_are_known_by_their_paths() {
        for (path, expected) in [
            ("/dev/stdin", true),
            ("/dev/fd/63", true),
            ("/proc/self/fd/3", true),
            ("/dev/fd/x", false),
            ("fd/3", false),
            ("/dev/zero", false),
        ] {
            assert_eq!(is_given(Path::new(path)), expected, "{path}");
        }
    }
}
