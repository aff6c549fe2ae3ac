//! Faults of syntax, in the words of the reference.

use crate::builder::Macros;
use crate::issue::Issue;

pub(crate) fn faults(_text: &str, _macros: &Macros) -> Vec<Issue> {
    vec![Issue::of_the_whole("Syntax error")]
}
