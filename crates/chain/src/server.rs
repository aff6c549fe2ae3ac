//! The API server as it takes in the policies that it asks itself: what it does not accept (admission
//! reference §2.1, §3.1), and which expressions it warns about (§3.11).

use std::sync::Arc;

use sekisho_admission::kyverno::expression_place;
use sekisho_admission::{status, vap};
use sekisho_cel::Release;
use sekisho_diagnostics::{Diagnostic, Severity, Span, nearest};
use sekisho_document::{Cursor, Text, Value};
use sekisho_evaluator::PolicyName;
use sekisho_kubernetes::cel::{TypeCheck, TypeWarning};
use sekisho_kubernetes::validation::{FieldError, FieldFault};
use sekisho_kubernetes::{Gvk, Kinds, Schema, Version};
use sekisho_parser::Meta;

use crate::chain::Refused;

/// What a server needs to look at policies.
pub(crate) struct Server {
    schema: Arc<Schema>,
    /// What new expressions may mention: that which the minor version before knows.
    environments: vap::Environments,
}

impl Server {
    pub(crate) fn new(kubernetes: Version, schema: Arc<Schema>) -> Server {
        let before = Release(kubernetes.minor.saturating_sub(1));
        Server {
            schema,
            environments: vap::Environments::new(before),
        }
    }

    /// The faults of a ValidatingAdmissionPolicy.
    pub(crate) fn policy_faults(&self, meta: &Meta) -> Vec<FieldError> {
        vap::policy_faults(&self.received(meta), &self.environments)
    }

    /// The faults of a ValidatingAdmissionPolicyBinding.
    pub(crate) fn binding_faults(&self, meta: &Meta) -> Vec<FieldError> {
        vap::binding_faults(&self.received(meta))
    }

    /// The object with its defaults.
    fn received(&self, meta: &Meta) -> Value {
        let object = &meta.tree.value;
        let kind = match self.schema.find_id(&meta.gvk) {
            Some(_) => &meta.gvk,
            // Older versions are read as the one that is served.
            None => &Gvk::new("admissionregistration.k8s.io", "v1", &meta.gvk.kind),
        };
        self.schema.default(object, kind)
    }

    /// Expressions that do not fit the kinds a policy is for, at the characters that do not.
    pub(crate) fn type_warnings(&self, meta: &Meta, kinds: &Kinds) -> Vec<Diagnostic> {
        let check = TypeCheck::of_policy(&meta.tree.value, kinds);
        let warnings = check.warnings(&self.schema);
        warnings
            .iter()
            .flat_map(|warning| unfit(meta.root(), warning))
            .collect()
    }
}

/// What is left of a document with faults, and what is said of it. `said` is known already: expressions that
/// do not compile are shown there at their characters.
pub(crate) fn refusal(
    meta: &Meta,
    faults: &[FieldError],
    mut said: Vec<Diagnostic>,
) -> (Refused, Vec<Diagnostic>) {
    let is_binding = meta.gvk.kind.ends_with("Binding");
    for diagnostic in &mut said {
        diagnostic.severity = Severity::Error;
    }
    let shown: Vec<Span> = said.iter().filter_map(|diagnostic| diagnostic.primary).collect();
    for fault in faults {
        let at = place(meta, &fault.field);
        let is_shown = |span: &Span| {
            matches!(fault.fault, FieldFault::Invalid(_))
                && span.source == at.source
                && (at.start..=at.end).contains(&span.start)
        };
        if shown.iter().any(is_shown) {
            continue;
        }
        let code = match is_binding {
            true => "refused-binding",
            false => "refused-policy",
        };
        let what = if is_binding { "binding" } else { "policy" };
        let message = format!(
            "{what} `{}` is refused: {}",
            meta.key(),
            one_line(&fault.to_string())
        );
        let diagnostic = Diagnostic::error(code, message).at(at);
        said.push(match advice(fault) {
            Some(advice) => diagnostic.help(advice),
            None => diagnostic,
        });
    }
    let refused = Refused {
        policy: Arc::new(PolicyName {
            kind: meta.gvk.kind.clone(),
            namespace: Text::default(),
            name: meta.name.value.clone(),
            annotations: meta.annotations.clone(),
        }),
        text: status::invalid(&meta.gvk, &meta.name.value, faults).message,
        rules: Vec::new(),
    };
    if let Some(first) = said.first_mut() {
        first.causes.push(refused.consequence());
    }
    (refused, said)
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

fn advice(fault: &FieldError) -> Option<String> {
    match &fault.fault {
        FieldFault::Required => Some(format!("set `{}`", fault.field)),
        FieldFault::NotSupported { value, known } => {
            let known = known.iter().map(String::as_str);
            let near = nearest(value.as_str().unwrap_or_default(), known.clone());
            Some(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("use one of `{}`", known.collect::<Vec<_>>().join("`, `")),
            })
        }
        FieldFault::Duplicate(_) => Some("remove one of the two".to_owned()),
        FieldFault::Forbidden | FieldFault::Invalid(_) | FieldFault::TooMany { .. } => None,
    }
}

/// Where the field of a fault stands, or the nearest thing around it that is written.
pub(crate) fn place(meta: &Meta, field: &str) -> Span {
    let mut at = meta.root();
    let mut is_root = true;
    for step in steps(field) {
        let next = match step {
            Step::Key(key) => at.get(key),
            Step::Item(position) => at.item(position),
        };
        match next {
            Some(next) => at = next,
            None if is_root => return meta.name.span,
            None => return at.key_span(),
        }
        is_root = false;
    }
    match at.value {
        // The whole of it is too much to point at.
        Value::Map(_) | Value::List(_) => at.key_span(),
        _ => at.span(),
    }
}

enum Step<'f> {
    Key(&'f str),
    Item(usize),
}

/// The steps of a path as Kubernetes writes it: `spec.validations[0].expression`.
fn steps(field: &str) -> impl Iterator<Item = Step<'_>> {
    field.split('.').flat_map(|part| {
        let (key, items) = part.split_at(part.find('[').unwrap_or(part.len()));
        let items = items.split(['[', ']']).filter_map(|item| item.parse().ok());
        std::iter::once(Step::Key(key)).chain(items.map(Step::Item))
    })
}

fn cursor<'t>(root: Cursor<'t>, field: &str) -> Option<Cursor<'t>> {
    steps(field).try_fold(root, |at, step| match step {
        Step::Key(key) => at.get(key),
        Step::Item(position) => at.item(position),
    })
}

/// One diagnostic for each character and message, with all kinds that it is about.
fn unfit(root: Cursor<'_>, warning: &TypeWarning) -> Vec<Diagnostic> {
    let Some(at) = cursor(root, &warning.field_ref) else {
        return Vec::new();
    };
    let mut found: Vec<(Span, String, Vec<String>)> = Vec::new();
    for (kind, error) in &warning.faults {
        for issue in &error.issues {
            let span = expression_place(at, error, issue);
            let message = one_line(&issue.message);
            let kind = format!("`{} {}`", kind.api_version(), kind.kind);
            match found
                .iter_mut()
                .find(|(place, text, _)| *place == span && *text == message)
            {
                Some((_, _, kinds)) => kinds.push(kind),
                None => found.push((span, message, vec![kind])),
            }
        }
    }
    let diagnostics = found.into_iter().map(|(span, message, kinds)| {
        let message = format!(
            "`{}` does not fit {}: {message}",
            warning.field_ref,
            kinds.join(", ")
        );
        Diagnostic::warning("unfit-expression", message)
            .at(span)
            .help("mention fields of the kind as it is served, or limit the policy to kinds that have them")
    });
    diagnostics.collect()
}
