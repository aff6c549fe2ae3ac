//! Input that wants to do harm (reference §10): an answer or a clear error, within bounds, never a crash.

#[cfg(test)]
mod hostile {
    pub(crate) mod cases;
}

use hostile::cases::{Case, End, cases, nested};
use sekisho_cel::{
    Environment, Expression, Limits, Meter, NoHints, Program, Release, Rules, Type, Value, Values, library,
};

fn environment() -> Environment {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let mut environment = Environment::new(library::KUBERNETES, Release::STORED, rules, Limits::STANDARD);
    environment.declare_variable("object", Type::Dyn);
    environment
}

fn run(case: &Case, environment: &Environment) -> Result<String, String> {
    let program = Program::compile(&case.text, environment).map_err(|error| error.to_string())?;
    let object = case.object.make();
    let mut values = Values::new();
    if let Some(slot) = environment.variable("object") {
        values.set(slot, "object", Value::of(&object));
    }
    let mut meter = Meter::new(case.limits, None);
    match program.evaluate(&values, &mut meter) {
        Ok(value) => Ok(format!("{value:?}")),
        Err(fault) => Err(fault.to_string()),
    }
}

#[test]
fn every_case_ends_as_it_should() {
    let environment = environment();
    let mut faults = Vec::new();
    for case in cases() {
        let found = run(&case, &environment);
        let is_as_expected = match (&found, case.end) {
            (Ok(value), End::Value(expected)) => value == expected,
            (Err(fault), End::Fault(words)) => fault.contains(words),
            _ => false,
        };
        if !is_as_expected {
            let mut found = format!("{found:?}");
            found.truncate(200);
            faults.push(format!("{}: expected {:?}, found {found}", case.name, case.end));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn estimates_of_any_depth_are_made() {
    let environment = environment();
    for case in cases() {
        if let Ok(expression) = Expression::check(&case.text, &environment) {
            let bounds = expression.estimate(&environment, &NoHints);
            assert!(bounds.least <= bounds.greatest, "{}", case.name);
        }
    }
}

#[test]
fn faults_of_syntax_in_flat_chains_have_a_place() {
    let environment = environment();
    for link in [".a", "[0]", "+1", ".trim()", "&&true", "?1:2"] {
        let text = format!("object{} @ )", link.repeat(5_000));
        let error = Program::compile(&text, &environment).unwrap_err().to_string();
        let is_clear = error.contains("Syntax error") || error.contains("recursion limit exceeded");
        assert!(is_clear, "{link}");
    }
}

#[test]
fn length_has_a_limit() {
    let text = format!("'{}'", "é".repeat(99_999));
    let error = Program::compile(&text, &environment()).unwrap_err();
    let expected =
        "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn time_is_up_when_the_caller_says_so() {
    let environment = environment();
    let text = nested("lists.range(50).all(x, ", "true", ")", 6);
    let program = Program::compile(&text, &environment).unwrap();
    let late: sekisho_cel::LateCheck = std::sync::Arc::new(|| true);
    let mut meter = Meter::new(Limits::FREE, Some(late));
    let fault = program.evaluate(&Values::new(), &mut meter).unwrap_err();
    assert_eq!(fault.to_string(), "operation interrupted");
}
