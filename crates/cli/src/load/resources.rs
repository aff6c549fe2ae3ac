//! Resources from documents, one at a time: lists taken apart, namespaces and nulls settled.

use std::ops::Range;

use sekisho_diagnostics::{Diagnostic, Source, SourceId, Span};
use sekisho_document::yaml::{self, Document, Limits};
use sekisho_document::{Numbers, Value};
use sekisho_kubernetes::resource::{self, Identity};
use sekisho_kubernetes::{Gvk, Kinds, Order, Request, Review};

/// How objects are loaded.
#[derive(Debug, Clone, Copy)]
pub struct Loading<'k> {
    pub kinds: &'k Kinds,
    pub order: Order,
    pub limits: &'k Limits,
    /// Kyverno's command line turns the whole numbers of resources into floats, those of other objects
    /// not (command line reference A1.4, A2.2).
    pub numbers: Numbers,
}

/// An object as it is judged, and where it stands.
#[derive(Debug, Clone)]
pub struct Resource {
    pub object: Value,
    pub identity: Identity,
    /// Position among the documents of the file that are not blank.
    pub document: usize,
    /// Positions in `items`, from the outermost list in.
    pub item: Vec<usize>,
    /// The document in its file.
    pub range: Range<usize>,
    /// The request of an AdmissionReview, which `object` is the subject of.
    pub request: Option<Box<Request>>,
}

/// What one document holds.
#[derive(Debug, Clone, Default)]
pub struct Objects {
    pub found: Vec<Result<Resource, Fault>>,
    /// A key is set more than once in it: [`repeated`] says where.
    pub repeats: bool,
}

/// The objects of a source, each or what is wrong with it; other things worth saying are said.
pub fn objects_of(
    source: &Source,
    loading: &Loading<'_>,
    said: &mut Vec<Diagnostic>,
) -> Vec<Result<Resource, Box<Diagnostic>>> {
    let mut objects = Vec::new();
    let documents =
        yaml::documents(&source.text).filter(|document| !document.as_ref().is_ok_and(Document::is_blank));
    for (position, document) in documents.enumerate() {
        let document = match document {
            Ok(document) => document,
            Err(error) => {
                objects.push(Err(Box::new(error.diagnostic(source.id))));
                continue;
            }
        };
        let of_document = loading.objects(document, position);
        if of_document.repeats {
            said.extend(repeated(source, document.range(), loading.limits));
        }
        let found = of_document.found.into_iter();
        objects
            .extend(found.map(|object| object.map_err(|fault| Box::new(fault.diagnostic(source.id, true)))));
    }
    objects
}

/// What is wrong with a document, before it is known which source it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    Unreadable(sekisho_document::yaml::ReadError),
    /// No `kind`; whether it has `apiVersion` or `metadata`, and so wants to be an object.
    NotAnObject {
        wants_to_be: bool,
        /// Positions in `items`; empty for the document itself.
        item: Vec<usize>,
        range: Range<usize>,
    },
    /// A `List` that cannot be taken apart.
    NoItems {
        range: Range<usize>,
    },
    /// An AdmissionReview without a request that could be judged, and why.
    NoRequest {
        causes: Vec<String>,
        range: Range<usize>,
    },
}

