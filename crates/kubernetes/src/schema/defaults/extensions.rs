//! Defaults of custom resource definitions and of API services.

use sekisho_document::{Map, Text, Value};

use super::{Given, Rule, edit, edit_or_make, fill, text};

pub(super) const RULES: &[Rule] = &[
    Rule {
        of: ("apiextensions/v1", "CustomResourceDefinitionSpec"),
        more: Some(definition),
        ..Rule::USUAL
    },
    Rule {
        of: ("apiextensions/v1", "ServiceReference"),
        set: &[("port", Given::Int(443))],
        ..Rule::USUAL
    },
    Rule {
        of: ("apiregistration/v1", "ServiceReference"),
        set: &[("port", Given::Int(443))],
        ..Rule::USUAL
    },
];

fn definition(spec: &mut Map) {
    edit(spec, "names", |names| {
        let kind = Text::new(text(names, "kind"));
        if kind.is_empty() {
            return;
        }
        fill(names, "singular", || Value::from(kind.to_lowercase()));
        fill(names, "listKind", || Value::from(format!("{kind}List")));
    });
    edit_or_make(spec, "conversion", |conversion| {
        if text(conversion, "strategy").is_empty() {
            conversion.insert("strategy", Value::text("None"));
        }
    });
}
