//! One thing said about user text, as data.

use crate::Span;

/// Something said about user text: one code, one severity, one message, at most one primary place.
///
/// `message` starts in lower case, has no full stop, is one line and makes sense alone
/// (`docs/house-style.md` §6).
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Kebab-case name of the fault, never reused: `unknown-function`.
    pub code: &'static str,
    pub severity: Severity,
    pub message: String,
    pub primary: Option<Span>,
    /// Further places, and the text under the primary one (a label with the same span).
    pub labels: Vec<Label>,
    /// What led to it, outermost first; shown as notes.
    pub causes: Vec<String>,
    /// Advice in the imperative.
    pub help: Vec<String>,
    pub fix: Option<Fix>,
}

impl Diagnostic {
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Error, message.into())
    }

    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Warning, message.into())
    }

    #[must_use]
    pub fn note(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Note, message.into())
    }

    fn new(code: &'static str, severity: Severity, message: String) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            message,
            primary: None,
            labels: Vec::new(),
            causes: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// Sets the primary place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Diagnostic {
        self.primary = Some(span);
        self
    }

    /// Sets the primary place when there is one.
    #[must_use]
    pub fn maybe_at(mut self, span: Option<Span>) -> Diagnostic {
        self.primary = span;
        self
    }

    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    #[must_use]
    pub fn cause(mut self, text: impl Into<String>) -> Diagnostic {
        self.causes.push(text.into());
        self
    }

    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(fix);
        self
    }
}

/// How much a diagnostic matters. Ordered: an error is the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// A text at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// A change of the user's text that mends the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    pub title: String,
    pub edits: Vec<Edit>,
    /// Whether the meaning surely stays the one the user wanted.
    pub safe: bool,
}

/// One replacement in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    pub replacement: String,
}

/// What could be made of user text, and everything that was noticed on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosed<T> {
    pub output: T,
    pub diagnostics: Vec<Diagnostic>,
}

/// A fault that is not yet said: it becomes a diagnostic or a verdict where it is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    pub code: &'static str,
    pub message: String,
    pub at: Option<Span>,
}

impl Complaint {
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>) -> Complaint {
        Complaint {
            code,
            message: message.into(),
            at: None,
        }
    }

    #[must_use]
    pub fn at(mut self, span: Span) -> Complaint {
        self.at = Some(span);
        self
    }
}
