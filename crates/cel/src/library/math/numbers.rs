//! What `math.greatest` and `math.least` share.

use crate::expansion::{Expansion, MacroCall, Refusal, refusal};
use crate::tree::NodeId;

pub(super) fn expand(
    expansion: &mut Expansion<'_>,
    call: &MacroCall<'_>,
    name: &str,
    function: &str,
) -> Result<Option<NodeId>, Refusal> {
    let target = call.target();
    if !expansion.is_named(target, "math") {
        return Ok(None);
    }
    match call.arguments {
        [] => Err(refusal(target, format!("{name} requires at least one argument"))),
        [argument] => {
            let is_numbers = match expansion.list_items(*argument) {
                Some(items) => !items.is_empty() && items.iter().all(|item| expansion.may_be_number(*item)),
                None => expansion.may_be_number(*argument),
            };
            if !is_numbers {
                return Err(refusal(
                    *argument,
                    format!("{name} invalid single argument value"),
                ));
            }
            Ok(Some(expansion.call(function, &[*argument])))
        }
        arguments => {
            if let Some(wrong) = arguments.iter().find(|it| !expansion.may_be_number(**it)) {
                let message = format!("{name} simple literal arguments must be numeric");
                return Err(refusal(*wrong, message));
            }
            if let [_, _] = arguments {
                return Ok(Some(expansion.call(function, arguments)));
            }
            let list = expansion.list(arguments);
            Ok(Some(expansion.call(function, &[list])))
        }
    }
}
