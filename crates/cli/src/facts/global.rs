//! Global context entries: of test files, and of GlobalContextEntry objects over the objects of a run.

use sekisho_document::{Map, Text, Value};
use sekisho_jmespath::{Functions, Limits, Nowhere, Query, Setting};
use sekisho_kubernetes::{Answer, Gvr};
use sekisho_parser::GlobalEntry;
use sekisho_parser::cli_kinds::GlobalEntryMock;

use super::Cluster;

/// The data of an entry.
#[derive(Debug, Clone)]
pub struct Global {
    pub data: Result<Value, Text>,
    pub projections: Vec<(Text, Result<Value, Text>)>,
}

impl Global {
    pub(crate) fn answer(&self, projection: &str) -> Answer {
        let found = match projection {
            "" => &self.data,
            name => match self.projections.iter().find(|(other, _)| other == name) {
                Some((_, value)) => value,
                None => return Answer::Failed(Text::from(format!("projection {name} not found"))),
            },
        };
        match found {
            Ok(value) => Answer::Is(value.clone()),
            Err(cause) => Answer::Failed(cause.clone()),
        }
    }

    /// An entry of a test: its root is what the field path picks; with projections it is the map of
    /// those (A6.6).
    #[must_use]
    pub fn of_mock(mock: &GlobalEntryMock, root: Value, functions: &Functions) -> Global {
        let root = match &mock.field_path {
            Some(path) => search(&path.value, &root, functions),
            None => Ok(root),
        };
        let pairs = mock.projections.iter().map(|projection| {
            let value = match &root {
                Ok(root) => search(&projection.path.value, root, functions),
                Err(cause) => Err(cause.clone()),
            };
            (projection.name.value.clone(), value)
        });
        let projections: Vec<(Text, Result<Value, Text>)> = pairs.collect();
        let data = match projections.is_empty() {
            true => root,
            false => projections
                .iter()
                .map(|(name, value)| Ok((name.clone(), value.clone()?)))
                .collect::<Result<Map, Text>>()
                .map(Value::Map),
        };
        Global { data, projections }
    }
}

/// The entries that objects of kind GlobalContextEntry define over the objects of a cluster (A2.2).
/// Entries that call an API have nobody to call.
pub fn entries_of<'e>(
    entries: impl Iterator<Item = &'e GlobalEntry>,
    cluster: &Cluster,
    functions: &Functions,
) -> Vec<(Text, Global)> {
    let globals = entries.filter_map(|entry| {
        let spec = entry.spec();
        let resource = spec.kubernetes_resource?.value;
        let gvr = Gvr::new(
            resource.str_at(&["group"]),
            resource.str_at(&["version"]),
            resource.str_at(&["resource"]),
        );
        let namespace = resource.str_at(&["namespace"]);
        let objects: Value = Value::List(cluster.objects_of(&gvr, namespace).cloned().collect());
        let projections = spec.projections.iter().map(|projection| {
            let path = projection.jmes_path.value.as_str().unwrap_or_default();
            (
                Text::new(projection.name.value),
                search(path, &objects, functions),
            )
        });
        let global = Global {
            projections: projections.collect(),
            data: Ok(objects.clone()),
        };
        Some((entry.meta.name.value.clone(), global))
    });
    globals.collect()
}

fn search(path: &str, root: &Value, functions: &Functions) -> Result<Value, Text> {
    let query = Query::compile(path, functions).map_err(|cause| Text::from(cause.message()))?;
    let setting = Setting {
        world: &Nowhere,
        limits: &Limits::STANDARD,
    };
    match query.search(root, setting) {
        Ok(found) => Ok(found.into_value()),
        Err(cause) => Err(Text::from(cause.to_string())),
    }
}
