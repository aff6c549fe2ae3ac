//! `cargo xtask tidy`: the rules of `docs/house-style.md` that a machine can check.

mod codes;
mod files;
mod layers;
mod lists;

use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::workspace;

/// Prints every breach; 1 when there is one.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let tracked = tracked_files()?;
    let mut breaches = layers::check()?;
    breaches.extend(codes::check(&tracked)?);
    breaches.extend(files::check(&tracked)?);
    breaches.extend(lists::check(&tracked)?);
    breaches.sort();
    for breach in &breaches {
        println!("{breach}");
    }
    if breaches.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("{} to tidy", breaches.len());
    Ok(ExitCode::FAILURE)
}

/// Every file of the workspace that git knows or would add, relative to its root.
fn tracked_files() -> anyhow::Result<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(workspace::root())
        .output()
        .context("git cannot be run")?;
    ensure!(
        output.status.success(),
        "git cannot list the files of the workspace"
    );
    let text = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    let root = workspace::root();
    Ok(text
        .lines()
        .filter(|file| root.join(file).is_file())
        .map(str::to_owned)
        .collect())
}
