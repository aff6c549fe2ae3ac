//! Faults of syntax, in the words of the reference.
//!
//! The reference parses with ANTLR, whose messages, recovery from faults, and what is found behind the first
//! fault follow from its grammar and its algorithm. So a text that the plain parser does not take is read
//! again here the way ANTLR does: a network of states made from the grammar, prediction over it, and the
//! standard strategy of recovery. Nothing of this is done for texts without fault.

use crate::builder::{Builder, Macros, TOO_DEEP};
use crate::issue::Issue;

mod machine;
mod network;
mod predict;
mod rules;
mod tokens;
mod visit;

/// All faults of a text, those of its recovered parts included.
pub(crate) fn faults(text: &str, macros: &Macros) -> Vec<Issue> {
    let network = network::Network::new();
    let parsed = machine::parse(text, &network);
    let mut issues = parsed.issues;
    if let Some(root) = parsed.root {
        let mut builder = Builder::new(text, macros);
        visit::visit(&parsed.nodes, root, &mut builder);
        if builder.too_deep {
            issues.push(Issue::of_the_whole(TOO_DEEP));
        }
        issues.append(&mut builder.issues);
    }
    if issues.is_empty() {
        // The plain parser found a fault that this one did not, which should not be.
        issues.push(Issue::of_the_whole("Syntax error"));
    }
    issues
}
