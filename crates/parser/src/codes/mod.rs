//! What this crate says about documents, and the explanation of each code.

mod checks;
mod object;
mod shape;
mod table;

pub use checks::CHECK_CODES;
pub(crate) use object::{
    helm_template, name_faults, not_a_policy, not_evaluated_yet, old_format, unexpected_kind, unknown_kind,
    without_type,
};
pub(crate) use shape::{
    ignored_field, listed, missing_field, none_given, not_allowed, out_of_bounds, replace, several_given,
    unknown_field, with_fix, wrong_type, wrong_type_at,
};
pub use table::CODES;
