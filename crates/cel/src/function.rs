//! What a function is: an entry of a table with everything that is said about it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::activation::Activation;
use crate::estimate::Estimate;
use crate::expansion::Style;
use crate::fault::Fault;
use crate::meter::Meter;
use crate::types::Shape;
use crate::value::Value;

/// The minor version of the server in which something appeared: `Release(32)` is 1.32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release(pub u16);

impl Release {
    /// There from the beginning.
    pub const FIRST: Release = Release(0);
    /// Whatever is known: what stored expressions are compiled with.
    pub const STORED: Release = Release(u16::MAX);
}

/// An entry of a function table.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// As it is called, with its name space: `sets.contains`. Operators have internal names: `_+_`.
    pub name: &'static str,
    pub since: Release,
    pub overloads: &'static [Overload],
    /// For functions that look at the types of their arguments themselves. Without it, the first overload
    /// whose types fit is called.
    pub body: Option<Body>,
    /// What a call costs whose overload says nothing, or may be one of several.
    pub cost: Option<Cost>,
    /// What a call may cost, by what is known before.
    pub estimate: Option<Estimate>,
    /// What can be made ready from constant arguments when an expression is planned, such as a pattern.
    pub prepare: Option<Prepare>,
    /// What the reference says when an argument has no value: its estimator of costs breaks off on the
    /// calls of some functions then.
    pub crash: Option<&'static str>,
    /// Whether a call with a constant is made when the expression is planned: conversions.
    pub folds: bool,
    /// What it does, beginning with a verb, without a full stop.
    pub summary: &'static str,
    pub examples: &'static [Example],
}

/// One signature of a function.
#[derive(Debug, Clone, Copy)]
pub struct Overload {
    /// Unique among all overloads.
    pub id: &'static str,
    pub since: Release,
    pub style: Style,
    /// Of a method the first is what stands before the dot.
    pub parameters: &'static [Shape],
    pub returns: Shape,
    pub body: Body,
    /// What a call costs when this overload alone can be meant.
    pub cost: Option<Cost>,
    pub estimate: Option<Estimate>,
}

/// A call and its result, shown in the documentation and run as a test.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    pub expression: &'static str,
    /// The result, as an expression.
    pub result: &'static str,
}

/// The body of a function. Number and types of the arguments were checked before, unless it is the body of
/// a whole function.
pub type Body = for<'r, 'a> fn(&mut Arguments<'r, 'a>) -> Result<Value<'a>, Fault>;

