//! `cargo xtask new`: writes the file and the line of a new entry.

mod code;
mod function;
mod insert;
mod report_format;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// A diagnostic code: its row in the list of a crate
    Code(code::Arguments),
    /// A JMESPath function: its file, its line in the list, an empty case
    Function(function::Arguments),
    /// A report format: its file and its lines
    ReportFormat(report_format::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.what {
        What::Code(arguments) => code::write(arguments)?,
        What::Function(arguments) => function::write(arguments)?,
        What::ReportFormat(arguments) => report_format::write(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a file that must not exist yet; says so.
fn create(relative: &str, text: &str) -> anyhow::Result<()> {
    let file = workspace::root().join(relative);
    ensure!(!file.exists(), "`{relative}` exists already");
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&file, text).with_context(|| format!("`{relative}` cannot be written"))?;
    println!("wrote {relative}");
    Ok(())
}

/// Changes a file that exists; says so.
fn change(relative: &str, new: impl FnOnce(&str) -> anyhow::Result<String>) -> anyhow::Result<()> {
    let file = workspace::root().join(relative);
    let old = fs::read_to_string(&file).with_context(|| format!("`{relative}` cannot be read"))?;
    let text = new(&old).with_context(|| format!("`{relative}` cannot be changed"))?;
    fs::write(&file, text).with_context(|| format!("`{relative}` cannot be written"))?;
    println!("changed {relative}");
    Ok(())
}

/// Formats Rust files as the workspace does.
fn format(files: &[&str]) -> anyhow::Result<()> {
    let root = workspace::root();
    let status = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root.join("rustfmt.toml"))
        .args(files.iter().map(|file| root.join(Path::new(file))))
        .status()
        .context("rustfmt cannot be run")?;
    ensure!(status.success(), "rustfmt failed");
    Ok(())
}

/// Names of entries are names of Rust modules.
fn check_name(name: &str) -> anyhow::Result<()> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    ensure!(
        starts && name.chars().all(allowed),
        "`{name}` is no name: lower-case letters, digits and `_`"
    );
    Ok(())
}
