//! The page of condition operators.

use std::fmt::Write;

use sekisho_classic::conditions::Operator;
use sekisho_classic::conditions::operators::{Spelling, all};

use super::{capital, cell, code};

const HEAD: &str = "\
# Operators of conditions

Written from the tables by `cargo xtask docs`. Examples are run as tests; key and value are JSON.
";

pub(super) fn page() -> anyhow::Result<String> {
    let mut operators: Vec<&Operator> = all().collect();
    operators.sort_by_key(|operator| operator.name);
    let mut text = HEAD.to_owned();
    for operator in operators {
        section(&mut text, operator);
    }
    Ok(text)
}

fn section(text: &mut String, operator: &Operator) {
    let _ = write!(text, "\n## {}\n\n{}.", operator.name, capital(operator.summary));
    if !operator.aliases.is_empty() {
        let aliases: Vec<String> = operator.aliases.iter().map(|alias| code(alias)).collect();
        let _ = write!(text, " Also written {}.", aliases.join(", "));
    }
    if operator.spelling == Spelling::Exact {
        text.push_str(" In other capitals it is accepted and never holds.");
    }
    if let Some(instead) = operator.instead {
        let _ = write!(text, " Deprecated: use `{instead}`.");
    }
    text.push_str("\n\n| Key | Value | Holds |\n|---|---|---|\n");
    for example in operator.examples {
        let holds = if example.holds { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            code(example.key),
            code(example.value),
            cell(holds)
        );
    }
}
