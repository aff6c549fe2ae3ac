//! Rules from documents.

use sekisho_diagnostics::Diagnosed;
use sekisho_document::{Cursor, Value};

use super::{
    ApiCall, Condition, Conditions, ContextEntry, EntrySource, Filter, MatchBlock, NamedExpression, Rule,
    Subject,
};
use crate::look::{Look, entry};
use crate::policy::Located;

mod body;
mod spec;

pub(super) use spec::read_spec;

/// Reads one rule; also one that autogen has made.
#[must_use]
pub fn read_rule(at: Cursor<'_>) -> Diagnosed<Rule<'_>> {
    let mut look = Look::default();
    let output = rule(&mut look, at);
    Diagnosed {
        output,
        diagnostics: look.diagnostics,
    }
}

pub(super) fn read_rules(root: Cursor<'_>) -> Diagnosed<Vec<Rule<'_>>> {
    let mut look = Look::default();
    let rules = match root.get("spec") {
        Some(spec) => look.maps(spec, "rules"),
        None => Vec::new(),
    };
    let output = rules.into_iter().map(|at| rule(&mut look, at)).collect();
    Diagnosed {
        output,
        diagnostics: look.diagnostics,
    }
}

fn rule<'t>(look: &mut Look, at: Cursor<'t>) -> Rule<'t> {
    Rule {
        at,
        name: look.text_or_empty(at, "name"),
        matched: match_block(look, at, "match"),
        excluded: match_block(look, at, "exclude"),
        context: context(look, at),
        preconditions: conditions(at, "preconditions"),
        cel_preconditions: named_expressions(look, at, "celPreconditions"),
        report_properties: report_properties(look, at),
        image_extractors: look.map(at, "imageExtractors").filter(|map| !is_empty(map.value)),
        skip_background_requests: look
            .flag(at, "skipBackgroundRequests")
            .is_none_or(|flag| flag.value),
        body: body::read(look, at),
    }
}

/// An empty list, an empty map.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::List(list) => list.is_empty(),
        Value::Map(map) => map.is_empty(),
        Value::Null => true,
        Value::Bool(_) | Value::Int(_) | Value::UInt(_) | Value::Float(_) | Value::String(_) => false,
    }
}

pub(crate) fn match_block<'t>(look: &mut Look, at: Cursor<'t>, key: &str) -> MatchBlock<'t> {
    let Some(at) = look.map(at, key) else {
        return MatchBlock::default();
    };
    const DIRECT: [&str; 4] = ["resources", "roles", "clusterRoles", "subjects"];
    let direct = DIRECT.iter().any(|key| entry(at, key).is_some());
    MatchBlock {
        at: Some(at),
        any: filters(look, at, "any"),
        all: filters(look, at, "all"),
        direct: direct.then(|| filter(look, at)),
    }
}

fn filters<'t>(look: &mut Look, at: Cursor<'t>, key: &str) -> Vec<Filter<'t>> {
    let maps = look.maps(at, key);
    maps.into_iter().map(|at| filter(look, at)).collect()
}

fn filter<'t>(look: &mut Look, at: Cursor<'t>) -> Filter<'t> {
    let resources = look.map(at, "resources");
    let mut filter = Filter {
        at,
        resources,
        kinds: Vec::new(),
        name: None,
        names: Vec::new(),
        namespaces: Vec::new(),
        annotations: None,
        selector: None,
        namespace_selector: None,
        operations: Vec::new(),
        roles: look.texts(at, "roles"),
        cluster_roles: look.texts(at, "clusterRoles"),
        subjects: subjects(look, at),
    };
    if let Some(at) = resources {
        filter.kinds = look.texts(at, "kinds");
        filter.name = look.text(at, "name");
        filter.names = look.texts(at, "names");
        filter.namespaces = look.texts(at, "namespaces");
        filter.annotations = look.map(at, "annotations");
        filter.selector = look.map(at, "selector");
        filter.namespace_selector = look.map(at, "namespaceSelector");
        filter.operations = look.texts(at, "operations");
    }
    filter
}

fn subjects<'t>(look: &mut Look, at: Cursor<'t>) -> Vec<Subject<'t>> {
    let maps = look.maps(at, "subjects");
    maps.into_iter()
        .map(|at| Subject {
            at,
            kind: look.text_or_empty(at, "kind"),
            name: look.text_or_empty(at, "name"),
            namespace: look.text(at, "namespace"),
        })
        .collect()
}

