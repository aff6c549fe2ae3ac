//! The parameters that a binding gives to its policy (admission reference §3.5).

use sekisho_document::Value;
use sekisho_kubernetes::{Answer, ApiResource, Facts, Gvk, Question, Scope};

use super::plan::{Binding, ParamRef, Plan};

/// The objects that a policy is evaluated with, one after the other; null where there are none to have.
#[derive(Debug, Clone, PartialEq)]
pub struct Params(pub Vec<Value>);

impl Params {
    /// Collects them. The kind of the parameters was found before.
    ///
    /// # Errors
    /// There is a fault in the binding, or nothing where something is required.
    pub fn collect(
        plan: &Plan,
        kind: Option<&ApiResource>,
        binding: &Binding,
        namespace: &str,
        facts: &dyn Facts,
    ) -> Result<Params, String> {
        let (Some(gvk), Some(kind), Some(reference)) = (&plan.parameters, kind, &binding.parameters) else {
            return Ok(Params(vec![Value::Null]));
        };
        let namespace = namespace_of(kind.scope, reference, namespace)?;
        let mut found = find(kind, reference, namespace, facts)?;
        if found.is_empty() && reference.required {
            return Err("no params found for policy binding with `Deny` parameterNotFoundAction".to_owned());
        }
        for object in &mut found {
            name_kind(object, gvk);
        }
        Ok(Params(found))
    }
}

fn namespace_of<'n>(scope: Scope, reference: &'n ParamRef, namespace: &'n str) -> Result<&'n str, String> {
    match (scope, reference.namespace.as_str(), namespace) {
        (Scope::Namespaced, "", "") => Err(
            "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources"
                .to_owned(),
        ),
        (Scope::Namespaced, "", namespace) => Ok(namespace),
        (Scope::Namespaced, named, _) => Ok(named),
        (Scope::Cluster, "", _) => Ok(""),
        (Scope::Cluster, ..) => {
            Err("paramRef.namespace must not be provided for a cluster-scoped `paramKind`".to_owned())
        }
    }
}

fn find(
    kind: &ApiResource,
    reference: &ParamRef,
    namespace: &str,
    facts: &dyn Facts,
) -> Result<Vec<Value>, String> {
    let resource = &kind.gvr();
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
        Some(Err(error)) => return Err(format!("error parsing selector: {error}")),
        None => return Ok(Vec::new()),
    };
    match facts.ask(&question) {
        Answer::Is(list) if matches!(question, Question::List { .. }) => Ok(items(&list)),
        Answer::Is(object) => Ok(vec![object]),
        Answer::Absent => Ok(Vec::new()),
        Answer::Failed(cause) => Err(cause.to_string()),
        Answer::Unknown => Err(format!("nobody answers the {question}")),
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
