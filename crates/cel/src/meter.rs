//! What an evaluation has used up.

use std::fmt;
use std::sync::Arc;

use sekisho_document as document;
use sekisho_document::regex::Payer;

use crate::fault::{Fault, Stopped};
use crate::limits::Limits;
use crate::value::Value;

/// How many steps pass between two looks at the time.
const BETWEEN_LOOKS: u64 = 1024;

/// How many bytes of text are read in one step.
const BYTES_OF_A_STEP: usize = 64;

/// Says whether an evaluation has taken too long.
pub type LateCheck = Arc<dyn Fn() -> bool + Send + Sync>;

/// Counts cost, room and steps, and stops the evaluation when a limit is passed.
pub struct Meter {
    /// In the units of Kubernetes (reference §6).
    pub cost: u64,
    pub(crate) limits: Limits,
    room: u64,
    steps: u64,
    is_late: Option<LateCheck>,
}

impl Meter {
    /// `is_late` is asked now and then whether the evaluation has taken too long.
    #[must_use]
    pub fn new(limits: Limits, is_late: Option<LateCheck>) -> Meter {
        Meter {
            cost: 0,
            limits,
            room: limits.room,
            steps: 0,
            is_late,
        }
    }

    /// Charges so many units.
    ///
    /// # Errors
    /// More than the limit has been spent.
    #[inline]
    pub fn spend(&mut self, units: u64) -> Result<(), Fault> {
        self.cost = self.cost.saturating_add(units);
        match self.cost > self.limits.cost {
            true => Err(Fault::Stopped(Stopped::Cost)),
            false => Ok(()),
        }
    }

    /// Charges so many times one unit: the first that is too much stops, and counts.
    #[inline]
    pub(crate) fn spend_singly(&mut self, units: u64) -> Result<(), Fault> {
        let before = self.cost;
        self.cost = before.saturating_add(units);
        if self.cost <= self.limits.cost {
            return Ok(());
        }
        self.cost = before.max(self.limits.cost).saturating_add(1);
        Err(Fault::Stopped(Stopped::Cost))
    }

    /// Whether so many units more could be spent. For functions that would make something large first and
    /// be charged for it afterwards.
    ///
    /// # Errors
    /// They could not; they count as spent.
    pub fn afford(&mut self, units: u64) -> Result<(), Fault> {
        match self.cost.saturating_add(units) > self.limits.cost {
            true => self.spend(units),
            false => Ok(()),
        }
    }

    /// Takes room for so many bytes.
    ///
    /// # Errors
    /// There is not so much left.
    pub fn take(&mut self, bytes: usize) -> Result<(), Fault> {
        match self.room.checked_sub(bytes as u64) {
            Some(left) => {
                self.room = left;
                Ok(())
            }
            None => Err(Fault::Stopped(Stopped::Room)),
        }
    }

    /// How much room there is left.
    pub(crate) fn room(&self) -> u64 {
        self.room
    }

    /// Takes what is missing of the room for so many bytes, of which some may be taken already: there was
    /// `before` before they were made.
    ///
    /// # Errors
    /// There is not so much left.
    pub(crate) fn take_rest(&mut self, bytes: usize, before: u64) -> Result<(), Fault> {
        let taken = usize::try_from(before - self.room.min(before)).unwrap_or(usize::MAX);
        self.take(bytes.saturating_sub(taken))
    }

    /// Counts the steps of reading so many bytes of text.
    ///
    /// # Errors
    /// As [`Meter::step`].
    #[inline]
    pub fn read(&mut self, bytes: usize) -> Result<(), Fault> {
        match bytes / BYTES_OF_A_STEP {
            0 => Ok(()),
            steps => self.step_by(steps),
        }
    }

    /// Takes room for so many values.
    ///
    /// # Errors
    /// There is not so much left.
    pub fn take_values(&mut self, count: usize) -> Result<(), Fault> {
        self.take(count.saturating_mul(size_of::<crate::Value<'_>>()))
    }

    /// Takes room for a value with all that is in it, each part as often as it is there. For what writes a
    /// value out: parts that are shared are not shared any more then.
    ///
    /// # Errors
    /// There is not so much left.
    pub fn take_whole(&mut self, value: &Value<'_>) -> Result<(), Fault> {
        self.take_to(value, document::Value::DEPTH)
    }

    /// Deeper values are written by nobody.
    fn take_to(&mut self, value: &Value<'_>, depth: usize) -> Result<(), Fault> {
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(());
        };
        self.take_values(1)?;
        match value {
            Value::String(text) => self.take(text.as_str().len()),
            Value::Bytes(bytes) => self.take(bytes.as_slice().len()),
            Value::List(list) => list.iter().try_for_each(|item| self.take_to(&item, depth)),
            Value::Map(map) => map.iter().try_for_each(|(key, value)| {
                self.take_to(&key, depth)?;
                self.take_to(&value, depth)
            }),
            Value::Object(object) => {
                let mut fields = object.fields.iter();
                fields.try_for_each(|(_, value)| self.take_to(value, depth))
            }
            Value::Optional(Some(inner)) => self.take_to(inner, depth),
            _ => Ok(()),
        }
    }

    /// Counts one step.
    ///
    /// # Errors
    /// There were too many, or it has taken too long.
    #[inline]
    pub fn step(&mut self) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps.is_multiple_of(BETWEEN_LOOKS) {
            return self.look();
        }
        Ok(())
    }

    /// Counts many steps at once.
    ///
    /// # Errors
    /// As [`Meter::step`].
    pub fn step_by(&mut self, count: usize) -> Result<(), Fault> {
        let before = self.steps / BETWEEN_LOOKS;
        self.steps = self.steps.saturating_add(count as u64);
        match self.steps / BETWEEN_LOOKS > before {
            true => self.look(),
            false => Ok(()),
        }
    }

    fn look(&self) -> Result<(), Fault> {
        if self.steps > self.limits.steps {
            return Err(Fault::Stopped(Stopped::Steps));
        }
        match &self.is_late {
            Some(is_late) if is_late() => Err(Fault::Stopped(Stopped::Time)),
            _ => Ok(()),
        }
    }
}

/// What searches with regular expressions take counts as steps.
impl Payer for Meter {
    type Error = Fault;

    fn pay(&mut self, steps: u64) -> Result<(), Fault> {
        self.step_by(usize::try_from(steps).unwrap_or(usize::MAX))
    }
}

impl fmt::Debug for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Meter({} of {})", self.cost, self.limits.cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_shared_counts_as_often_as_it_is_there() {
        let mut value: Value<'static> = Value::list(vec![Value::from(1)]);
        let mut outcomes = Vec::new();
        for _ in 0..9 {
            value = Value::list(vec![value; 10]);
            outcomes.push(Meter::new(Limits::STANDARD, None).take_whole(&value));
        }
        assert_eq!(outcomes.first(), Some(&Ok(())));
        assert_eq!(outcomes.last(), Some(&Err(Fault::Stopped(Stopped::Room))));
    }
}