pub(crate) fn context<'t>(look: &mut Look, at: Cursor<'t>) -> Vec<ContextEntry<'t>> {
    let maps = look.maps(at, "context");
    maps.into_iter()
        .map(|at| ContextEntry {
            at,
            name: look.text_or_empty(at, "name"),
            source: entry_source(look, at),
        })
        .collect()
}

const SOURCES: [&str; 5] = [
    "configMap",
    "apiCall",
    "imageRegistry",
    "variable",
    "globalReference",
];

fn entry_source<'t>(look: &mut Look, at: Cursor<'t>) -> EntrySource<'t> {
    let given: Vec<&'static str> = SOURCES
        .into_iter()
        .filter(|source| entry(at, source).is_some())
        .collect();
    let source = match given.as_slice() {
        [] => return EntrySource::Missing,
        [source] => *source,
        _ => return EntrySource::Several(given),
    };
    let Some(at) = look.map(at, source) else {
        return EntrySource::Missing;
    };
    match source {
        "configMap" => EntrySource::ConfigMap {
            name: look.template(at, "name"),
            namespace: look.template(at, "namespace"),
        },
        "apiCall" => EntrySource::ApiCall(ApiCall {
            at,
            url_path: look.template(at, "urlPath"),
            service: look.map(at, "service"),
            method: look.text(at, "method"),
            data: look.list(at, "data"),
            jmes_path: look.template(at, "jmesPath"),
            default: entry(at, "default"),
        }),
        "imageRegistry" => EntrySource::ImageRegistry {
            reference: look.template(at, "reference"),
            jmes_path: look.template(at, "jmesPath"),
        },
        "globalReference" => EntrySource::GlobalReference {
            name: look.template(at, "name"),
            jmes_path: look.template(at, "jmesPath"),
        },
        _ => EntrySource::Variable {
            value: entry(at, "value"),
            jmes_path: look.template(at, "jmesPath"),
            default: entry(at, "default"),
        },
    }
}

/// The conditions below a key. The list form is tried first, as Kyverno does.
pub(crate) fn conditions<'t>(at: Cursor<'t>, key: &str) -> Option<Conditions<'t>> {
    let at = entry(at, key)?;
    let read = match at.value {
        Value::List(_) => condition_list(at).map(Conditions::List),
        Value::Map(_) => any_all(at),
        _ => None,
    };
    Some(read.unwrap_or(Conditions::Unreadable(at)))
}

fn any_all(at: Cursor<'_>) -> Option<Conditions<'_>> {
    let list = |key| match entry(at, key) {
        Some(list) => condition_list(list).map(Some),
        None => Some(None),
    };
    Some(Conditions::AnyAll {
        at,
        any: list("any")?,
        all: list("all")?,
    })
}

/// Nothing when an item or a field has a type that Go's decoder refuses.
fn condition_list(at: Cursor<'_>) -> Option<Vec<Condition<'_>>> {
    at.value.as_list()?;
    at.items().map(condition).collect()
}

fn condition(at: Cursor<'_>) -> Option<Condition<'_>> {
    at.value.as_map()?;
    let operator = match entry(at, "operator") {
        Some(operator) => Located {
            value: operator.value.as_str()?,
            span: operator.span(),
        },
        None => Located {
            value: "",
            span: at.span(),
        },
    };
    let message = entry(at, "message");
    if message.is_some_and(|message| message.value.as_str().is_none()) {
        return None;
    }
    Some(Condition {
        at,
        key: entry(at, "key"),
        operator,
        value: entry(at, "value"),
        message,
    })
}

pub(crate) fn named_expressions<'t>(look: &mut Look, at: Cursor<'t>, key: &str) -> Vec<NamedExpression<'t>> {
    let maps = look.maps(at, key);
    maps.into_iter()
        .map(|at| NamedExpression {
            name: look.text_or_empty(at, "name"),
            expression: look.template(at, "expression").unwrap_or(at),
        })
        .collect()
}

fn report_properties<'t>(look: &mut Look, at: Cursor<'t>) -> Vec<(&'t str, Cursor<'t>)> {
    look.map(at, "reportProperties")
        .map(|map| map.entries().collect())
        .unwrap_or_default()
}

fn flag_or(look: &mut Look, at: Cursor<'_>, key: &str, otherwise: bool) -> bool {
    look.flag(at, key).map_or(otherwise, |flag| flag.value)
}

/// A text that is one of some words; nothing when it is another.
fn word<T: Copy>(look: &mut Look, at: Cursor<'_>, key: &str, words: &[(&str, T)]) -> Option<Located<T>> {
    let text = look.text(at, key)?;
    let value = words.iter().find(|(word, _)| *word == text.value)?.1;
    Some(Located {
        value,
        span: text.span,
    })
}
