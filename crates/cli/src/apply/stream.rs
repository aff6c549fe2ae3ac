//! Objects in batches: read and judged on all threads, told of in the order in which they stand.

use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use rayon::ThreadPool;
use rayon::prelude::*;
use sekisho_chain::Outcome;
use sekisho_diagnostics::{Diagnostic, Severity, SourceId};
use sekisho_document::yaml::{self, Document, ReadError};
use sekisho_document::{Text, Value};
use sekisho_kubernetes::resource::Identity;
use sekisho_kubernetes::schema::Decoded;
use sekisho_kubernetes::{Gvk, Order};
use sekisho_report::{Answer, Event, Judged, ObjectPlace};

use super::places::Places;
use super::{Ending, Options, Sink};
use crate::digest::digest;
use crate::judge::{Judge, Tally, changed};
use crate::load::Reader;
use crate::load::files::Located;
use crate::load::resources::{Fault, Loading, Resource, repeated, span};
use crate::load::rest::{behind_root, not_read};

/// Documents that are read and judged together: enough to keep all threads busy, few enough to keep in
/// memory.
const BATCH: usize = 512;

struct File {
    name: Arc<str>,
    text: Arc<str>,
    named: bool,
}

/// One document that waits.
struct Task {
    file: Arc<File>,
    position: usize,
    document: Result<Range<usize>, ReadError>,
}

/// What came of a document.
#[derive(Default)]
struct Done {
    results: Vec<Result<Answered, Fault>>,
    repeats: bool,
    /// Where content begins that nobody reads.
    rest: Option<usize>,
}

/// An object with its answers.
struct Answered {
    resource: Resource,
    /// As it came to the policies.
    received: Option<Value>,
    /// What a cluster says of it before any policy is asked.
    decoded: Decoded,
    outcome: Outcome,
}

pub(super) fn judge(
    options: &Options,
    judge: &Judge,
    reader: &mut Reader,
    inputs: &[Located],
    ending: &mut Ending,
    sink: &mut impl Sink,
) -> io::Result<()> {
    let limits = reader.limits;
    let loading = Loading::of_resources(judge.chain.kinds(), options.profile.order, &limits);
    let worker = Worker {
        options,
        judge,
        loading,
        pool: pool(options.jobs),
    };
    let mut teller = Teller {
        options,
        judge,
        first: reader.sources.next_id(),
        current: None,
        seen: HashSet::new(),
        unknown: HashSet::new(),
        namespaces: HashSet::new(),
        tally: Tally::default(),
        ending,
        sink,
    };
    let mut batch = Vec::new();
    for located in inputs {
        let text = match reader.text(&located.input) {
            Ok(text) => text,
            Err(diagnostic) => {
                // What came before is told first.
                teller.tell(&worker.work(&batch), &batch, reader)?;
                batch.clear();
                teller.say(&diagnostic, reader)?;
                continue;
            }
        };
        teller.ending.summary.files += 1;
        let file = Arc::new(File {
            name: Arc::from(located.input.name()),
            text: Arc::clone(&text),
            named: located.named,
        });
        let documents = yaml::documents(&text).filter(|document| !is_blank(document));
        for (position, document) in documents.enumerate() {
            batch.push(Task {
                file: Arc::clone(&file),
                position,
                document: document.map(|document| document.range()),
            });
            if batch.len() >= BATCH {
                teller.tell(&worker.work(&batch), &batch, reader)?;
                batch.clear();
            }
        }
    }
    teller.tell(&worker.work(&batch), &batch, reader)?;
    let tally = teller.tally;
    reader.sources.forget_from(teller.first);
    let summary = &mut ending.summary;
    summary.counts = summary.counts.plus(tally.counts);
    summary.skips = tally.skips;
    summary.not_judged += tally.not_judged;
    Ok(())
}

fn is_blank(document: &Result<Document<'_>, ReadError>) -> bool {
    document.as_ref().is_ok_and(Document::is_blank)
}

