//! The tables hold together, and every example says what happens.

use std::collections::BTreeSet;

use sekisho_cel::{Activation, Environment, Fault, Library, Meter, Program, Release, Value};
use sekisho_document::Value as Document;
use sekisho_document::json::{Rules, read};

use super::*;
use crate::cel::{Place, environment, row};
use crate::{Answer, Facts, Question};

/// Every library with its folder, and what lies there beside functions and macros.
const ALL: &[(&str, &[&Library], &[&str])] = &[
    ("generator", &[&GENERATOR, &GENERATOR_NAMESPACED], &[]),
    ("global_context", &[&GLOBAL_CONTEXT], &[]),
    ("gzip", &[&GZIP], &["deflate", "huffman"]),
    ("hash", &[&HASH], &[]),
    ("http", &[&HTTP], &[]),
    ("image", &[&IMAGE], &["reference"]),
    ("image_data", &[&IMAGE_DATA], &[]),
    ("image_verify", &[&IMAGE_VERIFY], &[]),
    ("json", &[&JSON], &["native"]),
    ("math", &[&MATH], &[]),
    ("or_value", &[&OR_VALUE], &[]),
    ("random", &[&RANDOM], &[]),
    ("resource", &[&RESOURCE, &RESOURCE_NAMESPACED], &[]),
    ("time", &[&TIME], &[]),
    ("traffic", &[&ENVOY, &HTTP_ANSWERS], &["answer", "request"]),
    ("transform", &[&TRANSFORM], &[]),
    ("user", &[&USER], &[]),
    ("x509", &[&X509], &[]),
    ("yaml", &[&YAML], &[]),
];

/// Names that stand for another one of the same folder.
const ALIASES: &[&str] = &["getMetadata", "image", "toGVR"];

/// Only a live cluster has results of these, and that of the last fills a page.
const WITHOUT_EXAMPLE: &[&str] = &[
    "Client",
    "Post",
    "ToGVR",
    "client",
    "extractPayload",
    "getImageData",
    "jwks.Fetch",
    "jwt.Decode",
    "post",
    "toGVR",
    "verifyAttestationSignatures",
    "verifyImageSignatures",
    "x509.decode",
];

#[test]
fn each_function_has_its_file() {
    for (folder, libraries, helpers) in ALL {
        let path = format!("{}/src/cel/kyverno/{folder}", env!("CARGO_MANIFEST_DIR"));
        #[expect(
            clippy::disallowed_methods,
            reason = "the test compares the list with the folder"
        )]
        let files = std::fs::read_dir(path).unwrap();
        let mut files: BTreeSet<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .map(|name| name.trim_end_matches(".rs").to_owned())
            .collect();
        for helper in helpers.iter().chain(["mod"].iter()) {
            assert!(files.remove(*helper), "{folder}/{helper}");
        }
        // A name with and without its name space, with and without a capital, is one function.
        let functions = libraries.iter().flat_map(|library| library.functions);
        let names: BTreeSet<String> = functions
            .map(|function| function.name)
            .filter(|name| !ALIASES.contains(name))
            .map(|name| name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase())
            .collect();
        let macros: usize = libraries.iter().map(|library| library.macros.len()).sum();
        assert_eq!(
            files.len(),
            names.len() + macros,
            "{folder}: {files:?}, {names:?}"
        );
    }
}

#[test]
fn entries_are_complete() {
    for (folder, libraries, _) in ALL {
        for function in libraries.iter().flat_map(|library| library.functions) {
            let name = function.name;
            assert!(
                !function.summary.is_empty() && !function.summary.ends_with('.'),
                "{folder}: {name}"
            );
            let has_none = function.examples.is_empty();
            // `http.Post` has one, `resource.Post` has none.
            let may_have_none = WITHOUT_EXAMPLE.contains(&name);
            assert!(!has_none || may_have_none, "{folder}: {name}");
        }
    }
}

/// A small world that the examples are about.
struct Village;

const CONFIG_MAP: &str =
    r#"{"metadata": {"name": "settings", "namespace": "shop"}, "data": {"colour": "blue"}}"#;

