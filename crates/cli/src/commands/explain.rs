//! `sekisho explain`: what a code, a function, an operator, a field or a flag is, from the tables.

use std::fmt::Write as _;
use std::io::Write;

use clap::CommandFactory;
use sekisho_classic::conditions::operators::{self, Operator};
use sekisho_diagnostics::{Code, find_code, nearest};
use sekisho_jmespath::Function;
use sekisho_parser::fields::{
    Demand, Described, KINDS, KindShape, Preset, Shape, Type, UnknownPath, describe, shape_in,
};

use super::{CommandLine, Failure, admission_form, jp};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  sekisho explain unknown-field
  sekisho explain to_upper
  sekisho explain AnyIn
  sekisho explain clusterpolicy.spec.rules.match
  sekisho explain --audit-warn
  sekisho explain policy.yaml --vap")]
pub(crate) struct Arguments {
    /// A code, function, operator, field or flag; with `--vap` a file or folder of policies
    #[arg(value_name = "THING", allow_hyphen_values = true)]
    thing: String,

    /// Show the ValidatingAdmissionPolicies, with bindings, that Kyverno generates from policies
    #[arg(long)]
    vap: bool,
}

/// The codes of all crates.
const CODES: &[&[Code]] = &[
    crate::CODES,
    sekisho_chain::ADMISSION_CODES,
    sekisho_chain::CODES,
    sekisho_document::yaml::CODES,
    sekisho_kubernetes::CODES,
    sekisho_parser::CHECK_CODES,
    sekisho_parser::CODES,
];

pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let thing = arguments.thing.trim();
    if arguments.vap {
        return admission_form::run(thing);
    }
    let text = explained(thing).ok_or_else(|| unknown(thing))?;
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(0)
}

fn unknown(thing: &str) -> Failure {
    if let Err(UnknownPath {
        known,
        unknown,
        meant,
    }) = place(thing)
        && !known.is_empty()
    {
        let help = meant.map(|meant| format!("did you mean `{meant}`?"));
        return Failure::Usage(format!("`{known}` has no field `{unknown}`"), help);
    }
    let names = names();
    let help = match nearest(thing, names.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "name a code, a function, an operator, a field like `clusterpolicy.spec.rules`, or a flag"
            .to_owned(),
    };
    Failure::Usage(format!("nothing is known as `{thing}`"), Some(help))
}

fn explained(thing: &str) -> Option<String> {
    let functions = jp::all_functions();
    find_code(CODES, thing)
        .map(code)
        .or_else(|| functions.get(thing).map(function))
        .or_else(|| operators::find(thing).map(operator))
        .or_else(|| place(thing).ok())
        .or_else(|| flag(thing))
}

/// Everything that can be explained, for the nearest name.
fn names() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    names.extend(CODES.iter().copied().flatten().map(|code| code.name.to_owned()));
    names.extend(
        jp::all_functions()
            .iter()
            .map(|function| function.name.to_owned()),
    );
    names.extend(operators::all().flat_map(Operator::names).map(str::to_owned));
    names.extend(KINDS.iter().map(|kind| kind.kind.to_owned()));
    let command = CommandLine::command();
    let flags = command.get_subcommands().flat_map(clap::Command::get_arguments);
    names.extend(
        flags
            .filter_map(|flag| flag.get_long())
            .map(|long| format!("--{long}")),
    );
    names
}

fn code(code: &Code) -> String {
    let mut text = format!("{}: {}\n\n{}\n", code.name, code.summary, code.explanation);
    for (title, example) in [("Wrong", code.wrong), ("Right", code.right)] {
        if !example.is_empty() {
            let _ = write!(text, "\n{title}:\n\n{}", indented(example));
        }
    }
    text
}

fn function(function: &Function) -> String {
    let mut text = format!(
        "{}\n\n{} {}.\n",
        function.signature(),
        function.name,
        function.summary
    );
    if !function.parameters.is_empty() {
        text.push('\n');
    }
    for parameter in function.parameters {
        let _ = writeln!(text, "  {}: {}", parameter.name, parameter.summary);
    }
    if !function.examples.is_empty() {
        text.push_str("\nExamples:\n\n");
    }
    for example in function.examples {
        let _ = writeln!(text, "  {}  \u{2192}  {}", example.expression, example.result);
    }
    if !function.note.is_empty() {
        let _ = write!(text, "\nNote: {}\n", function.note);
    }
    text
}

fn operator(operator: &'static Operator) -> String {
    let names: Vec<&str> = operator.names().collect();
    let mut text = format!(
        "{}\n\nA condition with it {}.\n",
        names.join(", "),
        operator.summary
    );
    if let Some(instead) = operator.instead {
        let _ = write!(text, "\nDeprecated: write {instead}.\n");
    }
    if !operator.examples.is_empty() {
        text.push_str("\nExamples:\n\n");
    }
    for example in operator.examples {
        let answer = if example.holds { "holds" } else { "does not hold" };
        let _ = writeln!(
            text,
            "  {} {} {}  {answer}",
            example.key, operator.name, example.value
        );
    }
    text
}

