//! The JMESPath dialect of Kyverno over documents: queries, functions, and templates with `{{ }}` holes.
//!
//! A function is one file and one line in a list. To add one, write `NAME.rs` beside the others
//! (`functions/` here for the standard ones, `jmespath/` of the crate `kubernetes` for Kyverno's own):
//! ```
//! use sekisho_diagnostics::Complaint;
//! use sekisho_document::Value;
//! use sekisho_jmespath::{Arguments, Example, Found, Function, Parameter, Type};
//!
//! pub const FUNCTION: Function = Function {
//!     name: "shout",
//!     parameters: &[Parameter { name: "text", types: &[Type::String], summary: "the text to change" }],
//!     returns: &[Type::String],
//!     summary: "returns the text with an exclamation mark",
//!     examples: &[Example { expression: "shout('pod')", result: "\"pod!\"" }],
//!     call,
//!     ..Function::USUAL
//! };
//!
//! fn call<'a>(arguments: &mut Arguments<'_, 'a>) -> Result<Found<'a>, Complaint> {
//!     Ok(Found::from(format!("{}!", arguments.text(0)?)))
//! }
//! ```
//! and add `NAME::FUNCTION` to the sorted list beside the `mod` lines. The interpreter checks number and
//! types of arguments from the entry before the call.

mod access;
mod arguments;
mod call;
mod error;
mod found;
mod function;
pub mod functions;
mod interpreter;
mod lexer;
mod limits;
mod observer;
mod outline;
mod parser;
mod print;
mod query;
mod template;
mod tree;
mod weight;
mod world;

pub use arguments::Arguments;
pub use error::{Fault, LIMIT_EXCEEDED, QUERY_FAILED, QueryError, SyntaxError, UNANSWERED};
pub use found::{Elements, Found, Lambda};
pub use function::{Arity, Call, Example, Function, Functions, Parameter, Prepare, Prepared, Type};
pub use limits::Limits;
pub use observer::{Observer, Unobserved};
pub use query::{CallSite, Query};
pub use template::{
    Dialect, Entry, EntrySet, FillError, Form, FormFault, Hole, Loaded, Part, Path, Piece, Placeholder,
    Resolver, Scope, Segment, Skeleton, Step, Template, Wanted, mentions, placeholders, references,
    substitute,
};
pub use weight::{text_of, weighs_more_than};
pub use world::{Moment, Nowhere, Setting, World};