impl Facts for Village {
    fn ask(&self, question: &Question<'_>) -> Answer {
        let json = |text: &str| Answer::Is(read(text.as_bytes(), Rules::KUBERNETES).unwrap());
        match question {
            Question::Get {
                namespace: "shop",
                name: "settings",
                ..
            } => json(CONFIG_MAP),
            Question::List { .. } => json(&format!("[{CONFIG_MAP}]")),
            Question::Response { .. } => json(r#"{"statusCode": 200, "body": {"score": 7}}"#),
            Question::GlobalContext { projection: "", .. } => json(r#"{"replicas": 3}"#),
            Question::GlobalContext { .. } => json("3"),
            Question::Image { .. } => {
                json(r#"{"registry": "ghcr.io", "config": {"config": {"User": "nobody"}}}"#)
            }
            Question::Now => Answer::Is(Document::from("2026-11-30T20:00:00Z")),
            Question::Random { pattern } => {
                let pattern = crate::random::Pattern::new(pattern).unwrap();
                Answer::Is(Document::from(pattern.text(100, &mut || 7).unwrap()))
            }
            _ => Answer::Absent,
        }
    }
}

/// Where the examples of each library are tried.
const TRIED: &[(Place, &[&Library])] = &[
    (
        Place::GeneratingPolicy,
        &[
            &GENERATOR,
            &GLOBAL_CONTEXT,
            &GZIP,
            &HASH,
            &HTTP,
            &IMAGE,
            &IMAGE_DATA,
            &JSON,
            &MATH,
            &OR_VALUE,
            &RANDOM,
            &RESOURCE,
            &TIME,
            &TRANSFORM,
            &X509,
            &YAML,
        ],
    ),
    (
        Place::NamespacedGeneratingPolicy,
        &[&GENERATOR_NAMESPACED, &RESOURCE_NAMESPACED],
    ),
    (Place::ValidatingPolicy, &[&USER]),
    (Place::EnvoyPolicy, &[&ENVOY]),
    (Place::HttpPolicy, &[&HTTP_ANSWERS]),
];

struct InVillage<'e> {
    environment: &'e Environment,
    world: World<'e>,
    place: Place,
}

impl<'a> Activation<'a> for InVillage<'_> {
    fn variable(&self, slot: usize) -> Option<Value<'a>> {
        match row(self.place).variables.get(slot)?.name {
            "exceptions" => Some(exceptions(&["ghcr.io/*"], &[])),
            name => receiver(name),
        }
    }