/// A kind, or a field of one: `clusterpolicy.spec.rules.match`.
fn place(thing: &str) -> Result<String, UnknownPath> {
    Ok(match describe(thing)? {
        Described::Kind(kind) => about(kind) + &fields(kind.shape),
        Described::Field { kind, field } => {
            let rest = thing.split_once('.').map_or("", |(_, rest)| rest);
            let mut text = format!(
                "{}.{rest}: {}\n\n{}.\n",
                kind.kind,
                of_type(field.of),
                capital(field.summary)
            );
            if field.required {
                text.push_str("\nRequired.\n");
            }
            if let Some(preset) = field.preset {
                let _ = write!(text, "\nDefault: {}\n", preset_text(preset));
            }
            text + &shape_in(&field.of).map(fields).unwrap_or_default()
        }
    })
}

fn about(kind: &KindShape) -> String {
    format!(
        "{} ({} {})\n\n{}.\n",
        kind.kind,
        kind.group,
        kind.versions.join(", "),
        capital(kind.summary)
    )
}

fn fields(shape: &Shape) -> String {
    let mut text = String::new();
    if shape.fields.is_empty() {
        return text;
    }
    text.push_str("\nFields:\n\n");
    let widest = shape
        .fields
        .iter()
        .map(|field| field.name.len())
        .max()
        .unwrap_or_default();
    for field in shape.fields {
        let required = if field.required { " (required)" } else { "" };
        let _ = writeln!(
            text,
            "  {:widest$}  {}: {}{required}",
            field.name,
            of_type(field.of),
            field.summary
        );
    }
    for demand in shape.demands {
        let _ = match demand {
            Demand::ExactlyOne(names) => write!(text, "\nExactly one of {}.\n", names.join(", ")),
            Demand::NotTogether(names) => write!(text, "\nNot together: {}.\n", names.join(", ")),
        };
    }
    text
}

fn of_type(of: Type) -> String {
    match of {
        Type::Any => "anything".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Integer => "whole number".to_owned(),
        Type::AtLeast(least) => format!("whole number, at least {least}"),
        Type::Text => "text".to_owned(),
        Type::Sized { min, max } => format!("text of {min} to {max} characters"),
        Type::Word(words) => words.join(" | "),
        Type::List(item) => format!("list of {}", of_type(*item)),
        Type::Filled(item) => format!("list, not empty, of {}", of_type(*item)),
        Type::Entries(item) => format!("map to {}", of_type(*item)),
        Type::Map(_) => "map".to_owned(),
    }
}

fn preset_text(preset: Preset) -> String {
    match preset {
        Preset::Boolean(value) => value.to_string(),
        Preset::Integer(value) => value.to_string(),
        Preset::Text(value) => value.to_owned(),
        Preset::EmptyMap => "{}".to_owned(),
    }
}

/// A flag of any command.
fn flag(thing: &str) -> Option<String> {
    let name = thing.strip_prefix("--")?;
    let command = CommandLine::command();
    let mut text = String::new();
    for subcommand in std::iter::once(&command).chain(command.get_subcommands()) {
        let found = subcommand
            .get_arguments()
            .find(|flag| flag.get_long() == Some(name) && !flag.is_hide_set());
        if let Some(found) = found {
            let help = found.get_help().map(ToString::to_string).unwrap_or_default();
            let whose = if subcommand.get_name() == command.get_name() {
                "every command".to_owned()
            } else {
                format!("`{}`", subcommand.get_name())
            };
            let _ = writeln!(text, "--{name} of {whose}: {help}");
        }
    }
    (!text.is_empty()).then_some(text)
}

fn indented(text: &str) -> String {
    text.trim_end()
        .lines()
        .map(|line| format!("  {line}\n"))
        .collect()
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_of_every_sort_are_explained() {
        for (thing, start) in [
            ("not-an-object", "not-an-object: "),
            ("unknown-field", "unknown-field: "),
            ("to_upper", "to_upper("),
            ("anyin", "AnyIn"),
            ("clusterpolicy", "ClusterPolicy (kyverno.io"),
            (
                "ClusterPolicy.spec.rules.match",
                "ClusterPolicy.spec.rules.match: map\n",
            ),
            ("--audit-warn", "--audit-warn of `check`"),
        ] {
            let text = explained(thing).unwrap_or_default();
            assert!(text.starts_with(start), "{thing}: {text}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{thing}: {text}");
        }
        for thing in ["nothing", "clusterpolicy.spec.nothing", "--nothing", ""] {
            assert_eq!(explained(thing), None, "{thing}");
        }
    }

    #[test]
    fn every_code_is_named_once() {
        let mut names: Vec<&str> = CODES.iter().copied().flatten().map(|code| code.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
