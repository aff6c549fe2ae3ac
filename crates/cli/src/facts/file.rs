//! Facts files: objects of the cluster as `kubectl get -o yaml` prints them, and documents of kind
//! `Facts` with the rest.
//!
//! ```yaml
//! apiVersion: sekisho.dev/v1alpha1
//! kind: Facts
//! now: "2026-01-01T00:00:00Z"
//! responses:
//! - {method: GET, url: "https://example.com/teams", status: 200, body: {teams: [a, b]}}
//! globalContext: {quotas: [1, 2]}
//! images: {"nginx:1.27": {digest: "sha256:…"}}
//! ```

use sekisho_diagnostics::{Diagnostic, Span};
use sekisho_document::{Cursor, Numbers, Text, Value, yaml};
use sekisho_kubernetes::resource;
use sekisho_kubernetes::time::{RFC3339, Time};

use super::{Global, Response, World};
use crate::load::files::Input;
use crate::load::{Reader, empty_file};

/// Reads a facts file into a world. What is wrong in it is said; the rest counts.
pub fn read(reader: &mut Reader, input: &Input, world: &mut World) -> Vec<Diagnostic> {
    let source = match reader.source(input) {
        Ok(source) => source,
        Err(diagnostic) => return vec![*diagnostic],
    };
    let mut said = Vec::new();
    let mut is_empty = true;
    for document in yaml::documents(&source.text) {
        let tree = document.and_then(|document| {
            yaml::read_tree(&source, document.range(), &reader.limits, Numbers::AsWritten)
        });
        let mut tree = match tree {
            Ok(tree) => tree,
            Err(error) => {
                said.push(error.diagnostic(source.id));
                continue;
            }
        };
        said.append(&mut tree.diagnostics);
        let root = tree.output.cursor();
        let is_facts = root.value.str_at(&["kind"]) == "Facts"
            && root.value.str_at(&["apiVersion"]).starts_with("sekisho.dev/");
        match (root.value, is_facts) {
            (Value::Null, _) => {}
            (_, true) => facts(root, world, &mut said),
            (value, false) => objects(value, root.span(), world, reader, &mut said),
        }
        is_empty &= root.value.is_null();
    }
    if is_empty && said.is_empty() {
        said.push(empty_file(input, "object and no `Facts`"));
    }
    said
}

fn objects(value: &Value, at: Span, world: &mut World, reader: &Reader, said: &mut Vec<Diagnostic>) {
    for item in resource::expand(value) {
        if item.object.str_at(&["kind"]).is_empty() {
            let message =
                "a facts file holds Kubernetes objects and documents of kind `Facts`; this has no `kind`";
            said.push(Diagnostic::error("not-an-object", message).at(at));
            continue;
        }
        world.add(item.object, &reader.limits);
    }
}

fn facts(root: Cursor<'_>, world: &mut World, said: &mut Vec<Diagnostic>) {
    for (key, at) in root.entries() {
        match key {
            "apiVersion" | "kind" | "metadata" => {}
            "now" => match at.value.as_str().map(|text| (text, Time::parse(RFC3339, text))) {
                Some((text, Ok(_))) => world.now = Text::new(text),
                _ => said.push(wrong(
                    at,
                    "`now` is expected to be a time like `2026-01-01T00:00:00Z`",
                )),
            },
            "responses" => at.items().for_each(|item| match response(item) {
                Some(response) => world.responses.push(response),
                None => said.push(wrong(item, "a response is expected to have `url` and `body`")),
            }),
            "globalContext" => {
                for (name, data) in at.entries() {
                    let global = Global {
                        data: Ok(data.value.clone()),
                        projections: data
                            .entries()
                            .map(|(key, value)| (Text::new(key), Ok(value.value.clone())))
                            .collect(),
                    };
                    world.globals.insert(Text::new(name), global);
                }
            }
            "images" => {
                for (reference, data) in at.entries() {
                    world.images.insert(Text::new(reference), data.value.clone());
                }
            }
            other => {
                let message = format!("`Facts` has no field `{other}`");
                let diagnostic = Diagnostic::error("unknown-field", message).at(at.key_span());
                let fields = ["globalContext", "images", "now", "responses"];
                said.push(match sekisho_diagnostics::nearest(other, fields) {
                    Some(field) => diagnostic.help(format!("did you mean `{field}`?")),
                    None => diagnostic,
                });
            }
        }
    }
}

fn wrong(at: Cursor<'_>, message: &str) -> Diagnostic {
    Diagnostic::error("wrong-type", message).at(at.span())
}

fn response(item: Cursor<'_>) -> Option<Response> {
    let value = item.value;
    let address = value.get("url")?.as_str()?;
    Some(Response {
        method: Text::new(value.str_at(&["method"])),
        address: Text::new(address),
        status: value.get("status").and_then(Value::as_i64).unwrap_or(200),
        body: value.get("body")?.clone(),
    })
}
