//! The parameters that a binding gives to its policy (admission reference §3.5).

use std::fmt;

use sekisho_document::Value;
use sekisho_kubernetes::{Answer, ApiResource, Facts, Gvk, Gvr, Question, Scope, SelectorError};

use super::plan::{Binding, ParamRef};

/// Why a policy can not be evaluated with the parameters of a binding.
#[derive(Debug, Clone, PartialEq)]
pub enum ParamsError {
    /// Their kind lives in namespaces, the object in none, and the binding names none.
    NoNamespace,
    /// Their kind lives in no namespace, and the binding names one.
    Namespace,
    Selector(SelectorError),
    /// Some are required.
    NoneFound,
    Failed(String),
    /// The question that nobody answers, in a user's words.
    Unanswered(String),
}

/// The objects that a policy is evaluated with, one after the other; null where there are none to have. The
/// kind of the parameters was found before.
///
/// # Errors
/// There is a fault in the binding, or nothing where something is required.
pub fn collect(
    kind: Option<(&Gvk, &ApiResource)>,
    binding: &Binding,
    namespace: &str,
    facts: &dyn Facts,
) -> Result<Vec<Value>, ParamsError> {
    let (Some((gvk, kind)), Some(reference)) = (kind, &binding.parameters) else {
        return Ok(vec![Value::Null]);
    };
    let namespace = namespace_of(kind.scope, reference, namespace)?;
    let mut found = found(&kind.gvr(), reference, namespace, facts)?;
    for object in &mut found {
        name_kind(object, gvk);
    }
    Ok(found)
}

/// The objects that a reference means, in the order of their names.
///
/// # Errors
/// As [`collect`].
pub fn found(
    resource: &Gvr,
    reference: &ParamRef,
    namespace: &str,
    facts: &dyn Facts,
) -> Result<Vec<Value>, ParamsError> {
    let found = asked(resource, reference, namespace, facts)?;
    match found.is_empty() && reference.required {
        true => Err(ParamsError::NoneFound),
        false => Ok(found),
    }
}

fn namespace_of<'n>(
    scope: Scope,
    reference: &'n ParamRef,
    namespace: &'n str,
) -> Result<&'n str, ParamsError> {
    match (scope, reference.namespace.as_str(), namespace) {
        (Scope::Namespaced, "", "") => Err(ParamsError::NoNamespace),
        (Scope::Namespaced, "", namespace) => Ok(namespace),
        (Scope::Namespaced, named, _) => Ok(named),
        (Scope::Cluster, "", _) => Ok(""),
        (Scope::Cluster, ..) => Err(ParamsError::Namespace),
    }
}

fn asked(
    resource: &Gvr,
    reference: &ParamRef,
    namespace: &str,
    facts: &dyn Facts,
) -> Result<Vec<Value>, ParamsError> {
    let labels;
    let question = match &reference.selector {
        _ if !reference.name.is_empty() => Question::Get {
            resource,
            namespace,
            name: &reference.name,
        },
        Some(Ok(selector)) => {
            labels = selector.to_string();
            Question::List {
                resource,
                namespace,
                labels: &labels,
            }
        }
        Some(Err(error)) => return Err(ParamsError::Selector(error.clone())),
        None => return Ok(Vec::new()),
    };
    match facts.ask(&question) {
        Answer::Is(list) if matches!(question, Question::List { .. }) => Ok(items(&list)),
        Answer::Is(object) => Ok(vec![object]),
        Answer::Absent => Ok(Vec::new()),
        Answer::Failed(cause) => Err(ParamsError::Failed(cause.to_string())),
        Answer::Unknown => Err(ParamsError::Unanswered(question.to_string())),
    }
}

/// The items of a list, in the order of their names: the server has none.
fn items(list: &Value) -> Vec<Value> {
    let items = list.as_list().or_else(|| list.get("items")?.as_list());
    let mut items: Vec<Value> = items.into_iter().flatten().cloned().collect();
    let key = |item: &Value| {
        let part = |name| item.str_at(&["metadata", name]).to_owned();
        (part("namespace"), part("name"))
    };
    items.sort_by_cached_key(key);
    items
}

/// Items of lists do not say what kind they are; parameters do.
fn name_kind(object: &mut Value, kind: &Gvk) {
    match object {
        Value::Map(map) if !map.contains_key("kind") => {
            map.insert("kind", Value::from(kind.kind.clone()));
            map.insert("apiVersion", Value::from(kind.api_version()));
        }
        _ => {}
    }
}

impl fmt::Display for ParamsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamsError::NoNamespace => f.write_str(
                "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
            ),
            ParamsError::Namespace => {
                f.write_str("paramRef.namespace must not be provided for a cluster-scoped `paramKind`")
            }
            ParamsError::Selector(error) => write!(f, "error parsing selector: {error}"),
            ParamsError::NoneFound => {
                f.write_str("no params found for policy binding with `Deny` parameterNotFoundAction")
            }
            ParamsError::Failed(cause) => f.write_str(cause),
            ParamsError::Unanswered(question) => write!(f, "nobody answers the {question}"),
        }
    }
}

impl std::error::Error for ParamsError {}
