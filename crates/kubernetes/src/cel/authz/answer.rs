//! How the facts of a run answer questions to the authorizer.

use sekisho_cel::{Fault, Value};
use sekisho_document as document;
use sekisho_document::{Map, Text};

use super::values::{Authorizer, Decision, PathCheck, ResourceCheck, Selection};
use crate::{Answer, Facts, Question, User};

/// Answers `check`, for an activation that is asked; nothing if the function is another one. `user` is the
/// user of the request.
///
/// The question goes out as a SubjectAccessReview would: `attributes` is `resourceAttributes` or
/// `nonResourceAttributes` of its specification, in a map under that name, with the verb. The answer is its
/// status: `allowed`, `reason`, `evaluationError`. An absent answer is no opinion.
#[must_use]
pub fn answer<'a>(
    function: &str,
    arguments: &[Value<'a>],
    user: &User,
    facts: &dyn Facts,
) -> Option<Result<Value<'a>, Fault>> {
    let [check, Value::String(verb)] = arguments else {
        return None;
    };
    if function != "check" {
        return None;
    }
    let (authorizer, attributes) = if let Some(check) = check.as_opaque::<ResourceCheck>() {
        (&check.authorizer, of_resource(check, verb.as_str()))
    } else {
        let check = check.as_opaque::<PathCheck>()?;
        (&check.authorizer, of_path(check, verb.as_str()))
    };
    Some(decide(authorizer, &attributes, user, facts))
}

fn decide<'a>(
    authorizer: &Authorizer,
    attributes: &document::Value,
    user: &User,
    facts: &dyn Facts,
) -> Result<Value<'a>, Fault> {
    let user = authorizer.user.as_deref().unwrap_or(user);
    let question = Question::Authorize { user, attributes };
    let decision = match facts.ask(&question) {
        Answer::Is(status) => {
            let text = |key: &str| status.get(key).and_then(document::Value::as_str).map(Text::new);
            Decision {
                allowed: status.get("allowed") == Some(&document::Value::Bool(true)),
                reason: text("reason").unwrap_or_default(),
                error: text("evaluationError").filter(|error| !error.is_empty()),
            }
        }
        Answer::Absent => Decision::default(),
        Answer::Failed(error) => Decision {
            error: Some(error),
            ..Decision::default()
        },
        Answer::Unknown => return Err(Fault::new(format!("nobody knows the {question}"))),
    };
    Ok(Value::opaque(decision))
}

fn of_resource(check: &ResourceCheck, verb: &str) -> document::Value {
    let mut attributes = Map::new();
    for (key, value) in [
        ("namespace", check.namespace.as_str()),
        ("verb", verb),
        ("group", check.group.as_str()),
        ("version", "*"),
        ("resource", check.resource.as_str()),
        ("subresource", check.subresource.as_str()),
        ("name", check.name.as_str()),
    ] {
        attributes.insert(key, document::Value::from(value));
    }
    for (key, selection) in [
        ("fieldSelector", &check.field_selector),
        ("labelSelector", &check.label_selector),
    ] {
        if let Some(selection) = selection {
            attributes.insert(key, of_selection(selection));
        }
    }
    under("resourceAttributes", attributes)
}

/// Its canonical text; of one that can not be read, the text and why.
fn of_selection(selection: &Selection) -> document::Value {
    let mut made = Map::new();
    made.insert("rawSelector", document::Value::from(selection.text.clone()));
    if let Some(fault) = &selection.fault {
        made.insert("error", document::Value::from(fault.clone()));
    }
    document::Value::Map(made)
}

fn of_path(check: &PathCheck, verb: &str) -> document::Value {
    let mut attributes = Map::new();
    attributes.insert("path", document::Value::from(check.path.clone()));
    attributes.insert("verb", document::Value::from(verb));
    under("nonResourceAttributes", attributes)
}

fn under(key: &str, attributes: Map) -> document::Value {
    let mut made = Map::new();
    made.insert(key, document::Value::Map(attributes));
    document::Value::Map(made)
}
