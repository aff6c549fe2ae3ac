//! How long expressions take that want to do harm: compiling and evaluating, at most a tenth of a second
//! each. How they end is tested with `cargo test --test hostile`.

use divan::Bencher;
use sekisho_cel::{Environment, Limits, Meter, Program, Release, Rules, Type, Value, Values, library};

#[path = "../tests/hostile/cases.rs"]
mod cases;

use cases::{End, cases};

fn main() {
    divan::main();
}

fn names() -> Vec<&'static str> {
    cases().iter().map(|case| case.name).collect()
}

#[divan::bench(args = names(), sample_count = 5, sample_size = 1)]
fn hostile(bencher: Bencher<'_, '_>, name: &str) {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let mut environment = Environment::new(library::KUBERNETES, Release::STORED, rules, Limits::STANDARD);
    let slot = environment.declare_variable("object", Type::Dyn);
    let Some(case) = cases().into_iter().find(|case| case.name == name) else {
        return;
    };
    let object = case.object.make();
    let ends_well = || {
        let Ok(program) = Program::compile(&case.text, &environment) else {
            return false;
        };
        let mut values = Values::new();
        values.set(slot, "object", Value::of(&object));
        let mut meter = Meter::new(case.limits, None);
        program.evaluate(&values, &mut meter).is_ok()
    };
    assert_eq!(ends_well(), matches!(case.end, End::Value(_)));
    bencher.bench_local(ends_well);
}
