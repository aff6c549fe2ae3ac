//! `sekisho jp`: JMESPath as policies use it (command line reference A7).

use std::io::{IsTerminal, Read, Write};

use sekisho_diagnostics::{is_hidden, visible};
use sekisho_document::json::{self, Escapes, Form, Layout};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Keys, Numbers, Value};
use sekisho_jmespath::{Function, Functions, Query, Setting, functions};
use sekisho_kubernetes::{Kinds, Order, Version};

use super::{Failure, common};
use crate::exit::Exit;
use crate::facts::World;
use crate::load::Reader;
use crate::load::files::Input;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Evaluate queries on a document
    ///
    /// Results are JSON, in which characters that steer a terminal stand as escapes.
    Query(QueryArguments),
    /// Show the syntax tree of queries
    Parse(ParseArguments),
    /// List functions
    Function(FunctionArguments),
}

#[derive(Debug, clap::Args)]
struct QueryArguments {
    /// Queries
    #[arg(value_name = "QUERY")]
    queries: Vec<String>,
    /// File with the document, YAML or JSON [default: standard input]
    #[arg(short, long, value_name = "FILE")]
    input: Option<String>,
    /// File with a query [repeatable]
    #[arg(short, long, value_name = "FILE")]
    query: Vec<String>,
    /// Results on one line
    #[arg(short, long)]
    compact: bool,
    /// Texts without quotes: as they are in a pipe or a file, with control characters made visible on a
    /// terminal
    #[arg(short, long)]
    unquoted: bool,
}

#[derive(Debug, clap::Args)]
struct ParseArguments {
    /// Queries [default: one from standard input]
    #[arg(value_name = "QUERY")]
    queries: Vec<String>,
    /// File with a query [repeatable]
    #[arg(short, long, value_name = "FILE")]
    file: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct FunctionArguments {
    /// Names; all when there is none
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let mut out = String::new();
    let done = match &arguments.command {
        Command::Query(arguments) => query(arguments, &mut out),
        Command::Parse(arguments) => parse(arguments, &mut out),
        Command::Function(arguments) => function(arguments, &mut out),
    };
    std::io::stdout().write_all(out.as_bytes())?;
    match done {
        Ok(()) => Ok(Exit::Fine.code()),
        Err(Trouble::Usage(message, help)) => Err(Failure::Usage(message, help)),
        Err(Trouble::Query(message)) => {
            super::complain(&message, None);
            Ok(Exit::NotJudged.code())
        }
    }
}

enum Trouble {
    Usage(String, Option<String>),
    /// A query or document that cannot be read, or has no answer.
    Query(String),
}

/// All functions that policies can call.
pub(crate) fn all_functions() -> Functions {
    Functions::new(&[functions::STANDARD, sekisho_kubernetes::jmespath::KYVERNO])
}

fn query(arguments: &QueryArguments, out: &mut String) -> Result<(), Trouble> {
    let queries = queries(&arguments.queries, &arguments.query)?;
    if queries.is_empty() && arguments.input.is_none() {
        return Err(Trouble::Usage(
            "at least one query or input object is required".to_owned(),
            None,
        ));
    }
    let queries = match queries.is_empty() {
        true => vec![read_input("a JMESPath expression")?],
        false => queries,
    };
    let text = match &arguments.input {
        Some(file) => read_file(file)?,
        None => read_input("the input object")?,
    };
    let root = yaml::read(&text, &Limits::DEFAULT, Numbers::AllFloat)
        .map_err(|error| Trouble::Query(format!("failed to read the input: {error}")))?;
    let functions = all_functions();
    let world = World::empty(
        Order::KyvernoCli,
        Kinds::builtin(Version::KUBERNETES),
        common::now(),
    );
    let setting = Setting {
        world: &world,
        limits: &sekisho_jmespath::Limits::STANDARD,
    };
    let screen = match std::io::stdout().is_terminal() {
        true => Screen::Terminal,
        false => Screen::Bytes,
    };
    for text in &queries {
        *out += &format!("# {}\n", visible(text));
        let query = Query::compile(text, &functions).map_err(|cause| {
            Trouble::Query(format!(
                "failed to compile JMESPath: {text}, error: {}",
                cause.message()
            ))
        })?;
        let found = query
            .search(&root, setting)
            .map_err(|cause| Trouble::Query(format!("error evaluating JMESPath expression: {cause}")))?;
        *out += &shown(&found.into_value(), arguments, screen);
        out.push('\n');
    }
    Ok(())
}

/// Where results go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Screen {
    Terminal,
    Bytes,
}

fn shown(value: &Value, arguments: &QueryArguments, screen: Screen) -> String {
    match (value.as_str().filter(|_| arguments.unquoted), screen) {
        (Some(text), Screen::Bytes) => text.to_owned(),
        (Some(text), Screen::Terminal) => harmless_text(text),
        (None, _) => harmless_json(&json::write(
            value,
            Form {
                layout: if arguments.compact {
                    Layout::Compact
                } else {
                    Layout::Pretty
                },
                keys: Keys::Sorted,
                escapes: Escapes::Html,
            },
        )),
    }
}

