//! Where cases lie: below `tests/cases/`, and below `cases/` of each policy in `policies/`.

use std::fs;
use std::path::{Path, PathBuf};

/// One case: a folder with what is judged, and the policy that judges it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Relative to the workspace, with `/` between: what words are looked for in.
    pub name: String,
    pub folder: PathBuf,
    /// In the folder, or beside the `cases/` folder of a ready-made policy.
    pub policy: PathBuf,
}

impl Case {
    /// A file of the case, if it is there.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.join(name)).filter(|file| file.is_file())
    }

    /// The folder of the ready-made policy whose case this is.
    #[must_use]
    pub fn packed(&self) -> Option<&Path> {
        self.policy
            .parent()
            .filter(|folder| *folder != self.folder.as_path())
    }

    /// The ValidatingAdmissionPolicy beside the ready-made policy, if it is there.
    #[must_use]
    pub fn twin(&self) -> Option<PathBuf> {
        let file = self.packed()?.join("admission.yaml");
        file.is_file().then_some(file)
    }
}

/// The cases of a workspace whose names contain all words, sorted by name.
pub fn find(workspace: &Path, words: &[String]) -> Vec<Case> {
    let mut folders = Vec::new();
    for root in ["tests/cases", "policies"] {
        walk(&workspace.join(root), &mut folders);
    }
    let mut cases: Vec<Case> = folders
        .into_iter()
        .filter_map(|folder| case(workspace, folder))
        .filter(|case| words.iter().all(|word| case.name.contains(word.as_str())))
        .collect();
    cases.sort_by(|left, right| left.name.cmp(&right.name));
    cases
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    found.push(folder.to_path_buf());
    for entry in entries.flatten() {
        if entry.path().is_dir() {
            walk(&entry.path(), found);
        }
    }
}

fn case(workspace: &Path, folder: PathBuf) -> Option<Case> {
    let own = folder.join("policy.yaml");
    let packed = folder
        .parent()
        .filter(|parent| parent.ends_with("cases"))
        .and_then(Path::parent);
    let policy = match packed {
        // A ready-made policy is judged by its cases; it is no case itself.
        Some(policy) if folder.starts_with(workspace.join("policies")) => policy.join("policy.yaml"),
        _ if folder.starts_with(workspace.join("tests")) => own,
        _ => return None,
    };
    let name = folder
        .strip_prefix(workspace)
        .ok()?
        .to_string_lossy()
        .replace('\\', "/");
    policy.is_file().then_some(Case { name, folder, policy })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_found_in_both_places() {
        let root = std::env::temp_dir().join(format!("sekisho-cases-{}", std::process::id()));
        for file in [
            "tests/cases/validate/names/policy.yaml",
            "tests/cases/validate/notes.md",
            "policies/require-labels/policy.yaml",
            "policies/require-labels/cases/missing/resource.yaml",
        ] {
            let file = root.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        let names = |words: &[&str]| -> Vec<String> {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            find(&root, &words).into_iter().map(|case| case.name).collect()
        };
        let packed = "policies/require-labels/cases/missing";
        assert_eq!(names(&[]), [packed, "tests/cases/validate/names"]);
        assert_eq!(names(&["labels", "miss"]), [packed]);
        assert_eq!(
            find(&root, &[])[0].policy,
            root.join("policies/require-labels/policy.yaml")
        );
        let packed: Vec<_> = find(&root, &[])
            .iter()
            .map(|case| case.packed().is_some())
            .collect();
        assert_eq!(packed, [true, false]);
        fs::remove_dir_all(&root).unwrap();
    }
}
