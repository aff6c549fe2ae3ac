//! What this crate says about documents, and the explanation of each code.

mod object;
mod shape;
mod table;

pub(crate) use object::{
    helm_template, name_faults, not_a_policy, not_evaluated_yet, old_format, unknown_kind, without_type,
};
pub(crate) use shape::{
    missing_field, none_given, not_allowed, out_of_bounds, several_given, unknown_field, wrong_type,
    wrong_type_at,
};
pub use table::CODES;
