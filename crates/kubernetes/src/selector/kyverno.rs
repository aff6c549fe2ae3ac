//! Kyverno's selectors: `matchLabels` may have wildcards in keys and values (engine reference §2.5).

use sekisho_document::Value;

use super::{Requirement, Selector, SelectorError, match_expressions, match_labels};
use crate::resource::Labels;
use crate::validation;
use crate::wildcard::{Wildcard, is_pattern};

/// A label selector with wildcards. Kyverno replaces each pair that has one by a label of the object that
/// fits it, and builds an ordinary selector from the result; a pair that nothing fits is kept with `0` for
/// each wildcard and so fails.
#[derive(Debug, Clone, PartialEq)]
pub struct KyvernoSelector {
    plain: Selector,
    patterns: Vec<(Wildcard, Wildcard)>,
}

impl KyvernoSelector {
    /// Reads `matchLabels` and `matchExpressions`. A selector that cannot be built matches nothing.
    pub fn read(selector: &Value) -> Result<KyvernoSelector, SelectorError> {
        let mut requirements = Vec::new();
        let mut patterns = Vec::new();
        for (key, value) in match_labels(selector)? {
            if is_pattern(key) || is_pattern(value) {
                patterns.push((Wildcard::new(key), Wildcard::new(value)));
            } else {
                requirements.push(Requirement::equals(key, value)?);
            }
        }
        requirements.extend(match_expressions(selector)?);
        Ok(KyvernoSelector {
            plain: Selector::of(requirements),
            patterns,
        })
    }

    /// Whether the selector holds for everything.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.plain.is_everything() && self.patterns.is_empty()
    }

    #[must_use]
    pub fn matches(&self, labels: Labels<'_>) -> bool {
        self.plain.matches(labels)
            && self.patterns.iter().all(|(key, value)| {
                labels
                    .iter()
                    .any(|label| key.matches(label.0) && value.matches(label.1) && is_valid(label))
            })
    }
}

/// A label that takes the place of a pattern goes through the checks of an ordinary selector: objects that
/// no server has seen may have labels that no selector can name.
fn is_valid((key, value): (&str, &str)) -> bool {
    validation::label_key(key).is_empty() && validation::label_value(value).is_empty()
}
