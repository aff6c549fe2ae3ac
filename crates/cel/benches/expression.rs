//! What compiling and evaluating expressions costs, beside the crate `cel`.
//!
//! The expressions and the object of the evaluation are read from the corpus where it lies; without it only
//! compiling is measured.

#![expect(clippy::unwrap_used, reason = "a fault here is a fault of the bench")]
#![expect(clippy::disallowed_methods, reason = "the bench reads the corpus")]
#![expect(clippy::indexing_slicing, reason = "the numbers are those of the expressions")]
#![expect(clippy::print_stdout, reason = "the bench says what it leaves out")]

use std::hint::black_box;
use std::path::Path;

use divan::Bencher;
use sekisho_cel::{Environment, Limits, Meter, Program, Release, Rules, Type, Value, Values, library};
use sekisho_document::{self as document, json};

fn main() {
    if corpus().is_none() {
        println!("the corpus is absent: evaluation is not measured");
    }
    divan::main();
}

fn environment() -> Environment {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let mut environment = Environment::new(library::KUBERNETES, Release::STORED, rules, Limits::STANDARD);
    for name in ["object", "oldObject", "params", "request"] {
        environment.declare_variable(name, Type::Dyn);
    }
    environment
}

/// The object, and the expressions over it.
fn corpus() -> Option<(String, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/cel/bench");
    let object = std::fs::read_to_string(folder.join("deploy.json")).ok()?;
    let expressions = std::fs::read_to_string(folder.join("exprs.txt")).ok()?;
    Some((object, expressions.lines().map(str::to_owned).collect()))
}

/// The numbers of the expressions that are there; all of them are true for the object.
fn numbers() -> Vec<usize> {
    let count = corpus().map_or(0, |(_, expressions)| expressions.len());
    (1..=count).collect()
}

#[divan::bench(args = numbers())]
fn evaluate(bencher: Bencher<'_, '_>, number: usize) {
    let (object, expressions) = corpus().unwrap();
    let object: document::Value = json::read(object.as_bytes(), json::Rules::KUBERNETES).unwrap();
    let environment = environment();
    let program = Program::compile(&expressions[number - 1], &environment).unwrap();
    let slot = environment.variable("object").unwrap();
    let run = || {
        let mut values = Values::new();
        values.set(slot, "object", Value::of(&object));
        let mut meter = Meter::new(environment.limits, None);
        let answer = program.evaluate(&values, &mut meter);
        matches!(answer, Ok(Value::Bool(true))) && meter.cost > 0
    };
    assert!(run());
    bencher.bench_local(|| black_box(run()));
}

fn context_of_cel(object: &str) -> cel::Context<'static, 'static> {
    let object: serde_json::Value = serde_json::from_str(object).unwrap();
    let mut context = cel::Context::default();
    context.add_variable("object", object).unwrap();
    context
}

/// Those that the crate `cel` can answer: it does not read optional fields.
fn numbers_of_cel() -> Vec<usize> {
    let Some((object, expressions)) = corpus() else {
        return Vec::new();
    };
    let context = context_of_cel(&object);
    let answers = |number: &usize| {
        let program = cel::Program::compile(&expressions[number - 1]);
        program.is_ok_and(|program| program.execute(&context) == Ok(cel::Value::Bool(true)))
    };
    numbers().into_iter().filter(answers).collect()
}

/// The same with the crate `cel`, which charges nothing.
#[divan::bench(args = numbers_of_cel())]
fn evaluate_with_cel(bencher: Bencher<'_, '_>, number: usize) {
    let (object, expressions) = corpus().unwrap();
    let context = context_of_cel(&object);
    let program = cel::Program::compile(&expressions[number - 1]).unwrap();
    let run = || program.execute(&context) == Ok(cel::Value::Bool(true));
    assert!(run());
    bencher.bench_local(|| black_box(run()));
}

/// The expressions of a policy as it is often written.
const POLICY: &[&str] = &[
    "object.spec.replicas <= 5",
    "object.metadata.labels.exists(k, k == 'team')",
    "object.spec.template.spec.containers.all(c, !has(c.securityContext) || !has(c.securityContext.privileged) || c.securityContext.privileged == false)",
    "object.spec.template.spec.containers.all(c, c.image.startsWith('registry.example.com/'))",
    "'deployment ' + object.metadata.name + ' must have at most 5 replicas'",
];

#[divan::bench]
fn compile_policy(bencher: Bencher<'_, '_>) {
    let environment = environment();
    let run = || {
        let programs = POLICY.iter().map(|text| Program::compile(text, &environment));
        programs.collect::<Result<Vec<_>, _>>()
    };
    assert!(run().is_ok());
    bencher.bench_local(run);
}

#[divan::bench]
fn compile_policy_with_cel(bencher: Bencher<'_, '_>) {
    let run = || {
        let programs = POLICY.iter().map(|text| cel::Program::compile(text));
        programs.collect::<Result<Vec<_>, _>>()
    };
    assert!(run().is_ok());
    bencher.bench_local(run);
}
