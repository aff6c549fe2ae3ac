//! Context entries: compiled, and loaded when a query mentions them (engine reference §9.4–9.9).

use sekisho_diagnostics::Complaint;
use sekisho_document::{Cursor, Numbers, Text, Value, print};
use sekisho_evaluator::Observer;
use sekisho_jmespath::Query;
use sekisho_kubernetes::{Answer, Question, Source};
use sekisho_parser::classic::{ApiCall, ContextEntry, EntrySource};

use crate::compile::Compiler;
use crate::context::Context;
use crate::template::Template;

/// A compiled context entry.
#[derive(Debug, Clone)]
pub(crate) struct EntryPlan {
    pub(crate) name: Text,
    pub(crate) source: SourcePlan,
}

/// Where the value of an entry comes from.
#[derive(Debug, Clone)]
pub(crate) enum SourcePlan {
    /// What images the resource names (§11).
    Images,
    Variable {
        value: Option<Template>,
        path: Option<PathPlan>,
        default: Option<Template>,
    },
    ConfigMap {
        namespace: Template,
        name: Template,
    },
    ApiCall {
        call: Template,
        path: Option<Template>,
        default: Option<Value>,
    },
    Global {
        name: Template,
        path: Option<Template>,
    },
    Image {
        reference: Template,
        path: Option<Template>,
    },
    /// The entry names no source, or several; said when the rule starts.
    Broken,
}

/// A query that may hold placeholders: compiled ahead when it holds none.
#[derive(Debug, Clone)]
pub(crate) enum PathPlan {
    Ready(Box<Query>),
    Late(Template),
}

/// What loading did to the tree under the entry's name.
pub(crate) enum Loaded {
    /// Takes the place of what is there.
    Replace { value: Value, weight: usize },
    /// Is merged into what is there.
    Merge(Value),
    /// Nothing: the environment has nobody who could answer.
    Nothing,
}

impl EntryPlan {
    pub(crate) fn compile(entry: &ContextEntry<'_>, compiler: &Compiler<'_>) -> EntryPlan {
        let template = |at: Option<Cursor<'_>>| at.map(|at| compiler.template(at.value));
        let text = |at: Option<Cursor<'_>>| {
            at.map_or_else(
                || compiler.template(&Value::text("")),
                |at| compiler.template(at.value),
            )
        };
        let source = match &entry.source {
            EntrySource::Variable {
                value,
                jmes_path,
                default,
            } => SourcePlan::Variable {
                value: template(*value),
                path: given(*jmes_path).map(|at| compiler.path(at.value)),
                default: template(*default),
            },
            EntrySource::ConfigMap { name, namespace } => SourcePlan::ConfigMap {
                namespace: text(*namespace),
                name: text(*name),
            },
            EntrySource::ApiCall(call) => api_call(call, compiler),
            EntrySource::GlobalReference { name, jmes_path } => SourcePlan::Global {
                name: text(*name),
                path: template(given(*jmes_path)),
            },
            EntrySource::ImageRegistry { reference, jmes_path } => SourcePlan::Image {
                reference: text(*reference),
                path: template(given(*jmes_path)),
            },
            EntrySource::Missing | EntrySource::Several(_) => SourcePlan::Broken,
        };
        EntryPlan {
            name: Text::new(entry.name.value),
            source,
        }
    }

    /// The word test of lazy loading: the name occurs in the query text, at its start or after a character
    /// that is neither a dot nor an ASCII letter or digit, and ends at a word boundary (§9.3).
    pub(crate) fn is_mentioned(&self, query: &str) -> bool {
        sekisho_jmespath::mentions(query, &self.name)
    }
}