/// JSON text in which nothing steers a terminal; any reader takes it for the same. What JSON does not escape
/// by itself, such as U+009B or U+202E, stands in strings only.
fn harmless_json(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for character in text.chars() {
        if character < ' ' || !is_hidden(character) {
            harmless.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            harmless += &format!("\\u{unit:04x}");
        }
    }
    harmless
}

/// A text for a terminal: its lines as they are, what would steer the terminal written out.
fn harmless_text(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => harmless.push(character),
            _ if is_hidden(character) => harmless.extend(character.escape_unicode()),
            _ => harmless.push(character),
        }
    }
    harmless
}

fn parse(arguments: &ParseArguments, out: &mut String) -> Result<(), Trouble> {
    let mut queries = queries(&arguments.queries, &arguments.file)?;
    if queries.is_empty() {
        queries.push(read_input("a JMESPath expression")?);
    }
    let functions = all_functions();
    for text in &queries {
        *out += &format!("# {}\n", visible(text));
        let query = Query::compile(text, &functions).map_err(|cause| Trouble::Query(cause.message()))?;
        *out += &query.listing();
        out.push('\n');
    }
    Ok(())
}

fn function(arguments: &FunctionArguments, out: &mut String) -> Result<(), Trouble> {
    let functions = all_functions();
    let mut chosen: Vec<&Function> = functions.iter().collect();
    if !arguments.names.is_empty() {
        for name in &arguments.names {
            if functions.get(name).is_none() {
                let names = functions.iter().map(|function| function.name);
                let help =
                    sekisho_diagnostics::nearest(name, names).map(|name| format!("did you mean `{name}`?"));
                return Err(Trouble::Usage(format!("no function named `{name}`"), help));
            }
        }
        chosen.retain(|function| arguments.names.iter().any(|name| name == function.name));
    }
    chosen.sort_by_key(|function| function.signature());
    for function in chosen {
        *out += &format!(
            "Name: {}\n  Signature: {}\n  Note:      {}\n\n",
            function.name,
            function.signature(),
            function.note
        );
    }
    Ok(())
}

/// The queries of the command line, then those of files.
fn queries(words: &[String], files: &[String]) -> Result<Vec<String>, Trouble> {
    let mut queries = words.to_vec();
    for file in files {
        queries.push(read_file(file)?.trim_end().to_owned());
    }
    Ok(queries)
}

fn read_file(file: &str) -> Result<String, Trouble> {
    let input = match file {
        "-" => Input::StandardInput,
        file => Input::File(file.into()),
    };
    let mut reader = Reader::new(&sekisho_kubernetes::Profile::NEWEST);
    match reader.text(&input) {
        Ok(text) => Ok(text.to_string()),
        Err(diagnostic) => Err(Trouble::Query(diagnostic.message)),
    }
}

/// What is typed, or comes through a pipe.
fn read_input(what: &str) -> Result<String, Trouble> {
    let mut input = std::io::stdin().lock();
    if std::io::stdin().is_terminal() {
        let prompt = format!("Reading from terminal input.\nEnter {what} and hit Ctrl+D.\n");
        let _ = std::io::stderr().write_all(prompt.as_bytes());
    }
    let mut text = String::new();
    match input.read_to_string(&mut text) {
        Ok(_) => Ok(text.trim_end().to_owned()),
        Err(cause) => Err(Trouble::Query(format!("cannot read standard input: {cause}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        let text = "a\u{1b}[31m\u{9b}2J\u{202e}b\u{7f}\n\t\u{feff}\u{e9}\u{1f469}\u{200d}\u{1f467}";
        let value = Value::List(vec![Value::text(text)].into());
        let arguments = |unquoted| QueryArguments {
            queries: Vec::new(),
            input: None,
            query: Vec::new(),
            compact: true,
            unquoted,
        };
        let json = "[\"a\\u001b[31m\\u009b2J\\u202eb\\u007f\\n\\t\\ufeff\u{e9}\u{1f469}\u{200d}\u{1f467}\"]";
        for unquoted in [false, true] {
            for screen in [Screen::Terminal, Screen::Bytes] {
                let got = shown(&value, &arguments(unquoted), screen);
                assert_eq!(got, json);
                assert_eq!(json::read(got.as_bytes(), json::Rules::GO).as_ref(), Ok(&value));
            }
        }
        let text = Value::text(text);
        assert_eq!(
            shown(&text, &arguments(true), Screen::Bytes),
            text.as_str().unwrap()
        );
        assert_eq!(
            shown(&text, &arguments(true), Screen::Terminal),
            "a\\u{1b}[31m\\u{9b}2J\\u{202e}b\\u{7f}\n\t\\u{feff}\u{e9}\u{1f469}\u{200d}\u{1f467}"
        );
    }
}
