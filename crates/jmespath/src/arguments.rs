//! What the body of a function gets: its arguments, and what it may use.

use std::borrow::Cow;
use std::fmt;

use sekisho_diagnostics::Complaint;
use sekisho_document::regex::Payer;
use sekisho_document::{List, Map, Value};

use crate::function::Prepared;
use crate::{Found, Lambda, Limits, World};

/// The arguments of a call. Positions count from 0; texts of complaints count from 1, as Kyverno's do.
pub struct Arguments<'r, 'a> {
    pub(crate) name: &'static str,
    pub(crate) found: &'r [Found<'a>],
    pub(crate) prepared: Option<&'r Prepared>,
    pub(crate) host: &'r mut dyn Host<'a>,
}

/// The evaluation that makes a call.
pub(crate) trait Host<'a> {
    /// Evaluates a lambda on a value; a missing key gives null.
    fn apply(&mut self, lambda: Lambda, value: Found<'a>) -> Result<Found<'a>, Complaint>;
    fn spend(&mut self, steps: u64) -> Result<(), Complaint>;
    fn equal(&mut self, left: &Value, right: &Value) -> Result<bool, Complaint>;
    fn world(&self) -> &dyn World;
    fn limits(&self) -> &Limits;
}

/// Searches with regular expressions are paid for in steps.
impl Payer for Arguments<'_, '_> {
    type Error = Complaint;

    fn pay(&mut self, steps: u64) -> Result<(), Complaint> {
        self.spend(steps)
    }
}

impl<'r, 'a> Arguments<'r, 'a> {
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All arguments.
    #[must_use]
    pub fn all(&self) -> &'r [Found<'a>] {
        self.found
    }

    /// An argument of any kind; null when there is none.
    #[must_use]
    pub fn get(&self, position: usize) -> &'r Found<'a> {
        const NULL: &Found<'static> = &Found::NULL;
        self.found.get(position).unwrap_or(NULL)
    }

    /// An argument as a document value; see [`Found::into_value`] for the odd kinds.
    #[must_use]
    pub fn value(&self, position: usize) -> Cow<'r, Value> {
        match self.get(position) {
            Found::Value(value) => Cow::Borrowed(value),
            other @ (Found::Objects(_) | Found::Lambda(_)) => Cow::Owned(other.clone().into_value()),
        }
    }

    pub fn text(&self, position: usize) -> Result<&'r str, Complaint> {
        match self.get(position).value() {
            Some(Value::String(text)) => Ok(text),
            _ => Err(self.not_of_type(position, "String")),
        }
    }

    pub fn number(&self, position: usize) -> Result<f64, Complaint> {
        match self.get(position).value() {
            Some(Value::Float(number)) => Ok(*number),
            _ => Err(self.not_of_type(position, "Number")),
        }
    }

    /// An ordinary list: the result of `items()` is none.
    pub fn list(&self, position: usize) -> Result<&'r List, Complaint> {
        match self.get(position).value() {
            Some(Value::List(list)) => Ok(list),
            _ => Err(self.not_of_type(position, "Array")),
        }
    }

    pub fn map(&self, position: usize) -> Result<&'r Map, Complaint> {
        match self.get(position).value() {
            Some(Value::Map(map)) => Ok(map),
            _ => Err(self.not_of_type(position, "Object")),
        }
    }

    pub fn lambda(&self, position: usize) -> Result<Lambda, Complaint> {
        match self.get(position) {
            Found::Lambda(lambda) => Ok(*lambda),
            Found::Value(_) | Found::Objects(_) => Err(self.not_of_type(position, "Expression")),
        }
    }

    /// Evaluates an expression argument on a value; a missing key gives null.
    pub fn apply(&mut self, lambda: Lambda, value: Found<'a>) -> Result<Found<'a>, Complaint> {
        self.host.apply(lambda, value)
    }

    /// What [`crate::Function::prepare`] made for this call.
    #[must_use]
    pub fn prepared<T: Send + Sync + 'static>(&self) -> Option<&'r T> {
        self.prepared?.downcast_ref()
    }

    #[must_use]
    pub fn world(&self) -> &dyn World {
        self.host.world()
    }

    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.host.limits()
    }

    /// Pays for work that grows with more than one argument; complains when the evaluation is too long.
    pub fn spend(&mut self, steps: u64) -> Result<(), Complaint> {
        self.host.spend(steps)
    }

    /// Whether two values are equal, strictly by type, with the comparison paid for: values share their
    /// parts, so that a small one may take very long to be walked.
    pub fn equal(&mut self, left: &Value, right: &Value) -> Result<bool, Complaint> {
        self.host.equal(left, right)
    }

    /// Complains when a text of so many bytes may not be made. Ask before making a text that can be longer
    /// than the arguments together.
    pub fn expect_room(&self, bytes: usize) -> Result<(), Complaint> {
        let limit = self.limits().text_bytes;
        if bytes <= limit {
            return Ok(());
        }
        let text = format!("the result would have more than {limit} bytes");
        Err(Complaint::new("limit-exceeded", self.prefixed(&text)))
    }

    /// A complaint with Kyverno's prefix: `JMESPath function 'NAME': text`.
    #[must_use]
    pub fn complain(&self, text: impl AsRef<str>) -> Complaint {
        Complaint::new("query-failed", self.prefixed(text.as_ref()))
    }

    /// `JMESPath function 'NAME': argument #1 is not of type String`, with Kyverno's name of the type.
    #[must_use]
    pub fn not_of_type(&self, position: usize, ty: &str) -> Complaint {
        self.complain(format!("argument #{} is not of type {ty}", position + 1))
    }

    fn prefixed(&self, text: &str) -> String {
        format!("JMESPath function '{}': {text}", self.name)
    }
}

impl fmt::Debug for Arguments<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arguments")
            .field("name", &self.name)
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}
