//! The language itself.

mod add;
mod all;
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
mod exists;
mod exists_one;
mod filter;
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
mod has;
mod r#in;
mod index;
mod int;
mod less;
mod less_equals;
mod map;
mod map_some;
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

use crate::{Function, Library, Macro};

/// The language itself.
pub const STANDARD: Library = Library {
    functions: FUNCTIONS,
    macros: MACROS,
};

/// What cel-go 0.31 says otherwise. It goes before the standard library: the first of equal overloads counts.
pub const STANDARD_NEWER: Library = Library {
    functions: &[timestamp::NEWER],
    macros: &[],
};

const FUNCTIONS: &[Function] = &[
    add::FUNCTION,
    and::FUNCTION,
    bool::FUNCTION,
    bytes::FUNCTION,
    conditional::FUNCTION,
    contains::FUNCTION,
    divide::FUNCTION,
    double::FUNCTION,
    duration::FUNCTION,
    r#dyn::FUNCTION,
    ends_with::FUNCTION,
    equal::FUNCTION,
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
    greater::FUNCTION,
    greater_equals::FUNCTION,
    r#in::FUNCTION,
    index::FUNCTION,
    int::FUNCTION,
    less::FUNCTION,
    less_equals::FUNCTION,
    matches::FUNCTION,
    modulo::FUNCTION,
    multiply::FUNCTION,
    negate::FUNCTION,
    not::FUNCTION,
    not_equal::FUNCTION,
    or::FUNCTION,
    size::FUNCTION,
    starts_with::FUNCTION,
    string::FUNCTION,
    subtract::FUNCTION,
    timestamp::FUNCTION,
    r#type::FUNCTION,
    uint::FUNCTION,
];

const MACROS: &[Macro] = &[
    all::MACRO,
    exists::MACRO,
    exists_one::MACRO,
    filter::MACRO,
    has::MACRO,
    map::MACRO,
    map_some::MACRO,
];
