//! `jmespath`: what Kyverno's query dialect and its placeholders answer.
//!
//! The kind of outcome counts, a missing key with its name, and values with number kinds ignored; the
//! words of other errors are information. Where the original crashes or has no JSON to show, an error is
//! right.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sekisho_document::{Numbers, Value};
use sekisho_jmespath::{Dialect, Functions, Loaded, Query, QueryError, Setting, Skeleton, functions};
use serde::Deserialize;

use crate::conformance::case::{Case, Difference, Outcome, check_all, content_name};
use crate::conformance::corpus::Corpus;
use crate::conformance::json::{Json, same, show, show_sorted, sorted};

/// The functions a policy may call.
static FUNCTIONS: LazyLock<Functions> =
    LazyLock::new(|| Functions::new(&[functions::STANDARD, sekisho_kubernetes::jmespath::KYVERNO]));

pub(super) fn run(corpus: &Corpus) -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for file in corpus.files("jmespath", ".json")? {
        let groups: BTreeMap<String, Part> = corpus.json(&file)?;
        for (group, part) in groups {
            if let Part::Group(group_of_rows) = part {
                cases.extend(run_group(&group, &group_of_rows));
            }
        }
    }
    Ok(cases)
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Part {
    Group(Group),
    /// Prose about the file.
    About(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
struct Group {
    #[serde(alias = "contexts", default)]
    docs: Vec<Json>,
    cases: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    #[serde(rename = "e")]
    expression: Option<String>,
    /// The document in which placeholders are replaced.
    doc: Option<Json>,
    #[serde(rename = "d", alias = "ctx")]
    input: Option<usize>,
    #[serde(default, deserialize_with = "present")]
    ok: Option<Json>,
    #[serde(default)]
    unordered: bool,
    not_found: Option<String>,
    error: Option<String>,
    compile_error: Option<String>,
    #[serde(default)]
    crash: bool,
    #[serde(default)]
    not_json: bool,
    /// The syntax tree as text.
    ast: Option<String>,
}

/// Keeps a null that is there apart from a field that is not.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

/// One outcome of a query.
#[derive(Debug)]
enum Answer {
    Value(Value),
    NotFound(String),
    Error(String),
    CompileError(String),
}

fn run_group(group: &str, rows: &Group) -> Vec<Case> {
    let name = |row: &Row| {
        let content = format!("{} {}", row.text(), show_sorted(rows.input(row)));
        (group.to_owned(), content_name(&content))
    };
    check_all(&rows.cases, name, |row| check(row, rows.input(row)))
}

impl Group {
    fn input(&self, row: &Row) -> &Value {
        row.input
            .and_then(|idx| self.docs.get(idx))
            .map_or(&Value::Null, |Json(value)| value)
    }
}

impl Row {
    fn text(&self) -> String {
        match (&self.expression, &self.doc) {
            (Some(expression), _) => expression.clone(),
            (None, Some(Json(doc))) => show(doc),
            (None, None) => String::new(),
        }
    }

    fn expected(&self) -> Option<Answer> {
        match self {
            Row {
                ok: Some(Json(value)),
                ..
            } => Some(Answer::Value(value.clone())),
            Row {
                not_found: Some(key), ..
            } => Some(Answer::NotFound(key.clone())),
            Row {
                error: Some(text), ..
            } => Some(Answer::Error(text.clone())),
            Row {
                compile_error: Some(text),
                ..
            } => Some(Answer::CompileError(text.clone())),
            Row { crash: true, .. } => Some(Answer::Error("a crash".to_owned())),
            Row { not_json: true, .. } => Some(Answer::Error("no JSON".to_owned())),
            _ => None,
        }
    }
}

fn check(row: &Row, input: &Value) -> Outcome {
    let shown = || format!("{}\n{}", row.text(), show(input));
    if let (Some(ast), Some(expression)) = (&row.ast, &row.expression) {
        let got = tree(expression);
        return Outcome::of(*ast == got, || Difference {
            input: expression.clone(),
            expected: ast.clone(),
            got: got.clone(),
        });
    }
    let got = match (&row.expression, &row.doc) {
        (Some(expression), _) => Some(search(expression, input)),
        (None, Some(Json(doc))) => Some(fill(doc, input)),
        (None, None) => None,
    };
    let (Some(expected), Some(got)) = (row.expected(), got) else {
        return Outcome::fail(&shown(), "an answer", "no answer yet");
    };
    let passes = match (&expected, &got) {
        (Answer::Value(left), Answer::Value(right)) if row.unordered => same(&sorted(left), &sorted(right)),
        (Answer::Value(left), Answer::Value(right)) => same(left, right),
        (Answer::NotFound(left), Answer::NotFound(right)) => left == right,
        (Answer::Error(_), Answer::Value(Value::Float(float))) => row.not_json && !float.is_finite(),
        (Answer::Error(_), Answer::Error(_)) => true,
        (Answer::CompileError(_), Answer::CompileError(_)) => true,
        _ => false,
    };
    Outcome::of(passes, || Difference {
        input: shown(),
        expected: expected.show(),
        got: got.show(),
    })
}

impl Answer {
    fn show(&self) -> String {
        match self {
            Answer::Value(value) => show(value),
            Answer::NotFound(key) => format!("missing key `{key}`"),
            Answer::Error(text) => format!("error: {text}"),
            Answer::CompileError(text) => format!("error at compile: {text}"),
        }
    }
}

fn search(expression: &str, input: &Value) -> Answer {
    let query = match Query::compile(expression, &FUNCTIONS) {
        Ok(query) => query,
        Err(error) => return Answer::CompileError(error.to_string()),
    };
    // Every number of a document that was read from JSON is a float here (reference §1).
    let input = input.renumber(Numbers::AllFloat);
    match query.search(&input, Setting::ALONE) {
        Ok(found) => Answer::Value(found.into_value()),
        Err(QueryError::NotFound(key)) => Answer::NotFound(key.to_string()),
        Err(QueryError::Failed(complaint)) => Answer::Error(complaint.message),
    }
}

fn fill(document: &Value, context: &Value) -> Answer {
    let context = context.renumber(Numbers::AllFloat);
    let dialect = Dialect {
        functions: &FUNCTIONS,
        limits: Setting::ALONE.limits,
        entries: &[],
    };
    let mut scope = Loaded {
        root: &context,
        functions: &FUNCTIONS,
        deletes: context.str_at(&["request", "operation"]) == "DELETE",
    };
    match Skeleton::compile(document, &dialect).fill(&mut scope, Setting::ALONE) {
        Ok(value) => Answer::Value(value),
        Err(error) => Answer::Error(error.message),
    }
}

fn tree(expression: &str) -> String {
    match Query::compile(expression, &FUNCTIONS) {
        Ok(query) => query.outline(),
        Err(error) => format!("ERR {error}"),
    }
}
