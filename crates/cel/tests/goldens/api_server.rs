//! The recorded answers of the API server to expressions that need no more than the language.

use std::collections::BTreeMap;
use std::path::Path;

use sekisho_cel::{
    CompileError, Environment, Expression, Limits, Meter, Phase, Release, Rules, Style, Type, Value, Values,
    library,
};
use sekisho_document as document;
use serde_json::{Value as Json, json};

use super::notation;

/// What only `sekisho-kubernetes` knows; rows that mention it are compared there.
const ELSEWHERE: &[&str] = &[
    "authorizer",
    "cidr",
    "find",
    "format.",
    "includes",
    "indexOf",
    "ip(",
    "ip.",
    "isCIDR",
    "isIP",
    "isQuantity",
    "isSemver",
    "isSorted",
    "isURL",
    "jsonpatch",
    "max()",
    "min()",
    "namespaceObject",
    "quantity",
    "request",
    "semver",
    "sum()",
    "url",
    "variables",
    "Object",
    "JSONPatch",
];

/// Rows that the words above do not show to need them: lists of Kubernetes and quantities.
const ROWS_ELSEWHERE: &[&str] = &[
    "k8s/cost/0041",
    "k8s/lists/0132",
    "k8s/lists/0134",
    "k8s/lists/0137",
    "k8s/lists/0138",
    "k8s/lists/0140",
    "k8s/lists/0171",
    "k8s/lists/0172",
    "k8s/policy/0377",
    "k8s/quantity/0226",
    "k8s/quantity/0229",
];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/cel")
}

fn environment(release: Release) -> Environment {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let mut environment = Environment::new(library::KUBERNETES, release, rules, Limits::STANDARD);
    for name in ["object", "oldObject", "params"] {
        environment.declare_variable(name, Type::Dyn);
    }
    let quantity = Type::object("kubernetes.Quantity");
    environment.declare_function("sign", Style::Function, vec![quantity], Type::Int);
    environment
}

fn refused(error: &CompileError) -> Json {
    let phase = match error.phase {
        Phase::Parse => "parse",
        Phase::Check => "check",
        Phase::Plan => "program",
    };
    json!({ "phase": phase, "error": error.to_string() })
}

fn answer(expression: &str, environment: &Environment, objects: &BTreeMap<String, document::Value>) -> Json {
    let checked = match Expression::check(expression, environment) {
        Ok(checked) => checked,
        Err(error) => return refused(&error),
    };
    let program = match checked.plan(environment) {
        Ok(program) => program,
        Err(error) => return refused(&error),
    };
    let mut values = Values::new();
    for name in ["object", "oldObject", "params"] {
        let slot = environment.variable(name).unwrap();
        values.set(slot, name, objects.get(name).map_or(Value::Null, Value::of));
    }
    let mut meter = Meter::new(environment.limits, None);
    match program.evaluate(&values, &mut meter) {
        Ok(value) => json!({
            "type": notation::write_type_as_go(checked.ty()),
            "value": notation::write(&value),
            "cost": meter.cost,
        }),
        Err(fault) => json!({ "phase": "eval", "error": fault.to_string(), "cost": meter.cost }),
    }
}

/// The static estimate, of what the checker takes.
fn estimate(expression: &str, environment: &Environment) -> Json {
    match Expression::check(expression, environment) {
        Ok(checked) => super::hints::estimate(&checked, environment),
        Err(error) => refused(&error),
    }
}

fn read_objects(name: &str) -> BTreeMap<String, document::Value> {
    let bytes = std::fs::read(folder().join("objects").join(format!("{name}.json"))).unwrap();
    let context = document::json::read(&bytes, document::json::Rules::KUBERNETES).unwrap();
    let names = ["object", "oldObject", "params"];
    let values = names.iter().filter_map(|name| {
        let value = context.get(name)?.clone();
        Some(((*name).to_owned(), value))
    });
    values.collect()
}

fn fits(expected: &Json, also: &[Json], found: &Json) -> bool {
    // Where the compiler of the reference crashes, an expression is refused.
    if expected["phase"] == "panic" {
        return found["phase"] == "check";
    }
    let mut expected = std::iter::once(expected).chain(also);
    expected.any(|expected| {
        let mut expected = expected.clone();
        if expected.get("phase").is_some() {
            expected.as_object_mut().unwrap().remove("type");
        }
        notation::same(&notation::normal(&expected), &notation::normal(found))
    })
}

#[test]
fn answers_are_those_recorded() {
    let filter = std::env::var("ONLY").unwrap_or_default();
    let mut rows = Vec::new();
    for (file, key) in [
        ("kubernetes.jsonl", "result"),
        ("goldens-everyday.jsonl", "k8s_env"),
    ] {
        let Ok(text) = std::fs::read_to_string(folder().join(file)) else {
            println!("the recorded answers are absent: nothing was compared");
            return;
        };
        // A few answers are nested more deeply than the reader of the test goes.
        let lines = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Json>(line).ok());
        rows.extend(lines.map(|row| (row, key)));
    }
    let stored = environment(Release::STORED);
    let mut contexts: BTreeMap<String, BTreeMap<String, document::Value>> = BTreeMap::new();
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for (row, key) in &rows {
        let (id, expression) = (row["id"].as_str().unwrap(), row["expr"].as_str().unwrap());
        let foreign = ELSEWHERE.iter().any(|word| expression.contains(word)) || ROWS_ELSEWHERE.contains(&id);
        let is_policy = row.get("returns").is_some() || row.get("variables").is_some();
        let is_plain = row["env"].as_str().is_none_or(|env| env == "vap");
        if foreign || is_policy || !is_plain || !id.contains(&filter) {
            continue;
        }
        let context = row["context"].as_str().unwrap_or("empty");
        let objects = contexts
            .entry(context.to_owned())
            .or_insert_with(|| read_objects(context));
        let also = row["also"].as_array().cloned().unwrap_or_default();
        if let Some(expected) = row.get("estimate") {
            let count = counts.entry("estimates".to_owned()).or_default();
            count.1 += 1;
            let found = estimate(expression, &stored);
            match *expected == found {
                true => count.0 += 1,
                false => faults.push(format!(
                    "{id} estimate\n  {expression}\n  expected {expected}\n  found    {found}"
                )),
            }
        }
        let mut answers = vec![("stored".to_owned(), &row[*key])];
        for (version, answer) in row["versions"].as_object().into_iter().flatten() {
            answers.push((version.clone(), answer));
        }
        for (version, expected) in answers {
            let group = match version.as_str() {
                "stored" => id.split('/').nth(1).unwrap().trim_end_matches(char::is_numeric),
                _ => "versions",
            };
            let count = counts.entry(group.to_owned()).or_default();
            count.1 += 1;
            let found = match version.strip_prefix("1.") {
                None => answer(expression, &stored, objects),
                Some(minor) => {
                    let release = Release(minor.parse().unwrap());
                    answer(expression, &environment(release), objects)
                }
            };
            match fits(expected, &also, &found) {
                true => count.0 += 1,
                false => faults.push(format!(
                    "{id} {version}\n  {expression}\n  expected {expected}\n  found    {found}"
                )),
            }
        }
    }
    for (group, (passed, all)) in &counts {
        println!("{group}: {passed} of {all}");
    }
    let shown = faults.iter().take(90).flat_map(|fault| fault.lines());
    let shown: Vec<String> = shown.map(|line| line.chars().take(230).collect()).collect();
    assert!(
        faults.is_empty(),
        "{} differ:\n{}",
        faults.len(),
        shown.join("\n")
    );
}
