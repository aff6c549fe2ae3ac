//! The sizes that were assumed when static estimates were recorded.

use sekisho_cel::{Bounds, Environment, Expression, SizeHints, Type};
use serde_json::{Value as Json, json};

struct Assumed;

impl SizeHints for Assumed {
    fn size(&self, _path: &[&str], ty: &Type) -> Option<Bounds> {
        let greatest = match ty {
            Type::String | Type::Bytes | Type::Dyn => 256,
            Type::List(_) => 64,
            Type::Map(_) => 32,
            _ => return None,
        };
        Some(Bounds { least: 0, greatest })
    }
}

/// As it is recorded.
pub(crate) fn estimate(expression: &Expression, environment: &Environment) -> Json {
    let bounds = expression.estimate(environment, &Assumed);
    json!({ "min": bounds.least, "max": bounds.greatest })
}
