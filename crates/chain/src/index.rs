//! Which plans a kind can meet: a request touches no other.

use std::collections::HashMap;

use sekisho_classic::PolicyPlan;
use sekisho_document::Text;

/// Positions of plans by kind, each list in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    by_kind: HashMap<Text, Vec<usize>>,
    /// Plans that name a kind by a pattern, or none.
    any: Vec<usize>,
}

impl Index {
    pub(crate) fn add(&mut self, position: usize, plan: &PolicyPlan) {
        let mut kinds: Vec<&str> = Vec::new();
        for rule in plan.every_rule() {
            match rule.selection.kinds() {
                Some(of_rule) => kinds.extend(of_rule),
                None => return self.any.push(position),
            }
        }
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            self.by_kind.entry(Text::new(kind)).or_default().push(position);
        }
    }

    /// The plans that can meet a kind, in order.
    pub(crate) fn of<'i>(&'i self, kind: &str) -> impl Iterator<Item = usize> + use<'i> {
        let named: &[usize] = self.by_kind.get(kind).map(Vec::as_slice).unwrap_or_default();
        merged(named, &self.any)
    }
}

/// Two ascending lists as one.
fn merged<'l>(mut left: &'l [usize], mut right: &'l [usize]) -> impl Iterator<Item = usize> + use<'l> {
    std::iter::from_fn(move || {
        let from = match (left.first(), right.first()) {
            (Some(one), Some(other)) if other < one => &mut right,
            (Some(_), _) => &mut left,
            (None, _) => &mut right,
        };
        let (first, rest) = from.split_first()?;
        *from = rest;
        Some(*first)
    })
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn lists_are_merged_in_order() {
        let all: Vec<usize> = merged(&[1, 4, 6], &[0, 2, 9]).collect();
        assert_eq!(all, [0, 1, 2, 4, 6, 9]);
        assert_eq!(merged(&[], &[]).count(), 0);
        assert_eq!(merged(&[3], &[]).collect::<Vec<_>>(), [3]);
    }
}