/// A text that is written and not empty.
fn given(at: Option<Cursor<'_>>) -> Option<Cursor<'_>> {
    at.filter(|at| at.value.as_str().is_none_or(|text| !text.is_empty()))
}

fn api_call(call: &ApiCall<'_>, compiler: &Compiler<'_>) -> SourcePlan {
    // The default stands as written and the path is substituted on its own.
    let mut fields = call.at.value.as_map().cloned().unwrap_or_default();
    fields.retain(|key, _| key != "default" && key != "jmesPath");
    SourcePlan::ApiCall {
        call: compiler.template(&Value::Map(fields)),
        path: call
            .jmes_path
            .filter(|path| path.value.as_str().is_some_and(|text| !text.is_empty()))
            .map(|path| compiler.template(path.value)),
        default: call
            .default
            .map(|default| default.value.clone())
            .filter(|default| !default.is_null()),
    }
}

/// Loads an entry. The complaint is the loader's error text.
pub(crate) fn load<O: Observer>(
    entry: &EntryPlan,
    context: &mut Context<'_, '_, O>,
) -> Result<Loaded, Complaint> {
    match &entry.source {
        SourcePlan::Images => context.images(),
        SourcePlan::Variable { value, path, default } => variable(
            &entry.name,
            value.as_ref(),
            path.as_ref(),
            default.as_ref(),
            context,
        ),
        SourcePlan::ConfigMap { namespace, name } => config_map(&entry.name, namespace, name, context),
        SourcePlan::ApiCall { call, path, default } => {
            call_api(&entry.name, call, path.as_ref(), default.as_ref(), context)
        }
        SourcePlan::Global { name, path } => global(&entry.name, name, path.as_ref(), context),
        SourcePlan::Image { reference, path } => image(&entry.name, reference, path.as_ref(), context),
        SourcePlan::Broken => Err(complaint(format!(
            "failed to create deferred loader for context entry {}",
            entry.name
        ))),
    }
}

fn complaint(text: String) -> Complaint {
    Complaint::new("context-entry", text)
}

fn variable<O: Observer>(
    name: &str,
    value: Option<&Template>,
    path: Option<&PathPlan>,
    default: Option<&Template>,
    context: &mut Context<'_, '_, O>,
) -> Result<Loaded, Complaint> {
    let path = path.map(|path| context.path(name, path)).transpose()?;
    let default = match default {
        Some(default) => context.fill(default, |cause| {
            format!(
                "failed to substitute variables in context entry {name} {}: {cause}",
                print::go_text(default.written())
            )
        })?,
        None => Value::Null,
    };
    let failed = |path: &str, on: &str, cause: String| {
        complaint(format!(
            "failed to apply jmespath {path} to variable {on}: {cause}"
        ))
    };
    let out = match (value, path) {
        (Some(value), path) => {
            let value = context.fill(value, |cause| {
                format!(
                    "failed to substitute variables in context entry {name} {}: {cause}",
                    print::go_text(value.written())
                )
            })?;
            match path {
                None => value,
                Some(path) => match path.search(&value, context.setting()) {
                    Ok(found) => found.into_value(),
                    Err(cause) if default.is_null() => {
                        let shown = print::go_text(&value);
                        return Err(failed(path.text(), &shown, cause.to_string()));
                    }
                    Err(_) => default,
                },
            }
        }
        (None, Some(path)) => match context.query(&path) {
            Ok(Value::Null) => default,
            Ok(found) => found,
            Err(cause) if default.is_null() => return Err(failed(path.text(), "<nil>", cause.to_string())),
            Err(_) => default,
        },
        (None, None) => default,
    };
    if out.is_null() {
        return Err(complaint(format!(
            "failed to add context entry for variable {name} since it evaluated to nil"
        )));
    }
    // Weighed before it is walked.
    let weight = context.weigh(&out)?;
    Ok(Loaded::Replace {
        value: out.renumber(Numbers::AllFloat),
        weight,
    })
}

fn config_map<O: Observer>(
    entry: &str,
    namespace: &Template,
    name: &Template,
    context: &mut Context<'_, '_, O>,
) -> Result<Loaded, Complaint> {
    if !context.facts().offers(Source::ConfigMaps) {
        return Ok(Loaded::Nothing);
    }
    let namespace = text(entry, "namespace", namespace, context)?;
    let name = text(entry, "name", name, context)?;
    let own = context.policy_namespace();
    let namespace = match (namespace.is_empty(), own) {
        (true, Some(own)) => Text::new(own),
        (true, None) => Text::new("default"),
        (false, Some(own)) if own != namespace => {
            return Err(complaint(format!(
                "context entry {entry}: configMap namespace \"{namespace}\" is different from policy namespace \"{own}\""
            )));
        }
        (false, _) => namespace,
    };
    let failed = |cause: &str| {
        complaint(format!(
            "failed to retrieve config map for context entry {entry}: failed to get configmap {namespace}/{name} : {cause}"
        ))
    };
    match context.ask(&Question::ConfigMap {
        namespace: &namespace,
        name: &name,
    }) {
        Answer::Is(object) => {
            let part = |key: &str| object.get(key).cloned().unwrap_or_default();
            let fields = [("data", part("data")), ("metadata", part("metadata"))];
            Ok(Loaded::Merge(Value::Map(fields.into_iter().collect())))
        }
        Answer::Absent => Err(failed(&format!("configmaps \"{name}\" not found"))),
        Answer::Failed(cause) => Err(failed(&cause)),
        Answer::Unknown => context.unanswered(failed("nobody answers")),
    }
}

fn call_api<O: Observer>(
    entry: &str,
    call: &Template,
    path: Option<&Template>,
    default: Option<&Value>,
    context: &mut Context<'_, '_, O>,
) -> Result<Loaded, Complaint> {
    if !context.facts().offers(Source::Api) {
        return Ok(Loaded::Nothing);
    }
    let call = context.fill(call, |cause| {
        format!("failed to substitute variables in context entry {entry}: {cause}")
    })?;
    let method = Some(call.str_at(&["method"]))
        .filter(|method| !method.is_empty())
        .unwrap_or("GET");
    let url_path = call.str_at(&["urlPath"]);
    if let Some(own) = context.policy_namespace() {
        stays_in_namespace(url_path, own)?;
    }
    let url = if url_path.is_empty() {
        call.str_at(&["service", "url"])
    } else {
        url_path
    };
    let pairs = |list: Option<&Value>, key: &str, value: &str| -> Vec<(Text, Value)> {
        let items = list.and_then(Value::as_list).into_iter().flatten();
        items
            .map(|item| {
                (
                    Text::new(item.str_at(&[key])),
                    item.get(value).cloned().unwrap_or_default(),
                )
            })
            .collect()
    };
    let headers: Vec<(Text, Text)> = pairs(call.at(&["service", "headers"]), "key", "value")
        .into_iter()
        .map(|(key, value)| (key, value.as_str().map(Text::new).unwrap_or_default()))
        .collect();
    let data = pairs(call.get("data"), "key", "value");
    let body = (!data.is_empty()).then(|| Value::Map(data.into_iter().collect()));
    let question = Question::Http {
        method,
        url,
        headers: &headers,
        body: body.as_ref(),
    };
    let failed = |cause: &str| complaint(format!("failed to fetch data for APICall: {cause}"));
    let answer = match (context.ask(&question), default) {
        (Answer::Is(answer), _) => answer,
        (Answer::Unknown, _) => {
            return context.unanswered(failed(&format!("nobody answers {question}")));
        }
        (Answer::Absent | Answer::Failed(_), Some(default)) => return Ok(Loaded::Merge(default.clone())),
        (Answer::Absent, None) => {
            return Err(failed(&format!(
                "failed to {method} resource with raw url\n: {url}: not found"
            )));
        }
        (Answer::Failed(cause), None) => return Err(failed(&cause)),
    };
    picked(answer.renumber(Numbers::AllFloat), path, context, |cause| {
        format!("failed to store data for APICall: {cause}")
    })
}

/// The path of a call that a namespaced policy makes must lie in its own namespace (§9.7).
fn stays_in_namespace(path: &str, own: &str) -> Result<(), Complaint> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let other = parts
        .find(|part| *part == "namespaces")
        .and_then(|_| parts.next());
    match other {
        Some(other) if other == own => Ok(()),
        Some(other) => Err(complaint(format!(
            "path {path} refers to namespace {other}, which is different from the policy namespace {own}"
        ))),
        None => Err(complaint(format!(
            "path {path} does not contain a namespace segment, which is required for namespaced policies"
        ))),
    }
}

