//! The message of a blocked request (admission reference §8).

use sekisho_document::{Map, Text, Value, yaml};
use sekisho_evaluator::Verdict;
use sekisho_kubernetes::{Request, resource};

/// Names the object, then policies, rules and messages as YAML. A Policy and a ClusterPolicy of one name
/// share their entry: the last one is told.
pub(super) fn message(request: &Request, told: &[Verdict]) -> String {
    let mut policies = Map::new();
    let mut last = None;
    for verdict in told {
        let key = verdict.policy.name.clone();
        let is_same = last
            .as_ref()
            .is_some_and(|last| std::sync::Arc::ptr_eq(last, &verdict.policy));
        if !is_same {
            policies.remove(key.as_str());
        }
        last = Some(verdict.policy.clone());
        let mut rules = match policies.get(key.as_str()) {
            Some(Value::Map(rules)) => rules.clone(),
            _ => Map::new(),
        };
        rules.insert(verdict.rule.clone(), Value::from(verdict.message.as_str()));
        policies.insert(key, Value::Map(sorted(&rules)));
    }
    let policies = yaml::write(&Value::Map(sorted(&policies)));
    format!(
        "\n\nresource {} was blocked due to the following policies \n\n{policies}",
        named(request)
    )
}

fn sorted(map: &Map) -> Map {
    let mut entries: Vec<(&Text, &Value)> = map.iter().collect();
    entries.sort_by_key(|(key, _)| *key);
    let entries = entries.into_iter();
    entries.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Kind, namespace and name of the object itself: the options of a stream have no name.
fn named(request: &Request) -> String {
    let object = request.subject().unwrap_or(&Value::Null);
    let kind = match object.str_at(&["kind"]) {
        "" => request.requested_kind().kind.as_str(),
        kind => kind,
    };
    let namespace = match kind {
        "Namespace" => "",
        _ => request.namespace.as_str(),
    };
    format!("{kind}/{namespace}/{}", resource::name(object))
}
