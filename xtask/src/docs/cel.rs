//! The page of CEL functions and macros.

use std::fmt::Write;

use sekisho_cel::{Example, Function, Library, Macro, Overload, Release, Shape, Style, library};
use sekisho_kubernetes::cel::{self as kubernetes, kyverno};

use super::{capital, cell, code};

const HEAD: &str = "\
# CEL functions and macros

Written from the tables by `cargo xtask docs`. Examples are run as tests; both sides are expressions.

Where a release is named, new expressions have the function from that Kubernetes release on; what is stored already has
all of them.
";

const EXTENSION_FIELDS: &str = "Extension fields (Kyverno)";
const MATHEMATICS: &str = "Mathematics (Kyverno)";
const NAMES: &str = "Names for values (Kyverno)";
const OPTIONALS: &str = "Optional values";
const OR_VALUE: &str = "Values or others (Kyverno)";
const TWO_VARIABLES: &str = "Macros with two variables";

/// Every library with its heading, in the order of the page.
const LIBRARIES: &[(&str, &Library)] = &[
    ("The language", &library::STANDARD),
    ("Texts", &library::STRINGS),
    (OPTIONALS, &library::OPTIONALS),
    (TWO_VARIABLES, &library::TWO_VARIABLES),
    ("Lists of the language", &library::LISTS),
    ("Sets", &library::SETS),
    ("Lists of Kubernetes", &kubernetes::LISTS),
    ("Regular expressions of Kubernetes", &kubernetes::REGEX),
    ("Quantities", &kubernetes::QUANTITY),
    ("Versions", &kubernetes::SEMVER),
    ("URLs", &kubernetes::URL),
    ("IP addresses", &kubernetes::IP),
    ("Ranges of IP addresses", &kubernetes::CIDR),
    ("Formats of names", &kubernetes::FORMAT),
    ("Questions to the authorizer", &kubernetes::authz::AUTHORIZATION),
    ("Patches (MutatingAdmissionPolicy)", &kubernetes::JSON_PATCH),
    (NAMES, &library::BINDINGS),
    ("Base 64 (Kyverno)", &library::ENCODERS),
    (MATHEMATICS, &library::MATH),
    ("Regular expressions (Kyverno)", &library::REGEX),
    (EXTENSION_FIELDS, &library::PROTOS),
    (OR_VALUE, &kyverno::OR_VALUE),
    ("Objects of the cluster (Kyverno)", &kyverno::RESOURCE),
    (
        "Objects of the cluster (namespaced policies of Kyverno)",
        &kyverno::RESOURCE_NAMESPACED,
    ),
    ("HTTP services (Kyverno)", &kyverno::HTTP),
    ("Global context (Kyverno)", &kyverno::GLOBAL_CONTEXT),
    ("Data of images (Kyverno)", &kyverno::IMAGE_DATA),
    ("References to images (Kyverno)", &kyverno::IMAGE),
    (
        "Signatures of images (ImageValidatingPolicy of Kyverno)",
        &kyverno::IMAGE_VERIFY,
    ),
    (
        "Objects to make (GeneratingPolicy of Kyverno)",
        &kyverno::GENERATOR,
    ),
    (
        "Objects to make (NamespacedGeneratingPolicy of Kyverno)",
        &kyverno::GENERATOR_NAMESPACED,
    ),
    (
        "Users (validating, mutating and image policies of Kyverno)",
        &kyverno::USER,
    ),
    (
        "Answers to requests of Envoy (ValidatingPolicy of Kyverno)",
        &kyverno::ENVOY,
    ),
    (
        "Answers to HTTP requests (ValidatingPolicy of Kyverno)",
        &kyverno::HTTP_ANSWERS,
    ),
    ("Rounding (Kyverno)", &kyverno::MATH),
    ("JSON (Kyverno)", &kyverno::JSON),
    ("YAML (Kyverno)", &kyverno::YAML),
    ("Hashes (Kyverno)", &kyverno::HASH),
    ("Compressed texts (Kyverno)", &kyverno::GZIP),
    ("Certificates (Kyverno)", &kyverno::X509),
    ("Time (Kyverno)", &kyverno::TIME),
    ("Random texts (Kyverno)", &kyverno::RANDOM),
    ("Lists as maps (Kyverno)", &kyverno::TRANSFORM),
];

pub(super) fn page() -> anyhow::Result<String> {
    let mut text = HEAD.to_owned();
    for (heading, library) in LIBRARIES {
        let _ = write!(text, "\n## {heading}\n");
        for entry in library.macros {
            of_macro(&mut text, heading, entry);
        }
        // No expression can spell a name with `@`, but for the operator `in`.
        let spelled = |function: &&Function| !function.name.contains('@') || function.name == "@in";
        for function in library.functions.iter().filter(spelled) {
            of_function(&mut text, function);
        }
    }
    Ok(text)
}

