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
];

struct InVillage<'e> {
    environment: &'e Environment,
    world: World<'e>,
    place: Place,
}

impl<'a> Activation<'a> for InVillage<'_> {
    fn variable(&self, slot: usize) -> Option<Value<'a>> {
        receiver(row(self.place).variables.get(slot)?.name)
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
