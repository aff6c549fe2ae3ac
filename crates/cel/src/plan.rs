//! A planned expression: names, overloads, constants and patterns are settled.

use sekisho_document::Text;

use crate::environment::Engine;
use crate::function::{Body, Cost, Overload, Prepared};
use crate::message::MessageKind;
use crate::tree::{Connective, FoldKind};
use crate::value::Value;

/// The number of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StepId(pub(crate) u32);

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Constant(Value<'static>),
    Attribute(Box<Attribute>),
    /// `has()` of what the last qualifier names.
    Presence(Box<Attribute>),
    Call(Box<Call>),
    Logic {
        connective: Connective,
        terms: Box<[StepId]>,
    },
    List(Box<[Item]>),
    Map(Box<[Entry]>),
    Message(Box<Message>),
    Fold(Box<Fold>),
    Bind {
        /// Where the value lies among the local ones.
        slot: u32,
        value: StepId,
        body: StepId,
    },
    OptionalMap {
        slot: u32,
        target: StepId,
        body: StepId,
        flat: bool,
    },
    /// `target.or(other)` and `target.orValue(other)`.
    OptionalOr {
        target: StepId,
        other: StepId,
        unwrap: bool,
    },
    /// `in` a list of constants.
    InConstants {
        value: StepId,
        /// The values, as keys of a map.
        among: crate::collection::Entries<'static>,
    },
}

/// A value that is read by name, and where the way goes on from it.
#[derive(Debug, Clone)]
pub(crate) struct Attribute {
    pub(crate) root: Root,
    pub(crate) qualifiers: Box<[Qualifier]>,
}

#[derive(Debug, Clone)]
pub(crate) enum Root {
    /// A variable of the environment.
    Variable(u32),
    /// A variable of a macro, by its place among those that are open.
    Local(u32),
    Step(StepId),
    Conditional {
        condition: StepId,
        truthy: StepId,
        falsy: StepId,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct Qualifier {
    pub(crate) by: By,
    pub(crate) optional: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum By {
    Field(Text),
    Constant(Value<'static>),
    Step(StepId),
}

#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) name: Text,
    /// Of a function that looks at types itself.
    pub(crate) body: Option<Body>,
    pub(crate) cost: Option<Cost>,
    /// What is said when an argument has no value.
    pub(crate) crash: Option<&'static str>,
    /// The overloads that may be meant: one, if the checker found only one, else all.
    pub(crate) overloads: Box<[&'static Overload]>,
    pub(crate) arguments: Box<[StepId]>,
    pub(crate) prepared: Option<Prepared>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Item {
    pub(crate) value: StepId,
    pub(crate) optional: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) key: StepId,
    pub(crate) value: StepId,
    pub(crate) optional: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) kind: MessageKind,
    pub(crate) fields: Box<[Field]>,
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: Text,
    pub(crate) value: StepId,
    pub(crate) optional: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Fold {
    pub(crate) kind: FoldKind,
    pub(crate) range: StepId,
    /// Where the first variable lies among the local ones; the second lies behind it.
    pub(crate) slot: u32,
    pub(crate) two: bool,
    pub(crate) condition: Option<StepId>,
    pub(crate) body: StepId,
    /// What the list around the body of `map` costs: nothing around a constant.
    pub(crate) wrapping: u64,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    steps: Vec<Step>,
    /// Where each step is written.
    offsets: Vec<u32>,
    pub(crate) root: Option<StepId>,
    pub(crate) engine: Engine,
}

impl Plan {
    pub(crate) fn new(engine: Engine) -> Plan {
        Plan {
            engine,
            ..Plan::default()
        }
    }

    pub(crate) fn add(&mut self, step: Step, offset: u32) -> StepId {
        let id = StepId(u32::try_from(self.steps.len()).unwrap_or(u32::MAX));
        self.steps.push(step);
        self.offsets.push(offset);
        id
    }

    #[inline]
    pub(crate) fn step(&self, id: StepId) -> &Step {
        const NULL: &Step = &Step::Constant(Value::Null);
        self.steps.get(id.0 as usize).unwrap_or(NULL)
    }

    pub(crate) fn offset(&self, id: StepId) -> u32 {
        self.offsets.get(id.0 as usize).copied().unwrap_or_default()
    }

    pub(crate) fn constant(&self, id: StepId) -> Option<&Value<'static>> {
        match self.step(id) {
            Step::Constant(value) => Some(value),
            _ => None,
        }
    }
}
