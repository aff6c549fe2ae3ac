//! Where the variables of an expression come from.

use sekisho_document::Text;

use crate::collection::Map;
use crate::fault::Fault;
use crate::meter::Meter;
use crate::value::Value;

/// Gives the variables of an environment their values, by the number that
/// [`crate::Environment::variable`] tells.
pub trait Activation<'a> {
    /// The value of a variable; nothing if it has none.
    fn variable(&self, slot: usize) -> Option<Value<'a>>;

    /// The map of a document that is the value of a variable, if it is one and its fields are not computed.
    /// Where this is known without making a value, fields are reached faster.
    fn document(&self, _slot: usize) -> Option<Map<'a>> {
        None
    }

    /// Its name, for messages.
    fn name(&self, _slot: usize) -> &str {
        ""
    }

    /// The field of a variable whose fields are computed when they are asked for; nothing if it is no such
    /// variable. What the computation costs is charged to the meter. `has()` computes it too, and fails
    /// when that fails.
    fn field(&self, _slot: usize, _name: &str, _meter: &mut Meter) -> Option<Result<Value<'a>, Fault>> {
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
    row: Vec<(Text, Option<Value<'a>>)>,
}

impl<'a> Values<'a> {
    #[must_use]
    pub fn new() -> Values<'a> {
        Values::default()
    }

    /// Gives a variable a value.
    pub fn set(&mut self, slot: usize, name: &str, value: Value<'a>) {
        if self.row.len() <= slot {
            self.row.resize_with(slot + 1, Default::default);
        }
        if let Some(place) = self.row.get_mut(slot) {
            *place = (Text::new(name), Some(value));
        }
    }
}

impl<'a> Activation<'a> for Values<'a> {
    fn variable(&self, slot: usize) -> Option<Value<'a>> {
        self.row.get(slot)?.1.clone()
    }

    fn document(&self, slot: usize) -> Option<Map<'a>> {
        self.row.get(slot)?.1.as_ref()?.document()
    }

    fn name(&self, slot: usize) -> &str {
        self.row.get(slot).map_or("", |(name, _)| name)
    }
}
