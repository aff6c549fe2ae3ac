//! `sekisho cel`: expressions as policies use them, one by one.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;

use sekisho_admission::kyverno::{Asking, receivers, text_of};
use sekisho_admission::{Activation, Expression as InPolicy, Given, Place as InPlace, Trouble, Variables};
use sekisho_cel::{
    Bounds, CompileError, Environment, Expression, Function, Meter, NoHints, Release, Style,
    Value as CelValue,
};
use sekisho_diagnostics::{nearest, visible};
use sekisho_document::json::{self, Form};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Map, Numbers, Text, Value};
use sekisho_kubernetes::cel::{self, Place, Told, kyverno};
use sekisho_kubernetes::{Kinds, Order, Profile, Request, Version};

use super::{Failure, common};
use crate::exit::Exit;
use crate::facts::World;
use crate::load::Reader;
use crate::load::files::Input;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  sekisho cel eval 'object.spec.replicas <= 3' -i deployment.yaml
  sekisho cel check --in vpol 'resource.get(\"v1\", \"configmaps\", \"a\", \"b\")'
  sekisho cel function quantity")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Evaluate expressions on an object: value, type, cost
    Eval(EvalArguments),
    /// Check expressions: type, and what they may cost
    Check(CheckArguments),
    /// List functions with their signatures
    Function(FunctionArguments),
}

#[derive(Debug, clap::Args)]
struct EvalArguments {
    /// Expressions
    #[arg(value_name = "EXPRESSION", required = true)]
    expressions: Vec<String>,
    /// File with the object, YAML or JSON; without one `object` is null
    #[arg(short, long, value_name = "FILE")]
    input: Option<String>,
    /// File with the object before an update
    #[arg(long, value_name = "FILE")]
    old: Option<String>,
    /// In what sort of policy the expressions stand
    #[arg(long = "in", value_enum, default_value_t = Where::Vap, value_name = "WHERE")]
    place: Where,
    /// Values alone
    #[arg(short, long)]
    short: bool,
}

#[derive(Debug, clap::Args)]
struct CheckArguments {
    /// Expressions
    #[arg(value_name = "EXPRESSION", required = true)]
    expressions: Vec<String>,
    /// In what sort of policy the expressions stand
    #[arg(long = "in", value_enum, default_value_t = Where::Vap, value_name = "WHERE")]
    place: Where,
}

#[derive(Debug, clap::Args)]
struct FunctionArguments {
    /// Names; all when there is none
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// In what sort of policy the functions are called
    #[arg(long = "in", value_enum, default_value_t = Where::Vap, value_name = "WHERE")]
    place: Where,
}

/// Where an expression stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Where {
    /// ValidatingAdmissionPolicy
    Vap,
    /// MutatingAdmissionPolicy
    Map,
    /// Match condition of a webhook
    Webhook,
    /// `validate.cel` of a classic policy
    Classic,
    /// ValidatingPolicy
    Vpol,
    /// NamespacedValidatingPolicy
    Nvpol,
    /// ValidatingPolicy for requests of Envoy
    Envoy,
    /// ValidatingPolicy for HTTP requests
    Http,
    /// MutatingPolicy
    Mpol,
    /// GeneratingPolicy
    Gpol,
    /// DeletingPolicy
    Dpol,
    /// ImageValidatingPolicy
    Ivpol,
}

impl Where {
    fn place(self) -> Place {
        match self {
            Where::Vap => Place::Validation,
            Where::Map => Place::Mutation,
            Where::Webhook => Place::WebhookCondition,
            Where::Classic => Place::Classic,
            Where::Vpol => Place::ValidatingPolicy,
            Where::Nvpol => Place::NamespacedValidatingPolicy,
            Where::Envoy => Place::EnvoyPolicy,
            Where::Http => Place::HttpPolicy,
            Where::Mpol => Place::MutatingPolicy,
            Where::Gpol => Place::GeneratingPolicy,
            Where::Dpol => Place::DeletingPolicy,
            Where::Ivpol => Place::ImageValidatingPolicy,
        }
    }

    /// Whether Kyverno's engine evaluates the expressions, in kinds of its own.
    fn is_of_kyverno(self) -> bool {
        match self {
            Where::Vap | Where::Map | Where::Webhook | Where::Classic => false,
            Where::Vpol
            | Where::Nvpol
            | Where::Envoy
            | Where::Http
            | Where::Mpol
            | Where::Gpol
            | Where::Dpol
            | Where::Ivpol => true,
        }
    }

