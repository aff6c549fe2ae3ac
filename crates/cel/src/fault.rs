//! Why an evaluation has no value.

use std::borrow::Cow;
use std::fmt;

use crate::value::Value;

/// An error, which `&&`, `||`, `?:`, `all` and `exists` may make up for, or a limit, which nothing does.
/// Displayed in the words of the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    Error(Cow<'static, str>),
    Stopped(Stopped),
}

/// Which limit stopped an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    Cost,
    /// Too many or too large values; see [`crate::Limits::room`].
    Room,
    Steps,
    /// The caller's check said that it takes too long.
    Time,
    /// A function does what crashes the reference, which gives the whole evaluation up then. In its words.
    Crash(&'static str),
}

impl Fault {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Fault {
        Fault::Error(Cow::Owned(text.into()))
    }

    #[must_use]
    pub const fn fixed(text: &'static str) -> Fault {
        Fault::Error(Cow::Borrowed(text))
    }

    /// Nobody can answer a call that only the world can answer.
    #[must_use]
    pub fn nobody_answers(function: &str) -> Fault {
        Fault::new(format!("nobody can answer `{function}` here"))
    }

    pub(crate) const NO_OVERLOAD: Fault = Fault::fixed("no such overload");

    /// An operator is not for values like its first operand. Those that the reference can send a message
    /// to say less.
    pub(crate) fn no_operator(operator: &str, operand: &Value<'_>) -> Fault {
        match operand {
            Value::String(_) | Value::Timestamp(_) | Value::Duration(_) => Fault::NO_OVERLOAD,
            _ => Fault::new(format!("no such overload: {operator}")),
        }
    }

    /// No overload of a function takes values of these types.
    #[must_use]
    pub fn no_overload_of(function: &str, arguments: &[Value<'_>]) -> Fault {
        let types: Vec<&str> = arguments.iter().map(Value::type_name).collect();
        Fault::new(format!("no such overload: {function}({})", types.join(", ")))
    }

    /// A value has no such conversion.
    pub(crate) fn no_conversion(value: &Value<'_>, target: &str) -> Fault {
        Fault::new(format!(
            "type conversion error from '{}' to '{target}'",
            value.type_name()
        ))
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Error(text) => text,
            Fault::Stopped(Stopped::Cost) => "operation cancelled: actual cost limit exceeded",
            Fault::Stopped(Stopped::Room) => "operation cancelled: values too large",
            Fault::Stopped(Stopped::Steps) => "operation cancelled: too many steps",
            Fault::Stopped(Stopped::Time) => "operation interrupted",
            Fault::Stopped(Stopped::Crash(cause)) => return write!(f, "internal error: {cause}"),
        })
    }
}
