//! What the recorded environments answered when they were asked about the world.

use std::cell::Cell;

use sekisho_document::{Map, Value};
use sekisho_kubernetes::random::Pattern;
use sekisho_kubernetes::{Answer, Facts, Gvr, Question};

/// The world of the records.
pub(crate) struct World {
    pub(crate) context: Value,
}

impl Facts for World {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Get {
                resource,
                namespace,
                name,
            } => {
                let mut objects = self.objects(resource);
                let found = objects.find(|object| {
                    object.str_at(&["metadata", "namespace"]) == *namespace
                        && object.str_at(&["metadata", "name"]) == *name
                });
                found.map_or(Answer::Absent, |object| Answer::Is(object.clone()))
            }
            Question::List {
                resource, namespace, ..
            } => {
                if self.objects(resource).next().is_none() {
                    return Answer::Absent;
                }
                let objects = self.objects(resource);
                let found = objects.filter(|object| object.str_at(&["metadata", "namespace"]) == *namespace);
                Answer::Is(Value::List(found.cloned().collect()))
            }
            Question::Response { method, url, .. } => {
                let mocks = self.map("http");
                let found = mocks.get(&format!("{method}:{url}")).or_else(|| mocks.get(url));
                found.map_or(Answer::Unknown, |answer| Answer::Is(answer.clone()))
            }
            Question::GlobalContext { entry, projection } => match self.map("globalContext").get(entry) {
                None => Answer::Absent,
                Some(value) if projection.is_empty() => Answer::Is(value.clone()),
                Some(value) => match value.get(projection) {
                    Some(value) => Answer::Is(value.clone()),
                    None => Answer::Failed("no such projection".into()),
                },
            },
            Question::Image { reference } => {
                let found = self.map("images").get(reference);
                found.map_or(Answer::Absent, |image| Answer::Is(image.clone()))
            }
            Question::Now => Answer::Is(Value::from("2026-11-30T20:00:00Z")),
            Question::Random { pattern } => match Pattern::new(pattern) {
                Ok(pattern) => Answer::Is(Value::from(pattern.text(10_000, &mut next).unwrap())),
                Err(error) => Answer::Failed(error.to_string().into()),
            },
            _ => Answer::Unknown,
        }
    }
}

impl World {
    fn map(&self, name: &str) -> &Map {
        self.context.get(name).and_then(Value::as_map).unwrap()
    }

    fn objects(&self, resource: &Gvr) -> impl Iterator<Item = &Value> {
        let wanted = [&resource.group, &resource.version, &resource.resource];
        let rows = self.context.get("resources").and_then(Value::as_list).unwrap();
        let rows = rows.iter().filter(move |row| {
            let names = row.get("gvr").and_then(Value::as_list).unwrap();
            names
                .iter()
                .zip(&wanted)
                .all(|(name, wanted)| name.as_str() == Some(wanted.as_str()))
        });
        rows.map(|row| row.get("object").unwrap())
    }
}

thread_local! {
    static STATE: Cell<u64> = const { Cell::new(0x9e37_79b9_7f4a_7c15) };
}

/// Another number each time.
fn next() -> u64 {
    STATE.with(|state| {
        let mut number = state.get();
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        state.set(number);
        number
    })
}
