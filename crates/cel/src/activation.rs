//! Where the variables of an expression come from.

use crate::fault::Fault;
use crate::meter::Meter;
use crate::value::Value;

/// Gives the variables of an environment their values, by the number that
/// [`crate::Environment::variable`] tells.
pub trait Activation<'a> {
    /// The value of a variable; nothing if it has none.
    fn variable(&self, slot: usize) -> Option<Value<'a>>;

    /// Its name, for messages.
    fn name(&self, _slot: usize) -> &str {
        ""
    }

    /// The field of a variable whose fields are computed when they are asked for; nothing if it is no such
    /// variable. What the computation costs is charged to the meter.
    fn field(&self, _slot: usize, _name: &str, _meter: &mut Meter) -> Option<Result<Value<'a>, Fault>> {
        None
    }

    /// Whether such a variable has a field; nothing if it is no such variable.
    fn has_field(&self, _slot: usize, _name: &str) -> Option<bool> {
        None
    }

    /// Answers a call that only the world can answer, such as a look-up in a cluster: what the body of the
    /// function hands on with [`crate::Arguments::ask`]. Here nobody can.
    ///
    /// # Errors
    /// The world said so, or nobody knows.
    fn answer(
        &self,
        function: &str,
        _arguments: &[Value<'a>],
        _meter: &mut Meter,
    ) -> Result<Value<'a>, Fault> {
        Err(Fault::nobody_answers(function))
    }
}

/// Values in the order of the variables of an environment.
#[derive(Debug, Clone, Default)]
pub struct Values<'a> {
    values: Vec<Option<Value<'a>>>,
    names: Vec<String>,
}

impl<'a> Values<'a> {
    #[must_use]
    pub fn new() -> Values<'a> {
        Values::default()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, slot: usize, name: &str, value: Value<'a>) {
        if self.values.len() <= slot {
            self.values.resize(slot + 1, None);
            self.names.resize(slot + 1, String::new());
        }
        if let (Some(place), Some(named)) = (self.values.get_mut(slot), self.names.get_mut(slot)) {
            *place = Some(value);
            name.clone_into(named);
        }
    }
}

impl<'a> Activation<'a> for Values<'a> {
    fn variable(&self, slot: usize) -> Option<Value<'a>> {
        self.values.get(slot).cloned().flatten()
    }

    fn name(&self, slot: usize) -> &str {
        self.names.get(slot).map_or("", String::as_str)
    }
}
