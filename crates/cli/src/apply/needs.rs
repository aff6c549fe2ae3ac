//! What a run has to know of all its resources before it judges the first: only where policies ask.

use sekisho_chain::Chain;
use sekisho_diagnostics::Diagnosed;
use sekisho_document::{Numbers, Value, yaml};
use sekisho_jmespath::Functions;
use sekisho_kubernetes::{Order, resource};
use sekisho_parser::{Content, GlobalEntry, Policy};

use crate::facts::{Absent, World, entries_of};
use crate::load::Reader;
use crate::load::files::Located;
use crate::load::resources::Loading;

/// Gives the world what is in the resources: for Kyverno's command line the whole cluster, otherwise a
/// part of it (command line reference A2.2).
pub(super) fn fill(world: &mut World, reader: &mut Reader, policies: &[Policy], inputs: &[Located]) {
    world.offers.config_maps = world.order == Order::ApiServer;
    world.offers.images = world.order == Order::ApiServer;
    world.offers.api = true;
    let globals = world.order == Order::KyvernoCli;
    world.absent = match world.order {
        Order::KyvernoCli => Absent::IsKnown,
        Order::ApiServer => Absent::IsUnknown,
    };
    let is_cluster = world.order == Order::ApiServer;
    // Kyverno's command line shows policies with CEL the objects of the context file alone.
    let everything = policies.iter().any(asks) || is_cluster && policies.iter().any(asks_in_cluster);
    if !is_cluster && !everything {
        world.offers.global = false;
        return;
    }
    let mut entries: Vec<GlobalEntry> = policies.iter().filter_map(global_entry).cloned().collect();
    for located in inputs {
        // What cannot be read is said when it is judged.
        let Ok(text) = reader.text(&located.input) else {
            continue;
        };
        for document in yaml::documents(&text).flatten() {
            if everything || document.text.contains("Namespace") {
                add(world, reader, &document, everything);
            }
            if everything && document.text.contains("GlobalContextEntry") {
                let read = parsed(reader, located, &document);
                entries.extend(read.output.iter().filter_map(global_entry).cloned());
            }
        }
    }
    let functions = Functions::new(&[
        sekisho_jmespath::functions::STANDARD,
        sekisho_kubernetes::jmespath::KYVERNO,
    ]);
    let found = entries_of(entries.iter(), &world.cluster, &functions);
    world.offers.global = !globals || !found.is_empty();
    world.globals.extend(found);
}

fn global_entry(policy: &Policy) -> Option<&GlobalEntry> {
    match policy {
        Policy::GlobalEntry(entry) => Some(entry),
        _ => None,
    }
}

fn add(world: &mut World, reader: &Reader, document: &yaml::Document<'_>, everything: bool) {
    let Ok(value) = document.read(&reader.limits, Numbers::AsWritten) else {
        return;
    };
    for item in resource::expand(&value) {
        let kind = item.object.str_at(&["kind"]);
        if kind.is_empty() || (!everything && kind != "Namespace") {
            continue;
        }
        world.add(item.object, &reader.limits);
    }
}

/// The exceptions among the resources.
pub(super) fn exceptions(reader: &mut Reader, inputs: &[Located]) -> Diagnosed<Vec<Policy>> {
    let mut all = Diagnosed {
        output: Vec::new(),
        diagnostics: Vec::new(),
    };
    for located in inputs {
        let Ok(text) = reader.text(&located.input) else {
            continue;
        };
        for document in yaml::documents(&text).flatten() {
            if document.text.contains("PolicyException") {
                let read = parsed(reader, located, &document);
                let exceptions = read
                    .output
                    .into_iter()
                    .filter(|policy| policy.meta().gvk.kind == "PolicyException");
                all.output.extend(exceptions);
                all.diagnostics.extend(read.diagnostics);
            }
        }
    }
    all
}

/// One document of a resource file read as policies are: its text is kept.
fn parsed(reader: &mut Reader, located: &Located, document: &yaml::Document<'_>) -> Diagnosed<Vec<Policy>> {
    let source = reader.sources.add(&located.input.name(), document.text);
    let mut all = Diagnosed {
        output: Vec::new(),
        diagnostics: Vec::new(),
    };
    for read in sekisho_parser::documents(&source, &reader.limits) {
        if let Content::Policy(policy) = read.output.content {
            all.output.push(policy);
            all.diagnostics.extend(read.diagnostics);
        }
    }
    all
}

/// Whether a policy may change objects beside the one that is judged.
pub(super) fn changes_existing(policy: &Policy) -> bool {
    match policy {
        Policy::Classic(policy) => mentions(&policy.meta.tree.value, &["targets"]),
        _ => false,
    }
}

/// All objects of the resources, with numbers as written.
pub(super) fn targets(chain: &Chain, order: Order, reader: &mut Reader, inputs: &[Located]) -> Vec<Value> {
    let limits = reader.limits;
    let loading = Loading::of_resources(chain.kinds(), order, &limits);
    let mut objects = Vec::new();
    for located in inputs {
        // What cannot be read is said when it is judged.
        let Ok(text) = reader.text(&located.input) else {
            continue;
        };
        for (position, document) in yaml::documents(&text).flatten().enumerate() {
            let found = loading.objects(document, position).found.into_iter();
            objects.extend(
                found
                    .flatten()
                    .map(|resource| resource.object.renumber(Numbers::AsWritten)),
            );
        }
    }
    objects
}

/// Whether a policy may ask the world for objects.
fn asks(policy: &Policy) -> bool {
    const KEYS: [&str; 4] = ["apiCall", "configMap", "globalReference", "resourceRef"];
    match policy {
        Policy::Classic(policy) => mentions(&policy.meta.tree.value, &KEYS),
        Policy::GlobalEntry(_) => true,
        _ => false,
    }
}

/// Whether a policy with CEL may ask a cluster for objects: by a library, or as parameters.
fn asks_in_cluster(policy: &Policy) -> bool {
    match policy {
        Policy::Validating(_) | Policy::Mutating(_) => {
            says(&policy.meta().tree.value, &["resource.", "globalContext."])
        }
        Policy::Admission(policy) => mentions(&policy.meta.tree.value, &["paramKind"]),
        Policy::Classic(policy) => mentions(&policy.meta.tree.value, &["paramKind"]),
        _ => false,
    }
}

/// Whether a text anywhere in a value, whose depth the reader has limited, holds one of these.
fn says(value: &Value, texts: &[&str]) -> bool {
    match value {
        Value::String(text) => texts.iter().any(|wanted| text.contains(wanted)),
        Value::Map(map) => map.values().any(|value| says(value, texts)),
        Value::List(list) => list.iter().any(|item| says(item, texts)),
        _ => false,
    }
}

/// Whether a key stands anywhere in a value, whose depth the reader has limited.
fn mentions(value: &Value, keys: &[&str]) -> bool {
    match value {
        Value::Map(map) => map
            .iter()
            .any(|(key, value)| keys.contains(&key.as_str()) || mentions(value, keys)),
        Value::List(list) => list.iter().any(|item| mentions(item, keys)),
        _ => false,
    }
}
