//! Names of users.

mod parse_service_account;

use sekisho_cel::{Function, Library};

pub(super) use parse_service_account::SERVICE_ACCOUNT;

/// Names of users.
pub const USER: Library = Library {
    functions: FUNCTIONS,
    macros: &[],
};

const FUNCTIONS: &[Function] = &[parse_service_account::FUNCTION, parse_service_account::PREFIXED];