    fn answer(&self, function: &str, arguments: &[Value<'a>], meter: &mut Meter) -> Result<Value<'a>, Fault> {
        let answer = self.world.answer(function, arguments, meter);
        answer.unwrap_or_else(|| Err(Fault::nobody_answers(function)))
    }
}

#[test]
fn examples_hold() {
    let mut count = 0;
    for (place, libraries) in TRIED {
        let place = *place;
        let environment = environment(place, Release::STORED);
        let limits = environment.limits;
        let world = match place {
            Place::NamespacedGeneratingPolicy => World::of_namespace(&Village, "shop"),
            _ => World::of_cluster(&Village),
        };
        let activation = InVillage {
            environment: &environment,
            world,
            place,
        };
        let examples = libraries.iter().flat_map(|library| {
            let functions = library.functions.iter().flat_map(|function| function.examples);
            functions.chain(library.macros.iter().flat_map(|entry| entry.examples))
        });
        for example in examples {
            let compile = |text: &str| {
                Program::compile(text, activation.environment)
                    .unwrap_or_else(|error| panic!("{text}: {error}"))
            };
            let (found, expected) = (compile(example.expression), compile(example.result));
            let mut meter = Meter::new(limits, None);
            let found = found.evaluate(&activation, &mut meter);
            let found = found.unwrap_or_else(|fault| panic!("{}: {fault}", example.expression));
            let expected = expected.evaluate(&activation, &mut meter).unwrap();
            let same = sekisho_cel::equal(&found, &expected, &mut meter).unwrap()
                && found.type_name() == expected.type_name();
            assert!(same, "{}: {found:?} is not {expected:?}", example.expression);
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

/// What an expression says in a generating policy, where nothing is charged.
fn outcome(expression: &str) -> Result<String, String> {
    let place = Place::GeneratingPolicy;
    let environment = environment(place, Release::STORED);
    let program = Program::compile(expression, &environment).map_err(|error| error.to_string())?;
    let activation = InVillage {
        environment: &environment,
        world: World::of_cluster(&Village),
        place,
    };
    let mut meter = Meter::new(environment.limits, None);
    program
        .evaluate(&activation, &mut meter)
        .map(|value| format!("{value:?}"))
        .map_err(|fault| fault.to_string())
}

#[test]
fn hostile_texts_end_in_errors() {
    let laughs = (1..9).fold("a0: &a0 x".to_owned(), |text, level| {
        let before = format!("*a{},", level - 1).repeat(40);
        format!("{text}\\na{level}: &a{level} [{before}]")
    });
    let deep = format!("json.unmarshal('{}')", "[".repeat(90_000));
    let deep_yaml = format!("yaml.parse('{}')", "[".repeat(90_000));
    let doubled = |expression: &str| {
        format!("lists.range(22).map(i, 'x').join('').replace('x', '{expression}').size()")
    };
    for (expression, expected) in [
        (deep, "exceeded max depth"),
        (deep_yaml, "error converting YAML to JSON: "),
        (
            format!("yaml.parse('{laughs}')"),
            "error converting YAML to JSON: ",
        ),
        (
            "x509.decode(lists.range(120000).map(i, '0123456789').join(''))".to_owned(),
            "the certificate has more than 1048576 bytes",
        ),
        (
            "json.unmarshal(lists.range(1000000).map(i, '0123456789ab').join(''))".to_owned(),
            "operation cancelled: values too large",
        ),
        (
            "random('((((((a{9}){9}){9}){9}){9}){9}')".to_owned(),
            "error parsing regexp: ",
        ),
        (
            "gzip.decompress(b'\\x1f\\x8b\\x08\\x00')".to_owned(),
            "unexpected EOF",
        ),
        (
            "listObjToMap([dyn(1)], [dyn({})], 'a', 'b') == {} || true".to_owned(),
            "internal error: interface conversion: interface {} is int64, not map[interface {}]interface {}",
        ),
        (
            "json.marshal([0.0 / 0.0])".to_owned(),
            "json: unsupported value: NaN",
        ),
    ] {
        let shown: String = expression.chars().take(60).collect();
        let found = outcome(&expression).unwrap_err();
        assert!(found.starts_with(expected), "{shown}: {found}");
    }
    assert_eq!(outcome(&doubled("ab")), Ok("44".to_owned()));
}

#[test]
fn values_are_written_as_go_writes_them() {
    for (expression, expected) in [
        ("json.marshal(dyn(null))", Ok("\"0\"")),
        ("json.marshal('<&>')", Ok(r#""\"\\u003c\\u0026\\u003e\"""#)),
        ("json.marshal([1u, 2u])", Ok("\"[1,2]\"")),
        (
            "json.marshal({'a': {'b': 1}})",
            Err("json: unsupported type: map[interface {}]interface {}"),
        ),
        (
            "json.marshal({'a': json.unmarshal('{\"z\": {}, \"b\": null}')})",
            Ok(r#""{\"a\":{\"b\":null,\"z\":{}}}""#),
        ),
        (
            "json.marshal({true: 1})",
            Err("type conversion error from bool to 'string'"),
        ),
        (
            "json.marshal(optional.none())",
            Err("optional.none() dereference"),
        ),
        (
            "json.marshal(int)",
            Err("type conversion not supported for 'type'"),
        ),
        (
            "json.marshal(exceptions)",
            Ok(r#""{\"AllowedImages\":[\"ghcr.io/*\"],\"AllowedValues\":[]}""#),
        ),
        ("has(exceptions.allowedImages)", Ok("true")),
        ("has(exceptions.allowedValues)", Ok("false")),
        ("exceptions.allowedValues", Ok("[]")),
    ] {
        let found = outcome(expression);
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(found, expected, "{expression}");
    }
}
