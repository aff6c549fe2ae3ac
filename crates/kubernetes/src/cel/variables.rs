//! The types of `variables.x`: a struct that grows with each variable of a policy.

use std::any::Any;

use sekisho_cel::{Environment, Opaque, Type, Value};
use sekisho_document::Text;

/// The type of `variables`.
pub(super) const VARIABLES: &str = "kubernetes.variables";

/// What `variables` is without a field: a value that nothing can be done with.
#[derive(Debug, Clone, Copy)]
pub struct PolicyVariables;

impl Opaque for PolicyVariables {
    fn type_name(&self) -> &str {
        VARIABLES
    }

    fn equals(&self, _: &Value<'_>) -> Option<bool> {
        None
    }

    fn text(&self) -> Option<String> {
        None
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The variables that a policy has so far, with their types.
#[derive(Debug, Clone, Default)]
pub struct VariableTypes {
    fields: Vec<(Text, Type)>,
}

impl VariableTypes {
    /// Adds a variable with the type of its expression; nothing is the type of one that does not compile,
    /// which only fails when it is used. A later variable takes the place of one with the same name.
    ///
    /// Scalars, lists and maps keep their types, anything else is not checked (admission reference §3.6).
    pub fn push(&mut self, name: &str, ty: Option<&Type>) {
        self.fields.push((Text::new(name), ty.map_or(Type::Dyn, kept)));
    }

    /// Adds the variable that was pushed last to the type of `variables` in an environment that knows the
    /// others.
    pub fn declare_last(&self, environment: &mut Environment) {
        if let Some((name, ty)) = self.fields.last() {
            environment.declare_field(VARIABLES, name.clone(), ty.clone());
        }
    }

    /// Declares `variables` and its type in an environment, in place of what it had before.
    pub fn declare(&self, environment: &mut Environment) {
        environment.declare_object(VARIABLES, self.fields.iter().cloned());
        environment.declare_variable("variables", Type::object(VARIABLES));
    }
}

fn kept(ty: &Type) -> Type {
    match ty {
        Type::Null
        | Type::Bool
        | Type::Int
        | Type::Uint
        | Type::Double
        | Type::String
        | Type::Bytes
        | Type::Timestamp
        | Type::Duration
        | Type::Any => ty.clone(),
        Type::List(of) => Type::list(kept(of)),
        Type::Map(of) => Type::map(kept(&of.0), kept(&of.1)),
        _ => Type::Dyn,
    }
}

#[cfg(test)]
mod tests {
    use sekisho_cel::{Program, Release};

    use super::*;
    use crate::cel::{Place, environment};

    #[test]
    fn variables_are_checked_by_their_types() {
        let mut environment = environment(Place::Validation, Release::STORED);
        let mut variables = VariableTypes::default();
        let mut compile = |environment: &Environment, name: &str, text: &str| {
            let program = Program::compile(text, environment);
            variables.push(name, program.as_ref().ok().map(Program::ty));
            variables.clone()
        };
        assert!(Program::compile("has(variables.count)", &environment).is_err());
        compile(&environment, "count", "size('abc')").declare(&mut environment);
        compile(&environment, "broken", "nope").declare(&mut environment);
        compile(&environment, "maybe", "optional.of(variables.count)").declare(&mut environment);
        for (expression, compiles) in [
            ("variables.count + 1", true),
            ("variables.count + 'x'", false),
            ("variables.broken + 'x'", true),
            ("variables.maybe.or(optional.none()).value() + 'x'", true),
            ("variables.absent", false),
            ("variables['count']", false),
        ] {
            let result = Program::compile(expression, &environment);
            assert_eq!(result.is_ok(), compiles, "{expression}: {result:?}");
        }
    }
}
