//! What the expressions of a policy see of a request: its variables by name, the policy's own variables on
//! demand, and the world.

use std::cell::{Cell, RefCell};

use sekisho_cel::{Environment, Fault, Limits, Meter, Value};
use sekisho_document::Text;

use crate::Trouble;
use crate::variables::{self, Variables};

/// How deep variables may use one another. The server has no limit of its own.
const DEEPEST: u32 = 100;

/// What evaluation has to know of the environment that expressions were compiled in: where its variables
/// are, and what an evaluation may cost.
#[derive(Debug, Clone)]
pub struct Place {
    names: Box<[Text]>,
    variables: Option<usize>,
    limits: Limits,
}

/// Answers the calls that only the world can answer.
pub trait World<'a> {
    /// # Errors
    /// The world said so, or nobody knows.
    fn answer(&self, function: &str, arguments: &[Value<'a>], meter: &mut Meter) -> Result<Value<'a>, Fault>;
}

/// A world that nobody knows.
#[derive(Debug, Clone, Copy)]
pub struct NoWorld;

impl<'a> World<'a> for NoWorld {
    fn answer(&self, function: &str, _: &[Value<'a>], _: &mut Meter) -> Result<Value<'a>, Fault> {
        Err(Fault::nobody_answers(function))
    }
}

/// The variables of one evaluation of one place. Variables of the policy are remembered as long as it
/// lives.
pub struct Activation<'e, 'a> {
    place: &'a Place,
    values: Vec<Option<Value<'a>>>,
    variables: &'a Variables,
    world: &'e dyn World<'a>,
    made: RefCell<Vec<Option<Result<Value<'a>, Fault>>>>,
    /// What the variables have cost that were evaluated since it was last taken.
    spent: Cell<u64>,
    depth: Cell<u32>,
}

impl Place {
    /// The place of an environment, with the names that a request has values for.
    #[must_use]
    pub fn of(environment: &Environment, names: &[&str]) -> Place {
        let mut slots: Vec<Text> = Vec::new();
        for name in names.iter().copied().chain([variables::NAME]) {
            let Some(slot) = environment.variable(name) else {
                continue;
            };
            if slots.len() <= slot {
                slots.resize(slot + 1, Text::default());
            }
            if let Some(place) = slots.get_mut(slot) {
                *place = Text::new(name);
            }
        }
        Place {
            names: slots.into(),
            variables: environment.variable(variables::NAME),
            limits: environment.limits,
        }
    }
}

impl<'e, 'a> Activation<'e, 'a> {
    /// Gives the variables of a place their values; a name that is not given has none.
    #[must_use]
    pub fn new(
        place: &'a Place,
        given: &[(&str, Value<'a>)],
        variables: &'a Variables,
        world: &'e dyn World<'a>,
    ) -> Activation<'e, 'a> {
        let value = |name: &Text| {
            let entry = given.iter().find(|(given, _)| name == given);
            entry.map(|(_, value)| value.clone())
        };
        Activation {
            place,
            values: place.names.iter().map(value).collect(),
            variables,
            world,
            made: RefCell::new(vec![None; variables.len()]),
            spent: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// Evaluates an expression of the place; what it cost is added up, its variables apart.
    ///
    /// # Errors
    /// The expression can not be compiled, or its evaluation has no value.
    pub fn evaluate(&self, expression: &'a crate::Expression) -> (Result<Value<'a>, Trouble>, u64) {
        let program = match &expression.program {
            Ok(program) => program,
            Err(refused) => return (Err(Trouble::Refused(refused.clone())), 0),
        };
        let mut meter = Meter::new(self.place.limits, None);
        let value = program.evaluate(self, &mut meter);
        (value.map_err(Trouble::Fault), meter.cost)
    }

    /// What variables have cost since this was asked last.
    pub fn take_spent(&self) -> u64 {
        self.spent.take()
    }

    fn variable_at(&self, position: usize) -> Result<Value<'a>, Fault> {
        let made = self.made.borrow().get(position).cloned().flatten();
        if let Some(value) = made {
            return value;
        }
        let value = self.make(position);
        if let Some(slot) = self.made.borrow_mut().get_mut(position) {
            *slot = Some(value.clone());
        }
        value
    }

    /// Evaluates a variable, with a meter of its own (admission reference §3.6).
    fn make(&self, position: usize) -> Result<Value<'a>, Fault> {
        let Some(variable) = self.variables.iter().nth(position) else {
            return Err(Fault::fixed("no such variable"));
        };
        let name = &variable.name;
        if self.depth.get() >= DEEPEST {
            return Err(Fault::new(format!(
                "composited variable \"{name}\" fails to evaluate: variables use one another more than {DEEPEST} deep"
            )));
        }
        self.depth.set(self.depth.get() + 1);
        let (value, cost) = self.evaluate(&variable.expression);
        self.depth.set(self.depth.get() - 1);
        self.spent.set(self.spent.get().saturating_add(cost));
        value.map_err(|trouble| match trouble {
            Trouble::Refused(refused) => Fault::new(format!(
                "composited variable \"{name}\" fails to compile: {refused}"
            )),
            Trouble::Fault(fault) => Fault::new(format!(
                "composited variable \"{name}\" fails to evaluate: {fault}"
            )),
        })
    }
}

impl<'a> sekisho_cel::Activation<'a> for Activation<'_, 'a> {
    fn variable(&self, slot: usize) -> Option<Value<'a>> {
        self.values.get(slot)?.clone()
    }

    fn name(&self, slot: usize) -> &str {
        self.place.names.get(slot).map_or("", Text::as_str)
    }

    fn field(&self, slot: usize, name: &str, _meter: &mut Meter) -> Option<Result<Value<'a>, Fault>> {
        if Some(slot) != self.place.variables {
            return None;
        }
        let (position, _) = self.variables.find(name)?;
        Some(self.variable_at(position))
    }

    fn has_field(&self, slot: usize, name: &str) -> Option<bool> {
        (Some(slot) == self.place.variables).then(|| self.variables.find(name).is_some())
    }

    fn answer(&self, function: &str, arguments: &[Value<'a>], meter: &mut Meter) -> Result<Value<'a>, Fault> {
        self.world.answer(function, arguments, meter)
    }
}

impl std::fmt::Debug for Activation<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Activation")
            .field("place", &self.place)
            .field("values", &self.values)
            .finish_non_exhaustive()
    }
}