    fn environment(self) -> Environment {
        cel::environment(self.place(), Release::STORED)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let mut out = String::new();
    let done = match &arguments.command {
        Command::Eval(arguments) => eval(arguments, &mut out),
        Command::Check(arguments) => check(arguments, &mut out),
        Command::Function(arguments) => function(arguments, &mut out),
    };
    std::io::stdout().write_all(out.as_bytes())?;
    done.map(Exit::code)
}

fn eval(arguments: &EvalArguments, out: &mut String) -> Result<Exit, Failure> {
    let environment = arguments.place.environment();
    let world = World::empty(
        Order::ApiServer,
        Kinds::builtin(Version::KUBERNETES),
        common::now(),
    );
    let object = read(arguments.input.as_ref())?;
    let old_object = match (&arguments.old, arguments.place.is_of_kyverno()) {
        // Kyverno shows what is not there as an empty map.
        (None, true) => Value::Map(Map::new()),
        (file, _) => read(file.as_ref())?,
    };
    let request = request(&object, &old_object);
    let told = match arguments.place.is_of_kyverno() {
        true => Told::with_objects(&request),
        false => Told::without_objects(Cow::Borrowed(&request)),
    };
    let given = Given::of([
        ("object", CelValue::of(&object)),
        ("oldObject", CelValue::of(&old_object)),
        ("namespaceObject", CelValue::Null),
        ("params", CelValue::Null),
    ])
    .with(receivers())
    .telling(&told);
    let asking = Asking(kyverno::World::of_cluster(&world));
    let variables = Variables::compile([], &mut environment.clone());
    let place = InPlace::of(&environment);
    let mut exit = Exit::Fine;
    for text in &arguments.expressions {
        let compiled = Expression::check(text, &environment).and_then(|checked| {
            Ok((
                checked.plan(&environment)?,
                checked.estimate(&environment, &NoHints),
            ))
        });
        let (program, estimate) = match compiled {
            Ok(compiled) => compiled,
            Err(error) => {
                refuse(out, text, &error);
                exit = Exit::NotJudged;
                continue;
            }
        };
        let ty = program.ty().clone();
        let expression = InPolicy {
            text: Text::new(text),
            program: Ok(program),
        };
        let activation = Activation::new(&given, &variables, &asking);
        let (value, cost) = activation.evaluate(&expression, &place);
        // Written out, a value may be far larger than it is here.
        let value = value.and_then(|value| {
            let taken = Meter::new(environment.limits, None).take_whole(&value);
            taken.map(|()| value).map_err(Trouble::Fault)
        });
        let shown = match &value {
            Ok(value) => shown(value),
            Err(trouble) => {
                exit = Exit::NotJudged;
                format!("error: {}", text_of(trouble))
            }
        };
        if arguments.short {
            let _ = writeln!(out, "{}", visible(&shown));
            continue;
        }
        let _ = writeln!(out, "# {}", visible(text));
        let _ = writeln!(out, "{}", visible(&shown));
        let found = value.as_ref().map_or("none", CelValue::type_name);
        let _ = writeln!(out, "  type: {found}, checked as {ty}");
        let _ = writeln!(out, "  cost: {cost}, estimated {}", range(estimate));
    }
    Ok(exit)
}

fn check(arguments: &CheckArguments, out: &mut String) -> Result<Exit, Failure> {
    let environment = arguments.place.environment();
    let mut exit = Exit::Fine;
    for text in &arguments.expressions {
        let checked = Expression::check(text, &environment)
            .and_then(|checked| checked.plan(&environment).map(|_| checked));
        match checked {
            Ok(checked) => {
                let _ = writeln!(out, "# {}", visible(text));
                let _ = writeln!(out, "  type: {}", checked.ty());
                let estimate = checked.estimate(&environment, &NoHints);
                let _ = writeln!(out, "  cost: estimated {}", range(estimate));
            }
            Err(error) => {
                refuse(out, text, &error);
                exit = Exit::NotJudged;
            }
        }
    }
    Ok(exit)
}

fn function(arguments: &FunctionArguments, out: &mut String) -> Result<Exit, Failure> {
    let environment = arguments.place.environment();
    let is_operator = |name: &str| name.starts_with('_') || name.starts_with('@') || name.contains("_[");
    let functions: Vec<&Function> = environment
        .functions()
        .filter(|function| !is_operator(function.name))
        .collect();
    let names = || {
        let functions = functions.iter().map(|function| function.name);
        functions.chain(environment.macros().map(|known| known.name))
    };
    for wanted in &arguments.names {
        if !names().any(|name| name == wanted) {
            let help = nearest(wanted, names()).map(|name| format!("did you mean `{name}`?"));
            let message = format!("no function named `{wanted}` there");
            return Err(Failure::Usage(message, help));
        }
    }
    let is_wanted =
        |name: &str| arguments.names.is_empty() || arguments.names.iter().any(|wanted| wanted == name);
    for function in functions.iter().filter(|function| is_wanted(function.name)) {
        let _ = writeln!(out, "{}: {}", function.name, function.summary);
        for overload in function.overloads {
            let parameters: Vec<String> = overload
                .parameters
                .iter()
                .map(|shape| shape.to_type().to_string())
                .collect();
            let returns = overload.returns.to_type();
            let call = match (overload.style, parameters.split_first()) {
                (Style::Method, Some((target, others))) => {
                    format!("{target}.{}({})", function.name, others.join(", "))
                }
                _ => format!("{}({})", function.name, parameters.join(", ")),
            };
            let _ = writeln!(out, "  {call} -> {returns}");
        }
        for example in function.examples.iter().take(2) {
            let _ = writeln!(out, "  e.g. {} = {}", example.expression, example.result);
        }
    }
    for known in environment.macros().filter(|known| is_wanted(known.name)) {
        let _ = writeln!(out, "{}: {}", known.name, known.summary);
        for example in known.examples.iter().take(2) {
            let _ = writeln!(out, "  e.g. {} = {}", example.expression, example.result);
        }
    }
    Ok(Exit::Fine)
}

/// Says what is wrong with an expression, with line, column and a mark below the place.
fn refuse(out: &mut String, text: &str, error: &CompileError) {
    let _ = writeln!(out, "# {}", visible(text));
    for line in error.to_string().lines() {
        let _ = writeln!(out, "{}", in_columns(line));
    }
}

/// A line without characters that steer a terminal: each is one sign, so that marks stay below their places.
fn in_columns(line: &str) -> String {
    let is_plain = |character: char| {
        let mut bytes = [0; 4];
        let text: &str = character.encode_utf8(&mut bytes);
        visible(text) == text
    };
    let sign = |character| match is_plain(character) {
        true => character,
        false => char::REPLACEMENT_CHARACTER,
    };
    line.chars().map(sign).collect()
}

fn range(bounds: Bounds) -> String {
    match (bounds.least, bounds.greatest) {
        (least, greatest) if least == greatest => least.to_string(),
        (least, u64::MAX) => format!("{least} or more, without a bound"),
        (least, greatest) => format!("{least} to {greatest}"),
    }
}

/// A value as JSON where it has such a form.
fn shown(value: &CelValue<'_>) -> String {
    match value.to_document() {
        Some(document) if is_json(&document) => json::write(&document, Form::COMPACT),
        Some(_) | None => format!("{value:?}"),
    }
}

/// Whether all numbers in a value, which is as deep as expressions can make one, are numbers of JSON.
fn is_json(value: &Value) -> bool {
    match value {
        Value::Float(number) => number.is_finite(),
        Value::List(list) => list.iter().all(is_json),
        Value::Map(map) => map.values().all(is_json),
        _ => true,
    }
}

fn read(file: Option<&String>) -> Result<Value, Failure> {
    let Some(file) = file else {
        return Ok(Value::Null);
    };
    let mut reader = Reader::new(&Profile::NEWEST);
    let text = reader
        .text(&Input::of(file))
        .map_err(|diagnostic| Failure::usage(diagnostic.message))?;
    yaml::read(&text, &Limits::DEFAULT, Numbers::AsWritten)
        .map_err(|error| Failure::usage(format!("`{file}` can not be read: {error}")))
}

/// The request that creates the object, or changes it.
fn request(object: &Value, old_object: &Value) -> Request {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let is_new = old_object.as_map().is_none_or(Map::is_empty);
    let request = match is_new {
        true => Request::create(object.clone(), &kinds),
        false => Request::update(old_object.clone(), object.clone(), &kinds),
    };
    request.unwrap_or_else(|_| Request::of_nothing())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_without_a_form_in_json_are_shown_as_they_are() {
        let document = json::read(br#"{"a": [1.5, null]}"#, json::Rules::KUBERNETES).unwrap();
        for (value, expected) in [
            (CelValue::Double(f64::NAN), "NaN"),
            (CelValue::Double(f64::INFINITY), "inf"),
            (CelValue::list(vec![CelValue::Double(f64::NAN)]), "[NaN]"),
            (CelValue::Double(1.5), "1.5"),
            (CelValue::of(&document), r#"{"a":[1.5,null]}"#),
        ] {
            assert_eq!(shown(&value), expected);
        }
    }

    #[test]
    fn faults_are_shown_without_characters_that_steer_a_terminal() {
        let environment = Where::Vap.environment();
        for text in ["'\u{1b}[31m' + 1", "1 + '\u{202e}'"] {
            let error = Expression::check(text, &environment).unwrap_err();
            let mut out = String::new();
            refuse(&mut out, text, &error);
            assert!(!out.contains(['\u{1b}', '\u{202e}']), "{out}");
            let lines: Vec<&str> = out.lines().collect();
            let snippet = lines.iter().position(|line| line.contains('\u{fffd}')).unwrap();
            let column = |line: &str, sign: char| line.chars().position(|it| it == sign).unwrap();
            assert_eq!(
                column(lines[snippet], '+'),
                column(lines[snippet + 1], '^'),
                "{out}"
            );
        }
    }
}