/// Threads, where more than one is wanted and can be had.
fn pool(jobs: usize) -> Option<ThreadPool> {
    if jobs == 1 {
        return None;
    }
    rayon::ThreadPoolBuilder::new().num_threads(jobs).build().ok()
}

struct Worker<'r> {
    options: &'r Options,
    judge: &'r Judge,
    loading: Loading<'r>,
    pool: Option<ThreadPool>,
}

impl Worker<'_> {
    fn work(&self, batch: &[Task]) -> Vec<Done> {
        const WORTH_THREADS: usize = 4;
        match &self.pool {
            Some(pool) if batch.len() >= WORTH_THREADS => {
                pool.install(|| batch.par_iter().map(|task| self.one(task)).collect())
            }
            _ => batch.iter().map(|task| self.one(task)).collect(),
        }
    }

    fn one(&self, task: &Task) -> Done {
        let range = match &task.document {
            Ok(range) => range.clone(),
            Err(error) => {
                return Done {
                    results: vec![Err(Fault::Unreadable(error.clone()))],
                    repeats: false,
                    rest: None,
                };
            }
        };
        let document = Document {
            start: range.start,
            text: task.file.text.get(range).unwrap_or_default(),
        };
        let rest = behind_root(document.text);
        let objects = self.loading.objects(document, task.position);
        let judged = objects
            .found
            .into_iter()
            .filter(|object| !is_given(object, self.options));
        let results = judged.map(|object| object.map(|resource| self.answered(resource)));
        Done {
            results: results.collect(),
            repeats: objects.repeats,
            rest,
        }
    }
}

impl Worker<'_> {
    fn answered(&self, resource: Resource) -> Answered {
        let (received, outcome) = self.judge.ask(&resource, self.options.operation);
        Answered {
            decoded: self.judge.chain.decoded(&resource.object),
            resource,
            received,
            outcome,
        }
    }
}

/// Kyverno's command line takes global context entries out of the resources (A2.2).
fn is_given(object: &Result<Resource, Fault>, options: &Options) -> bool {
    let Ok(resource) = object else { return false };
    let kind = &resource.identity.kind;
    options.profile.order == Order::KyvernoCli
        && kind.kind == "GlobalContextEntry"
        && kind.group == "kyverno.io"
}

struct Teller<'r, S> {
    options: &'r Options,
    judge: &'r Judge,
    /// The id that each resource file has while its objects are told of.
    first: SourceId,
    current: Option<Arc<File>>,
    seen: HashSet<u128>,
    unknown: HashSet<Gvk>,
    namespaces: HashSet<Text>,
    tally: Tally,
    ending: &'r mut Ending,
    sink: &'r mut S,
}

