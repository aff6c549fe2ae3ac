//! The commands: one file each, and one line in `Command`.

mod admission_form;
mod apply;
mod cel;
mod check;
mod common;
mod completion;
mod explain;
mod jp;
mod judging;
mod not_built;
mod test;
mod version;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{UnwindSafe, catch_unwind};

use clap::{CommandFactory, Parser, Subcommand};

use crate::exit::Exit;

/// Judges Kubernetes objects by policies before the cluster does.
#[derive(Debug, Parser)]
#[command(
    name = "sekisho",
    version,
    disable_help_subcommand = true,
    after_help = "Exit codes, of which the highest that applies wins:
  0  nothing found
  1  violations or failed tests
  2  wrong usage, or nothing loaded
  3  something could not be judged: unreadable files, paths and globs that lead nowhere, policies that are
     refused, what is not evaluated yet
  4  a bug in sekisho",
    max_term_width = 100
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge manifests by the built-in pack, or by policies of your own
    Check(check::Arguments),
    /// Judge resources by policies
    Apply(apply::Arguments),
    /// Run tests in the format of `kyverno test`
    Test(test::Arguments),
    /// Explain a code, function, operator, field or flag
    Explain(explain::Arguments),
    /// Try JMESPath as policies use it
    Jp(jp::Arguments),
    /// Try CEL as policies use it
    Cel(cel::Arguments),
    /// Print completions for a shell
    Completion(completion::Arguments),
    /// Print versions
    Version(version::Arguments),
}

/// Why a command ends before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A usage error: a line without a full stop, and perhaps what to do.
    Usage(String, Option<String>),
    /// Nobody can be told any more.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into(), None)
    }
}

/// Runs a command line; the result is the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    guarded(move || dispatch(&arguments))
}

/// A panic is a bug, and has an exit code of its own.
fn guarded(run: impl FnOnce() -> u8 + UnwindSafe) -> u8 {
    catch_unwind(run).unwrap_or_else(|_| {
        complain(
            "this is a bug in sekisho",
            Some("report it with the command line and the files that lead to it"),
        );
        Exit::Bug.code()
    })
}

fn dispatch(arguments: &[OsString]) -> u8 {
    let line = match CommandLine::try_parse_from(arguments) {
        Ok(line) => line,
        Err(error) => return refused(&error),
    };
    let done = match line.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Apply(arguments) => apply::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Jp(arguments) => jp::run(&arguments),
        Command::Cel(arguments) => cel::run(&arguments),
        Command::Completion(arguments) => completion::run(&arguments, CommandLine::command()),
        Command::Version(arguments) => version::run(&arguments),
    };
    match done {
        Ok(code) => code,
        Err(Failure::Usage(message, help)) => {
            complain(&message, help.as_deref());
            Exit::Usage.code()
        }
        // Whoever closes a pipe has read enough; the run was not finished all the same.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::NotJudged.code(),
        Err(Failure::Output(error)) => {
            complain(&format!("cannot write: {error}"), None);
            Exit::NotJudged.code()
        }
    }
}

/// What clap refuses, with a word on what is planned or left to others.
fn refused(error: &clap::Error) -> u8 {
    if let Some((message, help)) = not_built::explained(error) {
        complain(&message, Some(help));
        return Exit::Usage.code();
    }
    let _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(Exit::Usage.code())
}

fn complain(message: &str, help: Option<&str>) {
    let mut text = format!("error: {}\n", sekisho_diagnostics::visible(message));
    if let Some(help) = help {
        text += &format!("  help: {}\n", sekisho_diagnostics::visible(help));
    }
    let _ = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn a_panic_has_a_code_of_its_own() {
        assert_eq!(guarded(|| 3), 3);
        assert_eq!(guarded(|| panic!("seen in the output of this test")), 4);
    }
}
