//! Lists of expressions: conditions, variables, validations, audit annotations.

use sekisho_document::Cursor;

use crate::look::Look;
use crate::policy::Located;

/// `{name, expression}`: a match condition or a variable.
#[derive(Debug, Clone, Copy)]
pub struct NamedExpression<'t> {
    pub at: Cursor<'t>,
    pub name: Located<&'t str>,
    pub expression: Cursor<'t>,
}

/// One item of `validations`.
#[derive(Debug, Clone, Copy)]
pub struct Validation<'t> {
    pub at: Cursor<'t>,
    pub expression: Cursor<'t>,
    pub message: Option<Cursor<'t>>,
    pub message_expression: Option<Cursor<'t>>,
    pub reason: Option<Located<&'t str>>,
}

/// One item of `auditAnnotations`.
#[derive(Debug, Clone, Copy)]
pub struct AuditAnnotation<'t> {
    pub at: Cursor<'t>,
    pub key: Located<&'t str>,
    pub value_expression: Cursor<'t>,
}

/// One item of `mutations`.
#[derive(Debug, Clone, Copy)]
pub struct Mutation<'t> {
    pub at: Cursor<'t>,
    pub form: PatchType,
    pub expression: Cursor<'t>,
}

/// What the expression of a mutation makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PatchType {
    /// A part of the object, which is merged into it.
    ApplyConfiguration,
    /// A list of operations.
    JsonPatch,
}

/// The items under a key that have an expression.
pub(crate) fn named<'t>(look: &mut Look, at: Cursor<'t>, key: &str) -> Vec<NamedExpression<'t>> {
    let items = look.maps(at, key).into_iter();
    items
        .filter_map(|at| {
            Some(NamedExpression {
                at,
                name: look.text_or_empty(at, "name"),
                expression: look.template(at, "expression")?,
            })
        })
        .collect()
}

pub(crate) fn validations<'t>(look: &mut Look, at: Cursor<'t>, key: &str) -> Vec<Validation<'t>> {
    let items = look.maps(at, key).into_iter();
    items
        .filter_map(|at| {
            Some(Validation {
                at,
                expression: look.template(at, "expression")?,
                message: look.template(at, "message"),
                message_expression: written(look.template(at, "messageExpression")),
                reason: look.text(at, "reason"),
            })
        })
        .collect()
}

pub(crate) fn audit_annotations<'t>(look: &mut Look, at: Cursor<'t>) -> Vec<AuditAnnotation<'t>> {
    let items = look.maps(at, "auditAnnotations").into_iter();
    items
        .filter_map(|at| {
            Some(AuditAnnotation {
                at,
                key: look.text_or_empty(at, "key"),
                value_expression: look.template(at, "valueExpression")?,
            })
        })
        .collect()
}

/// The items whose body fits their `patchType`; the others are passed over (CEL policies reference §7.1).
pub(crate) fn mutations<'t>(look: &mut Look, at: Cursor<'t>) -> Vec<Mutation<'t>> {
    let items = look.maps(at, "mutations").into_iter();
    items
        .filter_map(|at| {
            let (form, key) = match look.text(at, "patchType")?.value {
                "ApplyConfiguration" => (PatchType::ApplyConfiguration, "applyConfiguration"),
                "JSONPatch" => (PatchType::JsonPatch, "jsonPatch"),
                _ => return None,
            };
            let body = look.map(at, key)?;
            Some(Mutation {
                at,
                form,
                expression: look.template(body, "expression")?,
            })
        })
        .collect()
}

/// An empty text is an absent one.
fn written(at: Option<Cursor<'_>>) -> Option<Cursor<'_>> {
    at.filter(|at| at.value.as_str().is_some_and(|text| !text.is_empty()))
}
