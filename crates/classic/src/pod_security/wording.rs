//! How failed checks are told (engine reference §5.12.1).

use sekisho_kubernetes::pod_security::{Breach, Failure, Found};

use super::object::Shape;

/// One failed check. With a shape its fields are those of an object of that shape.
pub(super) fn check(failure: &Failure<'_>, shape: Option<Shape>) -> String {
    let errors: Vec<String> = errors(failure)
        .iter()
        .map(|breach| error(breach, shape))
        .collect();
    format!(
        "(Forbidden reason: {}, field error list: [{}])",
        failure.reason(),
        errors.join(", ")
    )
}

/// The fields that are told: none of a check that exclusions can not name.
pub(super) fn errors<'f, 'p>(failure: &'f Failure<'p>) -> &'f [Breach<'p>] {
    match failure.check.control {
        "" => &[],
        _ => &failure.breaches,
    }
}

fn error(breach: &Breach<'_>, shape: Option<Shape>) -> String {
    let path = breach.path();
    let path = match shape {
        None => path,
        Some(shape) => rewritten(&path, shape),
    };
    match &breach.found {
        Found::Missing => format!("{path}: Required value"),
        found => match value(found) {
            None => format!("{path}: Forbidden"),
            Some(value) => format!("{path} is forbidden, forbidden values found: {value}"),
        },
    }
}

/// The words are replaced wherever they are in the path; `metadata` so for every kind, also for Pods.
fn rewritten(path: &str, shape: Shape) -> String {
    let spec = match shape {
        Shape::Pod => "spec",
        Shape::Template => "spec.template.spec",
        Shape::CronJob => "spec.jobTemplate.spec.template.spec",
    };
    path.replace("spec", spec)
        .replace("metadata", "spec.template.metadata")
}

/// What was found, if there is anything to show.
fn value(found: &Found<'_>) -> Option<String> {
    match found {
        Found::Missing | Found::Something | Found::Text("") => None,
        Found::Unset => Some("nil".to_owned()),
        Found::Bool(flag) => Some(flag.to_string()),
        Found::Number(number) => Some(number.to_string()),
        Found::Text(text) => Some((*text).to_owned()),
        Found::Texts(texts) => Some(format!("[{}]", texts.join(" "))),
    }
}
