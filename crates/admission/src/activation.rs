//! What the expressions of a policy see of a request: its variables by name, the policy's own variables on
//! demand, and the world.

use std::cell::{Cell, RefCell};

use sekisho_cel::{Environment, Fault, Limits, Meter, Value};

use crate::given::{self, Given};
use crate::variables::{self, Variables, Wording};
use crate::{Expression, Trouble};

/// How many levels of expressions may be open when variables use one another: each adds its own. The server
/// has no limit, we have a stack.
const DEEPEST: u32 = 650;

/// What evaluation has to know of the environment that expressions were compiled in: which variables it has
/// at which number, and what an evaluation may cost.
#[derive(Debug, Clone)]
pub struct Place {
    /// By number, the position among the names of [`crate::given`].
    slots: Box<[Option<usize>]>,
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

/// The policy's own variables as far as they were evaluated.
#[derive(Debug)]
pub struct Memory<'a> {
    made: RefCell<Vec<Option<Result<Value<'a>, Fault>>>>,
}

impl Memory<'_> {
    /// Nothing is remembered.
    #[must_use]
    pub fn of(variables: &Variables) -> Self {
        Memory {
            made: RefCell::new(vec![None; variables.len()]),
        }
    }
}

/// What the expressions of one evaluation see, in all places. The policy's own variables are remembered as
/// long as it lives.
pub struct Activation<'e, 'a> {
    given: &'e Given<'a>,
    variables: &'a Variables,
    world: &'e dyn World<'a>,
    memory: Memory<'a>,
    /// What the variables have cost that were evaluated since it was last taken.
    spent: Cell<u64>,
    depth: Cell<u32>,
}

impl Place {
    /// What is to be known of an environment.
    #[must_use]
    pub fn of(environment: &Environment) -> Place {
        let mut slots = Vec::new();
        for (position, name) in given::NAMES.iter().enumerate() {
            let Some(slot) = environment.variable(name) else {
                continue;
            };
            if slots.len() <= slot {
                slots.resize(slot + 1, None);
            }
            if let Some(place) = slots.get_mut(slot) {
                *place = Some(position);
            }
        }
        Place {
            slots: slots.into(),
            variables: environment.variable(variables::NAME),
            limits: environment.limits,
        }
    }

    fn position(&self, slot: usize) -> Option<usize> {
        self.slots.get(slot).copied().flatten()
    }
}

impl<'e, 'a> Activation<'e, 'a> {
    /// What is given, and variables that are made of it on demand.
    #[must_use]
    pub fn new(
        given: &'e Given<'a>,
        variables: &'a Variables,
        world: &'e dyn World<'a>,
    ) -> Activation<'e, 'a> {
        Activation::remembering(Memory::of(variables), given, variables, world)
    }

    /// The same where variables may have been evaluated already, of what was given then.
    #[must_use]
    pub fn remembering(
        memory: Memory<'a>,
        given: &'e Given<'a>,
        variables: &'a Variables,
        world: &'e dyn World<'a>,
    ) -> Activation<'e, 'a> {
        Activation {
            given,
            variables,
            world,
            memory,
            spent: Cell::new(0),
            depth: Cell::new(0),
        }
    }

    /// Evaluates an expression of a place; says what it cost, its variables apart.
    pub fn evaluate(&self, expression: &'a Expression, place: &Place) -> (Result<Value<'a>, Trouble>, u64) {
        let program = match &expression.program {
            Ok(program) => program,
            Err(refused) => return (Err(Trouble::Refused(refused.clone())), 0),
        };
        let mut meter = Meter::new(place.limits, None);
        let here = Here {
            activation: self,
            place,
        };
        let value = program.evaluate(&here, &mut meter);
        (value.map_err(Trouble::Fault), meter.cost)
    }

    /// What variables have cost since this was asked last.
    pub fn take_spent(&self) -> u64 {
        self.spent.take()
    }

    /// Ends the evaluation; its variables can be gone on with.
    #[must_use]
    pub fn into_memory(self) -> Memory<'a> {
        self.memory
    }

    fn variable_at(&self, position: usize) -> Result<Value<'a>, Fault> {
        let made = self.memory.made.borrow().get(position).cloned().flatten();
        if let Some(value) = made {
            return value;
        }
        let value = self.make(position);
        if let Some(slot) = self.memory.made.borrow_mut().get_mut(position) {
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
        let depth = self.depth.get();
        if depth.saturating_add(variable.levels) > DEEPEST {
            return Err(Fault::new(format!(
                "composited variable \"{name}\" fails to evaluate: variables use one another too deep"
            )));
        }
        self.depth.set(depth + variable.levels);
        let (value, cost) = self.evaluate(&variable.expression, self.variables.place());
        self.depth.set(depth);
        self.spent.set(self.spent.get().saturating_add(cost));
        value.map_err(|trouble| match trouble {
            Trouble::Fault(fault) if self.variables.wording() == Wording::Bare => fault,
            Trouble::Refused(refused) => Fault::new(format!(
                "composited variable \"{name}\" fails to compile: {refused}"
            )),
            Trouble::Fault(fault) => Fault::new(format!(
                "composited variable \"{name}\" fails to evaluate: {fault}"
            )),
        })
    }
}

/// An activation as an expression of one place sees it.
struct Here<'h, 'e, 'a> {
    activation: &'h Activation<'e, 'a>,
    place: &'h Place,
}

impl<'a> sekisho_cel::Activation<'a> for Here<'_, '_, 'a> {
    fn variable(&self, slot: usize) -> Option<Value<'a>> {
        self.activation.given.value(self.place.position(slot)?)
    }

    fn document(&self, slot: usize) -> Option<sekisho_cel::Map<'a>> {
        if Some(slot) == self.place.variables {
            return None;
        }
        self.activation
            .given
            .value(self.place.position(slot)?)?
            .document()
    }

    fn name(&self, slot: usize) -> &str {
        let position = self.place.position(slot);
        position
            .and_then(|position| given::NAMES.get(position))
            .copied()
            .unwrap_or_default()
    }

    fn field(&self, slot: usize, name: &str, _meter: &mut Meter) -> Option<Result<Value<'a>, Fault>> {
        if Some(slot) != self.place.variables {
            return None;
        }
        let (position, _) = self.activation.variables.find(name)?;
        Some(self.activation.variable_at(position))
    }

    fn answer(&self, function: &str, arguments: &[Value<'a>], meter: &mut Meter) -> Result<Value<'a>, Fault> {
        self.activation.world.answer(function, arguments, meter)
    }
}

impl std::fmt::Debug for Activation<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Activation")
            .field("given", self.given)
            .finish_non_exhaustive()
    }
}
