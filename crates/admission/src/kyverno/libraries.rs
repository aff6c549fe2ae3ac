//! Kyverno's libraries: the variables that their functions are called on, and who answers their calls.

use sekisho_cel::{Fault, Meter, Value};
use sekisho_kubernetes::cel::kyverno::{World, receiver};

/// The variables that stand for a library.
const NAMES: [&str; 7] = [
    "generator",
    "globalContext",
    "http",
    "image",
    "json",
    "resource",
    "yaml",
];

/// All of them with their values.
pub fn receivers<'a>() -> impl Iterator<Item = (&'static str, Value<'a>)> {
    let value = |name| -> Option<(&'static str, Value<'a>)> { Some((name, receiver(name)?)) };
    NAMES.into_iter().filter_map(value)
}

/// The world of Kyverno's libraries.
#[derive(Debug)]
pub struct Asking<'w>(pub World<'w>);

impl Asking<'_> {
    /// The question behind the text of a fault, if it is one that nobody could answer.
    pub(super) fn unanswered(&self, text: &str) -> Vec<String> {
        self.0.unanswered(&Fault::new(text)).into_iter().collect()
    }
}

impl<'a> crate::World<'a> for Asking<'_> {
    fn answer(&self, function: &str, arguments: &[Value<'a>], meter: &mut Meter) -> Result<Value<'a>, Fault> {
        let answer = self.0.answer(function, arguments, meter);
        answer.unwrap_or_else(|| Err(Fault::nobody_answers(function)))
    }
}
