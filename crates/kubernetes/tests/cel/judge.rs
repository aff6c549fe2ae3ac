//! Compares the rows recorded in the environments of the API server.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use sekisho_cel::{CompileError, Environment, Expression, Phase, Release, Value};
use sekisho_document::Text;
use sekisho_kubernetes::cel::{Place, TypeCheck, environment};
use sekisho_kubernetes::{Gvk, Schema, Version};
use serde_json::{Value as Json, json};

use super::contexts::{self, Authorizer, Context};
use super::{hints, notation, policy};

/// One comparison.
pub(crate) struct Compared {
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) verdict: Verdict,
}

pub(crate) enum Verdict {
    Same,
    /// The reference crashes.
    Excused,
    Different {
        input: String,
        expected: String,
        found: String,
    },
}

impl Verdict {
    pub(crate) fn of(input: &str, expected: &Json, found: &Json, also: &[Json]) -> Verdict {
        let mut answers = std::iter::once(expected).chain(also);
        match answers.any(|answer| notation::same(&plain(answer), &plain(found))) {
            true => Verdict::Same,
            false => Verdict::Different {
                input: input.to_owned(),
                expected: expected.to_string(),
                found: found.to_string(),
            },
        }
    }
}

/// What all policies that share a budget may spend.
const BUDGET: u64 = 10_000_000;

const PLACES: &[(&str, Place)] = &[
    ("vap", Place::Validation),
    ("vap-noparams", Place::ValidationWithoutParameters),
    ("vap-message", Place::Message),
    ("map", Place::Mutation),
];

const RELEASES: &[(&str, Release)] = &[
    ("stored", Release::STORED),
    ("1.30", Release(30)),
    ("1.32", Release(32)),
    ("1.34", Release(34)),
    ("1.36", Release(36)),
];

pub(crate) struct Judge {
    environments: BTreeMap<(&'static str, &'static str), Environment>,
    contexts: BTreeMap<String, Context>,
    /// The same contexts as the server holds objects of built-in kinds.
    typed: BTreeMap<String, Context>,
    authorizer: Authorizer,
    schema: Arc<Schema>,
}

impl Judge {
    pub(crate) fn new(folder: &Path) -> Judge {
        let mut environments = BTreeMap::new();
        for (place, row) in PLACES {
            for (version, release) in RELEASES {
                environments.insert((*place, *version), environment(*row, *release));
            }
        }
        let objects = folder.join("objects");
        let schema = Schema::builtin(Version::KUBERNETES);
        let mut typed = contexts::load(&objects);
        for context in typed.values_mut() {
            for name in ["object", "oldObject", "params"] {
                let object = context.objects.get_mut(name).unwrap();
                let kind = sekisho_kubernetes::resource::identity(object).kind;
                *object = schema.go_view(object, &kind);
                if schema.find(&kind).is_some() {
                    context.typed.insert(name);
                }
            }
        }
        Judge {
            environments,
            contexts: contexts::load(&objects),
            typed,
            schema: Arc::new(schema),
            authorizer: Authorizer(contexts::read_json(&objects.join("authorizer.json"))),
        }
    }

    /// The comparisons of a row: its answer, its estimate, the answers of older releases and for objects of
    /// Go types.
    pub(crate) fn compare(&self, row: &Json) -> Vec<Compared> {
        let id = row["id"].as_str().unwrap().trim_start_matches("k8s/");
        let (group, _) = id.split_once('/').unwrap();
        let expected = row.get("result").unwrap_or(&row["k8s_env"]);
        let also = row["also"].as_array().cloned().unwrap_or_default();
        let case = |id: String, group: &str, verdict: Verdict| Compared {
            id,
            group: group.to_owned(),
            verdict,
        };
        if row["env"] == "typecheck" {
            let input = row["expr"].as_str().unwrap();
            let verdict = Verdict::of(input, expected, &self.warnings(row), &[]);
            return vec![case(id.to_owned(), group, verdict)];
        }
        if expected["phase"] == "panic" {
            return vec![case(id.to_owned(), group, Verdict::Excused)];
        }
        let input = row["expr"].as_str().unwrap();
        let mut made = Vec::new();
        let found = self.answer(row, "stored", &self.contexts);
        made.push(case(
            id.to_owned(),
            group,
            Verdict::of(input, expected, &found, &also),
        ));
        if let Some(expected) = row.get("estimate") {
            let found = self.estimate(row);
            made.push(case(
                format!("{id}@estimate"),
                "estimates",
                Verdict::of(input, expected, &found, &[]),
            ));
        }
        for (version, expected) in row["versions"].as_object().into_iter().flatten() {
            let found = self.answer(row, version, &self.contexts);
            made.push(case(
                format!("{id}@{version}"),
                "versions",
                Verdict::of(input, expected, &found, &also),
            ));
        }
        if let Some(expected) = row.get("typed") {
            let found = self.answer(row, "stored", &self.typed);
            made.push(case(
                format!("{id}@typed"),
                "typed",
                Verdict::of(input, expected, &found, &also),
            ));
        }
        made
    }

    fn environment(&self, row: &Json, version: &str) -> (Environment, Vec<policy::Named>) {
        let place = row["env"].as_str().unwrap_or("vap");
        let known = self
            .environments
            .iter()
            .find(|((it, release), _)| *it == place && *release == version);
        let mut environment = known.unwrap().1.clone();
        let text = |value: &Json| value.as_str().unwrap().to_owned();
        let definitions: Vec<(String, String)> = row["variables"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|pair| (text(&pair[0]), text(&pair[1])))
            .collect();
        let variables = policy::compile(&definitions, &mut environment);
        (environment, variables)
    }

