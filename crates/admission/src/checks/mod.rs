//! What the API server says of policies and bindings that it does not accept (admission reference §2.1,
//! §3.1): all faults, in its order and words.

mod conditions;
mod constraints;
mod metadata;
mod policy;

pub use conditions::{conditions, expression_fault, is_identifier};
pub use constraints::match_resources;
pub use metadata::metadata;
pub(crate) use policy::{binding, scope, variables};

use sekisho_document::Value;
use sekisho_kubernetes::validation::FieldError;

/// A list under a key; nothing is an empty one.
pub(crate) fn items<'v>(value: &'v Value, key: &str) -> impl ExactSizeIterator<Item = &'v Value> + use<'v> {
    const NONE: &[Value] = &[];
    let list: &[Value] = value.get(key).and_then(Value::as_list).map_or(NONE, |list| list);
    list.iter()
}

/// The text under a key, if there is one.
pub(crate) fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

/// A word that is none of those that are known.
pub(crate) fn unknown_word(field: &str, word: &str, known: &[&str]) -> Option<FieldError> {
    let is_known = known.contains(&word);
    (!is_known).then(|| FieldError::not_supported(field, Value::from(word), known))
}
