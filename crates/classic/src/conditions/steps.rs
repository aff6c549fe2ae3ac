//! A bound on the work of one condition: two long lists make many comparisons.

use sekisho_kubernetes::wildcard;

use super::ConditionError;

#[derive(Debug)]
pub(super) struct Steps {
    left: u64,
    limit: u64,
}

impl Steps {
    pub(super) fn new(limit: u64) -> Steps {
        Steps { left: limit, limit }
    }

    /// Counts one comparison of two texts, longer ones for more.
    pub(super) fn compare(&mut self, left: &str, right: &str) -> Result<(), ConditionError> {
        /// Characters of a pattern times characters of a text that cost about as much as one step.
        const PAIRS: usize = 4096;
        let work = 1 + left.len().saturating_mul(right.len()) / PAIRS;
        match self.left.checked_sub(work as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(ConditionError::Steps { limit: self.limit }),
        }
    }

    /// Whether some text matches one of the others, where either may hold wildcards.
    pub(super) fn any_matches<'t>(
        &mut self,
        text: &str,
        others: impl IntoIterator<Item = &'t str>,
    ) -> Result<bool, ConditionError> {
        for other in others {
            self.compare(text, other)?;
            if wildcard::matches(other, text) || wildcard::matches(text, other) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether some text is one of the others, letter by letter.
    pub(super) fn any_equals<'t>(
        &mut self,
        text: &str,
        others: impl IntoIterator<Item = &'t str>,
    ) -> Result<bool, ConditionError> {
        for other in others {
            self.compare("", other)?;
            if other == text {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
