//! The command line of sekisho as a library: what is read, judged and told, apart from arguments.
//!
//! [`apply::run`] judges resources by policies, [`test::run`] runs test files. Both say what they find as
//! events ([`sekisho_report::Event`]) and never fail on user text. [`commands::run`] is the binary.
#![expect(
    clippy::disallowed_methods,
    reason = "this crate is the rim: it alone reads files, the environment and the clock"
)]

pub mod apply;
mod codes;
pub mod commands;
mod digest;
mod exit;
pub mod facts;
pub mod judge;
pub mod load;
mod objects;
mod output;
mod pack;
mod progress;
pub mod test;

pub use codes::CODES;