impl<'k> Loading<'k> {
    /// Resources of a run.
    #[must_use]
    pub fn of_resources(kinds: &'k Kinds, order: Order, limits: &'k Limits) -> Loading<'k> {
        Loading {
            kinds,
            order,
            limits,
            numbers: match order {
                Order::KyvernoCli => Numbers::AllFloat,
                Order::ApiServer => Numbers::AsWritten,
            },
        }
    }

    /// The objects of one document; none of a blank one or of null.
    pub fn objects(&self, document: Document<'_>, position: usize) -> Objects {
        let (value, repeats) = match document.read_watching(self.limits, self.numbers) {
            Ok((Value::Null, _)) => return Objects::default(),
            Ok(read) => read,
            Err(error) => {
                return Objects {
                    found: vec![Err(Fault::Unreadable(error))],
                    repeats: false,
                };
            }
        };
        let items = resource::expand(&value);
        let is_empty = |object: &Value| object.get("items").is_some_and(Value::is_null);
        let is_list = |object: &Value| is_list(object, self.kinds);
        // `items: null` is how Go writes a list of nothing.
        let meant = items
            .into_iter()
            .filter(|item| !(is_list(&item.object) && is_empty(&item.object)));
        let objects = meant.map(|item| {
            if is_list(&item.object) {
                return Err(Fault::NoItems {
                    range: document.range(),
                });
            }
            if item.object.str_at(&["kind"]).is_empty() {
                let says = |key: &str| item.object.get(key).is_some();
                return Err(Fault::NotAnObject {
                    wants_to_be: says("apiVersion")
                        || says("metadata")
                        || says("kind")
                        || !item.path.is_empty(),
                    item: item.path,
                    range: document.range(),
                });
            }
            let (object, request) = match self.order {
                Order::ApiServer if is_review(&item.object) => {
                    let (object, request) = requested(&item.object, document.range())?;
                    (object, Some(Box::new(request)))
                }
                Order::ApiServer | Order::KyvernoCli => (self.settled(item.object), None),
            };
            Ok(Resource {
                identity: resource::identity(&object),
                object,
                document: position,
                item: item.path,
                range: document.range(),
                request,
            })
        });
        Objects {
            found: objects.collect(),
            repeats,
        }
    }

    /// An object with its namespace, and as Kyverno's loader sees its nulls.
    #[must_use]
    pub fn settled(&self, object: Value) -> Value {
        let mut object = match self.order {
            Order::KyvernoCli => resource::settle_nulls(&object),
            Order::ApiServer => object,
        };
        resource::settle_namespace(&mut object, self.kinds);
        object
    }
}

impl Fault {
    /// The fault as a diagnostic about a source. What lies in a folder need not be an object; what the
    /// user named must be one.
    #[must_use]
    pub fn diagnostic(&self, source: SourceId, named: bool) -> Diagnostic {
        match self {
            Fault::Unreadable(error) => error.diagnostic(source),
            Fault::NotAnObject {
                wants_to_be,
                item,
                range,
            } => {
                let what = match item.last() {
                    Some(position) => format!("item {} of the list", position + 1),
                    None => "the document".to_owned(),
                };
                let message = format!("{what} is no Kubernetes object: it has no `kind`");
                let diagnostic = if *wants_to_be || named {
                    Diagnostic::error("not-an-object", message)
                } else {
                    Diagnostic::note("not-an-object", message)
                };
                diagnostic.at(span(source, range))
            }
            Fault::NoItems { range } => {
                let message = "a list of objects is expected to have `items`, which are a list, and no name";
                Diagnostic::error("not-an-object", message).at(span(source, range))
            }
            Fault::NoRequest { causes, range } => {
                let message = format!(
                    "no request to judge in this AdmissionReview: {}",
                    causes.join("; ")
                );
                Diagnostic::error("invalid-review", message).at(span(source, range))
            }
        }
    }
}

fn is_review(object: &Value) -> bool {
    let kind = Gvk::of(object);
    kind.group == "admission.k8s.io" && kind.kind == "AdmissionReview"
}

/// The request of a review and its subject.
fn requested(review: &Value, range: Range<usize>) -> Result<(Value, Request), Fault> {
    let read = Review::read(review);
    let causes: Vec<String> = read.diagnostics.into_iter().map(|said| said.message).collect();
    let subject = read.output.and_then(|review| {
        let subject = review.request.subject()?.clone();
        Some((subject, review.request))
    });
    subject.ok_or(Fault::NoRequest {
        causes: match causes.is_empty() {
            true => vec!["it has neither `object` nor `oldObject`".to_owned()],
            false => causes,
        },
        range,
    })
}

/// A list that could not be taken apart. A kind may end in `List` without being one.
fn is_list(object: &Value, kinds: &Kinds) -> bool {
    let kind = Gvk::of(object);
    match kind.kind.strip_suffix("List") {
        Some("") => kind.group.is_empty(),
        Some(item) => resource::name(object).is_empty() && kinds.scope(&kind.group, item).is_some(),
        None => false,
    }
}

/// Where keys of a document are set more than once; of two values the last counts. A key that is set beside
/// a merge key is not named: that is what merge keys are for.
#[must_use]
pub fn repeated(source: &Source, range: Range<usize>, limits: &Limits) -> Vec<Diagnostic> {
    let read = yaml::read_tree(source, range, limits, Numbers::AsWritten);
    let mut said = read.map(|read| read.diagnostics).unwrap_or_default();
    said.retain(|diagnostic| diagnostic.code != "merged-key-overlap");
    said
}

/// A range of a source as a span.
#[must_use]
pub fn span(source: SourceId, range: &Range<usize>) -> Span {
    let byte = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span::new(source, byte(range.start), byte(range.end))
}
