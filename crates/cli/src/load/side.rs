//! Files beside policies and resources: values, user information, exceptions.

use sekisho_diagnostics::{Diagnosed, Diagnostic, Severity, Source};
use sekisho_document::{Numbers, Tree, yaml};
use sekisho_kubernetes::User;
use sekisho_parser::cli_kinds::{Decoded, UserInfo, Values, decode_user_info, decode_values};

use super::Reader;
use super::files::Input;

/// What a file holds, or why it cannot be used: Kyverno's text, where it stops too.
#[derive(Debug)]
pub struct Side<T> {
    pub content: Option<T>,
    pub refusal: Option<String>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A Values file.
pub fn values(reader: &mut Reader, input: &Input) -> Side<Values> {
    side(reader, input, decode_values)
}

/// A UserInfo file.
pub fn user(reader: &mut Reader, input: &Input) -> Side<UserInfo> {
    side(reader, input, decode_user_info)
}

/// The user of requests.
#[must_use]
pub fn user_of(info: &UserInfo) -> User {
    sekisho_chain::Given::user_of(info)
}

pub(crate) fn side<T>(
    reader: &mut Reader,
    input: &Input,
    decode: fn(Tree) -> Diagnosed<Decoded<T>>,
) -> Side<T> {
    let tree = reader
        .source(input)
        .and_then(|source| first_tree(&source, reader));
    match tree {
        Ok(tree) => {
            let mut read = decode(tree.output);
            let mut diagnostics = tree.diagnostics;
            diagnostics.append(&mut read.diagnostics);
            let error = diagnostics
                .iter()
                .find(|diagnostic| diagnostic.severity == Severity::Error);
            let refusal = match (&read.output.content, read.output.refusal) {
                (_, Some(refusal)) => Some(refusal),
                (None, None) => Some(error.map_or_else(
                    || format!("`{}` cannot be used", input.name()),
                    |error| error.message.clone(),
                )),
                (Some(_), None) => None,
            };
            Side {
                content: read.output.content,
                refusal,
                diagnostics,
            }
        }
        Err(diagnostic) => Side {
            content: None,
            refusal: Some(diagnostic.message.clone()),
            diagnostics: vec![*diagnostic],
        },
    }
}

/// The first document that is not blank.
fn first_tree(source: &Source, reader: &Reader) -> Result<Diagnosed<Tree>, Box<Diagnostic>> {
    for document in yaml::documents(&source.text) {
        let document = document.map_err(|error| Box::new(error.diagnostic(source.id)))?;
        if document.is_blank() {
            continue;
        }
        return yaml::read_tree(source, document.range(), &reader.limits, Numbers::AsWritten)
            .map_err(|error| Box::new(error.diagnostic(source.id)));
    }
    let message = format!("`{}` holds no document", source.name);
    Err(Box::new(Diagnostic::error("unreadable-file", message)))
}
