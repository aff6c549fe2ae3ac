//! Evaluation of a plan (reference §4), charged as Kubernetes does (reference §6).

use crate::activation::Activation;
use crate::collection::Entries;
use crate::fault::Fault;
use crate::function::Arguments;
use crate::message;
use crate::meter::Meter;
use crate::observer::Observer;
use crate::plan::{Attribute, By, Call, Entry, Item, Message, Plan, Root, Step, StepId};
use crate::tree::Connective;
use crate::value::{Str, Value};

mod fold;
mod qualify;

pub(crate) use qualify::invalid_qualifier;

const LIST: u64 = 10;
const MAP: u64 = 30;
const MESSAGE: u64 = 40;

pub(crate) type Answer<'a> = Result<Value<'a>, Fault>;

/// Evaluates a plan; what it cost is in the meter.
pub(crate) fn evaluate<'a, O: Observer>(
    plan: &'a Plan,
    activation: &dyn Activation<'a>,
    meter: &mut Meter,
    observer: &mut O,
) -> Answer<'a> {
    match plan.root {
        Some(root) => evaluate_step(plan, root, activation, meter, observer),
        None => Ok(Value::Null),
    }
}

/// Evaluates one step of a plan.
pub(crate) fn evaluate_step<'a, O: Observer>(
    plan: &'a Plan,
    step: StepId,
    activation: &dyn Activation<'a>,
    meter: &mut Meter,
    observer: &mut O,
) -> Answer<'a> {
    let mut evaluator = Evaluator {
        plan,
        activation,
        meter,
        observer,
        locals: Vec::new(),
    };
    evaluator.evaluate(step)
}

struct Evaluator<'a, 's, O> {
    plan: &'a Plan,
    activation: &'s dyn Activation<'a>,
    meter: &'s mut Meter,
    observer: &'s mut O,
    /// The variables of the macros that are open.
    locals: Vec<Local<'a>>,
}

/// A variable of a macro.
#[derive(Clone)]
enum Local<'a> {
    Value(Value<'a>),
    Fault(Fault),
    /// Evaluated when it is used first, as the reference does.
    Waiting(StepId),
    /// The value of an optional; the reference evaluates the optional again to get it.
    OfOptional {
        value: Value<'a>,
        price: u64,
    },
}

