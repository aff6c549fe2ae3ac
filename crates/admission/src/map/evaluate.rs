//! One policy on one object: whether its conditions hold, and what each of its mutations makes of the object
//! (admission reference §4.3–4.6).

use sekisho_cel::Value;
use sekisho_document as document;
use sekisho_document::Text;
use sekisho_kubernetes::cel::{self, Told};
use sekisho_kubernetes::schema::{Atomics, Part, apply_untyped};
use sekisho_kubernetes::{Gvk, Kinds, Schema};
use sekisho_parser::admission::PatchType;

use super::plan::Plan;
use crate::budget::{self, Budget, OutOfBudget};
use crate::conditions::{Matched, matched};
use crate::mutation::{self, Mutation};
use crate::status::{self, Status};
use crate::vap::seen::go_view;
use crate::{Activation, Given, World, defaulting};

/// How objects are merged and decoded.
#[derive(Debug, Clone, Copy)]
pub enum Mutating<'s> {
    /// As the API server does: by the types of their kinds, and strictly.
    Typed { schema: &'s Schema, kinds: &'s Kinds },
    /// As Kyverno's command line does: nothing is known of any kind.
    Untyped,
}

/// What the expressions of a policy see.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// As it is held between mutations.
    pub object: &'a document::Value,
    /// As expressions see it.
    pub seen: &'a document::Value,
    pub old_object: &'a document::Value,
    pub request: &'a Told<'a>,
    /// As match conditions see it.
    pub condition_request: &'a Told<'a>,
    pub namespace: &'a document::Value,
    /// Null for none.
    pub params: &'a document::Value,
    /// The kind of the object in the version in which it matched.
    pub kind: &'a Gvk,
}

impl<'a> Subject<'a> {
    fn given(&self) -> Given<'a> {
        Given::of([
            ("object", Value::of(self.seen)),
            ("oldObject", Value::of(self.old_object)),
            ("namespaceObject", Value::of(self.namespace)),
            ("params", Value::of(self.params)),
        ])
        .telling(self.request)
    }
}

/// What conditions say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    Go,
    /// The first condition that does not hold.
    Unmet(Text),
    /// They can not be decided.
    Failed(String),
}

/// Why a mutation gives no object.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// The failure policy decides.
    Policy(String),
    /// The request is refused, whatever the failure policy is.
    Status(Box<Status>),
}

/// Whether the conditions of a policy let it act. They never see the namespace.
#[must_use]
pub fn condition<'a>(
    plan: &'a Plan,
    subject: &Subject<'a>,
    authorizer: &[(&'static str, Value<'a>)],
    world: &dyn World<'a>,
) -> Done {
    if plan.conditions.is_empty() {
        return Done::Go;
    }
    let given = subject
        .given()
        .with(authorizer.iter().cloned())
        .with([("namespaceObject", Value::Null)])
        .telling(subject.condition_request);
    let activation = Activation::new(&given, &plan.variables, world);
    match matched(
        &plan.conditions,
        &plan.places.conditions,
        &activation,
        Budget::CONDITIONS,
    ) {
        Matched::All => Done::Go,
        Matched::Not(name) => Done::Unmet(name),
        Matched::Undecided(text) => Done::Failed(text),
    }
}

/// The object after one mutation. Each has a budget of its own, and evaluates the variables anew.
///
/// # Errors
/// The expression has no value, or what it gives can not be applied.
pub fn mutated<'a>(
    plan: &'a Plan,
    mutation: &'a Mutation,
    subject: &Subject<'a>,
    authorizer: &[(&'static str, Value<'a>)],
    world: &dyn World<'a>,
    mutating: Mutating<'_>,
) -> Result<document::Value, Failure> {
    let given = subject.given().with(authorizer.iter().cloned());
    let activation = Activation::new(&given, &plan.variables, world);
    let expression = &mutation.expression;
    let mut budget = Budget::VALIDATIONS;
    let value = match budget::evaluate(expression, &plan.places.mutations, &activation, &mut budget) {
        Ok(Ok(value)) => value,
        Ok(Err(trouble)) => return Err(Failure::Policy(expression.blame(&trouble))),
        Err(OutOfBudget) => return Err(Failure::Policy(OutOfBudget::TEXT.to_owned())),
    };
    let made = match (mutation.form, mutating) {
        (PatchType::JsonPatch, mutating) => patched(&value, subject, mutating)?,
        (PatchType::ApplyConfiguration, Mutating::Typed { schema, kinds }) => {
            applied(&value, subject, schema, kinds).map_err(Failure::Policy)?
        }
        (PatchType::ApplyConfiguration, Mutating::Untyped) => {
            let configuration = configuration(&value).map_err(Failure::Policy)?;
            apply_untyped(subject.object, &configuration, Atomics::Refused)
                .map_err(|error| Failure::Policy(format!("error applying patch: {error}")))?
        }
    };
    mutation::within_bounds(&made).map_err(Failure::Policy)?;
    Ok(made)
}

fn patched(
    value: &Value<'_>,
    subject: &Subject<'_>,
    mutating: Mutating<'_>,
) -> Result<document::Value, Failure> {
    let failed = |error: cel::JsonPatchError| Failure::Policy(error.to_string());
    let Mutating::Typed { schema, .. } = mutating else {
        return cel::patched(subject.object, value).map_err(failed);
    };
    let kind = subject.kind;
    let written = schema.go_view(subject.object, kind);
    let patched = cel::patched(&written, value).map_err(failed)?;
    if schema.find(kind).is_some_and(|structure| structure.is_go) {
        decodes(schema, kind, &patched)
            .map_err(|cause| Failure::Status(Box::new(status::internal(&cause))))?;
    }
    Ok(defaulting::defaulted(schema, &patched, kind))
}

/// Decodes an object strictly, as what it calls itself.
fn decodes(schema: &Schema, kind: &Gvk, object: &document::Value) -> Result<(), String> {
    let own = Gvk::of(object);
    let decoded = schema.decode_strict(object, &own);
    if let Some(cause) = decoded.refused {
        return Err(cause);
    }
    if !decoded.unknown.is_empty() {
        return Err(format!("strict decoding error: {}", decoded.unknown.join(", ")));
    }
    if own != *kind {
        return Err(format!(
            "no kind \"{}\" is registered for version \"{}\" in scheme \"pkg/runtime/scheme.go:111\"",
            own.kind,
            own.api_version()
        ));
    }
    Ok(())
}

fn applied(
    value: &Value<'_>,
    subject: &Subject<'_>,
    schema: &Schema,
    kinds: &Kinds,
) -> Result<document::Value, String> {
    let kind = subject.kind;
    let configuration = configuration(value)?;
    // Objects that only subresources have are in no published schema.
    let known = match kinds.find(kind) {
        Some(_) => schema,
        None => &Schema::without_types(),
    };
    let applied = known
        .apply_configuration(kind, subject.object, &configuration, Atomics::Refused)
        .map_err(|error| format!("error applying patch: {error}"))?;
    let object = schema.go_object(&applied, kind)?;
    Ok(defaulting::defaulted(schema, &object, kind))
}

/// The configuration without the kind, which the server writes there itself.
fn configuration(value: &Value<'_>) -> Result<Part, String> {
    let mut configuration = cel::configuration(value)?;
    if let Part::Map(entries) = &mut configuration {
        entries.retain(|(key, _)| key != "kind" && key != "apiVersion");
    }
    Ok(configuration)
}

/// An object as the expressions of the API server see it.
#[must_use]
pub(super) fn shown(schema: &Schema, object: &document::Value) -> document::Value {
    go_view(schema, object)
}
