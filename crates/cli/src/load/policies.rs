//! Policies from files: every document in order, and what Kyverno's command line makes of it.

use sekisho_diagnostics::{Diagnostic, Severity};
use sekisho_document::Text;
use sekisho_kubernetes::Order;
use sekisho_parser::{CliFate, Content, Parsed, Policy};

use super::files::Input;
use super::rest::{behind_root, not_read};
use super::{Reader, empty_file};

/// What the policy files hold.
#[derive(Debug, Default)]
pub struct Policies {
    /// In the order of files and documents.
    pub policies: Vec<Policy>,
    pub files: Vec<String>,
    pub diagnostics: Vec<Diagnostic>,
    /// Files of which Kyverno's command line loads nothing, with its reason.
    pub fatal: Vec<Fatal>,
}

/// A file that Kyverno's command line refuses whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fatal {
    pub file: String,
    pub text: String,
}

impl Policies {
    /// Whether something could not be read as it should.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        self.diagnostics.iter().any(is_error)
    }
}

/// Reads policies. One bad document or file never stops the others; where Kyverno's command line drops
/// more than that document, so does this when its order is followed, and says so.
pub fn read(reader: &mut Reader, inputs: &[Input], order: Order) -> Policies {
    let mut all = Policies::default();
    for input in inputs {
        let source = match reader.source(input) {
            Ok(source) => source,
            Err(diagnostic) => {
                all.diagnostics.push(*diagnostic);
                continue;
            }
        };
        all.files.push(input.name());
        let before = all.policies.len();
        for document in sekisho_document::yaml::documents(&source.text).flatten() {
            if let Some(at) = behind_root(document.text) {
                all.diagnostics.push(not_read(source.id, &document.range(), at));
            }
        }
        let mut fatal = None;
        for document in sekisho_parser::documents(&source, &reader.limits) {
            let mut said = document.diagnostics;
            let parsed = document.output;
            if order == Order::KyvernoCli {
                said.extend(not_loaded(&parsed, &said));
                if let CliFate::FileFatal { text } = &parsed.fate {
                    fatal.get_or_insert_with(|| text.clone());
                }
            }
            let is_kept = order == Order::ApiServer || parsed.fate == CliFate::Loaded;
            name_lost_rules(&parsed.content, is_kept, &mut said);
            all.diagnostics.append(&mut said);
            if let (Content::Policy(policy), true) = (parsed.content, is_kept) {
                all.policies.push(policy);
            }
        }
        if let Some(text) = fatal {
            all.policies.truncate(before);
            all.fatal.push(Fatal {
                file: input.name(),
                text,
            });
        }
    }
    all
}

/// Reads files of exceptions. Any other kind in them is an error, and for Kyverno's command line the end.
pub fn read_exceptions(reader: &mut Reader, inputs: &[Input]) -> Policies {
    // Exceptions are read in every version, also in those that policy files may not hold.
    let mut read = Policies::default();
    for input in inputs {
        let mut of_file = self::read(reader, std::slice::from_ref(input), Order::ApiServer);
        if of_file.policies.is_empty() && of_file.diagnostics.is_empty() {
            of_file.diagnostics.push(empty_file(input, "exception"));
        }
        read.policies.append(&mut of_file.policies);
        read.files.append(&mut of_file.files);
        read.diagnostics.append(&mut of_file.diagnostics);
        read.fatal.append(&mut of_file.fatal);
    }
    let (exceptions, others): (Vec<Policy>, Vec<Policy>) = read
        .policies
        .into_iter()
        .partition(|policy| policy.meta().gvk.kind == "PolicyException");
    read.policies = exceptions;
    for policy in &others {
        let meta = policy.meta();
        let message = format!("`{}` is a {}, not an exception", meta.key(), meta.gvk.kind);
        let diagnostic = Diagnostic::error("not-an-exception", message);
        read.diagnostics.push(diagnostic.at(meta.name.span));
    }
    let error = read
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.severity == Severity::Error);
    if let Some(error) = error {
        read.fatal.push(Fatal {
            file: read.files.last().cloned().unwrap_or_default(),
            text: error.message.clone(),
        });
    }
    read
}

/// Names the rules that are left out with a policy, beside the first fault.
fn name_lost_rules(content: &Content, is_kept: bool, said: &mut [Diagnostic]) {
    let meta = match content {
        Content::Refused(meta) => meta,
        Content::Policy(policy) if !is_kept => policy.meta(),
        Content::Policy(_) | Content::Other(_) | Content::NotAnObject | Content::Unreadable => return,
    };
    let rules = meta.root().at(&["spec", "rules"]).into_iter();
    let names: Vec<Text> = rules
        .flat_map(|rules| rules.items())
        .map(|rule| Text::new(rule.value.str_at(&["name"])))
        .collect();
    let is_error = |diagnostic: &&mut Diagnostic| diagnostic.severity == Severity::Error;
    if let (Some(first), false) = (said.iter_mut().find(is_error), names.is_empty()) {
        first.causes.push(sekisho_chain::left_out(&meta.key(), &names));
    }
}

/// Says that a document is left out, where nothing said so far explains it.
fn not_loaded(parsed: &Parsed, said: &[Diagnostic]) -> Option<Diagnostic> {
    let (message, text) = match &parsed.fate {
        CliFate::Loaded => return None,
        CliFate::Skipped { .. } | CliFate::Invalid { .. }
            if said
                .iter()
                .any(|diagnostic| diagnostic.severity == Severity::Error) =>
        {
            return None;
        }
        CliFate::Skipped { text } => ("`kyverno` skips this document", text),
        CliFate::Invalid { text } => ("`kyverno` refuses this policy", text),
        CliFate::FileFatal { text } => ("`kyverno` loads nothing of this file", text),
    };
    let diagnostic = Diagnostic::error("not-loaded-by-kyverno", format!("{message}: {text}"));
    Some(
        diagnostic
            .at(parsed.span)
            .help("judge it with `--semantics cluster`"),
    )
}
