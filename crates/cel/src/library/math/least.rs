//! `math.least`: the least of some numbers.

use crate::expansion::{Expansion, Macro, MacroCall, Refusal, Style};
use crate::function::{Example, Release};
use crate::tree::NodeId;

pub(super) const MACRO: Macro = Macro {
    name: "least",
    since: Release::FIRST,
    style: Style::Method,
    arguments: None,
    summary: "gives the least of some numbers, or of a list of numbers",
    examples: &[
        Example {
            expression: "math.least(1, 3, 2)",
            result: "1",
        },
        Example {
            expression: "math.least([3, 4])",
            result: "3",
        },
    ],
    expand,
};

fn expand(expansion: &mut Expansion<'_>, call: &MacroCall<'_>) -> Result<Option<NodeId>, Refusal> {
    super::numbers::expand(expansion, call, "math.least()", "math.@min")
}