fn global<O: Observer>(
    entry: &str,
    name: &Template,
    path: Option<&Template>,
    context: &mut Context<'_, '_, O>,
) -> Result<Loaded, Complaint> {
    if !context.facts().offers(Source::GlobalContext) {
        return Ok(Loaded::Nothing);
    }
    let name = text(entry, "name", name, context)?;
    let (global, projection) = name.split_once('.').unwrap_or((&name, ""));
    let failed = |cause: &str| {
        complaint(format!(
            "failed to marshal APICall data for context entry {entry}: {cause}"
        ))
    };
    let missing = format!("failed to fetch entry key={global}");
    match context.ask(&Question::GlobalContext {
        entry: global,
        projection,
    }) {
        Answer::Is(data) => picked(data.renumber(Numbers::AllFloat), path, context, |cause| {
            format!("failed to marshal APICall data for context entry {entry}: {cause}")
        }),
        Answer::Absent => Err(failed(&missing)),
        Answer::Failed(cause) => Err(failed(&cause)),
        Answer::Unknown => context.unanswered(failed(&missing)),
    }
}

fn image<O: Observer>(
    entry: &str,
    reference: &Template,
    path: Option<&Template>,
    context: &mut Context<'_, '_, O>,
) -> Result<Loaded, Complaint> {
    if !context.facts().offers(Source::Images) {
        return Ok(Loaded::Nothing);
    }
    let reference = text(entry, "reference", reference, context)?;
    let failed = |cause: &str| {
        complaint(format!(
            "failed to load image data for context entry {entry}: {cause}"
        ))
    };
    match context.ask(&Question::Image {
        reference: &reference,
    }) {
        Answer::Is(data) => picked(data.renumber(Numbers::AllFloat), path, context, |cause| {
            format!("failed to load image data for context entry {entry}: {cause}")
        }),
        Answer::Absent => Err(failed(&format!("no such image: {reference}"))),
        Answer::Failed(cause) => Err(failed(&cause)),
        Answer::Unknown => context.unanswered(failed(&format!("nobody answers for image {reference}"))),
    }
}

