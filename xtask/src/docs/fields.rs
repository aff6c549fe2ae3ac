//! The page of kinds and their fields.

use std::fmt::Write;

use sekisho_parser::fields::{Demand, Field, KINDS, KindShape, Preset, Scope, Shape, Type};

use super::{cell, code};

const HEAD: &str = "\
# Kinds and fields

Written from the tables by `cargo xtask docs`. `sekisho explain FIELD` says the same. Every kind has `apiVersion`, `kind`
and `metadata` besides. A map that stands in several places is shown in the first.
";

pub(super) fn page() -> anyhow::Result<String> {
    let mut text = HEAD.to_owned();
    let mut maps = Maps::default();
    for kind in KINDS {
        let new = maps.name(kind.shape, &heading(kind));
        let _ = write!(text, "\n## {}\n\n{}\n", heading(kind), about(kind));
        if new == heading(kind) {
            table(&mut text, kind.shape, &new, &mut maps);
        } else {
            let _ = write!(text, "\nThe fields are those of {}.\n", link(&new));
        }
        while let Some((name, shape)) = maps.next() {
            let _ = write!(text, "\n### {name}\n");
            table(&mut text, shape, &name, &mut maps);
        }
    }
    Ok(text)
}

/// The maps that were named, in the order in which they are shown.
#[derive(Default)]
struct Maps {
    named: Vec<(String, &'static Shape)>,
    shown: usize,
}

impl Maps {
    /// The name of a map: the place it was met in first.
    fn name(&mut self, shape: &'static Shape, place: &str) -> String {
        if let Some((name, _)) = self.named.iter().find(|(_, known)| std::ptr::eq(*known, shape)) {
            return name.clone();
        }
        self.named.push((place.to_owned(), shape));
        place.to_owned()
    }

    /// The next map without a table of its own; kinds have theirs already.
    fn next(&mut self) -> Option<(String, &'static Shape)> {
        loop {
            let (name, shape) = self.named.get(self.shown)?;
            self.shown += 1;
            if name.contains('.') {
                return Some((name.clone(), shape));
            }
        }
    }
}

fn heading(kind: &KindShape) -> String {
    format!("{} {}", kind.kind, kind.versions.join(" "))
}

fn about(kind: &KindShape) -> String {
    let scope = match kind.scope {
        Scope::Cluster => "cluster-wide",
        Scope::Namespaced => "namespaced",
    };
    format!("`{}`, {scope}: {}.", kind.group, kind.summary)
}

fn table(text: &mut String, shape: &'static Shape, name: &str, maps: &mut Maps) {
    text.push_str("\n| Field | Type | |\n|---|---|---|\n");
    for field in shape.fields {
        let of = of_type(field.of, &format!("{}.{}", place(name), field.name), maps);
        let _ = writeln!(text, "| {} | {of} | {} |", code(field.name), cell(&remark(field)));
    }
    for demand in shape.demands {
        let (names, rule) = match demand {
            Demand::ExactlyOne(names) => (names, "Exactly one of"),
            Demand::NotTogether(names) => (names, "Not together:"),
        };
        let names: Vec<String> = names.iter().map(|name| code(name)).collect();
        let _ = write!(text, "\n{rule} {}.\n", names.join(", "));
    }
}

/// The versions are no part of a place.
fn place(name: &str) -> &str {
    name.split(' ').next().unwrap_or(name)
}

fn of_type(of: Type, place: &str, maps: &mut Maps) -> String {
    match of {
        Type::Any => "anything".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Integer => "whole number".to_owned(),
        Type::AtLeast(least) => format!("whole number, at least {least}"),
        Type::Text => "text".to_owned(),
        Type::Sized { min, max } => format!("text of {min} to {max} characters"),
        Type::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| code(word)).collect();
            words.join(", ")
        }
        Type::List(item) => format!("list of {}", of_type(*item, place, maps)),
        Type::Filled(item) => format!("list, not empty, of {}", of_type(*item, place, maps)),
        Type::Entries(item) => format!("map of {}", of_type(*item, place, maps)),
        Type::Map(shape) => link(&maps.name(shape, place)),
    }
}

fn link(name: &str) -> String {
    let anchor: String = name
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '.' => None,
            _ => Some(c),
        })
        .collect();
    format!("[{name}](#{anchor})")
}

fn remark(field: &Field) -> String {
    let mut text = String::new();
    if field.required {
        text.push_str("required; ");
    }
    text.push_str(field.summary);
    match field.preset {
        None => {}
        Some(Preset::Boolean(value)) => text.push_str(&format!("; default `{value}`")),
        Some(Preset::Integer(value)) => text.push_str(&format!("; default `{value}`")),
        Some(Preset::Text(value)) => text.push_str(&format!("; default `{value}`")),
        Some(Preset::EmptyMap) => text.push_str("; default `{}`"),
    }
    text
}
