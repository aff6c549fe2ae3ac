//! An expression on the first line, a JSON document below: neither compiling, estimating nor evaluating
//! panics, limits hold, and two evaluations give one answer at one cost.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sekisho_cel::{
    Environment, Expression, Library, Limits, Meter, NoHints, Release, Rules, Type, Value, Values, library,
};
use sekisho_document::{self as document, json};

const LIMITS: Limits = Limits {
    code_points: 4_000,
    cost: 20_000,
    room: 1 << 20,
    steps: 100_000,
};

static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
    let further: [&Library; 4] = [&library::BINDINGS, &library::ENCODERS, &library::MATH, &library::REGEX];
    let libraries: Vec<&Library> = library::KUBERNETES.iter().copied().chain(further).collect();
    let rules = Rules { homogeneous: true, literals: true };
    let mut environment = Environment::new(&libraries, Release::STORED, rules, LIMITS);
    environment.declare_variable("object", Type::Dyn);
    environment.declare_variable("texts", Type::list(Type::String));
    environment
});

fuzz_target!(|text: &str| {
    let (expression, document) = text.split_once('\n').unwrap_or((text, "null"));
    let Ok(expression) = Expression::check(expression, &ENVIRONMENT) else { return };
    let bounds = expression.estimate(&ENVIRONMENT, &NoHints);
    let Ok(program) = expression.plan(&ENVIRONMENT) else { return };
    let document = json::read(document.as_bytes(), json::Rules::KUBERNETES).unwrap_or(document::Value::Null);
    let run = || {
        let mut values = Values::new();
        values.set(0, "object", Value::of(&document));
        values.set(1, "texts", Value::list(vec![Value::text("a"), Value::text("b,c")]));
        let mut meter = Meter::new(LIMITS, None);
        let answer = program.evaluate(&values, &mut meter);
        (format!("{answer:?}"), meter.cost)
    };
    assert_eq!(run(), run(), "{bounds:?}");
});