fn of_macro(text: &mut String, heading: &str, entry: &Macro) {
    let (target, arguments) = written_macro(heading, entry.arguments);
    let call = match entry.style {
        Style::Method => format!("{target}.{}({arguments})", entry.name),
        Style::Function => format!("{}({arguments})", entry.name),
    };
    let _ = write!(text, "\n### {}\n\n- {} (macro)\n", entry.name, code(&call));
    close(text, entry.summary, entry.since, entry.examples);
}

/// What stands before the dot of a macro of a library, and what its arguments are.
fn written_macro(heading: &str, arguments: Option<usize>) -> (&'static str, &'static str) {
    match (heading, arguments) {
        (NAMES, _) => ("cel", "variable, value, expression"),
        (EXTENSION_FIELDS, _) => ("proto", "message, package.field"),
        (OR_VALUE, _) => ("value", "other"),
        (MATHEMATICS, _) => ("math", "number, …"),
        (OPTIONALS, _) => ("optional", "variable, expression"),
        (TWO_VARIABLES, Some(4)) => ("range", "variable, variable, filter, expression"),
        (TWO_VARIABLES, _) => ("range", "variable, variable, expression"),
        (_, Some(1)) => ("range", "expression"),
        (_, Some(3)) => ("range", "variable, filter, expression"),
        _ => ("range", "variable, expression"),
    }
}

fn of_function(text: &mut String, function: &Function) {
    let _ = write!(text, "\n### {}\n\n", cell(heading(function.name)));
    for overload in function.overloads {
        let since = match overload.since > function.since {
            true => format!(" ({})", release(overload.since)),
            false => String::new(),
        };
        let _ = writeln!(text, "- {}{since}", code(&signature(function.name, overload)));
    }
    close(text, function.summary, function.since, function.examples);
}

fn close(text: &mut String, summary: &str, since: Release, examples: &[Example]) {
    let _ = write!(text, "\n{}.", capital(summary));
    if since > Release::FIRST {
        let _ = write!(text, " Since {}.", release(since));
    }
    text.push('\n');
    if !examples.is_empty() {
        text.push_str("\n| Example | Result |\n|---|---|\n");
    }
    for example in examples {
        let _ = writeln!(
            text,
            "| {} | {} |",
            code(example.expression),
            code(example.result)
        );
    }
}

fn release(release: Release) -> String {
    format!("1.{}", release.0)
}

/// An operator without the places of its operands.
fn heading(name: &str) -> &str {
    match name {
        "@in" => "in",
        "_[_]" => "[ ]",
        "_[?_]" => "[? ]",
        "_?._" => ".?",
        "_?_:_" => "? :",
        name => name.trim_matches('_'),
    }
}

/// How a call is written, and what it gives.
fn signature(name: &str, overload: &Overload) -> String {
    let types: Vec<String> = overload.parameters.iter().copied().map(written).collect();
    let returns = written(overload.returns);
    let call = match (overload.style, &*types) {
        (Style::Function, [condition, one, other]) if name == "_?_:_" => {
            format!("{condition} ? {one} : {other}")
        }
        (Style::Function, [operand, index]) if name == "_[_]" => format!("{operand}[{index}]"),
        (Style::Function, [operand, index]) if name == "_[?_]" => format!("{operand}[?{index}]"),
        (Style::Function, [operand, field]) if name == "_?._" => format!("{operand}.?{field}"),
        (Style::Function, [only]) if name.ends_with('_') => format!("{}{only}", heading(name)),
        (Style::Function, [left, right]) if name.starts_with('_') || name == "@in" => {
            format!("{left} {} {right}", heading(name))
        }
        (Style::Method, [target, arguments @ ..]) => format!("{target}.{name}({})", arguments.join(", ")),
        _ => format!("{name}({})", types.join(", ")),
    };
    format!("{call} → {returns}")
}

fn written(shape: Shape) -> String {
    shape.to_type().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_written_as_in_expressions() {
        let written = |name: &str| {
            let functions = LIBRARIES.iter().flat_map(|(_, library)| library.functions);
            let mut found = functions.filter(|function| function.name == name);
            let overload = found.next().and_then(|function| function.overloads.first());
            overload.map(|overload| signature(name, overload))
        };
        for (name, expected) in [
            ("_&&_", "bool && bool → bool"),
            ("!_", "!bool → bool"),
            ("_[_]", "list(A)[int] → A"),
            ("_?_:_", "bool ? T : T → T"),
            ("@in", "A in list(A) → bool"),
            ("startsWith", "string.startsWith(string) → bool"),
            ("sets.contains", "sets.contains(list(T), list(T)) → bool"),
        ] {
            assert_eq!(written(name).as_deref(), Some(expected));
        }
    }
}
