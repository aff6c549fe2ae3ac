//! `kyverno-console`: command lines of Kyverno's tool: rows, counts, and whether the command succeeds.

use rayon::prelude::*;

use crate::conformance::case::{Case, Excuse, Outcome};
use crate::conformance::console::{self, Console, Row};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, show_sorted};

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let folders = corpus.folders_with("kyverno-console", "cmd")?;
    let cases: Vec<Vec<Case>> = folders
        .par_iter()
        .map(|folder| check(corpus, folder))
        .collect::<Result<_, _>>()?;
    Ok(cases.into_iter().flatten().collect())
}

fn check(corpus: &Corpus, folder: &str) -> anyhow::Result<Vec<Case>> {
    let name = folder.trim_start_matches("kyverno-console/");
    let command = corpus.text(&format!("{folder}/cmd"))?;
    let words: Vec<String> = words(command.trim()).into_iter().skip(1).collect();
    let exit = corpus.text(&format!("{folder}/exit"))?;
    let named = words.first().map_or("", String::as_str);
    let feature = if ["apply", "test", "jp"].contains(&named) {
        named
    } else {
        "other"
    };
    // Kyverno's tool ends a crash with exit code 2, and nothing else.
    if exit.trim() == "2" {
        return Ok(vec![Case::new(feature, name, Outcome::Excused(Excuse::Crash))]);
    }
    let recorded = console::read(&corpus.text(&format!("{folder}/stdout"))?, &exit);
    let ours = console::run(corpus.root(), &words, name)?;
    let mut cases = vec![Case::new(
        feature,
        &format!("{name}/exit"),
        exits(&command, &recorded, &ours),
    )];
    if feature == "apply" || feature == "test" {
        cases.push(Case::new(
            feature,
            &format!("{name}/rows"),
            rows(&command, &recorded, &ours),
        ));
    }
    if recorded.counts.is_some() {
        cases.push(Case::new(
            feature,
            &format!("{name}/counts"),
            counts(&command, &recorded, &ours),
        ));
    }
    if !recorded.changed.is_empty() {
        cases.push(Case::new(
            feature,
            &format!("{name}/changed"),
            changed(&command, &recorded, &ours),
        ));
    }
    if ours.is_unsupported {
        for case in &mut cases {
            if matches!(case.outcome, Outcome::Fail(_)) {
                case.outcome = Outcome::missing(feature);
            }
        }
    }
    Ok(cases)
}

fn exits(command: &str, recorded: &Console, ours: &Console) -> Outcome {
    let word = |succeeds: bool| if succeeds { "zero" } else { "not zero" };
    compare(command, word(recorded.succeeds), word(ours.succeeds))
}

fn rows(command: &str, recorded: &Console, ours: &Console) -> Outcome {
    let show =
        |rows: std::collections::BTreeSet<Row>| rows.iter().map(Row::show).collect::<Vec<_>>().join("\n");
    if recorded.failures_only {
        compare(command, &show(recorded.failures()), &show(ours.failures()))
    } else {
        compare(command, &show(recorded.rows.clone()), &show(ours.rows.clone()))
    }
}

fn counts(command: &str, recorded: &Console, ours: &Console) -> Outcome {
    let show = |console: &Console| {
        console
            .counts
            .as_ref()
            .map_or("none".to_owned(), |counts| format!("{counts:?}"))
    };
    compare(command, &show(recorded), &show(ours))
}

fn changed(command: &str, recorded: &Console, ours: &Console) -> Outcome {
    let show = |console: &Console| {
        let changed = console.changed.iter();
        let lines = changed.map(|(name, Json(object))| format!("{name} {}", show_sorted(object)));
        lines.collect::<Vec<String>>().join("\n")
    };
    compare(command, &show(recorded), &show(ours))
}

fn compare(command: &str, expected: &str, got: &str) -> Outcome {
    if expected == got {
        Outcome::Pass
    } else {
        Outcome::fail(command.trim(), expected, got)
    }
}

/// The words of a command line: apart at blanks, but not inside double quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().into_iter().for_each(|word| word.push(c)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(
            super::words("kyverno jp query \"a b\" -i x"),
            ["kyverno", "jp", "query", "a b", "-i", "x"]
        );
    }
}
