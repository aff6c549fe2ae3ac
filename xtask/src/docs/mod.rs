//! `cargo xtask docs`: writes `docs/reference/` from the tables.

mod cel;
mod codes;
mod commands;
mod fields;
mod functions;
mod kinds;
mod operators;

use std::fs;
use std::process::ExitCode;

use anyhow::Context;

pub(crate) use codes::LISTS as CODE_LISTS;

use crate::workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Writes nothing; fails when a page is not what the tables say
    #[arg(long)]
    check: bool,
}

/// A page of the reference: the name of its file, and its text.
struct Page {
    file: &'static str,
    text: fn() -> anyhow::Result<String>,
}

const PAGES: &[Page] = &[
    Page {
        file: "cel.md",
        text: cel::page,
    },
    Page {
        file: "codes.md",
        text: codes::page,
    },
    Page {
        file: "commands.md",
        text: commands::page,
    },
    Page {
        file: "fields.md",
        text: fields::page,
    },
    Page {
        file: "functions.md",
        text: functions::page,
    },
    Page {
        file: "kinds.md",
        text: kinds::page,
    },
    Page {
        file: "operators.md",
        text: operators::page,
    },
];

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let folder = workspace::root().join("docs/reference");
    fs::create_dir_all(&folder)?;
    let mut stale = Vec::new();
    for page in PAGES {
        let file = folder.join(page.file);
        let old = if file.exists() {
            fs::read_to_string(&file)?
        } else {
            String::new()
        };
        let text = (page.text)()?;
        if text == old {
            continue;
        }
        if arguments.check {
            stale.push(page.file);
        } else {
            fs::write(&file, text).with_context(|| format!("`{}` cannot be written", file.display()))?;
        }
    }
    for page in &stale {
        println!("docs/reference/{page} is not what the tables say: run `cargo xtask docs`");
    }
    Ok(if stale.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// A text as the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}

/// A text inside a table cell of Markdown.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A text as code inside a table cell. Backticks inside get a longer fence around.
fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    let padding = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{padding}{}{padding}{fence}", cell(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_sorted() {
        assert!(PAGES.is_sorted_by_key(|page| page.file));
    }

    #[test]
    fn cells_keep_their_text() {
        assert_eq!(code("a || b"), "`a \\|\\| b`");
        assert_eq!(code("length(`[]`)"), "``length(`[]`)``");
        assert_eq!(code("`1`"), "`` `1` ``");
    }
}
