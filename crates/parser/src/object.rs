//! From a document to a policy: which kind it is, and whether it has the kind's shape.

use std::sync::Arc;

use sekisho_diagnostics::{Diagnosed, Diagnostic};
use sekisho_document::{Cursor, Text, Tree, Value};
use sekisho_kubernetes::Gvk;

use crate::admission::{
    AdmissionBinding, AdmissionPolicy, CelException, MutatingAdmissionPolicy, MutatingPolicy,
    ValidatingPolicy,
};
use crate::classic::ClassicPolicy;
use crate::cleanup::Cleanup;
use crate::codes;
use crate::exception::Exception;
use crate::fields::{KindShape, shape_of};
use crate::global_entry::GlobalEntry;
use crate::kinds::{Kinship, kinship};
use crate::old;
use crate::parsed::{CliFate, Content, Parsed};
use crate::policy::{Definition, Later, Located, Meta, Policy};
use crate::strict::{Findings, Manner, read_object};

/// Reads one document that is already a tree; a `List` is not expanded here.
#[must_use]
pub fn read_document(tree: Tree) -> Diagnosed<Parsed> {
    let span = tree.places.node;
    let says_kind = !tree.value.str_at(&["kind"]).is_empty();
    if !says_kind {
        let text = "Object 'Kind' is missing".to_owned();
        let parsed = Parsed {
            content: Content::NotAnObject,
            fate: CliFate::Skipped { text },
            span,
        };
        return Diagnosed {
            output: parsed,
            diagnostics: Vec::new(),
        };
    }
    let gvk = Gvk::of(&tree.value);
    let (content, fate, diagnostics) = match shape_of(&gvk) {
        Some(shape) if !is_cli_kind(&gvk) => known(tree, gvk, shape),
        Some(_) | None => unknown(tree, gvk),
    };
    Diagnosed {
        output: Parsed { content, fate, span },
        diagnostics,
    }
}

/// Reads one item of a `List`, which Kyverno's command line takes without comparing it with a schema.
#[must_use]
pub(crate) fn read_item(tree: Tree) -> Diagnosed<Parsed> {
    let mut read = read_document(tree);
    let fate = match &read.output.content {
        Content::Policy(_) | Content::Refused(_) | Content::Other(_) => match &read.output.fate {
            CliFate::FileFatal { text } if text.starts_with(NOT_SUPPORTED) => {
                CliFate::Skipped { text: text.clone() }
            }
            CliFate::Skipped { .. } if is_unknown(&read.output.content) => read.output.fate.clone(),
            CliFate::FileFatal { .. }
            | CliFate::Skipped { .. }
            | CliFate::Loaded
            | CliFate::Invalid { .. } => CliFate::Loaded,
        },
        Content::NotAnObject | Content::Unreadable => read.output.fate.clone(),
    };
    read.output.fate = fate;
    read
}

/// A kind that the command line would not know in a `List` either.
fn is_unknown(content: &Content) -> bool {
    match content {
        Content::Policy(Policy::Later(later)) => later.meta.gvk.group == "policy.sigstore.dev",
        Content::Refused(meta) => shape_of(&meta.gvk).is_none(),
        Content::Other(_) => true,
        Content::Policy(_) | Content::NotAnObject | Content::Unreadable => false,
    }
}

fn is_cli_kind(gvk: &Gvk) -> bool {
    gvk.group == "cli.kyverno.io"
}

type Read = (Content, CliFate, Vec<Diagnostic>);

/// A kind with a table.
fn known(mut tree: Tree, gvk: Gvk, shape: &'static KindShape) -> Read {
    let findings = read_object(&mut tree, shape.shape, Manner::Schema);
    let mut diagnostics = codes::name_faults(tree.cursor());
    let fate = fate(&gvk, &findings, &diagnostics);
    let refused = !findings.diagnostics.is_empty() || !diagnostics.is_empty();
    diagnostics.splice(0..0, findings.diagnostics);
    let meta = meta(gvk, tree);
    if refused {
        return (Content::Refused(meta), fate, diagnostics);
    }
    let policy = policy(meta);
    match &policy {
        Policy::Classic(classic) => diagnostics.extend(old::warnings(classic)),
        other if other.comes_later() => diagnostics.push(codes::not_evaluated_yet(other.meta())),
        _ => {}
    }
    (Content::Policy(policy), fate, diagnostics)
}