    /// What the checker warns of for the kinds of a policy.
    fn warnings(&self, row: &Json) -> Json {
        let kind = |value: &Json| {
            let text = value.as_str().unwrap();
            let (version, kind) = text.rsplit_once('/').unwrap();
            let (group, version) = version.rsplit_once('/').unwrap_or(("", version));
            Gvk::new(group, version, kind)
        };
        let pairs = row["variables"].as_array().into_iter().flatten();
        let mut expressions = Vec::new();
        for (key, field) in [("expr", "expression"), ("messageExpression", "messageExpression")] {
            if let Some(text) = row[key].as_str() {
                expressions.push((Text::from(format!("spec.validations[0].{field}")), text));
            }
        }
        let check = TypeCheck {
            kinds: row["kinds"].as_array().unwrap().iter().map(kind).collect(),
            param_kind: row.get("paramKind").map(kind),
            variables: pairs
                .map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()))
                .collect(),
            expressions,
        };
        let warnings = check.warnings(&self.schema).into_iter();
        let warnings: Vec<Json> = warnings
            .map(|warning| json!({ "fieldRef": warning.field_ref.as_str(), "warning": warning.warning }))
            .collect();
        json!({ "warnings": warnings })
    }

    fn estimate(&self, row: &Json) -> Json {
        let (environment, _) = self.environment(row, "stored");
        match Expression::check(row["expr"].as_str().unwrap(), &environment) {
            Ok(checked) => hints::estimate(&checked, &environment),
            Err(error) => refused(&error),
        }
    }

    fn answer(&self, row: &Json, version: &str, contexts: &BTreeMap<String, Context>) -> Json {
        let (environment, variables) = self.environment(row, version);
        let checked = match Expression::check(row["expr"].as_str().unwrap(), &environment) {
            Ok(checked) => checked,
            Err(error) => return refused(&error),
        };
        let ty = notation::write_type_as_go(checked.ty());
        if let Some(fault) = unwanted(row, &ty) {
            return json!({ "phase": "result-type", "error": fault, "type": ty });
        }
        let program = match checked.plan(&environment) {
            Ok(program) => program,
            Err(error) => {
                let mut refused = refused(&error);
                refused["type"] = ty.into();
                return refused;
            }
        };
        let context = &contexts[row["context"].as_str().unwrap_or("empty")];
        let policy = policy::Policy::new(&environment, context, &variables, &self.authorizer);
        let (value, cost) = policy.evaluate(&program);
        if cost > BUDGET {
            let error = "validation failed due to running out of cost budget, no further validation rules will be run";
            return json!({ "phase": "budget", "error": error, "type": ty });
        }
        match value {
            Ok(value) => json!({ "type": ty, "value": write(&value), "cost": cost }),
            Err(fault) => json!({ "phase": "eval", "error": fault.to_string(), "cost": cost, "type": ty }),
        }
    }
}

/// What is said of an expression whose type its place does not want.
fn unwanted(row: &Json, ty: &str) -> Option<String> {
    let wanted = row["returns"].as_array()?.iter();
    let wanted: Vec<&str> = wanted.map(|wanted| wanted.as_str().unwrap()).collect();
    match &*wanted {
        wanted if wanted.contains(&ty) => None,
        [only] => Some(format!("must evaluate to {only} but got {ty}")),
        many => Some(format!(
            "must evaluate to one of [{}] but got {ty}",
            many.join(" ")
        )),
    }
}

fn refused(error: &CompileError) -> Json {
    let phase = match error.phase {
        Phase::Parse => "parse",
        Phase::Check => "check",
        Phase::Plan => "program",
    };
    json!({ "phase": phase, "error": error.to_string() })
}

/// A value as it is recorded, with what only Kubernetes has.
pub(crate) fn write(value: &Value<'_>) -> Json {
    match value {
        Value::Object(object) if object.type_name.as_str() == "JSONPatch" => {
            let text = |name: &str| object.field(name).and_then(Value::as_str).unwrap_or_default();
            let mut patch = json!({ "op": text("op"), "path": text("path") });
            if !text("from").is_empty() {
                patch["from"] = text("from").into();
            }
            if let Some(value) = object.field("value") {
                patch["value"] = write(value);
            }
            json!({ "jsonpatch": patch })
        }
        Value::Object(object) => policy::object(object),
        Value::Opaque(value) if value.text().is_none() => json!({ "opaque": { "type": value.type_name() } }),
        Value::List(list) => json!({ "list": list.iter().map(|item| write(&item)).collect::<Vec<_>>() }),
        Value::Map(map) => {
            let entries = map.iter().map(|(key, value)| json!([write(&key), write(&value)]));
            json!({ "map": entries.collect::<Vec<_>>() })
        }
        Value::Optional(Some(inner)) => json!({ "optional": write(inner) }),
        other => notation::write(other),
    }
}

/// An answer with what counts, maps in one order. What a refused expression would have been is recorded
/// only now and then.
fn plain(answer: &Json) -> Json {
    let mut answer = notation::normal(answer);
    if let Some(object) = answer.as_object_mut() {
        object.remove("variableErrors");
        if object.contains_key("phase") {
            object.remove("type");
        }
    }
    without_go(&mut answer);
    answer
}

/// Leaves out the Go types of opaque values.
fn without_go(value: &mut Json) {
    match value {
        Json::Array(items) => items.iter_mut().for_each(without_go),
        Json::Object(object) => {
            if let Some(Json::Object(opaque)) = object.get_mut("opaque") {
                opaque.remove("go");
            }
            object.values_mut().for_each(without_go);
        }
        _ => (),
    }
}
