//! Values files: what variables are, by policy, resource and rule.

use sekisho_diagnostics::Span;
use sekisho_document::{Cursor, Map, Text, Value};

use super::owned;
use crate::look::Look;
use crate::policy::Located;

/// Content of a Values file, or of `values` in a test (command line reference A6.1). Keys of values are
/// dotted paths as written.
#[derive(Debug, Clone)]
pub struct Values {
    pub span: Span,
    pub global_values: Map,
    /// Labels by namespace; entries of `namespaces` go before these.
    pub namespace_selector: Vec<NamespaceLabels>,
    /// Namespace objects.
    pub namespaces: Vec<Value>,
    pub subresources: Vec<SubresourceMapping>,
    pub policies: Vec<PolicyValues>,
}

#[derive(Debug, Clone)]
pub struct NamespaceLabels {
    pub name: Located<Text>,
    pub labels: Value,
}

#[derive(Debug, Clone)]
pub struct PolicyValues {
    pub name: Located<Text>,
    pub resources: Vec<ResourceValues>,
    pub rules: Vec<RuleValues>,
}

/// Values for every resource of this name, whatever its kind and namespace.
#[derive(Debug, Clone)]
pub struct ResourceValues {
    pub name: Located<Text>,
    pub values: Map,
}

/// Values for a rule and the rules made from it.
#[derive(Debug, Clone)]
pub struct RuleValues {
    pub name: Located<Text>,
    pub values: Map,
    /// Lists by path; the first item is used.
    pub foreach_values: Map,
}

/// A subresource and the resource it belongs to: discovery entries (`name`, `kind`, `group`, `version`).
#[derive(Debug, Clone)]
pub struct SubresourceMapping {
    pub span: Span,
    pub subresource: Value,
    pub parent_resource: Value,
}

pub(crate) fn read_values(look: &mut Look, at: Cursor<'_>) -> Values {
    let selectors = look.maps(at, "namespaceSelector");
    let policies = look.maps(at, "policies");
    let subresources = look.maps(at, "subresources");
    Values {
        span: at.span(),
        global_values: map(look, at, "globalValues"),
        namespace_selector: selectors
            .into_iter()
            .map(|at| NamespaceLabels {
                name: owned(look.text_or_empty(at, "name")),
                labels: value(at, "labels"),
            })
            .collect(),
        namespaces: look
            .maps(at, "namespaces")
            .into_iter()
            .map(|at| at.value.clone())
            .collect(),
        subresources: subresources
            .into_iter()
            .map(|at| SubresourceMapping {
                span: at.span(),
                subresource: value(at, "subresource"),
                parent_resource: value(at, "parentResource"),
            })
            .collect(),
        policies: policies.into_iter().map(|at| policy_values(look, at)).collect(),
    }
}

fn policy_values(look: &mut Look, at: Cursor<'_>) -> PolicyValues {
    let resources = look.maps(at, "resources");
    let rules = look.maps(at, "rules");
    PolicyValues {
        name: owned(look.text_or_empty(at, "name")),
        resources: resources
            .into_iter()
            .map(|at| ResourceValues {
                name: owned(look.text_or_empty(at, "name")),
                values: map(look, at, "values"),
            })
            .collect(),
        rules: rules
            .into_iter()
            .map(|at| RuleValues {
                name: owned(look.text_or_empty(at, "name")),
                values: map(look, at, "values"),
                foreach_values: map(look, at, "foreachValues"),
            })
            .collect(),
    }
}

fn map(look: &mut Look, at: Cursor<'_>, key: &str) -> Map {
    look.map(at, key)
        .and_then(|cursor| cursor.value.as_map())
        .cloned()
        .unwrap_or_default()
}

fn value(at: Cursor<'_>, key: &str) -> Value {
    at.get(key).map(|cursor| cursor.value.clone()).unwrap_or_default()
}
