//! `yaml`: what Go's sigs.k8s.io/yaml makes of texts.

use serde::Deserialize;

use crate::conformance::case::{Case, Difference, Excuse, Outcome, check_all, content_name};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::Json;

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

    fn expected(&self) -> Result<Vec<Json>, String> {
        let texts = self.json.iter().chain(self.docs.iter().flatten());
        match &self.error {
            Some(error) => Err(error.clone()),
            None => texts
                .map(|text| serde_json::from_str(text).map_err(|error| error.to_string()))
                .collect(),
        }
    }
}

fn check(row: &Row) -> Outcome {
    if row.nondeterministic {
        return Outcome::Excused(Excuse::Unstable);
    }
    Outcome::Fail(Difference {
        input: row.yaml.clone(),
        expected: format!("{:?}", row.expected()),
        got: "the reader is not there yet".to_owned(),
    })
}
