//! The YAML files of the corpus beside the repository, for tests.
#![expect(clippy::disallowed_methods, reason = "the corpus lies outside the repository")]

use std::path::{Path, PathBuf};

/// Names and texts of the files; every tenth without optimisation, so that it takes seconds.
pub(super) fn corpus_files() -> impl Iterator<Item = (String, String)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut files = Vec::new();
    find(&corpus, &mut files);
    if files.is_empty() {
        println!("skipped: there is no corpus at ../shared/corpus");
    }
    let step = if cfg!(debug_assertions) { 10 } else { 1 };
    files.into_iter().step_by(step).filter_map(|file| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some((file.display().to_string(), text))
    })
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            find(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yaml" || extension == "yml")
        {
            files.push(path);
        }
    }
}
