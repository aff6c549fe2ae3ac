//! The page of JMESPath functions.

use std::fmt::Write;

use sekisho_jmespath::{Arity, Function, Functions, functions};

use super::{cell, code};

const HEAD: &str = "\
# JMESPath functions

Written from the tables by `cargo xtask docs`. Examples are run as tests.
";

pub(super) fn page() -> anyhow::Result<String> {
    let mut text = HEAD.to_owned();
    for function in Functions::new(&[functions::STANDARD, sekisho_kubernetes::jmespath::KYVERNO]).iter() {
        section(&mut text, function);
    }
    Ok(text)
}

fn section(text: &mut String, function: &Function) {
    let _ = write!(
        text,
        "\n## {}\n\n`{}`\n\n{} {}.{}\n",
        function.name,
        function.signature(),
        function.name,
        function.summary,
        arity(function.arity)
    );
    if !function.parameters.is_empty() {
        text.push('\n');
    }
    for parameter in function.parameters {
        let _ = writeln!(text, "- `{}`: {}", parameter.name, parameter.summary);
    }
    if !function.examples.is_empty() {
        text.push_str("\n| Example | Result |\n|---|---|\n");
    }
    for example in function.examples {
        let _ = writeln!(
            text,
            "| {} | {} |",
            code(example.expression),
            code(example.result)
        );
    }
    if !function.note.is_empty() {
        let _ = write!(text, "\nNote: {}\n", cell(function.note));
    }
}

fn arity(arity: Arity) -> &'static str {
    match arity {
        Arity::Exact => "",
        Arity::Variadic => " Takes further arguments; their types are not checked.",
        Arity::Anything => " Takes any arguments and looks at none.",
    }
}
