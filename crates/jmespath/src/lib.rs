//! The JMESPath dialect of Kyverno over documents: queries, functions, and templates with `{{ }}` holes.
//!
//! A text becomes a [`Query`] once and is evaluated on many documents; what it finds is borrowed from them:
//! ```
//! use sekisho_document::json::{self, Rules};
//! use sekisho_jmespath::{Functions, Query, Setting, functions};
//!
//! let functions = Functions::new(&[functions::STANDARD]);
//! let query = Query::compile("spec.containers[?image == 'nginx'].name | [0]", &functions)?;
//! let document = json::read(br#"{"spec":{"containers":[{"name":"web","image":"nginx"}]}}"#, Rules::GO)?;
//! let found = query.search(&document, Setting::ALONE)?;
//! assert_eq!(found.value(), Some(&"web".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! A document with placeholders becomes a [`Skeleton`], one string a [`Template`]; both are filled from a
//! [`Scope`], which loads what a query mentions just before it is evaluated:
//! ```
//! # use sekisho_document::json::{self, Rules};
//! # use sekisho_jmespath::{Dialect, Functions, Limits, Loaded, Setting, Skeleton, functions};
//! # let functions = Functions::new(&[functions::STANDARD]);
//! let dialect = Dialect { functions: &functions, limits: &Limits::STANDARD, entries: &[] };
//! let skeleton = Skeleton::compile(&"Pod {{ name }} is not welcome".into(), &dialect);
//! let context = json::read(br#"{"name":"web"}"#, Rules::GO)?;
//! let mut scope = Loaded { root: &context, functions: &functions, deletes: false };
//! assert_eq!(skeleton.fill(&mut scope, Setting::ALONE)?, "Pod web is not welcome".into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
pub use weight::{text_of, weighs_more_than, weight};
pub use world::{Moment, Nowhere, Setting, World};
