//! Named formats of texts: `format.dns1123Label().validate('web')`.

mod constants;
mod formats;
mod named;
mod validate;

use std::any::Any;

use sekisho_cel::{Bounds, CallEstimate, Function, Library, Opaque, Operands, Release, Shape, Value};

use formats::Format;

/// Named formats of texts.
pub const FORMAT: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    constants::BYTE,
    constants::DATE,
    constants::DATETIME,
    constants::DNS1035_LABEL,
    constants::DNS1035_LABEL_PREFIX,
    constants::DNS1123_LABEL,
    constants::DNS1123_LABEL_PREFIX,
    constants::DNS1123_SUBDOMAIN,
    constants::DNS1123_SUBDOMAIN_PREFIX,
    constants::LABEL_VALUE,
    named::FUNCTION,
    constants::QUALIFIED_NAME,
    constants::URI,
    constants::UUID,
    validate::FUNCTION,
];

/// The name of the type.
pub(super) const TYPE: &str = "kubernetes.NamedFormat";
const SHAPE: Shape = Shape::Object(TYPE);
const SINCE: Release = Release(31);

/// How long the patterns of formats are at most, for estimates.
const LONGEST_PATTERN: u64 = 128;
/// How long the names of formats are at most, for estimates.
const LONGEST_NAME: u64 = 64;

/// A format as a value of an expression.
#[derive(Debug, Clone, Copy)]
struct FormatValue(&'static Format);

impl Opaque for FormatValue {
    fn type_name(&self) -> &str {
        TYPE
    }

    fn equals(&self, other: &Value<'_>) -> Option<bool> {
        let other: &FormatValue = other.as_opaque()?;
        Some(self.0.name == other.0.name)
    }

    fn text(&self) -> Option<String> {
        None
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What `==` of two formats may cost.
pub(super) fn comparing(_: &Operands<'_>) -> CallEstimate {
    let names = Bounds {
        least: 1,
        greatest: LONGEST_NAME,
    };
    CallEstimate::of(names.times(0.1))
}
