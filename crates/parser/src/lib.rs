//! YAML text to policies with places.
//!
//! # What a policy is here
//! The checked document itself, beside its places. [`Policy`] names the kind, [`Meta::tree`] holds the
//! document with the defaults of its kind filled in, and typed views are made from it on demand:
//! `ClassicPolicy::rules` gives [`classic::Rule`]s, which borrow from the document. Autogen rewrites rules
//! as documents and reads them again, so [`classic::read_rule`] takes a cursor to any rule.
//!
//! # How a document is read
//! [`documents`] takes a source apart, one document at a time; a bad one stops no other. Each is walked once
//! against the table of its kind ([`fields`]): unknown fields, wrong types, words that are not allowed,
//! missing fields and bounds are said with the smallest span, and defaults are filled in. A document with
//! such a fault is [`Content::Refused`]; kinds that are no policy are named and passed over; policy kinds
//! that are not evaluated yet are [`Policy::Later`].
//!
//! # What is checked
//! [`checks::check_policy`] makes the checks that Kyverno makes when it loads a policy, on the rules after
//! autogen, which the caller expands. A finding carries our diagnostic and the text with which Kyverno
//! refuses the policy. What Kyverno's command line does with a document ([`CliFate`]) follows from the same
//! findings: no second reader decides it.
//!
//! # Files of the Kyverno command line
//! [`cli_kinds`] reads tests, values, user information, contexts and cluster contents as Go's strict decoder
//! does.

pub mod admission;
pub mod checks;
pub mod classic;
mod cleanup;
pub mod cli_kinds;
mod codes;
mod documents;
mod edit;
mod exception;
pub mod fields;
mod global_entry;
mod kinds;
mod look;
mod object;
mod old;
mod parsed;
mod path;
mod policy;
mod strict;

pub use cleanup::{Cleanup, CleanupSpec};
pub use codes::{CHECK_CODES, CODES};
pub use documents::{Documents, documents, parse};
pub use exception::{Excepted, Exception, ExceptionSpec};
pub use global_entry::{GlobalEntry, GlobalEntrySpec, Projection};
pub use object::read_document;
pub use parsed::{CliFate, Content, Parsed};
pub use policy::{Definition, Later, Located, Meta, Policy};
