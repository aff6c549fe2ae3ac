//! Which policies and bindings the API server accepts (admission reference §4.1).

use sekisho_document::Value;
use sekisho_kubernetes::validation::FieldError;

use super::plan::Environments;
use crate::Returns;
use crate::checks::{
    self, conditions, expression_fault, items, metadata, scope, text, unknown_word, variables,
};

/// Operations that bring an object.
const OPERATIONS: &[&str] = &["*", "CONNECT", "CREATE", "UPDATE"];
const PATCH_TYPES: &[&str] = &["ApplyConfiguration", "JSONPatch"];
const REINVOCATION: &[&str] = &["IfNeeded", "Never"];

/// The faults of a policy with its defaults. The environments are those of new expressions: of the minor
/// version before that of the server.
#[must_use]
pub fn policy_faults(policy: &Value, environments: &Environments) -> Vec<FieldError> {
    let spec = policy.get("spec").unwrap_or(&Value::Null);
    let parameters = spec.get("paramKind").filter(|kind| !kind.is_null());
    let mut environment = environments.of(parameters).clone();
    let mut errors = metadata(policy);
    scope(spec, &mut errors);
    operations(spec, "matchConstraints", &mut errors);
    errors.extend(conditions(spec, "spec.matchConditions", &environment));
    let variables = variables(spec, &mut environment, &mut errors);
    if variables.is_empty() {
        variables.declare_in(&mut environment);
    }
    if items(spec, "mutations").len() == 0 {
        let detail = "mutations must contain at least one item";
        errors.push(FieldError::required("spec.mutations", detail));
    }
    for (position, mutation) in items(spec, "mutations").enumerate() {
        let field = format!("spec.mutations[{position}]");
        mutation_faults(mutation, &field, &environment, &mut errors);
    }
    match text(spec, "reinvocationPolicy").unwrap_or_default() {
        "" => errors.push(FieldError::required("spec.reinvocationPolicy", "")),
        word => errors.extend(unknown_word("spec.reinvocationPolicy", word, REINVOCATION)),
    }
    errors
}

/// The faults of a binding with its defaults.
#[must_use]
pub fn binding_faults(binding: &Value) -> Vec<FieldError> {
    let spec = binding.get("spec").unwrap_or(&Value::Null);
    let mut errors = checks::binding(binding, spec);
    operations(spec, "matchResources", &mut errors);
    errors
}

/// A deletion brings no object that could be changed. Rules that exclude may name it.
fn operations(spec: &Value, key: &str, errors: &mut Vec<FieldError>) {
    let resources = spec.get(key).unwrap_or(&Value::Null);
    for rule in items(resources, "resourceRules") {
        let words = items(rule, "operations").filter_map(Value::as_str);
        for word in words.filter(|word| *word == "DELETE") {
            let field = format!("spec.{key}.resourceRules.operations");
            errors.extend(unknown_word(&field, word, OPERATIONS));
        }
    }
}

fn mutation_faults(
    mutation: &Value,
    field: &str,
    environment: &sekisho_cel::Environment,
    errors: &mut Vec<FieldError>,
) {
    let form = text(mutation, "patchType").unwrap_or_default();
    let (own, other, wanted): (_, _, &'static [Returns]) = match form {
        "ApplyConfiguration" => ("applyConfiguration", "jsonPatch", &[Returns::Object]),
        "JSONPatch" => ("jsonPatch", "applyConfiguration", &[Returns::Patch]),
        "" => {
            errors.push(FieldError::required(format!("{field}.patchType"), ""));
            return;
        }
        word => {
            errors.extend(unknown_word(&format!("{field}.patchType"), word, PATCH_TYPES));
            return;
        }
    };
    let part = |key| mutation.get(key).filter(|part| !part.is_null());
    match part(own) {
        None => {
            let detail = format!("must be specified when patchType is {form}");
            errors.push(FieldError::required(format!("{field}.{own}"), detail));
        }
        Some(body) => {
            let at = format!("{field}.{own}.expression");
            match text(body, "expression").unwrap_or_default().trim() {
                "" => errors.push(FieldError::required(at, "")),
                expression => errors.extend(expression_fault(&at, expression, wanted, environment)),
            }
        }
    }
    if part(other).is_some() {
        let detail = format!("must not be specified when patchType is {form}");
        let value = Value::from(format!("{{{other}}}"));
        errors.push(FieldError::invalid(format!("{field}.{other}"), value, detail));
    }
}
