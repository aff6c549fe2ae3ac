//! The recorded answers of Kyverno's environments to expressions.

#![expect(clippy::disallowed_methods, reason = "the test reads recorded answers")]

#[cfg(test)]
mod kyverno;
#[cfg(test)]
#[expect(dead_code, reason = "values are only written here, not read")]
#[path = "../../cel/tests/goldens/notation.rs"]
mod notation;

use std::collections::BTreeMap;
use std::path::Path;

/// Rows that are known to differ, with the reason.
const DIFFERENT: &[(&str, &str)] = &[];

#[test]
fn answers_are_those_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/cel");
    let Some(judged) = kyverno::judge(&folder) else {
        println!("the recorded answers are absent: nothing was compared");
        return;
    };
    let filter = std::env::var("ONLY").unwrap_or_default();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for row in judged.iter().filter(|row| row.id.contains(&filter)) {
        let count = counts.entry(&row.group).or_default();
        count.1 += 1;
        let known = DIFFERENT.iter().find(|(id, _)| *id == row.id);
        match (&row.difference, known) {
            (None, None) => count.0 += 1,
            (None, Some((_, reason))) => faults.push(format!("{} is as recorded: {reason}", row.id)),
            (Some(_), Some(_)) => (),
            (Some(difference), None) => faults.push(format!(
                "{}\n  {}\n  expected {}\n  found    {}",
                row.id, row.expression, difference.expected, difference.found
            )),
        }
    }
    for (group, (good, all)) in &counts {
        println!("{group:16} {good} of {all}");
    }
    assert!(!counts.is_empty(), "nothing was compared");
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
}
