//! `sekisho cel`: expressions as policies use them, one by one.

use std::fmt::Write as _;
use std::io::Write as _;

use sekisho_cel::{
    Activation, Bounds, CompileError, Environment, Expression, Fault, Function, Meter, NoHints, Release,
    Style, Value as CelValue,
};
use sekisho_diagnostics::{nearest, visible};
use sekisho_document::json::{self, Form};
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Map, Numbers, Value};
use sekisho_kubernetes::cel::{self, Place, kyverno};
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
            Where::Mpol => Place::MutatingPolicy,
            Where::Gpol => Place::GeneratingPolicy,
            Where::Dpol => Place::DeletingPolicy,
            Where::Ivpol => Place::ImageValidatingPolicy,
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
    let old_object = read(arguments.old.as_ref())?;
    let request = request(&object, &old_object);
    let seen = Seen {
        environment: &environment,
        values: [
            ("object", &object),
            ("oldObject", &old_object),
            ("request", &request),
            ("namespaceObject", &Value::Null),
            ("params", &Value::Null),
        ],
        world: kyverno::World::of_cluster(&world),
    };
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
        let mut meter = Meter::new(environment.limits, None);
        let value = program.evaluate(&seen, &mut meter);
        // Written out, a value may be far larger than it is here.
        let value = value.and_then(|value| {
            Meter::new(environment.limits, None)
                .take_whole(&value)
                .map(|()| value)
        });
        let shown = match &value {
            Ok(value) => shown(value),
            Err(fault) => {
                exit = Exit::NotJudged;
                format!("error: {fault}")
            }
        };
        if arguments.short {
            let _ = writeln!(out, "{}", visible(&shown));
            continue;
        }
        let _ = writeln!(out, "# {}", visible(text));
        let _ = writeln!(out, "{}", visible(&shown));
        let ty = value.as_ref().map_or("none", CelValue::type_name);
        let _ = writeln!(out, "  type: {ty}, checked as {}", program.ty());
        let _ = writeln!(out, "  cost: {}, estimated {}", meter.cost, range(estimate));
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
    let _ = writeln!(out, "# {}\n{error}", visible(text));
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
        Some(document) => json::write(&document, Form::COMPACT),
        None => format!("{value:?}"),
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
fn request(object: &Value, old_object: &Value) -> Value {
    let kinds = Kinds::builtin(Version::KUBERNETES);
    let request = match old_object.is_null() {
        true => Request::create(object.clone(), &kinds),
        false => Request::update(old_object.clone(), object.clone(), &kinds),
    };
    request.map_or_else(|_| Value::Map(Map::new()), |request| request.to_value())
}

/// What expressions see.
struct Seen<'s> {
    environment: &'s Environment,
    values: [(&'static str, &'s Value); 5],
    world: kyverno::World<'s>,
}

impl<'s> Activation<'s> for Seen<'s> {
    fn variable(&self, slot: usize) -> Option<CelValue<'s>> {
        let is_meant = |name: &str| self.environment.variable(name) == Some(slot);
        const LIBRARIES: [&str; 7] = [
            "generator",
            "globalContext",
            "http",
            "image",
            "json",
            "resource",
            "yaml",
        ];
        let mut values = self.values.iter();
        match values.find(|(name, _)| is_meant(name)) {
            Some((_, value)) => Some(CelValue::of(value)),
            None => LIBRARIES
                .into_iter()
                .find(|name| is_meant(name))
                .and_then(kyverno::receiver),
        }
    }

    fn answer(
        &self,
        function: &str,
        arguments: &[CelValue<'s>],
        meter: &mut Meter,
    ) -> Result<CelValue<'s>, Fault> {
        let answer = self.world.answer(function, arguments, meter);
        answer.unwrap_or_else(|| Err(Fault::nobody_answers(function)))
    }
}
