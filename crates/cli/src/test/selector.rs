//! `--test-case-selector`: which entries of results are looked at (command line reference A1.9).

use sekisho_document::Text;
use sekisho_kubernetes::wildcard::Wildcard;
use sekisho_parser::Located;
use sekisho_parser::cli_kinds::ExpectedResult;

/// Filters by policy, rule and resource; an entry has to pass all of them.
#[derive(Debug, Clone)]
pub struct Selector {
    policies: Vec<Wildcard>,
    rules: Vec<Wildcard>,
    resources: Vec<(Text, Wildcard)>,
    /// Something could not be read: resources are filtered but not replaced.
    has_faults: bool,
}

/// A part that is no `key=value` with a known key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectorFault(pub String);

impl Selector {
    #[must_use]
    pub fn everything() -> Selector {
        Selector {
            policies: Vec::new(),
            rules: Vec::new(),
            resources: Vec::new(),
            has_faults: false,
        }
    }

    /// Reads `policy=a*,rule=*,resource=b`. Good parts apply whatever the others are.
    #[must_use]
    pub fn parse(text: &str) -> (Selector, Vec<SelectorFault>) {
        let mut selector = Selector::everything();
        let mut faults = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let pair = part
                .split_once('=')
                .map(|(key, value)| (key.trim(), value.trim()));
            match pair {
                Some(("policy", value)) if !value.is_empty() => {
                    selector.policies.push(Wildcard::new(value));
                }
                Some(("rule", value)) if !value.is_empty() => selector.rules.push(Wildcard::new(value)),
                Some(("resource", value)) if !value.is_empty() => {
                    selector.resources.push((Text::new(value), Wildcard::new(value)));
                }
                _ => faults.push(SelectorFault(format!(
                    "Invalid test-case-selector argument ({part}). Parameter must be in the form `<key>=<value>`."
                ))),
            }
        }
        selector.has_faults = !faults.is_empty();
        (selector, faults)
    }

    /// Keeps the entries that are chosen; what a filter for resources says takes the place of their
    /// resources.
    pub(super) fn choose(&self, entries: &mut Vec<ExpectedResult>) {
        entries.retain(|entry| self.is_chosen(entry));
        let literal = self
            .resources
            .iter()
            .map(|(text, _)| text)
            .take_while(|text| *text != "*");
        let literal: Vec<&Text> = literal.collect();
        if literal.is_empty() || self.has_faults {
            return;
        }
        for entry in entries {
            let span = entry.span;
            let texts = literal.iter().map(|text| Located {
                value: (*text).clone(),
                span,
            });
            entry.resources = Some(texts.collect());
        }
    }

    fn is_chosen(&self, entry: &ExpectedResult) -> bool {
        let passes = |filters: &[Wildcard], text: &str| {
            text.is_empty() || filters.iter().all(|filter| filter.matches(text))
        };
        let resources = entry.resources.as_deref().unwrap_or_default();
        passes(&self.policies, &entry.policy.value)
            && passes(&self.rules, entry.rule.as_ref().map_or("", |rule| &rule.value))
            && self.resources.iter().all(|(_, filter)| {
                resources.is_empty() || resources.iter().any(|text| filter.matches(&text.value))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_parts_are_told_and_good_ones_apply() {
        let (selector, faults) =
            Selector::parse(" policy = a* , nonsense, rule=*,resource=x, other=1, rule=");
        assert_eq!(faults.len(), 3);
        assert!(faults[0].0.contains("(nonsense)"));
        assert_eq!(
            (
                selector.policies.len(),
                selector.rules.len(),
                selector.resources.len()
            ),
            (1, 1, 1)
        );
        assert!(selector.has_faults);
        assert!(selector.policies[0].matches("abc"));
    }
}
