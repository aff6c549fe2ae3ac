//! `yaml`: what Go's sigs.k8s.io/yaml makes of texts.

use sekisho_document::Numbers;
use sekisho_document::yaml::{self, Limits};
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
    /// Why a strict reader refuses what an ordinary one reads.
    strict_error: Option<String>,
    #[serde(default)]
    nondeterministic: bool,
}

impl Row {
    fn name(&self) -> (String, String) {
        (self.group.clone(), content_name(&self.yaml))
    }

    fn expected(&self) -> Result<Answer, serde_json::Error> {
        let texts = self.json.iter().chain(self.docs.iter().flatten());
        Ok(Answer {
            documents: texts
                .map(|text| serde_json::from_str(text))
                .collect::<Result<_, _>>()?,
            refused: self.error.is_some(),
            strictly_refused: self.strict_error.is_some(),
        })
    }
}

/// What a reader makes of a text: the documents before the first fault, and whether there is one. The
/// words of a fault are the reader's own.
#[derive(Debug)]
struct Answer {
    documents: Vec<Json>,
    refused: bool,
    /// Refused by a strict reader alone; not known of files.
    strictly_refused: bool,
}

impl Answer {
    fn same(&self, other: &Answer) -> bool {
        self.refused == other.refused
            && self.strictly_refused == other.strictly_refused
            && self.documents.len() == other.documents.len()
            && self
                .documents
                .iter()
                .zip(&other.documents)
                .all(|(left, right)| same(&left.0, &right.0))
    }

    fn show(&self) -> String {
        let documents: Vec<String> = self.documents.iter().map(|document| show(&document.0)).collect();
        let fault = match (self.refused, self.strictly_refused) {
            (true, _) => ", then an error",
            (false, true) => ", an error when strict",
            (false, false) => "",
        };
        format!("{}{fault}", documents.join(" --- "))
    }
}

fn check(row: &Row) -> Outcome {
    if row.nondeterministic {
        return Outcome::Excused(Excuse::Unstable);
    }
    let expected = match row.expected() {
        Ok(expected) => expected,
        Err(error) => return Outcome::fail(&row.yaml, &error.to_string(), ""),
    };
    let got = if row.docs.is_some() {
        read_file(&row.yaml)
    } else {
        read_text(&row.yaml)
    };
    Outcome::of(expected.same(&got), || Difference {
        input: row.yaml.clone(),
        expected: expected.show(),
        got: got.show(),
    })
}

/// The documents of a file up to the first fault.
fn read_file(text: &str) -> Answer {
    let mut documents = Vec::new();
    for document in yaml::documents(text) {
        match document.and_then(|document| document.read(&Limits::DEFAULT, Numbers::AsWritten)) {
            Ok(value) => documents.push(Json(value)),
            Err(_) => {
                return Answer {
                    documents,
                    refused: true,
                    strictly_refused: false,
                };
            }
        }
    }
    Answer {
        documents,
        refused: false,
        strictly_refused: false,
    }
}

/// A string that holds YAML.
fn read_text(text: &str) -> Answer {
    let read = yaml::read(text, &Limits::DEFAULT, Numbers::AsWritten);
    let strict = yaml::read_strict(text, &Limits::DEFAULT, Numbers::AsWritten);
    Answer {
        refused: read.is_err(),
        strictly_refused: read.is_ok() && strict.is_err(),
        documents: read.ok().map(Json).into_iter().collect(),
    }
}
