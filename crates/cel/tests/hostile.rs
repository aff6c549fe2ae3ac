//! Input that wants to do harm (reference §10): an answer or a clear error, within bounds, never a crash.

use sekisho_cel::{Environment, Limits, Meter, Program, Release, Rules, Type, Value, Values, library};
use sekisho_document as document;

fn environment() -> Environment {
    let rules = Rules {
        homogeneous: true,
        literals: true,
    };
    let mut environment = Environment::new(library::KUBERNETES, Release::STORED, rules, Limits::STANDARD);
    environment.declare_variable("object", Type::Dyn);
    environment
}

fn run_within(text: &str, object: &document::Value, limits: Limits) -> Result<String, String> {
    let environment = environment();
    let program = Program::compile(text, &environment).map_err(|error| error.to_string())?;
    let mut values = Values::new();
    if let Some(slot) = environment.variable("object") {
        values.set(slot, "object", Value::of(object));
    }
    let mut meter = Meter::new(limits, None);
    match program.evaluate(&values, &mut meter) {
        Ok(Value::List(list)) => Ok(format!("a list of {}", list.len())),
        Ok(value) => Ok(format!("{value:?}").chars().take(60).collect()),
        Err(fault) => Err(fault.to_string()),
    }
}

fn run(text: &str) -> Result<String, String> {
    run_within(text, &document::Value::Null, Limits::STANDARD)
}

fn nested(open: &str, inner: &str, close: &str, count: usize) -> String {
    [open.repeat(count), inner.to_owned(), close.repeat(count)].concat()
}

const TOO_DEEP: &str = "ERROR: <input>:-1:0: expression recursion limit exceeded: 250";
const TOO_LONG: &str = "ERROR: <input>:-1:0: max recursion depth exceeded";

#[test]
fn flat_chains_end_in_an_error() {
    let cases = [
        format!("object{}", ".a".repeat(49_000)),
        format!("object{}", "[0]".repeat(33_000)),
        format!("1{}", "+1".repeat(49_000)),
        format!("'a'{}", ".trim()".repeat(14_000)),
        format!("1{}", " in [1]".repeat(14_000)),
    ];
    for text in cases {
        assert_eq!(run(&text), Err(TOO_LONG.to_owned()), "{}", &text[..20]);
    }
    let terms = format!("true{}", "&&true".repeat(16_000));
    assert_eq!(run(&terms), Ok("true".to_owned()));
    let negations = format!("{}true", "!".repeat(90_000));
    assert_eq!(run(&negations), Ok("true".to_owned()));
}

#[test]
fn flat_chains_with_a_fault_of_syntax_end_too() {
    for link in [".a", "[0]", "+1", ".trim()", "&&true", "?1:2"] {
        let text = format!("object{} @ )", link.repeat(5_000));
        let error = run(&text).unwrap_err();
        assert!(error.contains("Syntax error") || error == TOO_DEEP, "{link}");
    }
    for text in [
        "(".repeat(50_000),
        "[".repeat(50_000),
        "{1:".repeat(30_000),
        "-".repeat(50_000),
    ] {
        assert!(run(&text).is_err());
    }
    let stray = "@ ".repeat(40_000);
    assert!(run(&stray).unwrap_err().contains("more errors were truncated"));
}

#[test]
fn nesting_has_a_limit() {
    for (open, inner, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{'a': ", "1", "}"),
        ("size([", "1", "])"),
        ("true ? (", "1", ") : 1"),
        ("!(", "true", ")"),
        ("true ? 1 : ", "1", ""),
    ] {
        let text = nested(open, inner, close, 249);
        assert!(run(&text).is_ok() || open == "size([", "{open}");
        let text = nested(open, inner, close, 250);
        assert_eq!(run(&text), Err(TOO_DEEP.to_owned()), "{open}");
    }
    let macros = nested("[1].map(x, ", "x", ")", 240);
    assert!(run(&macros).is_ok());
    let sums = nested("1 + (", "1", ")", 125);
    assert_eq!(run(&sums), Err(TOO_DEEP.to_owned()));
}

#[test]
fn length_has_a_limit() {
    let text = format!("'{}'", "é".repeat(99_999));
    let expected =
        "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000";
    assert_eq!(run(&text), Err(expected.to_owned()));
    let list = format!("[{}1].size()", "1,".repeat(45_000));
    assert_eq!(run(&list), Ok("45001".to_owned()));
}

#[test]
fn what_costs_too_much_is_stopped() {
    let stopped = Err("operation cancelled: actual cost limit exceeded".to_owned());
    let loops = nested("lists.range(20).all(x, ", "true", ")", 6);
    for text in [
        "lists.range(1000000000).size()",
        "lists.range(9223372036854775807).size()",
        &loops,
        "lists.range(5000).distinct()",
        "lists.range(5000).sort()",
        "lists.range(5000).sortBy(x, -x)",
        "sets.contains(lists.range(3000), lists.range(3000))",
    ] {
        assert_eq!(run(text), stopped, "{text}");
    }
}

#[test]
fn what_grows_is_stopped_even_where_nothing_is_charged() {
    let chain = |start: &str, link: &str| format!("{start}{}", link.repeat(60));
    let texts = chain("optional.of('aaaaaaaaaa')", ".optMap(t, t + t)");
    let lists = chain("optional.of([1])", ".optMap(l, l + l)");
    let shared = chain("optional.of([1])", ".optMap(l, [l, l])");
    let shared = format!("{shared} == {shared}");
    for text in [texts, lists, shared, "lists.range(1000000000)".to_owned()] {
        let limits = Limits {
            steps: 1_000_000,
            room: 16 << 20,
            ..Limits::FREE
        };
        let fault = run_within(&text, &document::Value::Null, limits).unwrap_err();
        assert!(fault.starts_with("operation cancelled"), "{text}: {fault}");
    }
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

#[test]
fn large_documents_are_compared_in_linear_time() {
    let map: document::Map = (0..100_000)
        .map(|number| (format!("key-{number}"), document::Value::Int(number)))
        .collect();
    let object = document::Value::Map(map);
    assert_eq!(
        run_within("object == object", &object, Limits::STANDARD),
        Ok("true".to_owned())
    );
    let mut deep = document::Value::Int(1);
    for _ in 0..500 {
        deep = document::Value::List(vec![deep].into());
    }
    assert_eq!(
        run_within("object == object", &deep, Limits::STANDARD),
        Ok("true".to_owned())
    );
}

#[test]
fn formats_and_patterns_stay_small() {
    assert!(run("'%.70000f'.format([1.0])").is_ok());
    assert!(run("'%.2147483648f'.format([1.0])").is_ok());
    assert!(run("'a'.matches('((a{100}){100}){100}')").is_err());
    assert!(run("'a'.matches('(a{1,1000}){1,1000}' + '')").is_err());
}
