//! A source into its documents, one after the other: one bad document never stops the others.

use std::collections::VecDeque;
use std::iter::FusedIterator;

use sekisho_diagnostics::{Diagnosed, Source, Span};
use sekisho_document::yaml::{self, Document, Limits, ReadError};
use sekisho_document::{Numbers, Tree, Value};

use crate::codes;
use crate::object::{read_document, read_item};
use crate::parsed::{CliFate, Content, Parsed};

/// Reads a whole source.
#[must_use]
pub fn parse(source: &Source, limits: &Limits) -> Diagnosed<Vec<Parsed>> {
    let mut output = Vec::new();
    let mut diagnostics = Vec::new();
    for mut document in documents(source, limits) {
        output.push(document.output);
        diagnostics.append(&mut document.diagnostics);
    }
    Diagnosed { output, diagnostics }
}

/// The documents of a source, each read when it is asked for. Items of a `List` come one by one; blank
/// documents do not come.
#[must_use]
pub fn documents<'s>(source: &'s Source, limits: &'s Limits) -> Documents<'s> {
    Documents {
        source,
        limits,
        rest: yaml::documents(&source.text),
        items: VecDeque::new(),
        is_template: false,
    }
}

/// See [`documents`].
#[derive(Debug)]
pub struct Documents<'s> {
    source: &'s Source,
    limits: &'s Limits,
    rest: yaml::Documents<'s>,
    items: VecDeque<Diagnosed<Parsed>>,
    /// It was said that this is an unrendered template; further faults of its YAML are not.
    is_template: bool,
}

impl Iterator for Documents<'_> {
    type Item = Diagnosed<Parsed>;

    fn next(&mut self) -> Option<Diagnosed<Parsed>> {
        loop {
            if let Some(item) = self.items.pop_front() {
                return Some(item);
            }
            match self.rest.next()? {
                Ok(document) if document.is_blank() => {}
                Ok(document) => self.read(document),
                Err(error) => {
                    let text = error.upstream();
                    return Some(self.unreadable(&error, CliFate::FileFatal { text }, None));
                }
            }
        }
    }
}

impl FusedIterator for Documents<'_> {}

impl Documents<'_> {
    fn read(&mut self, document: Document<'_>) {
        let read = yaml::read_tree(self.source, document.range(), self.limits, Numbers::AsWritten);
        let tree = match read {
            Ok(tree) => tree,
            Err(error) => {
                let text = error.upstream();
                let item = self.unreadable(&error, CliFate::Skipped { text }, Some(document));
                return self.items.push_back(item);
            }
        };
        if tree.output.value.is_null() {
            return;
        }
        match is_list(&tree.output) {
            true => self.expand(tree),
            false => self.items.push_back(one(tree)),
        }
    }

    fn expand(&mut self, tree: Diagnosed<Tree>) {
        let mut repeated = tree.diagnostics;
        let items = tree.output.cursor().get("items");
        for item in items.into_iter().flat_map(|items| items.items()) {
            let tree = Tree {
                value: item.value.clone(),
                places: item.places.clone(),
            };
            let mut read = read_item(tree);
            // Keys that are set twice are found in the whole document; the first item carries them.
            read.diagnostics.splice(0..0, std::mem::take(&mut repeated));
            self.items.push_back(read);
        }
    }

    fn unreadable(
        &mut self,
        error: &ReadError,
        fate: CliFate,
        document: Option<Document<'_>>,
    ) -> Diagnosed<Parsed> {
        let source = self.source.id;
        let byte = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let range = document.map_or_else(|| error.at.clone(), |document| document.range());
        let span = Span::new(source, byte(range.start), byte(range.end));
        let template =
            document.and_then(|document| template_action(document.text).map(|at| at + document.start));
        let diagnostics = match template {
            Some(_) if self.is_template => Vec::new(),
            Some(at) => {
                self.is_template = true;
                vec![codes::helm_template(Span::new(source, byte(at), byte(at + 2)))]
            }
            None => vec![error.diagnostic(source)],
        };
        Diagnosed {
            output: Parsed {
                content: Content::Unreadable,
                fate,
                span,
            },
            diagnostics,
        }
    }
}

fn is_list(tree: &Tree) -> bool {
    let value = &tree.value;
    // Null is how Go writes a list of nothing.
    let has_items = matches!(value.get("items"), Some(Value::List(_) | Value::Null));
    value.str_at(&["kind"]) == "List" && value.str_at(&["apiVersion"]) == "v1" && has_items
}

fn one(tree: Diagnosed<Tree>) -> Diagnosed<Parsed> {
    let mut read = read_document(tree.output);
    if let (Some(first), CliFate::Loaded) = (tree.diagnostics.first(), &read.output.fate) {
        read.output.fate = CliFate::Skipped {
            text: first.message.clone(),
        };
    }
    read.diagnostics.splice(0..0, tree.diagnostics);
    read
}

/// Where a text has something that only a Helm template has: `{{-`, `{{ .Values`, `{{ if`.
fn template_action(text: &str) -> Option<usize> {
    const WORDS: [&str; 11] = [
        "if ",
        "else",
        "end",
        "range ",
        "with ",
        "include ",
        "template ",
        "define ",
        "tpl ",
        "toYaml ",
        "printf ",
    ];
    let mut from = 0;
    while let Some(found) = text.get(from..)?.find("{{") {
        let at = from + found;
        let rest = text.get(at + 2..)?;
        let inner = rest.strip_prefix('-').unwrap_or(rest).trim_start();
        let is_field = |mark: char| {
            let name = inner.strip_prefix(mark).unwrap_or_default();
            name.starts_with(|first: char| first.is_ascii_alphabetic())
        };
        if is_field('.')
            || is_field('$')
            || inner.starts_with("/*")
            || WORDS.iter().any(|word| inner.starts_with(word))
        {
            return Some(at);
        }
        from = at + 2;
    }
    None
}
