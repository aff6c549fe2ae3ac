//! Exclusions: controls that are not asked of some containers, fields or values (engine reference §5.12.4).

use sekisho_document::{List, Map, Text, Value};
use sekisho_kubernetes::pod_security::{
    Breach, Container, ContainerList, Failure, Found, Pod, Setter, Sources,
};
use sekisho_kubernetes::wildcard::Wildcard;

use super::{PodSecurityPlan, wording};

/// One entry of `exclude`, or of `podSecurity` of an exception.
#[derive(Debug, Clone)]
pub struct Exclusion {
    control: Text,
    /// Empty where the Pod as a whole is meant.
    images: Vec<Wildcard>,
    /// The field with `*` for numbers; empty for any.
    field: Text,
    /// Empty for any.
    values: Vec<Wildcard>,
}

impl Exclusion {
    #[must_use]
    pub fn compile(entry: &Value) -> Exclusion {
        let patterns = |key: &str| -> Vec<Wildcard> {
            let list = entry.get(key).and_then(Value::as_list).into_iter().flatten();
            list.filter_map(Value::as_str).map(Wildcard::new).collect()
        };
        Exclusion {
            control: Text::new(entry.str_at(&["controlName"])),
            images: patterns("images"),
            field: Text::new(entry.str_at(&["restrictedField"])),
            values: patterns("values"),
        }
    }

    /// Whether the field and its values are among those that are excluded.
    fn takes(&self, breach: &Breach<'_>, field: &str) -> bool {
        let matches = |text: &str| self.values.iter().any(|pattern| pattern.matches(text));
        (self.field.is_empty() || self.field == field)
            && (self.values.is_empty() || values(&breach.found).iter().all(|text| matches(text)))
    }
}

impl PodSecurityPlan {
    /// Takes out of the failures what an exclusion names. The checks are run on a Pod with only that in it,
    /// and what they find is looked up in the failures: one that is found takes one away.
    pub(super) fn exclude(
        &self,
        exclusion: &Exclusion,
        metadata: &Value,
        spec: &Value,
        failures: &mut Vec<Failure<'_>>,
    ) {
        let of_containers = !exclusion.images.is_empty();
        let (metadata, spec) = if of_containers {
            (&Value::Null, only_containers(exclusion, spec))
        } else {
            (metadata, without_containers(spec))
        };
        let pod = Pod::new(metadata, &spec, Sources::AsWritten);
        for failure in self.run(&pod) {
            if failure.check.control != exclusion.control {
                continue;
            }
            for breach in wording::errors(&failure) {
                let field = starred(&breach.path());
                if exclusion.takes(breach, &field) {
                    let name = container(breach).filter(|_| of_containers);
                    take_away(failures, failure.check.id, &field, name);
                }
            }
        }
    }
}

/// Takes one field away from the failure of a check: the first that is the same but for its numbers, and in a
/// container of the same name. The last field takes its place.
fn take_away(failures: &mut Vec<Failure<'_>>, id: &str, field: &str, name: Option<&str>) {
    let Some(at) = failures.iter().position(|failure| failure.check.id == id) else {
        return;
    };
    let Some(failure) = failures.get_mut(at) else {
        return;
    };
    let is_same = |breach: &Breach<'_>| {
        starred(&breach.path()) == field && name.is_none_or(|name| container(breach) == Some(name))
    };
    if let Some(position) = failure.breaches.iter().position(is_same) {
        failure.breaches.swap_remove(position);
    }
    if failure.breaches.is_empty() {
        failures.remove(at);
    }
}

fn container<'p>(breach: &Breach<'p>) -> Option<&'p str> {
    match breach.setter {
        Setter::Container { name, .. } => Some(name),
        Setter::Pod | Setter::Volume { .. } | Setter::Annotation { .. } => None,
    }
}

/// The path with a star for each number in it, also for those in keys of annotations.
fn starred(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for letter in path.chars() {
        match letter {
            '0'..='9' if text.ends_with(STAND_IN) => {}
            '0'..='9' => text.push(STAND_IN),
            _ => text.push(letter),
        }
    }
    text.replace(STAND_IN, "*")
}

/// Stands for a number until the path is done, so that a star that is written is not taken for one.
const STAND_IN: char = '\0';

/// The values that have to be excluded for the field to be.
fn values(found: &Found<'_>) -> Vec<String> {
    match found {
        Found::Missing | Found::Something | Found::Text("") => Vec::new(),
        Found::Unset => vec!["nil".to_owned()],
        Found::Bool(flag) => vec![flag.to_string()],
        Found::Number(number) => vec![number.to_string()],
        Found::Text(text) => vec![(*text).to_owned()],
        Found::Texts(texts) => texts.iter().map(|text| (*text).to_owned()).collect(),
    }
}

/// The Pod with one container that says nothing in the place of all.
fn without_containers(spec: &Value) -> Value {
    let mut map = spec.as_map().cloned().unwrap_or_default();
    for list in ContainerList::ALL {
        map.remove(list.key());
    }
    let fake: Map = [("name", Value::from("fake"))].into_iter().collect();
    let fake: List = [Value::Map(fake)].into_iter().collect();
    map.insert(ContainerList::Regular.key(), Value::List(fake));
    Value::Map(map)
}

/// Nothing but the containers whose images are meant. The texts of images are taken as they are written.
fn only_containers(exclusion: &Exclusion, spec: &Value) -> Value {
    let mut map = Map::new();
    for list in ContainerList::ALL {
        let containers = spec
            .get(list.key())
            .and_then(Value::as_list)
            .into_iter()
            .flatten();
        let meant = containers.enumerate().filter(|(index, value)| {
            let container = Container {
                list,
                index: *index,
                value,
            };
            exclusion
                .images
                .iter()
                .any(|image| image.matches(container.image()))
        });
        let meant: List = meant.map(|(_, value)| value.clone()).collect();
        map.insert(list.key(), Value::List(meant));
    }
    Value::Map(map)
}