fn fate(gvk: &Gvk, findings: &Findings, names: &[Diagnostic]) -> CliFate {
    if let Some(field) = findings.unknown.first() {
        return CliFate::FileFatal {
            text: format!("strict decoding error: unknown field {field:?}"),
        };
    }
    let invalid = findings.invalid.first().cloned();
    if let Some(text) = invalid.or_else(|| names.first().map(|name| name.message.clone())) {
        let name = format!("{}.{} is invalid: {text}", gvk.kind, gvk.group);
        return CliFate::Skipped { text: name };
    }
    match kinship(gvk) {
        Kinship::Loaded => CliFate::Loaded,
        Kinship::Unsupported | Kinship::Native => CliFate::FileFatal {
            text: not_supported(gvk),
        },
        Kinship::Unknown => CliFate::Skipped { text: no_schema(gvk) },
    }
}

const NOT_SUPPORTED: &str = "policy type not supported";

fn not_supported(gvk: &Gvk) -> String {
    format!("{NOT_SUPPORTED} {gvk}")
}

fn no_schema(gvk: &Gvk) -> String {
    format!(
        "failed to retrieve validator: failed to locate OpenAPI spec for GV: {}",
        gvk.api_version()
    )
}

fn policy(meta: Meta) -> Policy {
    match (meta.gvk.group.as_str(), meta.gvk.kind.as_str()) {
        ("kyverno.io", "ClusterPolicy" | "Policy") => Policy::Classic(ClassicPolicy { meta }),
        ("kyverno.io", "PolicyException") => Policy::Exception(Exception { meta }),
        ("kyverno.io", "CleanupPolicy" | "ClusterCleanupPolicy") => Policy::Cleanup(Cleanup { meta }),
        ("kyverno.io", "GlobalContextEntry") => Policy::GlobalEntry(GlobalEntry { meta }),
        ("policies.kyverno.io", "ValidatingPolicy" | "NamespacedValidatingPolicy") => {
            Policy::Validating(ValidatingPolicy { meta })
        }
        ("policies.kyverno.io", "MutatingPolicy" | "NamespacedMutatingPolicy") => {
            Policy::Mutating(MutatingPolicy { meta })
        }
        ("policies.kyverno.io", "PolicyException") => Policy::CelException(CelException { meta }),
        ("admissionregistration.k8s.io", "ValidatingAdmissionPolicy") => {
            Policy::Admission(AdmissionPolicy { meta })
        }
        ("admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding") => {
            Policy::AdmissionBinding(AdmissionBinding { meta })
        }
        ("admissionregistration.k8s.io", "MutatingAdmissionPolicy") => {
            Policy::MutatingAdmission(MutatingAdmissionPolicy { meta })
        }
        ("admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding") => {
            Policy::MutatingAdmissionBinding(AdmissionBinding { meta })
        }
        ("apiextensions.k8s.io", _) => Policy::Definition(Definition { meta }),
        _ => Policy::Later(Later { meta }),
    }
}

/// A kind without a table: native policies, definitions, anything else.
fn unknown(tree: Tree, gvk: Gvk) -> Read {
    let fate = match kinship(&gvk) {
        Kinship::Loaded => CliFate::Loaded,
        Kinship::Unsupported | Kinship::Native => CliFate::FileFatal {
            text: not_supported(&gvk),
        },
        Kinship::Unknown => CliFate::Skipped {
            text: no_schema(&gvk),
        },
    };
    let meta = meta(gvk, tree);
    let gvk = &meta.gvk;
    if gvk.group == "apiextensions.k8s.io" && gvk.kind == "CustomResourceDefinition" {
        return (
            Content::Policy(Policy::Definition(Definition { meta })),
            fate,
            Vec::new(),
        );
    }
    if crate::kinds::comes_later(gvk) {
        let diagnostic = codes::not_evaluated_yet(&meta);
        return (
            Content::Policy(Policy::Later(Later { meta })),
            fate,
            vec![diagnostic],
        );
    }
    match codes::unknown_kind(&meta) {
        Some(diagnostic) => (Content::Refused(meta), fate, vec![diagnostic]),
        None => {
            let diagnostic = codes::not_a_policy(&meta);
            (Content::Other(meta), fate, vec![diagnostic])
        }
    }
}

fn meta(gvk: Gvk, tree: Tree) -> Meta {
    let root = tree.cursor();
    let text = |key: &str| {
        root.at(&["metadata", key])
            .filter(|cursor| cursor.value.as_str().is_some())
    };
    let name = match text("name") {
        Some(name) => Located {
            value: text_of(name),
            span: name.span(),
        },
        None => Located {
            value: Text::default(),
            span: root.span(),
        },
    };
    let value = |key: &str| -> Value {
        root.at(&["metadata", key])
            .map(|cursor| cursor.value.clone())
            .unwrap_or_default()
    };
    Meta {
        gvk,
        namespace: text("namespace").map(text_of).unwrap_or_default(),
        name,
        labels: value("labels"),
        annotations: value("annotations"),
        tree: Arc::new(tree),
    }
}

fn text_of(cursor: Cursor<'_>) -> Text {
    Text::new(cursor.value.as_str().unwrap_or_default())
}
