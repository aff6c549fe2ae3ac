//! Lists: sums, extremes, places.

mod extremes;
mod includes;
mod index_of;
mod is_sorted;
mod last_index_of;
mod max;
mod min;
mod sum;

use sekisho_cel::{Arguments, Fault, Function, Library, Value};

/// Lists.
pub const LISTS: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

/// Lists as Kyverno's generating and deleting policies know them.
pub const LISTS_BEFORE_INCLUDES: Library = Library {
    functions: BEFORE_INCLUDES,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    includes::FUNCTION,
    index_of::FUNCTION,
    is_sorted::FUNCTION,
    last_index_of::FUNCTION,
    max::FUNCTION,
    min::FUNCTION,
    sum::FUNCTION,
];

/// The first is `includes`.
const BEFORE_INCLUDES: &[Function] = match FUNCTIONS {
    [_, before @ ..] => before,
    [] => &[],
};

/// Whether an element is equal to a value; what can not be compared is not.
fn is<'a>(arguments: &mut Arguments<'_, 'a>, item: &Value<'a>, wanted: &Value<'a>) -> Result<bool, Fault> {
    match sekisho_cel::equal(item, wanted, arguments.meter) {
        Ok(equal) => Ok(equal),
        Err(Fault::Error(_)) => Ok(false),
        Err(stopped @ Fault::Stopped(_)) => Err(stopped),
    }
}
