//! Resources of a pod as a whole, where it says some: the rest follows from its containers (schema reference
//! §4.1, pod-level resources).

use std::collections::BTreeMap;

use sekisho_document::{Map, Text, Value};

use super::{edit, edit_or_make, fill};
use crate::Quantity;

type Amounts = BTreeMap<Text, Quantity>;

pub(super) fn complete(spec: &mut Map) {
    let says_some = |resources: &Value| {
        ["limits", "requests"]
            .iter()
            .any(|key| resources.get(key).is_some())
    };
    if !spec.get("resources").is_some_and(says_some) {
        return;
    }
    let mut limits = aggregate(spec, "limits");
    limits.retain(|name, _| name.starts_with("hugepages-") || is_limited_by_all(spec, name));
    let requests = aggregate(spec, "requests");
    edit(spec, "resources", |resources| {
        let own = amounts(resources.get("requests"));
        for (name, request) in own {
            if let Some(limit) = limits.get_mut(&name) {
                take_greater(limit, request);
            }
        }
        set_missing(resources, "limits", &limits);
        set_missing(resources, "requests", &requests);
        let limits = amounts(resources.get("limits"));
        set_missing(resources, "requests", &limits);
    });
}

fn set_missing(resources: &mut Map, key: &str, amounts: &Amounts) {
    if amounts.is_empty() {
        return;
    }
    edit_or_make(resources, key, |target| {
        for (name, amount) in amounts {
            fill(target, name, || Value::from(amount.to_string()));
        }
    });
}

/// What the containers need together: those that run at the same time summed up, and each step of the start
/// on its own if it needs more.
fn aggregate(spec: &Map, key: &str) -> Amounts {
    let mut total = Amounts::new();
    for container in containers(spec, "containers") {
        add(&mut total, container_amounts(container, key));
    }
    let (mut running, mut steps) = (Amounts::new(), Amounts::new());
    for container in containers(spec, "initContainers") {
        let own = container_amounts(container, key);
        let step = if container.str_at(&["restartPolicy"]) == "Always" {
            add(&mut total, own.clone());
            add(&mut running, own);
            running.clone()
        } else {
            let mut step = running.clone();
            add(&mut step, own);
            step
        };
        for (name, amount) in step {
            raise(&mut steps, name, amount);
        }
    }
    for (name, amount) in steps {
        raise(&mut total, name, amount);
    }
    total
}

fn is_limited_by_all(spec: &Map, name: &str) -> bool {
    let mut all = containers(spec, "containers").chain(containers(spec, "initContainers"));
    all.all(|container| container.at(&["resources", "limits", name]).is_some())
}

fn containers<'m>(spec: &'m Map, key: &str) -> impl Iterator<Item = &'m Value> + use<'m> {
    spec.get(key).and_then(Value::as_list).into_iter().flatten()
}

fn container_amounts(container: &Value, key: &str) -> Amounts {
    amounts(container.at(&["resources", key]))
}

/// The resources that pods as a whole can have.
fn amounts(resources: Option<&Value>) -> Amounts {
    let entries = resources.and_then(Value::as_map).into_iter().flatten();
    let known = entries
        .filter(|(name, _)| matches!(name.as_str(), "cpu" | "memory") || name.starts_with("hugepages-"));
    let read = known.filter_map(|(name, value)| Some((name.clone(), Quantity::parse(value.as_str()?).ok()?)));
    read.collect()
}

fn add(total: &mut Amounts, amounts: Amounts) {
    for (name, amount) in amounts {
        let sum = total.get(&name).and_then(|before| before.add(&amount).ok());
        total.insert(name, sum.unwrap_or(amount));
    }
}

fn raise(total: &mut Amounts, name: Text, amount: Quantity) {
    match total.get_mut(&name) {
        Some(before) => take_greater(before, amount),
        None => drop(total.insert(name, amount)),
    }
}

fn take_greater(slot: &mut Quantity, amount: Quantity) {
    if amount
        .subtract(slot)
        .is_ok_and(|difference| difference.sign() > 0)
    {
        *slot = amount;
    }
}
