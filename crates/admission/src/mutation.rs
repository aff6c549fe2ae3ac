//! Mutations as policies hold them: an expression makes a patch, or a part of the object (admission reference
//! §4.1).

use sekisho_cel::{Environment, Value as Made};
use sekisho_diagnostics::Span;
use sekisho_document::{Bounds, Numbers, Value};
use sekisho_kubernetes::schema::{ApplyError, Atomics};
use sekisho_kubernetes::{Gvk, Schema, cel};
use sekisho_parser::admission::{Mutation as Written, PatchType};

use crate::{Expression, Returns};

/// One mutation of a policy.
#[derive(Debug, Clone)]
pub struct Mutation {
    pub form: PatchType,
    pub expression: Expression,
    pub at: Span,
}

impl Mutation {
    #[must_use]
    pub fn compile(written: &Written<'_>, environment: &Environment) -> Mutation {
        let wanted: &[Returns] = match written.form {
            PatchType::ApplyConfiguration => &[Returns::Object],
            PatchType::JsonPatch => &[Returns::Patch],
        };
        let text = written.expression.value.as_str().unwrap_or_default();
        Mutation {
            form: written.form,
            expression: Expression::compile(text, wanted, environment),
            at: written.expression.span(),
        }
    }
}

/// What structured merges of Kyverno go by.
#[derive(Debug, Clone, Copy)]
pub struct Types<'t> {
    pub schema: &'t Schema,
    pub kind: &'t Gvk,
    pub atomics: Atomics,
}

impl Mutation {
    /// The object after what the expression made, as Kyverno applies it: unlike the API server it holds no
    /// object as a Go structure. Patches are applied to JSON, from where every whole number comes back whole.
    ///
    /// # Errors
    /// It can not be applied.
    pub fn applied(&self, object: &Value, made: &Made<'_>, types: Types<'_>) -> Result<Value, String> {
        let after = match self.form {
            PatchType::JsonPatch => {
                let patched = cel::patched(object, made).map_err(|error| error.to_string())?;
                within_bounds(&patched)?;
                return Ok(patched.renumber(Numbers::AsWritten));
            }
            PatchType::ApplyConfiguration => {
                let configuration = cel::configuration(made)?;
                let written = configuration.to_value();
                let Types {
                    schema,
                    kind,
                    atomics,
                } = types;
                let after = schema.apply_configuration(kind, object, &configuration, atomics);
                after.map(|after| match atomics {
                    Atomics::Refused => emptied(&after, &written, Value::DEPTH),
                    Atomics::Replaced => after,
                })
            }
        };
        let after = after.map_err(|error| match error {
            ApplyError::NoType(_) => "type converter must not be nil".to_owned(),
            other => format!("error applying patch: {other}"),
        })?;
        within_bounds(&after)?;
        Ok(after)
    }
}

/// An object in which lists that a configuration has empty, and that stay so, are null: the library that
/// merges has no lists without items, and Kyverno does not decode what it gives, as an API server does.
fn emptied(after: &Value, written: &Value, depth: usize) -> Value {
    match (after, written) {
        (Value::List(after), Value::List(written)) if after.is_empty() && written.is_empty() => Value::Null,
        (Value::Map(map), Value::Map(written)) if depth > 0 => {
            let mut map = map.clone();
            for (key, written) in written {
                if let Some(part) = map.get(key).filter(|_| holds_empty(written, depth)) {
                    let part = emptied(part, written, depth - 1);
                    map.insert(key.clone(), part);
                }
            }
            Value::Map(map)
        }
        _ => after.clone(),
    }
}

/// Whether an empty list lies somewhere in a map, not below a list.
fn holds_empty(written: &Value, depth: usize) -> bool {
    match written {
        Value::List(list) => list.is_empty(),
        Value::Map(map) => depth > 0 && map.values().any(|value| holds_empty(value, depth - 1)),
        _ => false,
    }
}

/// How heavy an object may become. The API server takes requests of three million bytes; what grows beyond
/// ten times that, because its parts are put into one another again and again, has no end.
const BOUNDS: Bounds = Bounds {
    weight: 32 << 20,
    depth: Value::DEPTH,
};

/// Refuses an object that mutations have made too large or too deep to go on with.
///
/// # Errors
/// They have.
pub fn within_bounds(object: &Value) -> Result<(), String> {
    match object.weigh(BOUNDS) {
        Some(_) => Ok(()),
        None => Err(format!(
            "the object would be larger than {} MiB, or deeper than {} levels",
            BOUNDS.weight >> 20,
            BOUNDS.depth
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_do_not_grow_without_end() {
        let mut object = Value::from("x".repeat(1000));
        let mut steps = 0;
        while within_bounds(&object).is_ok() {
            object = Value::List([object.clone(), object].into_iter().collect());
            steps += 1;
        }
        assert_eq!(steps, 16);
        assert_eq!(
            within_bounds(&object).unwrap_err(),
            "the object would be larger than 32 MiB, or deeper than 500 levels"
        );
    }
}
