//! Sizes of files, their first lines, ignored tests, and paths of one machine.

use std::fs;
use std::path::Path;

use crate::workspace;

/// The hard limit; `docs/house-style.md` §7 asks for half of it.
const LONGEST: usize = 800;

/// Folders that exist on somebody's machine and nowhere else.
const MACHINE_FOLDERS: &[&str] = &["work", "root", "home", "Users", "tmp/bash_jobs", "tmp/brief"];

pub(super) fn check(tracked: &[String]) -> anyhow::Result<Vec<String>> {
    let mut breaches = Vec::new();
    for file in tracked {
        let bytes = fs::read(workspace::root().join(file))?;
        // Files that are not text have no lines to check.
        if let Ok(text) = std::str::from_utf8(&bytes) {
            breaches.extend(breaches_of(file, text));
        }
    }
    Ok(breaches)
}

fn breaches_of(file: &str, text: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    if Path::new(file)
        .extension()
        .is_some_and(|extension| extension == "rs")
    {
        let lines = text.lines().count();
        if lines > LONGEST {
            breaches.push(format!("{file}: {lines} lines; split it, {LONGEST} is the limit"));
        }
        if !text.starts_with("//! ") {
            breaches.push(format!(
                "{file}:1: the first line does not say what the file is for (`//! …`)"
            ));
        }
    }
    for (idx, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("#[ignore") {
            breaches.push(format!(
                "{file}:{}: a test is ignored; assert what is true today",
                idx + 1
            ));
        }
        if names_machine(line) {
            breaches.push(format!("{file}:{}: a path of one machine", idx + 1));
        }
    }
    breaches
}

fn names_machine(line: &str) -> bool {
    MACHINE_FOLDERS.iter().any(|folder| {
        let path = format!("/{folder}/");
        line.match_indices(&path).any(|(at, _)| {
            let before = line.get(..at).unwrap_or_default().chars().next_back();
            !before.is_some_and(|before| before.is_alphanumeric() || "_.-/*}>".contains(before))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaches_are_found() {
        let long = format!("//! Long.\n{}", "\n".repeat(LONGEST));
        let path = ["let path = \"", "work", "x\";"].join("/");
        for (file, text, count) in [
            ("a.rs", "//! Says what it is for.\n", 0),
            ("a.rs", "fn main() {}\n", 1),
            ("a.md", "# Title\n", 0),
            ("a.rs", long.as_str(), 1),
            ("a.md", path.as_str(), 1),
            ("a.md", "see docs/work/plan and https://example.com/home/x", 0),
        ] {
            assert_eq!(breaches_of(file, text).len(), count, "{file} {text}");
        }
    }
}
