//! The folder of recorded suites: reading its JSON and JSON lines.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::de::DeserializeOwned;

/// A folder whose subfolders are suites. Which files and how many rows lie there is never assumed.
pub(super) struct Corpus {
    root: PathBuf,
}

impl Corpus {
    /// The folder without detours, so that paths below it can be told apart by their beginning.
    pub(super) fn new(root: &Path) -> anyhow::Result<Corpus> {
        let found = root.canonicalize().ok().filter(|root| root.is_dir());
        let root = found
            .with_context(|| format!("there is no corpus at `{}`: nothing was compared", root.display()))?;
        Ok(Corpus { root })
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    pub(super) fn has(&self, relative: &str) -> bool {
        self.path(relative).exists()
    }

    pub(super) fn text(&self, relative: &str) -> anyhow::Result<String> {
        let path = self.path(relative);
        fs::read_to_string(&path).with_context(|| format!("`{}` cannot be read", path.display()))
    }

    /// One JSON document.
    pub(super) fn json<T: DeserializeOwned>(&self, relative: &str) -> anyhow::Result<T> {
        serde_json::from_str(&self.text(relative)?)
            .with_context(|| format!("`{relative}` is not of the expected form"))
    }

    /// One JSON document a line.
    pub(super) fn json_lines<T: DeserializeOwned>(&self, relative: &str) -> anyhow::Result<Vec<T>> {
        self.text(relative)?
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(idx, line)| {
                serde_json::from_str(line)
                    .with_context(|| format!("`{relative}`, line {}: unexpected form", idx + 1))
            })
            .collect()
    }

    /// Names of the files of a suite's folder that end in `ending`, sorted, relative to the corpus.
    pub(super) fn files(&self, folder: &str, ending: &str) -> anyhow::Result<Vec<String>> {
        let path = self.path(folder);
        let entries =
            fs::read_dir(&path).with_context(|| format!("`{}` cannot be listed", path.display()))?;
        let mut names = Vec::new();
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(ending) {
                names.push(format!("{folder}/{name}"));
            }
        }
        names.sort();
        Ok(names)
    }

    /// The folders below one, hidden ones too, that hold a file of this name: sorted, relative to the
    /// corpus.
    pub(super) fn folders_with(&self, root: &str, file: &str) -> anyhow::Result<Vec<String>> {
        let mut found = Vec::new();
        let mut open = vec![root.to_owned()];
        while let Some(folder) = open.pop() {
            let path = self.path(&folder);
            let entries =
                fs::read_dir(&path).with_context(|| format!("`{}` cannot be listed", path.display()))?;
            for entry in entries {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                if entry.file_type()?.is_dir() {
                    open.push(format!("{folder}/{name}"));
                } else if name == file {
                    found.push(folder.clone());
                }
            }
        }
        found.sort();
        Ok(found)
    }
}
