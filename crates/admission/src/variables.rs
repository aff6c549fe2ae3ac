//! The named expressions of a policy: typed in order, evaluated when they are used first.

use std::collections::BTreeMap;

use sekisho_cel::{Environment, Program};
use sekisho_document::Text;
use sekisho_kubernetes::cel::VariableTypes;

use crate::{Expression, Place};

/// The name under which expressions find the variables of their policy.
pub(crate) const NAME: &str = "variables";

/// The variables of one policy, in order.
#[derive(Debug, Clone)]
pub struct Variables {
    entries: Vec<Variable>,
    /// The position of the last variable of each name.
    positions: BTreeMap<Text, usize>,
    types: VariableTypes,
    place: Place,
    wording: Wording,
}

/// How a fault of a variable is worded where the variable is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// With the name of the variable, as the API server does.
    Composited,
    /// As the fault itself, as in Kyverno's own kinds.
    Bare,
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub name: Text,
    pub expression: Expression,
    /// No fewer levels than the expression has: every level takes a sign or a blank.
    pub(crate) levels: u32,
}

/// The deepest expression that can be read.
const DEEPEST: usize = 250;

fn levels(text: &str) -> u32 {
    let is_sign = |byte: &u8| byte.is_ascii_punctuation() || byte.is_ascii_whitespace();
    let signs = text.bytes().filter(is_sign).count();
    u32::try_from(signs.min(DEEPEST))
        .unwrap_or(u32::MAX)
        .saturating_add(2)
}

impl Variables {
    /// Compiles variables in their order: each may use those before it. The environment is the one they
    /// are evaluated in; it knows all of them afterwards. Without any, there is no `variables` either.
    pub fn compile<'t>(
        definitions: impl IntoIterator<Item = (&'t str, &'t str)>,
        environment: &mut Environment,
    ) -> Variables {
        let mut variables = Variables {
            entries: Vec::new(),
            positions: BTreeMap::new(),
            types: VariableTypes::default(),
            place: Place::of(environment),
            wording: Wording::Composited,
        };
        for (name, text) in definitions {
            if variables.entries.is_empty() {
                variables.declare_in(environment);
            }
            let expression = Expression::compile(text, &[], environment);
            let ty = expression.program.as_ref().ok().map(Program::ty);
            variables.types.push(name, ty);
            variables.types.declare_last(environment);
            let name = Text::new(name);
            variables.positions.insert(name.clone(), variables.entries.len());
            let levels = levels(text);
            variables.entries.push(Variable {
                name,
                expression,
                levels,
            });
        }
        if !variables.entries.is_empty() {
            variables.place = Place::of(environment);
        }
        variables
    }

    /// The same variables with another wording of their faults.
    #[must_use]
    pub fn worded(self, wording: Wording) -> Variables {
        Variables { wording, ..self }
    }

    pub(crate) fn wording(&self) -> Wording {
        self.wording
    }

    /// Lets the expressions of another place use the variables.
    pub fn declare_in(&self, environment: &mut Environment) {
        self.types.declare(environment);
    }

    /// The place that the variables stand in.
    #[must_use]
    pub(crate) fn place(&self) -> &Place {
        &self.place
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
        let position = *self.positions.get(name)?;
        Some((position, self.entries.get(position)?))
    }
}
