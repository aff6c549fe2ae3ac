//! The page of commands: what `--help` says.

use std::env;
use std::process::Command;

use anyhow::{Context, ensure};

use crate::conformance::COMMAND;

const HEAD: &str = "\
# Commands

Written from the command line itself by `cargo xtask docs`.
";

pub(super) fn page() -> anyhow::Result<String> {
    let main = help(&[])?;
    let mut text = format!("{HEAD}\n```text\n{}\n```\n", main.trim_end());
    for command in commands(&main) {
        text.push_str(&format!(
            "\n## sekisho {command}\n\n```text\n{}\n```\n",
            help(&[command])?.trim_end()
        ));
    }
    Ok(text)
}

/// The names below `Commands:`.
fn commands(help: &str) -> impl Iterator<Item = &str> {
    let (_, list) = help.split_once("Commands:\n").unwrap_or_default();
    list.lines()
        .map_while(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split(' ').next())
        .filter(|name| !name.is_empty())
}

fn help(words: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(env::current_exe()?)
        .arg(COMMAND)
        .args(words)
        .arg("--help")
        .env_remove("COLUMNS")
        .output()
        .context("the command line cannot be run")?;
    ensure!(output.status.success(), "`{} --help` fails", words.join(" "));
    String::from_utf8(output.stdout).context("the help is no UTF-8")
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_found_in_the_help() {
        let help =
            "Usage\n\nCommands:\n  check  Judge\n         more\n  apply  Judge\n\nOptions:\n  -h  Help\n";
        assert_eq!(super::commands(help).collect::<Vec<_>>(), ["check", "apply"]);
    }
}
