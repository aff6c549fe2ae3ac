//! An expression as a policy holds it: compiled, or why it can not be.

use std::fmt;
use std::sync::Arc;

use sekisho_cel::{CompileError, Environment, Expression as Checked, Fault, Phase, Program, Type};
use sekisho_document::Text;
use sekisho_kubernetes::cel;

/// Known when the policy is compiled, said when the expression is reached.
pub type Deferred<T> = Result<T, Refused>;

/// One expression of a policy.
#[derive(Debug, Clone)]
pub struct Expression {
    pub text: Text,
    pub program: Deferred<Program>,
}

/// Why an expression can not be evaluated. Displayed as the API server words it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    Compile(CompileError),
    /// Its value has another type than the place wants.
    Type {
        wanted: &'static [Returns],
        got: String,
    },
}

/// A type that a place wants of its expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Returns {
    Bool,
    String,
    Null,
    /// A part of the object that a mutation applies.
    Object,
    /// A list of operations of a patch.
    Patch,
    /// A map by texts.
    Map,
    /// A type that is known by its name.
    Named(&'static str),
}

/// Why an evaluation has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    Refused(Refused),
    Fault(Fault),
}

impl Expression {
    /// Compiles an expression whose value may have one of some types; none listed means any.
    #[must_use]
    pub fn compile(text: &str, wanted: &'static [Returns], environment: &Environment) -> Expression {
        Expression {
            text: Text::new(text),
            program: compile(text, wanted, environment),
        }
    }

    /// What the API server says when the evaluation has no value (admission reference §3.8).
    #[must_use]
    pub fn blame(&self, trouble: &Trouble) -> String {
        match trouble {
            Trouble::Refused(refused) => format!("compilation error: {refused}"),
            Trouble::Fault(fault) => format!("expression '{}' resulted in error: {fault}", self.text),
        }
    }
}

fn compile(text: &str, wanted: &'static [Returns], environment: &Environment) -> Deferred<Program> {
    let checked = Checked::check(text, environment).map_err(Refused::Compile)?;
    let fits = wanted.is_empty()
        || *checked.ty() == Type::Any
        || wanted.iter().any(|returns| returns.is(checked.ty()));
    if !fits {
        let got = type_text(checked.ty());
        return Err(Refused::Type { wanted, got });
    }
    checked.plan(environment).map_err(Refused::Compile)
}

impl Returns {
    fn is(self, ty: &Type) -> bool {
        *ty == self.ty()
    }

    fn ty(self) -> Type {
        match self {
            Returns::Bool => Type::Bool,
            Returns::String => Type::String,
            Returns::Null => Type::Null,
            Returns::Object => Type::Object(Text::const_new(cel::OBJECT)),
            Returns::Patch => Type::List(Arc::new(Type::Object(Text::const_new(cel::PATCH)))),
            Returns::Map => Type::Map(Arc::new((Type::String, Type::Any))),
            Returns::Named(name) => Type::object(name),
        }
    }
}

/// A type as it names itself, which differs from what the checker's messages call it.
fn type_text(ty: &Type) -> String {
    match ty {
        Type::Null => "null_type".to_owned(),
        Type::Timestamp => "google.protobuf.Timestamp".to_owned(),
        Type::Duration => "google.protobuf.Duration".to_owned(),
        Type::Any => "google.protobuf.Any".to_owned(),
        Type::List(of) => format!("list({})", type_text(of)),
        Type::Map(of) => format!("map({}, {})", type_text(&of.0), type_text(&of.1)),
        Type::Optional(of) => format!("optional_type({})", type_text(of)),
        other => other.to_string(),
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Compile(error) => match error.phase {
                Phase::Parse | Phase::Check => write!(f, "compilation failed: {error}"),
                Phase::Plan => write!(f, "program instantiation failed: {error}"),
            },
            Refused::Type { wanted, got } => {
                let wanted: Vec<String> = wanted.iter().map(|returns| type_text(&returns.ty())).collect();
                match wanted.as_slice() {
                    [one] => write!(f, "must evaluate to {one} but got {got}"),
                    several => write!(f, "must evaluate to one of [{}] but got {got}", several.join(" ")),
                }
            }
        }
    }
}

impl std::error::Error for Refused {}

#[cfg(test)]
mod tests {
    use sekisho_cel::{Limits, Release, Rules, library};

    use super::*;

    #[test]
    fn refusals_are_worded_as_the_server_words_them() {
        let rules = Rules {
            homogeneous: true,
            literals: true,
        };
        let environment = Environment::new(library::KUBERNETES, Release::STORED, rules, Limits::STANDARD);
        for (text, wanted, expected) in [
            (
                "1",
                &[Returns::Bool] as &[Returns],
                "must evaluate to bool but got int",
            ),
            (
                "duration('1s')",
                &[Returns::String, Returns::Null],
                "must evaluate to one of [string null_type] but got google.protobuf.Duration",
            ),
            (
                "[null]",
                &[Returns::Bool],
                "must evaluate to bool but got list(null_type)",
            ),
            (
                "[]",
                &[Returns::Patch],
                "must evaluate to list(JSONPatch) but got list(dyn)",
            ),
            ("1", &[Returns::Object], "must evaluate to Object but got int"),
            (
                "{'a': 1}",
                &[Returns::Map],
                "must evaluate to map(string, google.protobuf.Any) but got map(string, int)",
            ),
            (
                "x",
                &[Returns::Bool],
                "compilation failed: ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x\n | ^",
            ),
        ] {
            let expression = Expression::compile(text, wanted, &environment);
            assert_eq!(expression.program.unwrap_err().to_string(), expected, "{text}");
        }
        assert!(Expression::compile("1", &[], &environment).program.is_ok());
    }
}
