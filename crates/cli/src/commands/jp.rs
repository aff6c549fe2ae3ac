//! `sekisho jp`: JMESPath as policies use it (command line reference A7).

use std::io::{IsTerminal, Read, Write};

use sekisho_diagnostics::visible;
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
    /// Texts without quotes
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
        *out += &shown(&found.into_value(), arguments);
        out.push('\n');
    }
    Ok(())
}

fn shown(value: &Value, arguments: &QueryArguments) -> String {
    match value.as_str().filter(|_| arguments.unquoted) {
        Some(text) => text.to_owned(),
        None => json::write(
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
        ),
    }
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
