//! Compares one answer with the recorded one.

use sekisho_cel::{CompileError, Environment, Expression, Meter, Phase, Style, Values};
use sekisho_document::Text;
use serde_json::{Value as Json, json};

use super::notation;
use super::suite::Row;

pub(crate) fn judge(row: &Row, base: &Environment) -> Result<(), String> {
    let expected = &row.golden["k8s_env"];
    let mut found = answer(row, base);
    if expected.get("value").is_none() && expected.get("phase").is_none() {
        // Only the type counts.
        found.as_object_mut().unwrap().retain(|key, _| key == "type");
    }
    if expected["phase"] == "eval" && expected.get("type").is_none() {
        found.as_object_mut().unwrap().remove("type");
    }
    let also = row.golden["also"].as_array().cloned().unwrap_or_default();
    let mut answers = std::iter::once(expected).chain(&also);
    let fits = answers.any(|answer| notation::same(&notation::normal(answer), &notation::normal(&found)));
    match fits {
        true => Ok(()),
        false => Err(format!("  expected {expected}\n  found    {found}")),
    }
}

fn answer(row: &Row, base: &Environment) -> Json {
    let environment = environment(row, base);
    let refused = |error: &CompileError| {
        let phase = match error.phase {
            Phase::Parse => "parse",
            Phase::Check => "check",
            Phase::Plan => "program",
        };
        json!({ "phase": phase, "error": error.to_string() })
    };
    let expression = match Expression::check(row.expression(), &environment) {
        Ok(expression) => expression,
        Err(error) => return refused(&error),
    };
    let ty = notation::write_type(expression.ty());
    let program = match expression.plan(&environment) {
        Ok(program) => program,
        Err(error) => {
            let mut refused = refused(&error);
            refused["type"] = json!(ty);
            return refused;
        }
    };
    let mut values = Values::new();
    for (name, value) in row.test["bindings"].as_object().into_iter().flatten() {
        if let Some(slot) = environment.variable(name) {
            values.set(slot, name, notation::read(value));
        }
    }
    let mut meter = Meter::new(environment.limits, None);
    match program.evaluate(&values, &mut meter) {
        Ok(value) => json!({ "type": ty, "value": notation::write(&value), "cost": meter.cost }),
        // Here the recording names types as Go does.
        Err(fault) => {
            json!({ "type": go_name(&ty), "phase": "eval", "error": fault.to_string(), "cost": meter.cost })
        }
    }
}

/// Compares the static estimate, where one is recorded.
pub(crate) fn judge_estimate(row: &Row, base: &Environment) -> Option<Result<(), String>> {
    let expected = row.golden.get("estimate")?;
    let environment = environment(row, base);
    let Ok(expression) = Expression::check(row.expression(), &environment) else {
        return Some(Err("  is refused".to_owned()));
    };
    let found = super::hints::estimate(&expression, &environment);
    Some(match *expected == found {
        true => Ok(()),
        false => Err(format!("  expected {expected}\n  found    {found}")),
    })
}

fn go_name(ty: &str) -> &str {
    match ty {
        "timestamp" => "google.protobuf.Timestamp",
        "duration" => "google.protobuf.Duration",
        "any" => "google.protobuf.Any",
        other => other,
    }
}

fn environment(row: &Row, base: &Environment) -> Environment {
    let mut environment = base.clone();
    if let Some(container) = row.test["container"].as_str() {
        environment.container = Text::new(container);
    }
    for declaration in row.test["type_env"].as_array().into_iter().flatten() {
        let name = declaration["name"].as_str().unwrap();
        if declaration["kind"] == "variable" {
            let ty = notation::read_type(declaration["type"].as_str().unwrap());
            environment.declare_variable(name, ty);
            continue;
        }
        for overload in declaration["overloads"].as_array().into_iter().flatten() {
            let style = match overload["receiver"].as_bool() {
                Some(true) => Style::Method,
                _ => Style::Function,
            };
            let parameters = overload["args"].as_array().into_iter().flatten();
            let parameters = parameters
                .map(|ty| notation::read_type(ty.as_str().unwrap()))
                .collect();
            let returns = notation::read_type(overload["result"].as_str().unwrap());
            environment.declare_function(name, style, parameters, returns);
        }
    }
    environment
}
