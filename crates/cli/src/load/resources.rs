//! Resources from documents, one at a time: lists taken apart, namespaces and nulls settled.

use std::ops::Range;

use sekisho_diagnostics::{Diagnostic, SourceId, Span};
use sekisho_document::yaml::{Document, Limits};
use sekisho_document::{Numbers, Value};
use sekisho_kubernetes::resource::{self, Identity};
use sekisho_kubernetes::{Kinds, Order};

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
}

/// What is wrong with a document, before it is known which source it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    Unreadable(sekisho_document::yaml::ReadError),
    /// No `kind`; whether it has `apiVersion` or `metadata`, and so wants to be an object.
    NotAnObject {
        wants_to_be: bool,
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
    pub fn objects(&self, document: Document<'_>, position: usize) -> Vec<Result<Resource, Fault>> {
        let value = match document.read(self.limits, self.numbers) {
            Ok(Value::Null) => return Vec::new(),
            Ok(value) => value,
            Err(error) => return vec![Err(Fault::Unreadable(error))],
        };
        let items = resource::expand(&value);
        let objects = items.into_iter().map(|item| {
            if item.object.str_at(&["kind"]).is_empty() {
                let says = |key: &str| item.object.get(key).is_some();
                return Err(Fault::NotAnObject {
                    wants_to_be: says("apiVersion") || says("metadata") || says("kind"),
                    range: document.range(),
                });
            }
            let object = self.settled(item.object);
            Ok(Resource {
                identity: resource::identity(&object),
                object,
                document: position,
                item: item.path,
                range: document.range(),
            })
        });
        objects.collect()
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
            Fault::NotAnObject { wants_to_be, range } => {
                let message = "the document is no Kubernetes object: it has no `kind`";
                let diagnostic = if *wants_to_be || named {
                    Diagnostic::error("not-an-object", message)
                } else {
                    Diagnostic::note("not-an-object", message)
                };
                diagnostic.at(span(source, range))
            }
        }
    }
}

/// A range of a source as a span.
#[must_use]
pub fn span(source: SourceId, range: &Range<usize>) -> Span {
    let byte = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span::new(source, byte(range.start), byte(range.end))
}
