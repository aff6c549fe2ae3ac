//! A new diagnostic code: a row in the list of the crate that says it.

use std::fmt::Write;

use anyhow::{Context, ensure};
use clap::ValueEnum;

use super::{change, format};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Name of the fault in kebab-case: `unknown-function`
    name: String,
    /// The crate that says it
    #[arg(long = "crate", value_name = "CRATE")]
    speaker: Speaker,
}

#[derive(Clone, Copy, ValueEnum)]
enum Speaker {
    Cli,
    Document,
    Kubernetes,
    Parser,
}

impl Speaker {
    fn list(self) -> &'static str {
        match self {
            Speaker::Cli => "crates/cli/src/codes.rs",
            Speaker::Document => "crates/document/src/yaml/codes.rs",
            Speaker::Kubernetes => "crates/kubernetes/src/codes.rs",
            Speaker::Parser => "crates/parser/src/codes/table.rs",
        }
    }
}

pub(super) fn write(arguments: &Arguments) -> anyhow::Result<()> {
    let name = &arguments.name;
    let kebab = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    ensure!(name.split('-').all(kebab), "`{name}` is not in kebab-case");
    let file = arguments.speaker.list();
    change(file, |text| insert(text, name))?;
    format(&[file])?;
    println!(
        "next: fill in the row, say it with `Diagnostic::error(\"{name}\", …)`, then `cargo xtask docs`"
    );
    Ok(())
}

/// Puts a row into a sorted list of `Code { name: …` rows.
fn insert(text: &str, name: &str) -> anyhow::Result<String> {
    const OPENING: &str = "    Code {\n";
    let mut at = None;
    for (start, _) in text.match_indices(OPENING) {
        let row = text.get(start..).unwrap_or_default();
        let (_, rest) = row.split_once("name: \"").context("a row has no name")?;
        let (known, _) = rest.split_once('"').context("a row has no name")?;
        ensure!(known != name, "there is a code `{name}` already");
        if known > name {
            at = Some(start);
            break;
        }
    }
    let at = at
        .or_else(|| text.rfind("];\n"))
        .context("there is no list of codes")?;
    let (before, behind) = text.split_at(at);
    let mut new = before.to_owned();
    let _ = write!(
        new,
        "{OPENING}        name: \"{name}\",\n        summary: \"say in one line what the fault is\",\n        \
         explanation: \"Say what it means and why it matters.\",\n        wrong: \"\",\n        right: \"\",\n    }},\n"
    );
    Ok(new + behind)
}

#[cfg(test)]
mod tests {
    use super::insert;

    #[test]
    fn rows_stay_sorted() {
        let row = |name: &str| format!("    Code {{\n        name: \"{name}\",\n    }},\n");
        let list = format!("pub const CODES: &[Code] = &[\n{}{}];\n", row("b"), row("d"));
        let names = |text: &str| -> Vec<String> {
            text.split("name: \"")
                .skip(1)
                .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
                .collect()
        };
        for (name, expected) in [
            ("a", ["a", "b", "d"]),
            ("c", ["b", "c", "d"]),
            ("e", ["b", "d", "e"]),
        ] {
            assert_eq!(names(&insert(&list, name).unwrap()), expected);
        }
        assert!(insert(&list, "b").is_err());
    }
}
