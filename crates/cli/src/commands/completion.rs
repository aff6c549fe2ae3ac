//! `sekisho completion`: completions for a shell.

use std::io::Write;

use clap_complete::Shell;

use super::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, mut command: clap::Command) -> Result<u8, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "sekisho", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(0)
}