impl<S: Sink> Teller<'_, S> {
    fn tell(&mut self, done: &[Done], batch: &[Task], reader: &mut Reader) -> io::Result<()> {
        for (done, task) in done.iter().zip(batch) {
            self.open(&task.file, reader);
            if done.repeats {
                self.repeated(task, reader)?;
            }
            if let (Some(at), Ok(range)) = (done.rest, &task.document) {
                self.say(&not_read(self.first, range, at), reader)?;
            }
            let mut places = Places::new(self.first, reader.limits);
            for result in &done.results {
                match result {
                    Ok(answered) => {
                        self.note(&answered.resource, reader)?;
                        self.unknown_namespace(&answered.resource, reader)?;
                        self.decoded(answered, reader)?;
                        self.judged(answered, task, &mut places, reader)?;
                    }
                    Err(fault) => self.say(&fault.diagnostic(self.first, task.file.named), reader)?,
                }
            }
        }
        Ok(())
    }

    /// Names the keys of a document that are set more than once.
    fn repeated(&mut self, task: &Task, reader: &Reader) -> io::Result<()> {
        let (Some(source), Ok(range)) = (reader.sources.get(self.first), &task.document) else {
            return Ok(());
        };
        for diagnostic in repeated(source, range.clone(), &reader.limits) {
            self.say(&diagnostic, reader)?;
        }
        Ok(())
    }

    fn say(&mut self, diagnostic: &Diagnostic, reader: &Reader) -> io::Result<()> {
        self.ending.errors += u64::from(diagnostic.severity == Severity::Error);
        self.sink.event(&Event::Diagnostic(diagnostic), &reader.sources)
    }

    /// Makes a file the one that spans point into.
    fn open(&mut self, file: &Arc<File>, reader: &mut Reader) {
        if self
            .current
            .as_ref()
            .is_some_and(|current| Arc::ptr_eq(current, file))
        {
            return;
        }
        reader.sources.forget_from(self.first);
        reader
            .sources
            .add_shared(Arc::clone(&file.name), Arc::clone(&file.text));
        self.current = Some(Arc::clone(file));
    }

    /// Names kinds that nobody knows, and objects that come again.
    fn note(&mut self, resource: &Resource, reader: &Reader) -> io::Result<()> {
        let at = span(self.first, &resource.range);
        let identity = &resource.identity;
        let kinds = self.judge.chain.kinds();
        if kinds.scope(&identity.kind.group, &identity.kind.kind).is_none()
            && self.unknown.insert(identity.kind.clone())
        {
            let message = format!(
                "kind `{}` of `{}` is not known: its objects are taken for namespaced",
                identity.kind.kind,
                identity.kind.api_version()
            );
            self.say(&Diagnostic::note("unknown-resource-kind", message).at(at), reader)?;
        }
        // The same object may be asked for again and again.
        let is_object = resource.request.is_none() && !identity.name.is_empty();
        if is_object && !self.seen.insert(fingerprint(identity)) {
            let message = format!("{identity} comes again; both are judged");
            self.say(&Diagnostic::warning("duplicate-resource", message).at(at), reader)?;
        }
        Ok(())
    }

    /// Names each namespace once whose labels decide and are not known.
    fn unknown_namespace(&mut self, resource: &Resource, reader: &Reader) -> io::Result<()> {
        let namespace = &resource.identity.namespace;
        let asking = self.judge.chain.namespace_selectors();
        let is_unknown = self.options.profile.order == Order::ApiServer
            && !asking.is_empty()
            && !namespace.is_empty()
            && self.judge.given.given_labels(namespace).is_none()
            && !self.judge.world.knows_namespace(namespace);
        if !is_unknown || !self.namespaces.insert(namespace.clone()) {
            return Ok(());
        }
        const NAMED: usize = 3;
        let named: Vec<String> = asking
            .iter()
            .take(NAMED)
            .map(|policy| format!("`{policy}`"))
            .collect();
        let more = match asking.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!(
            "labels of namespace `{namespace}` are not known and taken for its name alone; they decide for {}{more}",
            named.join(", ")
        );
        let diagnostic = Diagnostic::warning("unknown-namespace", message)
            .at(span(self.first, &resource.range))
            .help("give the Namespace among the resources, in a facts file or in a values file");
        self.say(&diagnostic, reader)
    }

    /// Says what a cluster drops of an object, or why it would not take it at all.
    fn decoded(&mut self, answered: &Answered, reader: &Reader) -> io::Result<()> {
        let Answered {
            resource, decoded, ..
        } = answered;
        let at = span(self.first, &resource.range);
        let identity = &resource.identity;
        if let Some(cause) = &decoded.refused {
            let message = format!("a cluster does not accept {identity}: {cause}");
            self.say(&Diagnostic::warning("undecodable-object", message).at(at), reader)?;
        }
        for cause in odd_metadata(&resource.object) {
            let who = identity.to_string();
            let message = format!("{} has odd metadata: {cause}", who.trim_end());
            // Of known kinds the decoder says it.
            if decoded.refused.is_none() {
                self.say(&Diagnostic::warning("odd-metadata", message).at(at), reader)?;
            }
        }
        const NAMED: usize = 5;
        if !decoded.unknown.is_empty() {
            let named: Vec<&str> = decoded.unknown.iter().take(NAMED).map(String::as_str).collect();
            let more = match decoded.unknown.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let message = format!(
                "a cluster drops from {identity} what its kind does not have: {}{more}",
                named.join(", ")
            );
            let diagnostic = Diagnostic::warning("dropped-field", message).at(at);
            self.say(
                &diagnostic.help("no policy sees such fields: look for a slip"),
                reader,
            )?;
        }
        Ok(())
    }

    fn judged(
        &mut self,
        answered: &Answered,
        task: &Task,
        places: &mut Places,
        reader: &Reader,
    ) -> io::Result<()> {
        let Answered {
            resource, outcome, ..
        } = answered;
        self.ending.summary.objects += 1;
        if let Some(text) = &outcome.stopped {
            let at = span(self.first, &resource.range);
            let diagnostic = Diagnostic::error("stopped-by-kyverno", text.clone()).at(at);
            self.say(&diagnostic, reader)?;
            self.ending.stopped.get_or_insert_with(|| text.clone());
        }
        let mut answers: Vec<Answer<'_>> = Vec::new();
        let labels = self.judge.namespace_labels(&resource.object);
        for response in &outcome.responses {
            for verdict in &response.verdicts {
                let audits = self
                    .judge
                    .audits(response.plan, verdict, &resource.object, &labels);
                let status = self.judge.counted(verdict, audits);
                self.tally.add(verdict, status);
                let mut answer = Answer {
                    verdict,
                    status,
                    audits,
                    webhook: self.judge.webhook(response.plan),
                    process: self.judge.process(response.plan),
                    place: None,
                    labels: Vec::new(),
                    help: Vec::new(),
                };
                if self.options.wants_places {
                    places.put(&mut answer, resource, &reader.sources);
                }
                answers.push(answer);
            }
        }
        // What is deleted is not changed.
        let received = answered.received.as_ref();
        let changed = received.and_then(|received| changed(&resource.object, received, &outcome.object));
        let of_targets = outcome.verdicts().filter(|verdict| verdict.target.is_some());
        let changed_targets = of_targets.filter(|verdict| verdict.after.is_some()).count() as u64;
        self.ending.summary.changed += u64::from(changed.is_some()) + changed_targets;
        let judged = Judged {
            identity: &resource.identity,
            object: &resource.object,
            received: received.unwrap_or(&resource.object),
            place: ObjectPlace {
                file: &task.file.name,
                document: resource.document,
                item: &resource.item,
                span: Some(span(self.first, &resource.range)),
            },
            answers,
            changed: changed.as_deref(),
        };
        self.sink.event(&Event::Judged(&judged), &reader.sources)
    }
}

/// What is wrong with the metadata of an object, whatever its kind.
fn odd_metadata(object: &Value) -> Vec<String> {
    let metadata = match object.get("metadata") {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Map(metadata)) => metadata,
        Some(other) => {
            return vec![format!(
                "`metadata` is {}, not a map",
                other.kind().with_article()
            )];
        }
    };
    let mut odd = Vec::new();
    for key in ["labels", "annotations"] {
        match metadata.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::Map(texts)) => {
                let others = texts.iter().filter(|(_, value)| value.as_str().is_none());
                odd.extend(others.map(|(name, value)| {
                    format!("`{key}.{name}` is {}, not a text", value.kind().with_article())
                }));
            }
            Some(other) => odd.push(format!("`{key}` is {}, not a map", other.kind().with_article())),
        }
    }
    odd
}

/// A number that tells objects apart, whatever their version: names of a million objects would take more room
/// than the objects of a batch.
fn fingerprint(identity: &Identity) -> u128 {
    let Identity {
        kind,
        namespace,
        name,
    } = identity;
    digest([&*kind.group, &*kind.kind, &**namespace, &**name])
}
