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

pub(crate) fn check(function: &Function, found: &[Found<'_>]) -> Result<(), Complaint> {
    let wanted = function.parameters.len();
    match function.arity {
        Arity::Anything => Ok(()),
        Arity::Variadic if found.len() < wanted => Err(Complaint::new(QUERY_FAILED, "Invalid arity.")),
        Arity::Variadic => Ok(()),
        Arity::Exact if found.len() != wanted => {
            Err(Complaint::new(QUERY_FAILED, "incorrect number of args"))
        }
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
fn wrong_type(types: &[Type], found: &Found<'_>) -> Complaint {
    let names: Vec<String> = types.iter().map(|ty| format!("\"{ty}\"")).collect();
    let shown = match found {
        Found::Value(value) if weighs_more_than(value, SHOWN) => "a large value".to_owned(),
        Found::Value(value) => go_text(value),
        Found::Objects(list) => go_text(&Value::List(list.clone())),
        Found::Lambda(_) => go_text(&Value::Map(Map::new())),
    };
    let names = names.join(", ");
    let text = format!("Invalid type for: {shown}, expected: []jmespath.JpType{{{names}}}");
    Complaint::new(QUERY_FAILED, text)
}
