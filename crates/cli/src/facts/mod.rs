//! The world of a run, answered from files: objects, recorded answers, the time.

mod cluster;
mod context;
mod file;
mod global;
mod responses;

pub use cluster::Cluster;
pub use context::read as read_context;
pub use file::read as read_facts;
pub use global::{Global, entries_of};
pub use responses::{MockFault, Response, responses_of};

use std::collections::BTreeMap;

use sekisho_chain::FactsWorld;
use sekisho_diagnostics::Complaint;
use sekisho_document::yaml::Limits;
use sekisho_document::{Map, Numbers, Text, Value};
use sekisho_jmespath::Moment;
use sekisho_kubernetes::random::Pattern;
use sekisho_kubernetes::{Answer, Facts, Gvr, Kinds, Order, Question, Source};

use crate::digest::digest;
use crate::load::resources::Loading;

/// Everything that is known beside the objects that are judged.
#[derive(Debug)]
pub struct World {
    pub offers: Offers,
    pub order: Order,
    pub kinds: Kinds,
    pub cluster: Cluster,
    /// The objects that CEL policies can look up where they see no cluster.
    pub context: Option<Cluster>,
    pub responses: Vec<Response>,
    pub globals: BTreeMap<Text, Global>,
    /// Registry data by image reference.
    pub images: BTreeMap<Text, Value>,
    /// RFC 3339; the same throughout the run.
    pub now: Text,
    pub absent: Absent,
}

/// Whom context entries can ask (command line reference A6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offers {
    pub config_maps: bool,
    pub api: bool,
    pub global: bool,
    pub images: bool,
}

/// What it means that the objects of the world do not hold what is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// They are the whole cluster: there is no such object.
    IsKnown,
    /// They are a part of it: nobody knows.
    IsUnknown,
}

impl World {
    /// A world without objects and answers.
    #[must_use]
    pub fn empty(order: Order, kinds: Kinds, now: Text) -> World {
        let everything = order == Order::ApiServer;
        World {
            offers: Offers {
                config_maps: everything,
                api: everything,
                global: everything,
                images: everything,
            },
            order,
            kinds,
            cluster: Cluster::default(),
            context: None,
            responses: Vec::new(),
            globals: BTreeMap::new(),
            images: BTreeMap::new(),
            now,
            absent: Absent::IsUnknown,
        }
    }

    /// Puts an object into the cluster, as it is when the API server holds it.
    pub(crate) fn add(&mut self, object: Value, limits: &Limits) {
        let loading = Loading {
            kinds: &self.kinds,
            order: self.order,
            limits,
            numbers: Numbers::AsWritten,
        };
        let object = loading.settled(object);
        self.cluster.add(object, &self.kinds);
    }

    /// Whether the object of a namespace was given, and not only its name.
    #[must_use]
    pub fn knows_namespace(&self, name: &str) -> bool {
        let namespaces = Gvr::new("", "v1", "namespaces");
        self.cluster.get(&namespaces, "", name).is_some()
    }

    fn missing(&self) -> Answer {
        match self.absent {
            Absent::IsKnown => Answer::Absent,
            Absent::IsUnknown => Answer::Unknown,
        }
    }

    fn get(&self, resource: &Gvr, namespace: &str, name: &str) -> Answer {
        if let Some(context) = &self.context {
            let found = context.get(resource, namespace, name);
            return found.map_or(Answer::Absent, |object| Answer::Is(object.clone()));
        }
        match self.cluster.get(resource, namespace, name) {
            Some(object) => Answer::Is(object.clone()),
            None => self.missing(),
        }
    }

    fn list(&self, resource: &Gvr, namespace: &str, labels: &str) -> Answer {
        if let Some(context) = &self.context {
            return context.list_exactly(resource, namespace);
        }
        match self.cluster.list(resource, namespace, labels, &self.kinds) {
            answer if self.absent == Absent::IsKnown || cluster::holds_something(&answer) => answer,
            _ => Answer::Unknown,
        }
    }

    /// In a cluster every namespace carries its name as a label.
    fn namespace(&self, name: &str) -> Answer {
        let known = self.cluster.get(&Gvr::new("", "v1", "namespaces"), "", name);
        match (self.order, known) {
            (Order::KyvernoCli, Some(object)) if self.offers.config_maps => Answer::Is(object.clone()),
            (Order::KyvernoCli, _) => Answer::Unknown,
            (Order::ApiServer, Some(object)) => Answer::Is(with_name_label(object, name)),
            (Order::ApiServer, None) => Answer::Is(with_name_label(&Value::Null, name)),
        }
    }

