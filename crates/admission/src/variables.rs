//! The named expressions of a policy: typed in order, evaluated when they are used first.

use sekisho_cel::{Environment, Type};
use sekisho_document::Text;

use crate::Expression;

/// The name under which expressions find the variables of their policy.
pub(crate) const NAME: &str = "variables";

/// The type of it.
const TYPE: &str = "kubernetes.variables";

/// The variables of one policy, in order.
#[derive(Debug, Clone, Default)]
pub struct Variables {
    entries: Vec<Variable>,
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub name: Text,
    pub expression: Expression,
}

impl Variables {
    /// Compiles variables in their order: each may use those before it. The environment is the one they
    /// are evaluated in; it knows all of them afterwards. Without any, there is no `variables` either.
    pub fn compile<'t>(
        definitions: impl IntoIterator<Item = (&'t str, &'t str)>,
        environment: &mut Environment,
    ) -> Variables {
        let mut variables = Variables::default();
        for (name, text) in definitions {
            variables.declare_in(environment);
            variables.entries.push(Variable {
                name: Text::new(name),
                expression: Expression::compile(text, &[], environment),
            });
        }
        if !variables.entries.is_empty() {
            variables.declare_in(environment);
        }
        variables
    }

    /// Lets the expressions of another place use the variables.
    pub fn declare_in(&self, environment: &mut Environment) {
        let fields = self.entries.iter().map(|variable| {
            let ty = kept_type(&variable.expression.ty());
            (variable.name.clone(), ty)
        });
        environment.declare_object(TYPE, fields);
        environment.declare_variable(NAME, Type::object(TYPE));
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Variable> {
        self.entries.iter()
    }

    /// The variable of a name with its position; of several the last (admission reference §14).
    pub(crate) fn find(&self, name: &str) -> Option<(usize, &Variable)> {
        let mut entries = self.entries.iter().enumerate();
        entries.rfind(|(_, variable)| variable.name == name)
    }
}

/// What a variable keeps of the type of its expression: a type that is no plain value, list or map is
/// forgotten.
fn kept_type(ty: &Type) -> Type {
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
        Type::List(of) => Type::list(kept_type(of)),
        Type::Map(of) => Type::map(kept_type(&of.0), kept_type(&of.1)),
        _ => Type::Dyn,
    }
}
