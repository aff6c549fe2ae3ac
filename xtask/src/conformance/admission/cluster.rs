//! The cluster of a row: its kinds, and the facts that policies may ask for.

use sekisho_document::{Map, Value};
use sekisho_kubernetes::resource::labels;
use sekisho_kubernetes::{Answer, Definition, Facts, Gvk, Gvr, Kinds, Question, Schema, Selector, Version};

use super::rbac;
use super::row::Cluster;
use crate::conformance::corpus::Corpus;
use crate::conformance::json::Json;

/// What the server serves: the built-in kinds and the custom ones of the recording.
pub(crate) struct Served {
    pub(crate) kinds: Kinds,
    pub(crate) schema: Schema,
    /// Of custom resources: group and plural, and where the numbers of their Scale are.
    scales: Vec<(String, String, ScalePaths)>,
    scale: ScalePaths,
}

/// Where an object keeps the number of its copies.
pub(crate) struct ScalePaths {
    pub(crate) spec: Vec<String>,
    pub(crate) status: Vec<String>,
}

impl ScalePaths {
    /// From paths like `.spec.replicas`.
    fn new(spec: &str, status: &str) -> ScalePaths {
        let keys = |path: &str| path.split('.').skip(1).map(str::to_owned).collect();
        ScalePaths {
            spec: keys(spec),
            status: keys(status),
        }
    }
}

/// What lies at a path.
pub(crate) fn at<'v>(object: &'v Value, path: &[String]) -> Option<&'v Value> {
    path.iter().try_fold(object, |value, key| value.get(key))
}

impl Served {
    pub(crate) fn read(corpus: &Corpus) -> anyhow::Result<Served> {
        let mut served = Served {
            kinds: Kinds::builtin(Version::KUBERNETES),
            schema: Schema::builtin(Version::KUBERNETES),
            scales: Vec::new(),
            scale: ScalePaths::new(".spec.replicas", ".status.replicas"),
        };
        let definitions: Vec<Json> = corpus.json("admission/crds.json")?;
        for Json(definition) in &definitions {
            let version = definition.at(&["spec", "versions"]).and_then(Value::as_list);
            let version = version.and_then(|versions| versions.first());
            if let Some(scale) = version.and_then(|version| version.at(&["subresources", "scale"])) {
                let path = |key: &str| scale.str_at(&[key]);
                served.scales.push((
                    definition.str_at(&["spec", "group"]).to_owned(),
                    definition.str_at(&["spec", "names", "plural"]).to_owned(),
                    ScalePaths::new(path("specReplicasPath"), path("statusReplicasPath")),
                ));
            }
            if let Some(definition) = Definition::read(definition).output {
                served.kinds.add(&definition);
                served.schema.add(&definition);
            }
        }
        Ok(served)
    }
}

impl Served {
    /// Where the Scale of a resource finds its numbers.
    pub(crate) fn scale_of(&self, group: &str, plural: &str) -> &ScalePaths {
        let custom = self
            .scales
            .iter()
            .find(|(of_group, of_plural, _)| of_group == group && of_plural == plural);
        custom.map_or(&self.scale, |(_, _, paths)| paths)
    }
}

/// What a policy may know about the cluster of a row.
pub(crate) struct World<'r> {
    pub(crate) cluster: &'r Cluster,
    pub(crate) kinds: &'r Kinds,
}

/// Namespaces that every cluster has.
const STANDING: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];

impl Facts for World<'_> {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Namespace { name } => self.namespace(name),
            Question::Get {
                resource,
                namespace,
                name,
            } => {
                let named = |object: &&Value| object.str_at(&["metadata", "name"]) == *name;
                let found = self.objects(resource, namespace).into_iter().find(named);
                found.map_or(Answer::Absent, |object| Answer::Is(object.clone()))
            }
            Question::List {
                resource,
                namespace,
                labels: selector,
            } => {
                let Ok(selector) = Selector::parse(selector) else {
                    return Answer::Failed("the selector can not be read".into());
                };
                let objects = self.objects(resource, namespace).into_iter();
                let chosen = objects.filter(|object| selector.matches(labels(object)));
                Answer::Is(Value::List(chosen.cloned().collect()))
            }
            Question::Authorize { user, attributes } => rbac::decide(user, attributes),
            _ => Answer::Unknown,
        }
    }
}

impl<'r> World<'r> {
    /// The Namespace as the server keeps it.
    fn namespace(&self, name: &str) -> Answer {
        let listed = self
            .cluster
            .namespaces
            .iter()
            .find(|Json(namespace)| namespace.str_at(&["name"]) == name);
        let mut labels: Map = match listed {
            Some(Json(namespace)) => namespace
                .at(&["labels"])
                .and_then(Value::as_map)
                .cloned()
                .unwrap_or_default(),
            None if STANDING.contains(&name) => Map::new(),
            None => return Answer::Absent,
        };
        labels.insert("kubernetes.io/metadata.name", Value::from(name));
        let metadata = [
            ("name", Value::from(name)),
            ("uid", Value::from("<uid>")),
            ("resourceVersion", Value::from("<rv>")),
            ("creationTimestamp", Value::from("<time>")),
            ("labels", Value::Map(labels)),
        ];
        let text = |key: &'static str, value: Value| Value::Map([(key, value)].into_iter().collect());
        let finalizers = Value::List([Value::from("kubernetes")].into_iter().collect());
        let namespace = [
            ("kind", Value::from("Namespace")),
            ("apiVersion", Value::from("v1")),
            ("metadata", Value::Map(metadata.into_iter().collect())),
            ("spec", text("finalizers", finalizers)),
            ("status", text("phase", Value::from("Active"))),
        ];
        Answer::Is(Value::Map(namespace.into_iter().collect()))
    }

    /// The objects of a kind in a namespace; an empty one means all.
    pub(crate) fn objects(&self, resource: &Gvr, namespace: &str) -> Vec<&'r Value> {
        let all = self.cluster.params.iter().chain(&self.cluster.objects);
        let fits = |object: &&Value| {
            let is_kind = self.kinds.resource_or_guess(&Gvk::of(object)) == *resource;
            is_kind && (namespace.is_empty() || object.str_at(&["metadata", "namespace"]) == namespace)
        };
        all.map(|Json(object)| object).filter(fits).collect()
    }
}
