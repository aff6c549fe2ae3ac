//! Objects of the cluster.

use sekisho_cel::{Fault, Meter, Stopped, Value};
use sekisho_document as document;
use sekisho_document::{Map, Text};

use super::{Call, World};
use crate::{Answer, Gvr, Question, split_api_version};

pub(super) fn get<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let failed = |cause: &str| Fault::new(format!("failed to get resource: {cause}"));
    let resource = resource(call).map_err(|cause| failed(&cause))?;
    let (namespace, name) = match world.namespace {
        Some(namespace) => (namespace, call.text(3)?),
        None => (call.text(3)?, call.text(4)?),
    };
    let question = Question::Get {
        resource: &resource,
        namespace,
        name,
    };
    match world.ask(&question) {
        Answer::Is(object) => Ok(Some(Value::held(&object))),
        Answer::Absent => Ok(None),
        Answer::Failed(cause) => Err(failed(&cause)),
        Answer::Unknown => Err(world.nobody_answers(&question)),
    }
}

pub(super) fn list<'a>(
    world: &World<'_>,
    call: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    let failed = |cause: &str| Fault::new(format!("failed to list resource: {cause}"));
    let resource = resource(call).map_err(|cause| failed(&cause))?;
    let (namespace, labels) = match world.namespace {
        Some(namespace) => (namespace, call.get(3)),
        None => (call.text(3)?, call.get(4)),
    };
    let question = Question::List {
        resource: &resource,
        namespace,
        labels: &selector(labels),
    };
    match world.ask(&question) {
        Answer::Is(items @ document::Value::List(_)) => {
            let map: Map = [(Text::const_new("items"), items)].into_iter().collect();
            Ok(Some(Value::held(&document::Value::Map(map))))
        }
        Answer::Is(list) => Ok(Some(Value::held(&list))),
        // Nothing of the kind was ever seen.
        Answer::Absent => Err(failed(&format!(
            "{} resource not found",
            resource.group_resource()
        ))),
        Answer::Failed(cause) => Err(failed(&cause)),
        Answer::Unknown => Err(world.nobody_answers(&question)),
    }
}

/// What only a live cluster does: the reference crashes where there is none.
pub(super) fn not_offline<'a>(
    _: &World<'_>,
    _: &Call<'_, 'a>,
    _: &mut Meter,
) -> Result<Option<Value<'a>>, Fault> {
    Err(Fault::Stopped(Stopped::Crash("not implemented")))
}

fn resource(call: &Call<'_, '_>) -> Result<Gvr, String> {
    let text = |position| call.text(position).map_err(|fault| fault.to_string());
    let api_version = text(1)?;
    match split_api_version(api_version) {
        Some((group, version)) => Ok(Gvr::new(group, version, text(2)?)),
        None => Err(format!("unexpected GroupVersion string: {api_version}")),
    }
}

/// Labels as a selector: `app=web,tier=front`.
fn selector(labels: Option<&Value<'_>>) -> String {
    let Some(labels) = labels.and_then(Value::as_map) else {
        return String::new();
    };
    let mut pairs: Vec<String> = labels
        .iter()
        .filter_map(|(name, value)| Some(format!("{}={}", name.as_str()?, value.as_str()?)))
        .collect();
    pairs.sort_unstable();
    pairs.join(",")
}