/// Applies the path of an entry, if it has one, to what was fetched.
fn picked<O: Observer>(
    data: Value,
    path: Option<&Template>,
    context: &mut Context<'_, '_, O>,
    failed: impl Fn(&str) -> String,
) -> Result<Loaded, Complaint> {
    let Some(path) = path else {
        return Ok(Loaded::Merge(data));
    };
    let path = context.fill(path, |cause| failed(cause))?;
    let query = context
        .compile(path.as_str().unwrap_or_default())
        .map_err(|cause| complaint(failed(&cause)))?;
    let found = query
        .search(&data, context.setting())
        .map_err(|cause| complaint(failed(&cause.to_string())))?;
    Ok(Loaded::Merge(found.into_value()))
}

/// A field of an entry that must be a text once its variables are substituted.
fn text<O: Observer>(
    entry: &str,
    field: &str,
    template: &Template,
    context: &mut Context<'_, '_, O>,
) -> Result<Text, Complaint> {
    let value = context.fill(template, |cause| {
        format!(
            "failed to substitute variables in context entry {entry} {}: {cause}",
            print::go_text(template.written())
        )
    })?;
    match value {
        Value::String(text) => Ok(text),
        other => Err(complaint(format!(
            "failed to load context entry {entry}: {field} must be a string, found {}",
            other.kind().with_article()
        ))),
    }
}