/// What a call costs, after it was made.
pub type Cost = fn(&[Value<'_>], &Result<Value<'_>, Fault>) -> u64;

/// Makes something ready from the arguments that are constants. What it complains of is a fault of the
/// expression.
pub type Prepare = fn(constants: &[Option<&Value<'_>>]) -> Result<Option<Prepared>, String>;

/// What [`Prepare`] made; the call gets it with [`Arguments::prepared`].
pub type Prepared = Arc<dyn Any + Send + Sync>;

impl Function {
    /// The fields that most functions leave as they are.
    pub const USUAL: Function = Function {
        name: "",
        since: Release::FIRST,
        overloads: &[],
        body: None,
        cost: None,
        estimate: None,
        prepare: None,
        crash: None,
        folds: false,
        summary: "",
        examples: &[],
    };
}

impl Overload {
    #[must_use]
    pub const fn function(
        id: &'static str,
        parameters: &'static [Shape],
        returns: Shape,
        body: Body,
    ) -> Overload {
        Overload {
            id,
            since: Release::FIRST,
            style: Style::Function,
            parameters,
            returns,
            body,
            cost: None,
            estimate: None,
        }
    }

    #[must_use]
    pub const fn method(
        id: &'static str,
        parameters: &'static [Shape],
        returns: Shape,
        body: Body,
    ) -> Overload {
        Overload {
            style: Style::Method,
            ..Overload::function(id, parameters, returns, body)
        }
    }

    /// A signature of a function that has one body for all.
    #[must_use]
    pub const fn declared(
        id: &'static str,
        style: Style,
        parameters: &'static [Shape],
        returns: Shape,
    ) -> Overload {
        Overload {
            style,
            ..Overload::function(id, parameters, returns, no_overload)
        }
    }

    #[must_use]
    pub const fn costs(self, cost: Cost, estimate: Estimate) -> Overload {
        Overload {
            cost: Some(cost),
            estimate: Some(estimate),
            ..self
        }
    }

    #[must_use]
    pub const fn since(self, since: Release) -> Overload {
        Overload { since, ..self }
    }

    /// Whether values may be given to this overload at run time: of a list or map its first element is
    /// looked at.
    pub(crate) fn accepts(&self, arguments: &[Value<'_>]) -> bool {
        self.parameters.len() == arguments.len()
            && self
                .parameters
                .iter()
                .zip(arguments)
                .all(|(shape, value)| fits(*shape, value))
    }
}

fn no_overload<'a>(_: &mut Arguments<'_, 'a>) -> Result<Value<'a>, Fault> {
    Err(Fault::NO_OVERLOAD)
}

fn fits(shape: Shape, value: &Value<'_>) -> bool {
    match (shape, value) {
        (Shape::Dyn | Shape::Any | Shape::Parameter(_), _)
        | (Shape::Null, Value::Null)
        | (Shape::Bool, Value::Bool(_))
        | (Shape::Int, Value::Int(_))
        | (Shape::Uint, Value::Uint(_))
        | (Shape::Double, Value::Double(_))
        | (Shape::String, Value::String(_))
        | (Shape::Bytes, Value::Bytes(_))
        | (Shape::Timestamp, Value::Timestamp(_))
        | (Shape::Duration, Value::Duration(_))
        | (Shape::Type | Shape::TypeOf(_), Value::Type(_))
        | (Shape::Optional(_), Value::Optional(_)) => true,
        (Shape::Wrapper(of), value) => matches!(value, Value::Null) || fits(*of, value),
        (Shape::List(of), Value::List(list)) => list.get(0).is_none_or(|first| fits(*of, &first)),
        (Shape::Map(key, of), Value::Map(map)) => map
            .at(0)
            .is_none_or(|(first, value)| fits(*key, &first) && fits(*of, &value)),
        (Shape::Object(name) | Shape::Opaque(name), value) => value.type_name() == name,
        _ => false,
    }
}

/// What a call is given.
pub struct Arguments<'r, 'a> {
    pub(crate) function: &'r str,
    pub(crate) values: &'r [Value<'a>],
    pub(crate) prepared: Option<&'a Prepared>,
    pub(crate) activation: &'r dyn Activation<'a>,
    /// What the evaluation has used up.
    pub meter: &'r mut Meter,
}

impl<'a> Arguments<'_, 'a> {
    #[must_use]
    pub fn values(&self) -> &[Value<'a>] {
        self.values
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The argument at a position; null where there is none.
    #[must_use]
    pub fn get(&self, position: usize) -> &Value<'a> {
        const NULL: &Value<'static> = &Value::Null;
        self.values.get(position).unwrap_or(NULL)
    }

    /// The text at a position.
    ///
    /// # Errors
    /// It is no text.
    pub fn text(&self, position: usize) -> Result<&str, Fault> {
        self.get(position).as_str().ok_or_else(|| self.no_overload())
    }

    /// The whole number at a position.
    ///
    /// # Errors
    /// It is none.
    pub fn int(&self, position: usize) -> Result<i64, Fault> {
        self.get(position).as_int().ok_or_else(|| self.no_overload())
    }

    /// The list at a position.
    ///
    /// # Errors
    /// It is none.
    pub fn list(&self, position: usize) -> Result<&crate::List<'a>, Fault> {
        self.get(position).as_list().ok_or_else(|| self.no_overload())
    }

    /// The opaque value at a position.
    ///
    /// # Errors
    /// It is none of this type.
    pub fn opaque<T: 'static>(&self, position: usize) -> Result<&T, Fault> {
        self.get(position).as_opaque().ok_or_else(|| self.no_overload())
    }

    /// What was made ready of the constants among the arguments.
    #[must_use]
    pub fn prepared<T: 'static>(&self) -> Option<&'a T> {
        self.prepared?.downcast_ref()
    }

    /// Asks the activation: for functions that look at the world.
    ///
    /// # Errors
    /// As [`Activation::answer`].
    pub fn ask(&mut self) -> Result<Value<'a>, Fault> {
        self.activation.answer(self.function, self.values, self.meter)
    }

    /// What the reference says when no overload takes these values.
    #[must_use]
    pub fn no_overload(&self) -> Fault {
        Fault::no_overload_of(self.function, self.values)
    }
}

impl fmt::Debug for Arguments<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.function, self.values)
    }
}
