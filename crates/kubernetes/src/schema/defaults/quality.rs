//! The quality of service of a pod, which follows from what its containers ask for.

use std::collections::BTreeMap;

use sekisho_document::{Map, Value};

use crate::Quantity;

/// Guaranteed if every container limits both resources to what it asks for, BestEffort if nobody asks for
/// anything, else Burstable.
pub(super) fn of(pod: &Map) -> &'static str {
    let spec = pod.get("spec").unwrap_or(&Value::Null);
    let all = ["containers", "initContainers"].map(|key| spec.get(key).and_then(Value::as_list));
    let containers: Vec<&Value> = match spec.get("resources").filter(|own| has_some(own)) {
        Some(_) => vec![spec],
        None => all.into_iter().flatten().flatten().collect(),
    };
    let mut sums: [BTreeMap<&str, Quantity>; 2] = Default::default();
    let mut all_limited = true;
    for container in containers {
        for (sum, key) in sums.iter_mut().zip(["requests", "limits"]) {
            let mut found = 0;
            for resource in ["cpu", "memory"] {
                let quantity = container
                    .at(&["resources", key, resource])
                    .and_then(Value::as_str);
                let Some(quantity) = quantity.and_then(|text| Quantity::parse(text).ok()) else {
                    continue;
                };
                if quantity.sign() <= 0 {
                    continue;
                }
                found += 1;
                let total = sum.get(resource).map(|total| total.add(&quantity));
                sum.insert(resource, total.and_then(Result::ok).unwrap_or(quantity));
            }
            all_limited &= key == "requests" || found == 2;
        }
    }
    let [requests, limits] = &sums;
    if requests.is_empty() && limits.is_empty() {
        return "BestEffort";
    }
    let mut pairs = limits.iter();
    let same = requests.len() == limits.len()
        && pairs.all(|(name, limit)| {
            let request = requests
                .get(name)
                .and_then(|request| request.subtract(limit).ok());
            request.is_some_and(|difference| difference.is_zero())
        });
    if all_limited && same {
        "Guaranteed"
    } else {
        "Burstable"
    }
}

fn has_some(resources: &Value) -> bool {
    let holds = |key: &str| {
        resources
            .get(key)
            .and_then(Value::as_map)
            .is_some_and(|map| !map.is_empty())
    };
    holds("requests") || holds("limits")
}
