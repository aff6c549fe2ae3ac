//! What is checked before a function is called (reference §5).

use sekisho_diagnostics::Complaint;
use sekisho_document::print::go_text;
use sekisho_document::{Map, Value};

use crate::Found;
use crate::error::QUERY_FAILED;
use crate::function::{Arity, Function, Type};
use crate::weight::weighs_more_than;

/// A value of more bytes is not shown in an error.
const SHOWN: usize = 1 << 20;

/// Why a function can not be called, and what it took to say so.
pub(crate) struct Refusal {
    pub(crate) complaint: Complaint,
    pub(crate) steps: u64,
}

pub(crate) fn check(function: &Function, found: &[Found<'_>]) -> Result<(), Refusal> {
    let wanted = function.parameters.len();
    match function.arity {
        Arity::Anything => Ok(()),
        Arity::Variadic if found.len() < wanted => Err(refusal("Invalid arity.".to_owned(), 0)),
        Arity::Variadic => Ok(()),
        Arity::Exact if found.len() != wanted => Err(refusal("incorrect number of args".to_owned(), 0)),
        Arity::Exact => {
            for (parameter, found) in function.parameters.iter().zip(found) {
                if !parameter.types.iter().any(|ty| ty.accepts(found)) {
                    return Err(wrong_type(parameter.types, found));
                }
            }
            Ok(())
        }
    }
}

#[cold]
fn wrong_type(types: &[Type], found: &Found<'_>) -> Refusal {
    let names: Vec<String> = types.iter().map(|ty| format!("\"{ty}\"")).collect();
    let (shown, steps) = match found {
        Found::Value(value) if weighs_more_than(value, SHOWN) => ("a large value".to_owned(), SHOWN / 16),
        Found::Value(value) => (go_text(value), 0),
        Found::Objects(list) => (go_text(&Value::List(list.clone())), 0),
        Found::Lambda(_) => (go_text(&Value::Map(Map::new())), 0),
    };
    let names = names.join(", ");
    let text = format!("Invalid type for: {shown}, expected: []jmespath.JpType{{{names}}}");
    refusal(text, steps)
}

fn refusal(text: String, steps: usize) -> Refusal {
    Refusal {
        steps: (steps + text.len() / 16) as u64,
        complaint: Complaint::new(QUERY_FAILED, text),
    }
}
