//! An answer of ours to a recorded expression.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use sekisho_cel::{
    Activation, CompileError, Environment, Expression, Fault, Meter, Phase, Program, Release, Value,
};
use sekisho_document::json::{Rules, read};
use sekisho_document::{self as document, Numbers};
use sekisho_kubernetes::cel::{Place, VariableTypes, environment, kyverno, row};
use serde_json::{Value as Json, json};

use super::compare::{write, write_type};
use super::facts::World;

/// The objects of a row, and the world.
pub(crate) struct Context {
    values: BTreeMap<&'static str, document::Value>,
    world: World,
}

impl Context {
    pub(crate) fn read(folder: &Path, name: &str) -> Context {
        let load = |name: &str| {
            let bytes = std::fs::read(folder.join(format!("{name}.json"))).unwrap();
            read(&bytes, Rules::KUBERNETES).unwrap()
        };
        let whole = load(name);
        let part = |name: &str| whole.get(name).cloned().unwrap_or(document::Value::Null);
        let object = part("object");
        let mut request = part("request").as_map().cloned().unwrap_or_default();
        request.insert("object", object.clone());
        let old = match part("oldObject") {
            document::Value::Null => document::Value::Map(document::Map::new()),
            old => {
                request.insert("oldObject", old.clone());
                old
            }
        };
        let values = [
            ("doubles", object.renumber(Numbers::AllFloat)),
            ("namespaceObject", part("namespaceObject")),
            ("object", object),
            ("oldObject", old),
            ("request", document::Value::Map(request)),
        ];
        Context {
            values: values.into_iter().collect(),
            world: World {
                context: load("kyverno-context"),
            },
        }
    }
}

/// Each environment is built once.
#[derive(Default)]
pub(crate) struct Environments(BTreeMap<Place, Environment>);

impl Environments {
    fn get(&mut self, place: Place) -> &Environment {
        let built = self.0.entry(place);
        built.or_insert_with(|| environment(place, Release::STORED))
    }
}

fn place(row: &Json) -> Place {
    let namespaced = row.get("policyNamespace").is_some();
    match (row["env"].as_str().unwrap_or("vpol"), namespaced) {
        ("vpol", false) => Place::ValidatingPolicy,
        ("vpol", true) => Place::NamespacedValidatingPolicy,
        ("mpol", false) => Place::MutatingPolicy,
        ("mpol", true) => Place::NamespacedMutatingPolicy,
        ("gpol", false) => Place::GeneratingPolicy,
        ("gpol", true) => Place::NamespacedGeneratingPolicy,
        ("dpol", false) => Place::DeletingPolicy,
        ("dpol", true) => Place::NamespacedDeletingPolicy,
        (other, _) => panic!("{other}"),
    }
}

struct Values<'v> {
    names: Vec<&'static str>,
    context: &'v Context,
    object: &'static str,
    world: kyverno::World<'v>,
    variables: &'v [(String, Program)],
    computed: RefCell<BTreeMap<String, Result<Value<'v>, Fault>>>,
}

impl<'v> Activation<'v> for Values<'v> {
    fn variable(&self, slot: usize) -> Option<Value<'v>> {
        let name = match *self.names.get(slot)? {
            "object" => self.object,
            "exceptions" => {
                return Some(kyverno::exceptions(&["ghcr.io/allowed/*"], &["a", "b"]));
            }
            other => other,
        };
        let value = self.context.values.get(name).map(Value::of);
        value.or_else(|| kyverno::receiver(name))
    }

    fn field(&self, slot: usize, name: &str, _: &mut Meter) -> Option<Result<Value<'v>, Fault>> {
        if *self.names.get(slot)? != "variables" {
            return None;
        }
        if let Some(known) = self.computed.borrow().get(name) {
            return Some(known.clone());
        }
        let (_, program) = self.variables.iter().find(|(it, _)| it == name)?;
        // What variables cost is not charged to those that use them.
        let mut meter = Meter::new(sekisho_cel::Limits::STANDARD, None);
        let value = program.evaluate(self, &mut meter);
        self.computed.borrow_mut().insert(name.to_owned(), value.clone());
        Some(value)
    }

    fn answer(&self, function: &str, arguments: &[Value<'v>], meter: &mut Meter) -> Result<Value<'v>, Fault> {
        let answer = self.world.answer(function, arguments, meter);
        answer.unwrap_or_else(|| Err(Fault::nobody_answers(function)))
    }
}

fn refused(error: &CompileError) -> Json {
    let phase = match error.phase {
        Phase::Parse => "parse",
        Phase::Check => "check",
        Phase::Plan => "program",
    };
    json!({ "phase": phase, "error": error.to_string() })
}

/// What we say to the expression of a row.
pub(crate) fn answer(recorded: &Json, context: &Context, environments: &mut Environments) -> Json {
    let place = place(recorded);
    let environment = environments.get(place);
    let mut own;
    let mut environment = environment;
    let mut variables = Vec::new();
    if let Some(rows) = recorded["variables"].as_array() {
        own = environment.clone();
        let mut types = VariableTypes::default();
        for row in rows {
            let (name, text) = (row[0].as_str().unwrap(), row[1].as_str().unwrap());
            let program = Program::compile(text, &own).unwrap_or_else(|error| panic!("{text}: {error}"));
            types.push(name, Some(program.ty()));
            types.declare(&mut own);
            variables.push((name.to_owned(), program));
        }
        environment = &own;
    }
    let expression = match Expression::check(recorded["expr"].as_str().unwrap(), environment) {
        Ok(expression) => expression,
        Err(error) => return refused(&error),
    };
    let ty = write_type(expression.ty());
    let program = match expression.plan(environment) {
        Ok(program) => program,
        Err(error) => {
            let mut answer = refused(&error);
            answer["type"] = ty.into();
            return answer;
        }
    };
    let world = match recorded["policyNamespace"].as_str() {
        Some(namespace) => kyverno::World::of_namespace(&context.world, namespace),
        None => kyverno::World::of_cluster(&context.world),
    };
    let values = Values {
        names: row(place)
            .variables
            .iter()
            .map(|variable| variable.name)
            .collect(),
        context,
        object: match recorded["form"].as_str() {
            Some("cli") => "doubles",
            _ => "object",
        },
        world,
        variables: &variables,
        computed: RefCell::default(),
    };
    let mut meter = Meter::new(environment.limits, None);
    match program.evaluate(&values, &mut meter) {
        Ok(value) => json!({ "type": ty, "value": write(&value), "cost": meter.cost }),
        Err(fault) => {
            json!({ "phase": "eval", "error": fault.to_string(), "type": ty, "cost": meter.cost })
        }
    }
}
