//! `math.greatest`: the greatest of some numbers.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::NodeId;

pub(super) const MACRO: Macro = Macro {
    name: "greatest",
    since: Release::FIRST,
    style: Style::Method,
    arguments: None,
    summary: "gives the greatest of some numbers, or of a list of numbers",
    examples: &[
        Example {
            expression: "math.greatest(1, 3, 2)",
            result: "3",
        },
        Example {
            expression: "math.greatest([3, 4])",
            result: "4",
        },
    ],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    super::numbers::expand(expansion, call, "math.greatest()", "math.@max")
}
