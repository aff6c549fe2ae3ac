//! `yaml`: what Go's sigs.k8s.io/yaml makes of texts.

use serde::Deserialize;

use crate::conformance::case::{Case, Difference, Excuse, Outcome, check_all, content_name};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, same, show};

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for file in corpus.files("yaml", ".json")? {
        let rows: Vec<Row> = corpus.json(&file)?;
        cases.extend(check_all(&rows, Row::name, check));
    }
    Ok(cases)
}

#[derive(Deserialize)]
struct Row {
    group: String,
    yaml: String,
    /// The JSON text, null where the text is refused or holds several documents.
    json: Option<String>,
    /// The JSON texts of a stream, up to an error.
    docs: Option<Vec<String>>,
    error: Option<String>,
    #[serde(default)]
    nondeterministic: bool,
}

impl Row {
    fn name(&self) -> (String, String) {
        (
            format!("{}/{}", self.group, content_name(&self.yaml)),
            self.group.clone(),
        )
    }

    fn expected(&self) -> Result<Answer, serde_json::Error> {
        let texts = self.json.iter().chain(self.docs.iter().flatten());
        Ok(Answer {
            documents: texts
                .map(|text| serde_json::from_str(text))
                .collect::<Result<_, _>>()?,
            refused: self.error.is_some(),
        })
    }
}

/// What a reader makes of a text: the documents before the first fault, and whether there is one. The
/// words of a fault are the reader's own.
#[derive(Debug)]
struct Answer {
    documents: Vec<Json>,
    refused: bool,
}

impl Answer {
    fn same(&self, other: &Answer) -> bool {
        self.refused == other.refused
            && self.documents.len() == other.documents.len()
            && self
                .documents
                .iter()
                .zip(&other.documents)
                .all(|(left, right)| same(&left.0, &right.0))
    }

    fn show(&self) -> String {
        let documents: Vec<String> = self.documents.iter().map(|document| show(&document.0)).collect();
        let fault = if self.refused { ", then an error" } else { "" };
        format!("{}{fault}", documents.join(" --- "))
    }
}

fn check(row: &Row) -> Outcome {
    if row.nondeterministic {
        return Outcome::Excused(Excuse::Unstable);
    }
    let (expected, got) = match (row.expected(), read(row)) {
        (Ok(expected), Some(got)) => (expected, got),
        (Err(error), _) => return Outcome::fail(&row.yaml, &error.to_string(), ""),
        (_, None) => return Outcome::fail(&row.yaml, "an answer", "the reader is not there yet"),
    };
    Outcome::of(expected.same(&got), || Difference {
        input: row.yaml.clone(),
        expected: expected.show(),
        got: got.show(),
    })
}

fn read(_row: &Row) -> Option<Answer> {
    None
}
