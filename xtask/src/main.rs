//! Chores of the workspace: conformance, docs, new entries, tidy.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "chores are a rim: they read and write files and speak to a terminal"
)]

mod conformance;
mod docs;
mod kubernetes_data;
mod new;
mod tidy;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    // Recorded command lines are run in a process of their own, which is this program again.
    if words.nth(1).is_some_and(|word| word == conformance::COMMAND) {
        let name = OsString::from(conformance::COMMAND);
        return ExitCode::from(sekisho::commands::run(std::iter::once(name).chain(words)));
    }
    let result = match Arguments::parse().command {
        Command::Conformance(arguments) => conformance::run(&arguments),
        Command::Docs(arguments) => docs::run(&arguments),
        Command::KubernetesData(arguments) => kubernetes_data::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Tidy => tidy::run(),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Chores of the workspace")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs recorded suites and compares every answer with the original's
    Conformance(conformance::Arguments),
    /// Writes docs/reference/ from the tables
    Docs(docs::Arguments),
    /// Writes the tables of built-in kinds from the facts of each Kubernetes version
    KubernetesData(kubernetes_data::Arguments),
    /// Writes the file and the line of a new entry
    New(new::Arguments),
    /// Checks layers, file sizes, first lines, lists and paths
    Tidy,
}
