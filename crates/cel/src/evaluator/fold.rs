//! Macros over lists and maps. Each element is charged as the comprehension that the macro stands for
//! (reference §6), and like there, an element without value does not end the loop.

use super::{Answer, Evaluator, Local};
use crate::collection::{Entries, List, Map};
use crate::environment::Engine;
use crate::fault::Fault;
use crate::observer::Observer;
use crate::plan::Fold;
use crate::show;
use crate::tree::FoldKind;
use crate::value::Value;

/// What a macro goes over.
enum Range<'a> {
    List(List<'a>),
    Map(Map<'a>),
}

impl<'a> Range<'a> {
    fn len(&self) -> usize {
        match self {
            Range::List(list) => list.len(),
            Range::Map(map) => map.len(),
        }
    }
}

impl<'a, O: Observer> Evaluator<'a, '_, O> {
    pub(super) fn fold(&mut self, fold: &'a Fold) -> Answer<'a> {
        let range = match self.evaluate(fold.range)? {
            Value::List(list) => Range::List(list),
            Value::Map(map) => Range::Map(map),
            other => {
                let ty = show::go_type(&other);
                return Err(Fault::new(format!("got '{ty}', expected iterable type")));
            }
        };
        let slot = fold.slot as usize;
        self.locals.truncate(slot);
        let answer = match fold.kind {
            FoldKind::All => self.quantify(fold, &range, false),
            FoldKind::Exists => self.quantify(fold, &range, true),
            FoldKind::ExistsOne => self.exists_one(fold, &range),
            FoldKind::List => self.list_of(fold, &range),
            FoldKind::Map => self.map_of(fold, &range),
            FoldKind::MapEntry => self.map_of_entries(fold, &range),
        };
        self.locals.truncate(slot);
        answer
    }

    /// Gives the variables their values for one element.
    fn enter(&mut self, fold: &Fold, range: &Range<'a>, position: usize) {
        let index = Value::Int(i64::try_from(position).unwrap_or(i64::MAX));
        let (first, second) = match (range, fold.two) {
            (Range::List(list), false) => (list.get(position).unwrap_or(Value::Null), None),
            (Range::List(list), true) => (index, list.get(position)),
            (Range::Map(map), two) => {
                let (key, value) = map.at(position).unwrap_or((Value::Null, Value::Null));
                (key, two.then_some(value))
            }
        };
        let slot = fold.slot as usize;
        match self.locals.get_mut(slot) {
            Some(local) => {
                *local = Local::Value(first);
                self.locals.truncate(slot + 1);
            }
            None => self.locals.push(Local::Value(first)),
        }
        if let Some(second) = second {
            self.locals.push(Local::Value(second));
        }
    }

    /// `all` and `exists`: goes on until a body says `deciding`, which makes up for those without value.
    fn quantify(&mut self, fold: &'a Fold, range: &Range<'a>, deciding: bool) -> Answer<'a> {
        // The loop condition is `@not_strictly_false(accu)`, for `exists` of `!accu`.
        let condition = if deciding { 3 } else { 2 };
        let mut fault = None;
        for position in 0..range.len() {
            self.enter(fold, range, position);
            self.meter.spend_singly(condition + 1)?;
            match self.truth(fold.body) {
                Ok(value) if value == deciding => {
                    if position + 1 < range.len() {
                        self.meter.spend(condition)?;
                    }
                    self.meter.spend(1)?;
                    return Ok(Value::Bool(deciding));
                }
                Ok(_) => (),
                Err(it @ Fault::Stopped(_)) => return Err(it),
                Err(it) => {
                    fault.get_or_insert(it);
                }
            }
        }
        self.meter.spend(1)?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Value::Bool(!deciding)),
        }
    }

    fn exists_one(&mut self, fold: &'a Fold, range: &Range<'a>) -> Answer<'a> {
        let mut count: u64 = 0;
        let mut fault = None;
        for position in 0..range.len() {
            self.enter(fold, range, position);
            match self.truth(fold.body) {
                Ok(true) => {
                    self.meter.spend(1)?;
                    if self.goes_on(fault.as_ref()) {
                        self.meter.spend(1)?;
                    }
                    count += 1;
                }
                Ok(false) => (),
                Err(it @ Fault::Stopped(_)) => return Err(it),
                Err(it) => fault = Some(it),
            }
        }
        self.meter.spend(2)?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Value::Bool(count == 1)),
        }
    }

    /// Whether an element takes part. A condition without value takes the place of an earlier fault.
    fn takes_part(&mut self, fold: &'a Fold, fault: &mut Option<Fault>) -> Result<bool, Fault> {
        let Some(condition) = fold.condition else {
            return Ok(true);
        };
        match self.truth(condition) {
            Ok(takes_part) => Ok(takes_part),
            Err(it @ Fault::Stopped(_)) => Err(it),
            Err(it) => {
                *fault = Some(it);
                Ok(false)
            }
        }
    }

    /// Whether an element is added to what already has a fault: it is the second operand then.
    fn goes_on(&self, fault: Option<&Fault>) -> bool {
        fault.is_none() || self.plan.engine == Engine::V029
    }

    fn list_of(&mut self, fold: &'a Fold, range: &Range<'a>) -> Answer<'a> {
        let mut made = Vec::new();
        let mut fault = None;
        for position in 0..range.len() {
            self.enter(fold, range, position);
            if !self.takes_part(fold, &mut fault)? {
                continue;
            }
            self.meter.spend(1)?;
            if !self.goes_on(fault.as_ref()) {
                continue;
            }
            let body = self.evaluate(fold.body);
            if let Err(it @ Fault::Stopped(_)) = body {
                return Err(it);
            }
            self.meter.spend(fold.wrapping)?;
            self.meter.spend(1)?;
            match body {
                Ok(value) if fault.is_none() => {
                    self.meter.take_values(1)?;
                    made.push(value);
                }
                Ok(_) => (),
                Err(it) => {
                    fault.get_or_insert(it);
                }
            }
        }
        self.meter.spend(1)?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Value::list(made)),
        }
    }

    fn map_of(&mut self, fold: &'a Fold, range: &Range<'a>) -> Answer<'a> {
        let mut made = Entries::default();
        let mut fault = None;
        for position in 0..range.len() {
            self.enter(fold, range, position);
            if !self.takes_part(fold, &mut fault)? {
                continue;
            }
            self.meter.spend(1)?;
            if fault.is_some() {
                continue;
            }
            self.meter.spend(1)?;
            match self.evaluate(fold.body) {
                Ok(value) => {
                    let key = self.local(fold.slot)?;
                    self.meter.take_values(2)?;
                    made.insert(key, value);
                    self.meter.spend(1)?;
                }
                Err(it @ Fault::Stopped(_)) => return Err(it),
                Err(it) => fault = Some(it),
            }
        }
        self.meter.spend(1)?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Value::Map(Map::Shared(made.into()))),
        }
    }

    fn map_of_entries(&mut self, fold: &'a Fold, range: &Range<'a>) -> Answer<'a> {
        let mut made = Entries::default();
        let mut fault = None;
        for position in 0..range.len() {
            self.enter(fold, range, position);
            if !self.takes_part(fold, &mut fault)? {
                continue;
            }
            self.meter.spend(1)?;
            if !self.goes_on(fault.as_ref()) {
                continue;
            }
            let body = self.evaluate(fold.body);
            self.meter.spend(1)?;
            match body {
                Ok(value) if fault.is_none() => fault = self.insert_all(&mut made, &value)?,
                Ok(_) => (),
                Err(it @ Fault::Stopped(_)) => return Err(it),
                Err(it) => {
                    fault.get_or_insert(it);
                }
            }
        }
        self.meter.spend(1)?;
        match fault {
            Some(fault) => Err(fault),
            None => Ok(Value::Map(Map::Shared(made.into()))),
        }
    }

    /// Adds the entries of a map, none of whose keys may be there.
    fn insert_all(&mut self, made: &mut Entries<'a>, value: &Value<'a>) -> Result<Option<Fault>, Fault> {
        let Value::Map(map) = value else {
            return Ok(Some(Fault::NO_OVERLOAD));
        };
        for (key, value) in map.iter() {
            self.meter.take_values(2)?;
            if made.get(&key).is_some() {
                let key = show::plain(&key);
                return Ok(Some(Fault::new(format!(
                    "insert failed: key {key} already exists"
                ))));
            }
            made.insert(key, value);
        }
        Ok(None)
    }
}