impl<'a, O: Observer> Evaluator<'a, '_, O> {
    fn evaluate(&mut self, id: StepId) -> Answer<'a> {
        self.meter.step()?;
        let answer = self.step(id);
        if O::WATCHES {
            self.observer.expression(self.plan.offset(id), answer.as_ref());
        }
        answer
    }

    fn step(&mut self, id: StepId) -> Answer<'a> {
        match self.plan.step(id) {
            Step::Constant(value) => Ok(value.reborrow()),
            Step::Attribute(attribute) => self.charged_attribute(attribute),
            Step::Presence(attribute) => self.presence(attribute),
            Step::Call(call) => self.call(call),
            Step::Logic { connective, terms } => self.logic(*connective, terms),
            Step::List(items) => self.list(items),
            Step::Map(entries) => self.map(entries),
            Step::Message(message) => self.message(message),
            Step::Fold(fold) => self.fold(fold),
            Step::Bind { slot, value, body } => self.bind(*slot, Local::Waiting(*value), *body),
            Step::OptionalMap {
                slot,
                target,
                body,
                flat,
            } => self.optional_map(*slot, *target, *body, *flat),
            Step::OptionalOr {
                target,
                other,
                unwrap,
            } => self.optional_or(*target, *other, *unwrap),
            Step::InConstants { value, among } => {
                let value = self.evaluate(*value)?;
                Ok(Value::Bool(among.get(&value).is_some()))
            }
        }
    }

    fn charged_attribute(&mut self, attribute: &'a Attribute) -> Answer<'a> {
        let answer = self.attribute(attribute);
        if !matches!(attribute.root, Root::Conditional { .. }) {
            self.meter.spend(1)?;
        }
        answer
    }

    /// An attribute as a part of another one, which is charged for its qualifiers only.
    fn part(&mut self, id: StepId) -> Answer<'a> {
        match self.plan.step(id) {
            Step::Attribute(attribute) => {
                self.meter.step()?;
                let answer = self.attribute(attribute);
                if O::WATCHES {
                    self.observer.expression(self.plan.offset(id), answer.as_ref());
                }
                answer
            }
            _ => self.evaluate(id),
        }
    }

    fn attribute(&mut self, attribute: &'a Attribute) -> Answer<'a> {
        let mut qualifiers = attribute.qualifiers.iter();
        let mut value = match &attribute.root {
            Root::Variable(slot) => match self.lazy_field(*slot, attribute) {
                Some(answer) => {
                    qualifiers.next();
                    self.meter.spend(1)?;
                    answer?
                }
                None => self.variable(*slot)?,
            },
            Root::Local(slot) => self.local(*slot)?,
            Root::Step(step) => self.evaluate(*step)?,
            Root::Conditional {
                condition,
                truthy,
                falsy,
            } => match self.evaluate(*condition)? {
                Value::Bool(true) => self.part(*truthy)?,
                Value::Bool(false) => self.part(*falsy)?,
                _ => return Err(Fault::NO_OVERLOAD),
            },
        };
        if qualifiers.as_slice().is_empty() {
            return Ok(value);
        }
        let mut optional = false;
        if let Value::Optional(inner) = &value {
            let Some(inner) = inner else {
                return Ok(Value::none());
            };
            value = inner.as_ref().clone();
            optional = true;
        }
        for qualifier in qualifiers {
            optional |= qualifier.optional;
            match self.qualify(&value, &qualifier.by, optional)? {
                Some(found) => value = found,
                None => return Ok(Value::none()),
            }
        }
        Ok(if optional { Value::some(value) } else { value })
    }

    /// The field of a variable whose fields are computed when they are asked for.
    fn lazy_field(&mut self, slot: u32, attribute: &'a Attribute) -> Option<Answer<'a>> {
        let first = attribute.qualifiers.first()?;
        let name = match &first.by {
            By::Field(name) => name.as_str(),
            By::Constant(value) => value.as_str()?,
            By::Step(_) => return None,
        };
        self.activation.field(slot as usize, name, self.meter)
    }

    fn variable(&self, slot: u32) -> Answer<'a> {
        match self.activation.variable(slot as usize) {
            Some(value) => Ok(value),
            None => {
                let name = self.activation.name(slot as usize);
                Err(Fault::new(format!("no such attribute(s): {name}")))
            }
        }
    }

    fn local(&mut self, slot: u32) -> Answer<'a> {
        let position = slot as usize;
        let answer = match self.locals.get(position) {
            None => return Ok(Value::Null),
            Some(Local::Value(value)) => return Ok(value.clone()),
            Some(Local::Fault(fault)) => return Err(fault.clone()),
            Some(Local::Waiting(step)) => {
                let step = *step;
                // The value was planned where fewer variables are open.
                let inner = self.locals.split_off(position);
                let answer = self.evaluate(step);
                self.locals.truncate(position);
                self.locals.extend(inner);
                answer
            }
            Some(Local::OfOptional { value, price }) => {
                let (value, price) = (value.clone(), *price);
                self.meter.spend(price)?;
                Ok(value)
            }
        };
        if let Some(local) = self.locals.get_mut(position) {
            *local = match &answer {
                Ok(value) => Local::Value(value.clone()),
                Err(fault) => Local::Fault(fault.clone()),
            };
        }
        answer
    }

    fn call(&mut self, call: &'a Call) -> Answer<'a> {
        match &*call.arguments {
            [] => self.apply(call, &[]),
            // One or two arguments are all evaluated, and the call is charged, even when one fails.
            [only] => match self.evaluate(*only) {
                Ok(value) => self.apply(call, &[value]),
                Err(fault) => self.failed(call, [Err(fault)]),
            },
            [left, right] => {
                let left = self.evaluate(*left);
                if let Err(fault @ Fault::Stopped(_)) = left {
                    return Err(fault);
                }
                match (left, self.evaluate(*right)) {
                    (Ok(left), Ok(right)) => self.apply(call, &[left, right]),
                    (left, right) => self.failed(call, [left, right]),
                }
            }
            more => {
                let mut values = Vec::with_capacity(more.len());
                for argument in more {
                    values.push(self.evaluate(*argument)?);
                }
                self.apply(call, &values)
            }
        }
    }

    /// Charges a call one of whose arguments has no value.
    fn failed<const N: usize>(&mut self, call: &'a Call, arguments: [Answer<'a>; N]) -> Answer<'a> {
        let mut fault = None;
        let values = arguments.map(|argument| match argument {
            Ok(value) => value,
            Err(it) => {
                fault.get_or_insert(it);
                // What has no value has the size of a scalar.
                Value::Null
            }
        });
        let fault = fault.unwrap_or(Fault::NO_OVERLOAD);
        if let Fault::Stopped(_) = fault {
            return Err(fault);
        }
        if let Some(crash) = call.crash {
            return Err(Fault::fixed(crash));
        }
        let answer = Err(fault);
        self.charge(call, &values, &answer)?;
        answer
    }

    fn apply(&mut self, call: &'a Call, values: &[Value<'a>]) -> Answer<'a> {
        let mut arguments = Arguments {
            function: &call.name,
            values,
            prepared: call.prepared.as_ref(),
            activation: self.activation,
            meter: self.meter,
        };
        let body = call.body.or_else(|| {
            let mut overloads = call.overloads.iter();
            let fitting = overloads.find(|overload| overload.accepts(values));
            fitting.map(|overload| overload.body)
        });
        let answer = match body {
            Some(body) => body(&mut arguments),
            None => Err(arguments.no_overload()),
        };
        if let Err(Fault::Stopped(_)) = answer {
            return answer;
        }
        self.charge(call, values, &answer)?;
        answer
    }

    fn charge(&mut self, call: &'a Call, values: &[Value<'a>], answer: &Answer<'a>) -> Result<(), Fault> {
        let by_overload = || match &*call.overloads {
            [only] => only.cost,
            _ => None,
        };
        let units = match call.cost.or_else(by_overload) {
            Some(cost) => cost(values, answer),
            None => 1,
        };
        self.meter.spend(units)
    }

    /// Of several terms without value the first counts; one that decides makes up for it.
    fn logic(&mut self, connective: Connective, terms: &'a [StepId]) -> Answer<'a> {
        let deciding = connective == Connective::Or;
        let mut fault = None;
        for term in terms {
            match self.evaluate(*term) {
                Ok(Value::Bool(value)) if value == deciding => return Ok(Value::Bool(value)),
                Ok(Value::Bool(_)) => (),
                Ok(_) => {
                    fault.get_or_insert(Fault::NO_OVERLOAD);
                }
                Err(it @ Fault::Stopped(_)) => return Err(it),
                Err(it) => {
                    fault.get_or_insert(it);
                }
            }
        }
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Value::Bool(!deciding)),
        }
    }

    /// A literal is charged whether or not its parts have values.
    fn list(&mut self, items: &'a [Item]) -> Answer<'a> {
        let made = self.items(items);
        if !matches!(made, Err(Fault::Stopped(_))) {
            self.meter.spend(LIST)?;
        }
        made
    }

    fn items(&mut self, items: &'a [Item]) -> Answer<'a> {
        self.meter.take_values(items.len())?;
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let value = self.evaluate(item.value)?;
            match (item.optional, value) {
                (false, value) => values.push(value),
                (true, Value::Optional(None)) => (),
                (true, Value::Optional(Some(inner))) => values.push(inner.as_ref().clone()),
                (true, other) => return Err(not_optional(&other)),
            }
        }
        Ok(Value::list(values))
    }

    fn map(&mut self, entries: &'a [Entry]) -> Answer<'a> {
        let made = self.entries(entries);
        if !matches!(made, Err(Fault::Stopped(_))) {
            self.meter.spend(MAP)?;
        }
        made
    }

    fn entries(&mut self, entries: &'a [Entry]) -> Answer<'a> {
        self.meter.take_values(entries.len() * 2)?;
        let mut made = Entries::with_capacity(entries.len());
        for entry in entries {
            let key = self.evaluate(entry.key)?;
            let value = self.evaluate(entry.value)?;
            match (entry.optional, value) {
                (false, value) => {
                    made.insert(key, value);
                }
                (true, Value::Optional(None)) => (),
                (true, Value::Optional(Some(inner))) => {
                    made.insert(key, inner.as_ref().clone());
                }
                (true, other) => return Err(not_optional(&other)),
            }
        }
        Ok(Value::Map(crate::Map::Shared(made.into())))
    }

    fn message(&mut self, message: &'a Message) -> Answer<'a> {
        let made = self.fields(message);
        if !matches!(made, Err(Fault::Stopped(_))) {
            self.meter.spend(MESSAGE)?;
        }
        made
    }

    fn fields(&mut self, message: &'a Message) -> Answer<'a> {
        let mut fields = Vec::with_capacity(message.fields.len());
        for field in &message.fields {
            let value = self.evaluate(field.value)?;
            let name = Str::Borrowed(field.name.as_str());
            match (field.optional, value) {
                (false, value) => fields.push((name, value)),
                (true, Value::Optional(None)) => (),
                (true, Value::Optional(Some(inner))) => fields.push((name, inner.as_ref().clone())),
                (true, other) => return Err(not_optional(&other)),
            }
        }
        message::make(&message.kind, fields)
    }

    fn bind(&mut self, slot: u32, local: Local<'a>, body: StepId) -> Answer<'a> {
        self.locals.truncate(slot as usize);
        self.locals.push(local);
        let answer = self.evaluate(body);
        self.locals.truncate(slot as usize);
        answer
    }

    /// Charged as the conditional that it stands for: `target.hasValue() ? optional.of(…) : optional.none()`.
    fn optional_map(&mut self, slot: u32, target: StepId, body: StepId, flat: bool) -> Answer<'a> {
        let before = self.meter.cost;
        let target = self.evaluate(target);
        let price = self.meter.cost - before;
        let target = match target {
            Err(fault @ Fault::Stopped(_)) => return Err(fault),
            other => other,
        };
        self.meter.spend(1)?;
        let inner = match target? {
            Value::Optional(inner) => inner,
            other => return Err(Fault::no_overload_of("hasValue", &[other])),
        };
        let Some(inner) = inner else {
            self.meter.spend(1)?;
            return Ok(Value::none());
        };
        let local = Local::OfOptional {
            value: inner.as_ref().clone(),
            price: price + 1,
        };
        let answer = self.bind(slot, local, body);
        if flat {
            return answer;
        }
        if let Err(fault @ Fault::Stopped(_)) = answer {
            return Err(fault);
        }
        self.meter.spend(1)?;
        answer.map(Value::some)
    }

    fn optional_or(&mut self, target: StepId, other: StepId, unwrap: bool) -> Answer<'a> {
        match self.evaluate(target)? {
            Value::Optional(None) => self.evaluate(other),
            Value::Optional(Some(inner)) if unwrap => Ok(inner.as_ref().clone()),
            Value::Optional(inner) => Ok(Value::Optional(inner)),
            _ => Err(Fault::NO_OVERLOAD),
        }
    }
}

fn not_optional(value: &Value<'_>) -> Fault {
    Fault::new(format!(
        "cannot initialize optional list element from non-optional value {}",
        crate::show::plain(value)
    ))
}
