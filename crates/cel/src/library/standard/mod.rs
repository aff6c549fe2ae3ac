//! The language itself.

mod add;
mod and;
mod bool;
mod bytes;
mod conditional;
mod contains;
mod divide;
mod double;
mod duration;
mod r#dyn;
mod ends_with;
mod equal;
mod get_date;
mod get_day_of_month;
mod get_day_of_week;
mod get_day_of_year;
mod get_full_year;
mod get_hours;
mod get_milliseconds;
mod get_minutes;
mod get_month;
mod get_seconds;
mod greater;
mod greater_equals;
mod r#in;
mod index;
mod int;
mod less;
mod less_equals;
mod matches;
mod modulo;
mod multiply;
mod negate;
mod not;
mod not_equal;
mod or;
mod size;
mod starts_with;
mod string;
mod subtract;
mod timestamp;
mod r#type;
mod uint;

use crate::{Function, Library};

/// The functions, sorted by name.
const FUNCTIONS: &[Function] = &[
    not::FUNCTION,
    negate::FUNCTION,
    r#in::FUNCTION,
    not_equal::FUNCTION,
    modulo::FUNCTION,
    and::FUNCTION,
    multiply::FUNCTION,
    add::FUNCTION,
    subtract::FUNCTION,
    divide::FUNCTION,
    less_equals::FUNCTION,
    less::FUNCTION,
    equal::FUNCTION,
    greater_equals::FUNCTION,
    greater::FUNCTION,
    conditional::FUNCTION,
    index::FUNCTION,
    or::FUNCTION,
    bool::FUNCTION,
    bytes::FUNCTION,
    contains::FUNCTION,
    double::FUNCTION,
    duration::FUNCTION,
    r#dyn::FUNCTION,
    ends_with::FUNCTION,
    get_date::FUNCTION,
    get_day_of_month::FUNCTION,
    get_day_of_week::FUNCTION,
    get_day_of_year::FUNCTION,
    get_full_year::FUNCTION,
    get_hours::FUNCTION,
    get_milliseconds::FUNCTION,
    get_minutes::FUNCTION,
    get_month::FUNCTION,
    get_seconds::FUNCTION,
    int::FUNCTION,
    matches::FUNCTION,
    size::FUNCTION,
    starts_with::FUNCTION,
    string::FUNCTION,
    timestamp::FUNCTION,
    r#type::FUNCTION,
    uint::FUNCTION,
];

/// The language itself.
pub const STANDARD: Library = Library {
    functions: FUNCTIONS,
    macros: crate::macros::STANDARD,
};
