//! Evaluates an expression as one of a policy: with variables that are evaluated when they are used, and
//! the authorizer.

use std::cell::{Cell, RefCell};

use sekisho_cel::{Activation, CompileError, Environment, Fault, Meter, Program, Value};
use sekisho_kubernetes::cel::{self, VariableTypes, authz};

use super::contexts::{Authorizer, Context};

/// A variable of a policy.
pub(crate) struct Named {
    name: String,
    program: Result<Program, CompileError>,
}

/// Compiles variables in order; the environment knows them afterwards.
pub(crate) fn compile(definitions: &[(String, String)], environment: &mut Environment) -> Vec<Named> {
    let mut types = VariableTypes::default();
    types.declare(environment);
    let mut variables = Vec::new();
    for (name, text) in definitions {
        let program = Program::compile(text, environment);
        types.push(name, program.as_ref().ok().map(Program::ty));
        types.declare(environment);
        variables.push(Named {
            name: name.clone(),
            program,
        });
    }
    variables
}

/// What an expression sees.
pub(crate) struct Policy<'e, 'a> {
    pub(crate) environment: &'e Environment,
    values: Vec<(usize, Value<'a>)>,
    variables: &'a [Named],
    slot: Option<usize>,
    made: RefCell<Vec<Option<Result<Value<'a>, Fault>>>>,
    spent: Cell<u64>,
    context: &'e Context,
    authorizer: &'e Authorizer,
}

impl<'e, 'a> Policy<'e, 'a> {
    pub(crate) fn new(
        environment: &'e Environment,
        context: &'a Context,
        variables: &'a [Named],
        authorizer: &'e Authorizer,
    ) -> Policy<'e, 'a>
    where
        'a: 'e,
    {
        let mut given: Vec<(&str, Value<'a>)> = Vec::new();
        for (name, object) in &context.objects {
            let value = match context.typed.contains(name) {
                true => Value::typed(object),
                false => Value::of(object),
            };
            given.push((name, value));
        }
        given.push(("authorizer", Value::opaque(authz::Authorizer::default())));
        let check = authz::ResourceCheck::of(&context.request);
        given.push(("authorizer.requestResource", Value::opaque(check)));
        given.push(("variables", Value::opaque(cel::PolicyVariables)));
        let slot = |(name, value)| Some((environment.variable(name)?, value));
        Policy {
            environment,
            values: given.into_iter().filter_map(slot).collect(),
            variables,
            slot: environment.variable("variables"),
            made: RefCell::new(vec![None; variables.len()]),
            spent: Cell::new(0),
            context,
            authorizer,
        }
    }

    /// The value, and what it and the variables that it used have cost.
    pub(crate) fn evaluate(&self, program: &'a Program) -> (Result<Value<'a>, Fault>, u64) {
        let mut meter = Meter::new(self.environment.limits, None);
        let value = program.evaluate(self, &mut meter);
        (value, meter.cost + self.spent.take())
    }

    fn made(&self, position: usize) -> Result<Value<'a>, Fault> {
        if let Some(value) = self.made.borrow()[position].clone() {
            return value;
        }
        let variable = &self.variables[position];
        let name = &variable.name;
        let value = match &variable.program {
            Err(error) => Err(Fault::new(format!(
                "composited variable \"{name}\" fails to compile: compilation failed: {error}"
            ))),
            Ok(program) => {
                let (value, cost) = self.evaluate(program);
                self.spent.set(self.spent.get() + cost);
                value.map_err(|fault| {
                    Fault::new(format!(
                        "composited variable \"{name}\" fails to evaluate: {fault}"
                    ))
                })
            }
        };
        self.made.borrow_mut()[position] = Some(value.clone());
        value
    }
}

impl<'a> Activation<'a> for Policy<'_, 'a> {
    fn variable(&self, slot: usize) -> Option<Value<'a>> {
        let entry = self.values.iter().find(|(known, _)| *known == slot);
        entry.map(|(_, value)| value.clone())
    }

    fn field(&self, slot: usize, name: &str, _: &mut Meter) -> Option<Result<Value<'a>, Fault>> {
        if Some(slot) != self.slot {
            return None;
        }
        let position = self
            .variables
            .iter()
            .rposition(|variable| variable.name == name)?;
        Some(self.made(position))
    }

    fn answer(&self, function: &str, arguments: &[Value<'a>], _: &mut Meter) -> Result<Value<'a>, Fault> {
        let user = self.context.request.user.as_ref().unwrap();
        authz::answer(function, arguments, user, self.authorizer)
            .unwrap_or_else(|| Err(Fault::nobody_answers(function)))
    }
}

/// An object that a mutation made, as it is recorded.
pub(crate) fn object(object: &sekisho_cel::Object<'_>) -> serde_json::Value {
    let value = Value::Object(std::sync::Arc::new(object.clone()));
    let applied = cel::applied(&value).unwrap();
    let mut made = serde_json::json!({
        "type": object.type_name.as_str(),
        "json": super::rows::from_document(&applied),
    });
    if let Some(fault) = cel::name_fault(object) {
        made["nameError"] = fault.into();
    }
    serde_json::json!({ "object": made })
}
