//! What became of one document of a policy file.

use sekisho_diagnostics::Span;

use crate::policy::{Meta, Policy};

/// One document, or one item of a `List`.
#[derive(Debug, Clone)]
pub struct Parsed {
    pub content: Content,
    /// What Kyverno's command line makes of it, from the same findings.
    pub fate: CliFate,
    /// The whole document.
    pub span: Span,
}

/// What the document is.
#[derive(Debug, Clone)]
pub enum Content {
    Policy(Policy),
    /// A known kind with faults in its shape. The diagnostics say which; it is left out.
    Refused(Meta),
    /// An object of a kind that is no policy (`not-a-policy`).
    Other(Meta),
    /// YAML that is no Kubernetes object: no `kind`.
    NotAnObject,
    /// Text that is no YAML.
    Unreadable,
}

/// What Kyverno's command line does with a document (command line reference A3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CliFate {
    Loaded,
    /// The document is skipped; the others of the file are loaded.
    Skipped {
        text: String,
    },
    /// Nothing of the file is loaded: `test` stops, `apply` goes on without it.
    FileFatal {
        text: String,
    },
    /// Loaded and refused by the policy validator: left out and shown as an invalid policy. Only
    /// `checks::Checked::fate` says so, reading alone never does.
    Invalid {
        text: String,
    },
}

impl Parsed {
    /// The policy, if it is one that can be used.
    #[must_use]
    pub fn policy(&self) -> Option<&Policy> {
        match &self.content {
            Content::Policy(policy) => Some(policy),
            Content::Refused(_) | Content::Other(_) | Content::NotAnObject | Content::Unreadable => None,
        }
    }
}