    fn http(&self, method: &str, url: &str) -> Answer {
        if let Some(response) = responses::find(&self.responses, method, url) {
            return response.answer();
        }
        if !url.starts_with('/') {
            return Answer::Unknown;
        }
        match self.cluster.call(method, url, &self.kinds) {
            Some(Answer::Absent) => self.missing(),
            Some(answer) if self.absent == Absent::IsKnown || cluster::holds_something(&answer) => answer,
            Some(_) | None => Answer::Unknown,
        }
    }
}

/// A Namespace object with the label that the API server gives to every namespace.
#[must_use]
pub fn with_name_label(namespace: &Value, name: &str) -> Value {
    let mut namespace = namespace.as_map().cloned().unwrap_or_default();
    let metadata = namespace.entry("metadata");
    let mut inner = metadata.as_map().cloned().unwrap_or_default();
    inner.insert("name", Value::text(name));
    let labels = inner.get("labels").and_then(Value::as_map).cloned();
    inner.insert("labels", Value::Map(name_label(labels.unwrap_or_default(), name)));
    *metadata = Value::Map(inner);
    Value::Map(namespace)
}

pub(crate) fn name_label(mut labels: Map, name: &str) -> Map {
    labels.insert("kubernetes.io/metadata.name", Value::text(name));
    labels
}

impl Facts for World {
    fn ask(&self, question: &Question<'_>) -> Answer {
        match question {
            Question::Namespace { name } => self.namespace(name),
            Question::ConfigMap { namespace, name } => {
                self.get(&Gvr::new("", "v1", "configmaps"), namespace, name)
            }
            Question::Get {
                resource,
                namespace,
                name,
            } => self.get(resource, namespace, name),
            Question::List {
                resource,
                namespace,
                labels,
            } => self.list(resource, namespace, labels),
            Question::Http { method, url, .. } => self.http(method, url),
            Question::Response { method, url, .. } => match responses::find(&self.responses, method, url) {
                Some(response) => Answer::Is(response.whole()),
                None => Answer::Unknown,
            },
            Question::GlobalContext { entry, projection } => match self.globals.get(*entry) {
                Some(global) => global.answer(projection),
                None if self.order == Order::KyvernoCli => Answer::Absent,
                None => Answer::Unknown,
            },
            Question::Image { reference } => match self.images.get(*reference) {
                Some(data) => Answer::Is(data.clone()),
                None if self.context.is_some() => Answer::Absent,
                None => Answer::Unknown,
            },
            Question::Now => Answer::Is(Value::String(self.now.clone())),
            Question::Random { pattern } => match random(pattern) {
                Ok(text) => Answer::Is(Value::String(text)),
                Err(cause) => Answer::Failed(cause),
            },
            Question::Signature { .. }
            | Question::Authorize { .. }
            | Question::Schema { .. }
            | Question::Webhook { .. } => Answer::Unknown,
        }
    }

    fn offers(&self, source: Source) -> bool {
        match source {
            Source::ConfigMaps => self.offers.config_maps,
            Source::Api => self.offers.api,
            Source::GlobalContext => self.offers.global,
            Source::Images => self.offers.images,
        }
    }
}

/// Queries without a policy ask the same world.
impl sekisho_jmespath::World for World {
    fn now(&self) -> Result<Moment, Complaint> {
        FactsWorld(self).now()
    }

    fn random(&self, pattern: &str) -> Result<Text, Complaint> {
        FactsWorld(self).random(pattern)
    }
}

/// A text that only the pattern decides, so that the same run gives the same bytes.
fn random(pattern: &str) -> Result<Text, Text> {
    const LONGEST: usize = 1 << 20;
    // The lower half is as good as the whole.
    let mut state = u64::try_from(digest([pattern]) & u128::from(u64::MAX)).unwrap_or_default() | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let compiled = Pattern::new(pattern).map_err(|cause| Text::from(cause.to_string()))?;
    let text = compiled.text(LONGEST, &mut next);
    text.map(Text::from)
        .map_err(|cause| Text::from(cause.to_string()))
}
