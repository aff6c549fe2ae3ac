//! Quantities: `500m`, `1.5Gi`.

mod is_quantity;
mod methods;
mod quantity_of_text;

use std::any::Any;

use sekisho_cel::{Function, Library, Opaque, Release, Shape, Value};

use crate::Quantity;

/// Quantities.
pub const QUANTITY: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    methods::ADD,
    methods::AS_APPROXIMATE_FLOAT,
    methods::AS_INTEGER,
    methods::COMPARE_TO,
    methods::IS_GREATER_THAN,
    methods::IS_INTEGER,
    methods::IS_LESS_THAN,
    is_quantity::FUNCTION,
    quantity_of_text::FUNCTION,
    methods::SIGN,
    methods::SUB,
];

/// The name of the type.
pub(super) const TYPE: &str = "kubernetes.Quantity";
const SHAPE: Shape = Shape::Object(TYPE);
const SINCE: Release = Release(28);

/// A quantity as a value of an expression.
#[derive(Debug, Clone)]
pub struct QuantityValue {
    pub quantity: Quantity,
    /// The text, where it is shown as it was written.
    written: Option<Box<str>>,
}

impl QuantityValue {
    /// The result of a computation.
    fn made(quantity: Quantity) -> QuantityValue {
        QuantityValue {
            quantity,
            written: None,
        }
    }

    /// What differs from the canonical form in no more than a plus, a point without digits behind it or a
    /// large `E` is shown as it was written.
    fn read(quantity: Quantity, text: &str) -> QuantityValue {
        let plain = text.trim_start_matches('+').replacen('.', "", 1);
        let written = plain.eq_ignore_ascii_case(&quantity.to_string());
        let written = written.then(|| text.into());
        QuantityValue { quantity, written }
    }
}

impl Opaque for QuantityValue {
    fn type_name(&self) -> &str {
        TYPE
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        let other: &QuantityValue = other.as_opaque()?;
        Some(self.quantity == other.quantity)
    }

    fn text(&self) -> Option<String> {
        Some(match &self.written {
            Some(text) => text.to_string(),
            None => self.quantity.to_string(),
        })
    }

    fn bytes(&self) -> usize {
        64 + self.quantity.digit_bytes() + self.written.as_ref().map_or(0, |text| text.len())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
