//! Evaluation of a plan (reference §4), charged as Kubernetes does (reference §6).

use std::borrow::Cow;
use std::sync::Arc;

use sekisho_document as document;

use crate::activation::Activation;
use crate::collection::{Entries, List, Map};
use crate::environment::Engine;
use crate::fault::Fault;
use crate::function::Arguments;
use crate::message;
use crate::meter::Meter;
use crate::observer::Observer;
use crate::plan::{Attribute, By, Call, Entry, Item, Message, Plan, Qualifier, Root, Step, StepId};
use crate::tree::Connective;
use crate::value::{Octets, Str, Value};

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

/// How parts of a document become values.
#[derive(Clone, Copy)]
enum Reading {
    Plain,
    Typed,
}

/// What qualifiers lead to.
enum Reached<'a> {
    Plain(Value<'a>),
    /// What lies behind an optional value or an optional step.
    Optional(Option<Value<'a>>),
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
        // What is returned at once is written where the caller wants it: values are not moved about.
        if !O::WATCHES {
            return self.step(id);
        }
        let answer = self.step(id);
        self.observer.expression(self.plan.offset(id), answer.as_ref());
        answer
    }

    /// Whether a condition holds. What is no condition has no overload for it.
    fn truth(&mut self, id: StepId) -> Result<bool, Fault> {
        if !O::WATCHES {
            match self.plan.step(id) {
                Step::Presence(attribute) => {
                    self.meter.step()?;
                    return self.presence(attribute);
                }
                Step::Logic { connective, terms } => {
                    self.meter.step()?;
                    return self.logic(*connective, terms);
                }
                Step::Call(call) => {
                    self.meter.step()?;
                    return self.call(call, is_true);
                }
                _ => (),
            }
        }
        is_true(self.evaluate(id))
    }

    fn step(&mut self, id: StepId) -> Answer<'a> {
        match self.plan.step(id) {
            Step::Constant(value) => Ok(value.reborrow()),
            Step::Attribute(attribute) => self.charged_attribute(attribute),
            Step::Presence(attribute) => self.presence(attribute).map(Value::Bool),
            Step::Call(call) => self.call(call, |answer| answer),
            Step::Logic { connective, terms } => self.logic(*connective, terms).map(Value::Bool),
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
                self.meter.read(length(&value))?;
                Ok(Value::Bool(among.get(&value).is_some()))
            }
        }
    }

    fn charged_attribute(&mut self, attribute: &'a Attribute) -> Answer<'a> {
        if let Some((map, reading)) = self.document_at(&attribute.root)
            && let Some(found) = lead(map, &attribute.qualifiers)
        {
            self.meter.spend_singly(attribute.qualifiers.len() as u64 + 1)?;
            return Ok(match reading {
                Reading::Plain => Value::of(found),
                Reading::Typed => Value::typed(found),
            });
        }
        let answer = self.attribute(attribute);
        if !matches!(attribute.root, Root::Conditional { .. }) {
            self.meter.spend(1)?;
        }
        answer
    }

    /// The map of a document that a variable stands for, unless its fields are computed.
    fn document_at(&self, root: &Root) -> Option<(&'a document::Map, Reading)> {
        let map = match root {
            Root::Local(slot) => match self.locals.get(*slot as usize)? {
                Local::Value(Value::Map(Map::Document(map))) => return Some((map, Reading::Plain)),
                Local::Value(Value::Map(Map::Typed(map))) => return Some((map, Reading::Typed)),
                _ => return None,
            },
            Root::Variable(slot) => self.activation.document(*slot as usize)?,
            Root::Step(_) | Root::Conditional { .. } => return None,
        };
        match map {
            Map::Document(map) => Some((map, Reading::Plain)),
            Map::Typed(map) => Some((map, Reading::Typed)),
            Map::Held(_) | Map::Borrowed(_) | Map::Shared(_) => None,
        }
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
        Ok(match self.reach(&attribute.root, &attribute.qualifiers)? {
            Reached::Plain(value) => value,
            Reached::Optional(None) => Value::none(),
            Reached::Optional(Some(value)) => Value::some(value),
        })
    }

    /// Follows qualifiers from a root.
    fn reach(&mut self, root: &'a Root, qualifiers: &'a [Qualifier]) -> Result<Reached<'a>, Fault> {
        let mut rest = qualifiers.iter();
        let mut value = match root {
            Root::Variable(slot) => match self.lazy_field(*slot, qualifiers) {
                Some(answer) => {
                    rest.next();
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
            } => match self.truth(*condition)? {
                true => self.part(*truthy)?,
                false => self.part(*falsy)?,
            },
        };
        if rest.as_slice().is_empty() {
            return Ok(Reached::Plain(value));
        }
        let mut optional = false;
        if let Value::Optional(inner) = &value {
            let Some(inner) = inner else {
                return Ok(Reached::Optional(None));
            };
            value = inner.as_ref().clone();
            optional = true;
        }
        loop {
            if let Value::Map(map) = value {
                value = self.descend(map, &mut rest, &mut optional)?;
            }
            let Some(qualifier) = rest.next() else {
                break;
            };
            optional |= qualifier.optional;
            let found = self.qualify(&value, &qualifier.by, optional);
            // Such a fault is a value to the reference, which fails only one step further.
            if let (Err(Fault::Error(_)), Value::List(List::Typed(_))) = (&found, &value)
                && !rest.as_slice().is_empty()
            {
                self.meter.spend(1)?;
            }
            match found? {
                Some(found) => value = found,
                None => return Ok(Reached::Optional(None)),
            }
        }
        Ok(match optional {
            true => Reached::Optional(Some(value)),
            false => Reached::Plain(value),
        })
    }

    /// Follows fields through the maps of a document as far as they lead, without making values of what lies
    /// on the way.
    fn descend(
        &mut self,
        map: Map<'a>,
        rest: &mut std::slice::Iter<'a, Qualifier>,
        optional: &mut bool,
    ) -> Answer<'a> {
        let (mut holder, as_value): (_, fn(_) -> _) = match map {
            Map::Document(map) => (map, Value::of),
            Map::Typed(map) => (map, Value::typed),
            Map::Held(_) | Map::Borrowed(_) | Map::Shared(_) => return Ok(Value::Map(map)),
        };
        let mut reached = None;
        let mut count = 0;
        while let Some(qualifier) = rest.as_slice().first()
            && let By::Field(name) = &qualifier.by
            && let Some(found) = holder.get(name)
        {
            rest.next();
            *optional |= qualifier.optional;
            count += 1;
            reached = Some(found);
            match found {
                document::Value::Map(inner) => holder = inner,
                _ => break,
            }
        }
        self.meter.spend_singly(count)?;
        Ok(reached.map_or(Value::Map(map), as_value))
    }

    /// The field of a variable whose fields are computed when they are asked for.
    fn lazy_field(&mut self, slot: u32, qualifiers: &'a [Qualifier]) -> Option<Answer<'a>> {
        match &qualifiers.first()?.by {
            By::Field(name) => self.activation.field(slot as usize, name, self.meter),
            By::Constant(_) | By::Step(_) => None,
        }
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

    /// Makes a call and hands on what `give` makes of the answer.
    fn call<T>(
        &mut self,
        call: &'a Call,
        give: impl FnOnce(Answer<'a>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match &*call.arguments {
            [] => self.apply(call, &[], give),
            // One or two arguments are all evaluated, and the call is charged, even when one fails.
            [only] => match self.evaluate(*only) {
                Ok(value) => self.apply(call, &[value], give),
                Err(fault) => Err(self.failed(call, [Err(fault)])),
            },
            [left, right] => {
                let left = self.evaluate(*left);
                match left {
                    Err(fault @ Fault::Stopped(_)) => return Err(fault),
                    Err(fault) if self.plan.engine == Engine::V031 => return Err(fault),
                    _ => (),
                }
                match (left, self.evaluate(*right)) {
                    (Ok(left), Ok(right)) => self.apply(call, &[left, right], give),
                    (left, right) => Err(self.failed(call, [left, right])),
                }
            }
            more => {
                let mut values = Vec::with_capacity(more.len());
                for argument in more {
                    values.push(self.evaluate(*argument)?);
                }
                self.apply(call, &values, give)
            }
        }
    }

    /// Charges a call one of whose arguments has no value.
    #[cold]
    fn failed<const N: usize>(&mut self, call: &'a Call, arguments: [Answer<'a>; N]) -> Fault {
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
            return fault;
        }
        if let Some(crash) = call.crash {
            return Fault::fixed(crash);
        }
        let answer = Err(fault);
        match (self.charge(call, &values, &answer), answer) {
            (Err(stopped), _) => stopped,
            (Ok(()), Err(fault)) => fault,
            (Ok(()), Ok(_)) => Fault::NO_OVERLOAD,
        }
    }

    fn apply<T>(
        &mut self,
        call: &'a Call,
        values: &[Value<'a>],
        give: impl FnOnce(Answer<'a>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut arguments = Arguments {
            function: &call.name,
            values,
            prepared: call.prepared.as_ref(),
            meter: self.meter,
            activation: self.activation,
        };
        let body = call.body.or_else(|| {
            let mut overloads = call.overloads.iter();
            let fitting = overloads.find(|overload| overload.accepts(values));
            fitting.map(|overload| overload.body)
        });
        let room = arguments.meter.room();
        let answer = match body {
            Some(body) => body(&mut arguments),
            None => Err(arguments.no_overload()),
        };
        if !matches!(answer, Err(Fault::Stopped(_))) {
            // What the reference charges for may be less than what is read and made.
            self.meter.read(values.iter().map(length).sum())?;
            self.meter.take_rest(made(&answer), room)?;
            self.charge(call, values, &answer)?;
        }
        give(answer)
    }

    fn charge(&mut self, call: &'a Call, values: &[Value<'a>], answer: &Answer<'a>) -> Result<(), Fault> {
        let by_overload = || match &*call.overloads {
            [only] => only.cost,
            _ => None,
        };
        let units = match by_overload().or(call.cost) {
            Some(cost) => cost(values, answer),
            None => 1,
        };
        self.meter.spend(units)
    }

    /// Of several terms without value the first counts; one that decides makes up for it.
    fn logic(&mut self, connective: Connective, terms: &'a [StepId]) -> Result<bool, Fault> {
        let deciding = connective == Connective::Or;
        let mut fault = None;
        for term in terms {
            match self.truth(*term) {
                Ok(value) if value == deciding => return Ok(value),
                Ok(_) => (),
                Err(it @ Fault::Stopped(_)) => return Err(it),
                Err(it) => {
                    fault.get_or_insert(it);
                }
            }
        }
        match fault {
            Some(fault) => Err(fault),
            None => Ok(!deciding),
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
        Ok(Value::Map(Map::Shared(made.into())))
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
    /// The target is written there once more to get its value, or it has a name.
    fn optional_map(&mut self, slot: u32, target: StepId, body: StepId, flat: bool) -> Answer<'a> {
        let before = self.meter.cost;
        let target = self.evaluate(target);
        let price = self.meter.cost - before;
        let target = match target {
            Err(fault @ Fault::Stopped(_)) => return Err(fault),
            other => other,
        };
        let price = match self.plan.engine {
            Engine::V029 => price,
            Engine::V031 => {
                self.meter.spend(1)?;
                1
            }
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
        // An optional that is opened at once need not be made.
        if !O::WATCHES
            && let Step::Attribute(attribute) = self.plan.step(target)
        {
            self.meter.step()?;
            let reached = self.reach(&attribute.root, &attribute.qualifiers);
            if !matches!(attribute.root, Root::Conditional { .. }) {
                self.meter.spend(1)?;
            }
            match (reached?, unwrap) {
                (Reached::Optional(None) | Reached::Plain(Value::Optional(None)), _) => {
                    return self.evaluate(other);
                }
                (Reached::Optional(Some(value)), true) => return Ok(value),
                (Reached::Optional(Some(value)), false) => return Ok(Value::some(value)),
                (Reached::Plain(Value::Optional(Some(inner))), true) => return Ok(inner.as_ref().clone()),
                (Reached::Plain(value @ Value::Optional(_)), false) => return Ok(value),
                (Reached::Plain(_), _) => return Err(Fault::NO_OVERLOAD),
            }
        }
        match self.evaluate(target)? {
            Value::Optional(None) => self.evaluate(other),
            Value::Optional(Some(inner)) if unwrap => Ok(inner.as_ref().clone()),
            Value::Optional(inner) => Ok(Value::Optional(inner)),
            _ => Err(Fault::NO_OVERLOAD),
        }
    }
}

/// How many bytes of text a function reads of an argument.
#[inline]
fn length(value: &Value<'_>) -> usize {
    match value {
        Value::String(text) => text.as_str().len(),
        Value::Bytes(bytes) => bytes.as_slice().len(),
        Value::Opaque(value) => value.bytes(),
        _ => 0,
    }
}

/// How many bytes a call has made that are held by nobody else: of a text, of an opaque value, of a fault.
#[inline]
fn made(answer: &Answer<'_>) -> usize {
    match answer {
        Ok(value) => held(value),
        Err(Fault::Error(Cow::Owned(text))) => text.len(),
        Err(_) => 0,
    }
}

fn held(value: &Value<'_>) -> usize {
    match value {
        Value::String(Str::Shared(text)) if Arc::strong_count(text) == 1 => text.len(),
        Value::Bytes(Octets::Shared(bytes)) if Arc::strong_count(bytes) == 1 => bytes.len(),
        Value::Opaque(value) if Arc::strong_count(value) == 1 => value.bytes(),
        Value::Optional(Some(inner)) if Arc::strong_count(inner) == 1 => held(inner),
        _ => 0,
    }
}

fn is_true(answer: Answer<'_>) -> Result<bool, Fault> {
    match answer {
        Ok(Value::Bool(value)) => Ok(value),
        Ok(_) => Err(Fault::NO_OVERLOAD),
        Err(fault) => Err(fault),
    }
}

/// Where qualifiers lead in a document; nothing when one of them leads nowhere or may.
fn lead<'a>(mut map: &'a document::Map, qualifiers: &[Qualifier]) -> Option<&'a document::Value> {
    let (last, before) = qualifiers.split_last()?;
    let step = |map: &'a document::Map, qualifier: &Qualifier| match &qualifier.by {
        By::Field(name) if !qualifier.optional => map.get(name),
        _ => None,
    };
    for qualifier in before {
        match step(map, qualifier)? {
            document::Value::Map(inner) => map = inner,
            _ => return None,
        }
    }
    step(map, last)
}

fn not_optional(value: &Value<'_>) -> Fault {
    Fault::new(format!(
        "cannot initialize optional list element from non-optional value {}",
        crate::show::plain(value)
    ))
}
