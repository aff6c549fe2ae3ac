//! Bodies of rules from documents.

use sekisho_document::{Cursor, Value};

use super::{conditions, context, entry, flag_or, is_empty, named_expressions, word};
use crate::classic::{
    Action, Body, Cel, Check, Deny, Generate, GenerateLoop, Generation, ImageVerification, Mutate,
    MutateLoop, Patch, PodSecurity, Target, Validate, ValidateLoop, Visit,
};
use crate::look::Look;
use crate::policy::Located;

pub(super) fn read<'t>(look: &mut Look, at: Cursor<'t>) -> Body<'t> {
    const BODIES: [&str; 4] = ["mutate", "validate", "generate", "verifyImages"];
    let given: Vec<&'static str> = BODIES
        .into_iter()
        .filter(|body| entry(at, body).is_some_and(|body| says_something(body.value)))
        .collect();
    let body = match given.as_slice() {
        [] => return Body::Missing,
        [body] => *body,
        _ => return Body::Several(given),
    };
    if body == "verifyImages" {
        let entries = look.maps(at, body);
        return Body::VerifyImages(
            entries
                .into_iter()
                .map(|at| image_verification(look, at))
                .collect(),
        );
    }
    let Some(at) = look.map(at, body) else {
        return Body::Missing;
    };
    match body {
        "mutate" => Body::Mutate(mutate(look, at)),
        "validate" => Body::Validate(validate(look, at)),
        _ => Body::Generate(generate(look, at)),
    }
}

/// Whether Go would see more than the zero value. Lists and maps that are empty, `false` and `""` are
/// zero where the field is no pointer; a pointer to any of them is not.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Map(map) => map.iter().any(|(key, value)| match value {
            Value::Null => false,
            Value::Bool(flag) => *flag || POINTERS.contains(&key.as_str()),
            Value::String(text) => !text.is_empty(),
            Value::List(list) => !list.is_empty(),
            Value::Map(map) => !map.is_empty() || POINTERS.contains(&key.as_str()),
            Value::Int(_) | Value::UInt(_) | Value::Float(_) => true,
        }),
        other => !is_empty(other),
    }
}

/// Fields of bodies that are pointers in Kyverno's types, so that a zero value counts as given.
const POINTERS: [&str; 13] = [
    "allowExistingViolations",
    "anyPattern",
    "assert",
    "cel",
    "data",
    "deny",
    "failureAction",
    "generateExisting",
    "manifests",
    "mutateExistingOnPolicyUpdate",
    "patchStrategicMerge",
    "pattern",
    "podSecurity",
];

fn validate<'t>(look: &mut Look, at: Cursor<'t>) -> Validate<'t> {
    Validate {
        at,
        message: look.template(at, "message"),
        failure_action: action(look, at),
        failure_action_overrides: super::spec::overrides(look, at, "failureActionOverrides"),
        allow_existing_violations: flag_or(look, at, "allowExistingViolations", true),
        check: check(look, at),
    }
}

fn action(look: &mut Look, at: Cursor<'_>) -> Option<Located<Action>> {
    let text = look.text(at, "failureAction")?;
    let value = Action::read_strictly(text.value)?;
    Some(Located {
        value,
        span: text.span,
    })
}

/// The names in the order in which Kyverno looks for them (§5.1).
const CHECKS: [&str; 7] = [
    "manifests",
    "podSecurity",
    "cel",
    "deny",
    "pattern",
    "anyPattern",
    "foreach",
];

fn check<'t>(look: &mut Look, at: Cursor<'t>) -> Check<'t> {
    let given: Vec<&'static str> = CHECKS
        .into_iter()
        .filter(|name| entry(at, name).is_some_and(|check| *name != "foreach" || !is_empty(check.value)))
        .collect();
    let name = match given.as_slice() {
        [] => return Check::Missing,
        [name] => *name,
        _ => return Check::Several(given),
    };
    let Some(found) = entry(at, name) else {
        return Check::Missing;
    };
    match name {
        "manifests" => Check::Manifests(found),
        "podSecurity" => Check::PodSecurity(PodSecurity {
            at: found,
            level: look.text(found, "level"),
            version: look.text(found, "version"),
            exclude: look.list(found, "exclude"),
        }),
        "cel" => Check::Cel(cel(look, found)),
        "deny" => Check::Deny(deny(found)),
        "pattern" => Check::Pattern(found),
        "anyPattern" => Check::AnyPattern(found),
        _ => {
            let loops = look.maps(at, name);
            Check::Foreach(loops.into_iter().map(|at| validate_loop(look, at)).collect())
        }
    }
}

fn deny(at: Cursor<'_>) -> Deny<'_> {
    Deny {
        at,
        conditions: conditions(at, "conditions"),
    }
}

fn cel<'t>(look: &mut Look, at: Cursor<'t>) -> Cel<'t> {
    Cel {
        at,
        expressions: look.maps(at, "expressions"),
        variables: named_expressions(look, at, "variables"),
        audit_annotations: look.maps(at, "auditAnnotations"),
        param_kind: look.map(at, "paramKind"),
        param_ref: look.map(at, "paramRef"),
        generate: flag_or(look, at, "generate", false),
    }
}

fn validate_loop<'t>(look: &mut Look, at: Cursor<'t>) -> ValidateLoop<'t> {
    ValidateLoop {
        at,
        list: look.template(at, "list"),
        element_scope: look.flag(at, "elementScope"),
        context: context(look, at),
        preconditions: conditions(at, "preconditions"),
        check: check(look, at),
    }
}

fn mutate<'t>(look: &mut Look, at: Cursor<'t>) -> Mutate<'t> {
    let targets = look.maps(at, "targets");
    Mutate {
        at,
        targets: targets.into_iter().map(|at| target(look, at)).collect(),
        mutate_existing_on_policy_update: look.flag(at, "mutateExistingOnPolicyUpdate"),
        patch: patch(look, at),
    }
}

fn target<'t>(look: &mut Look, at: Cursor<'t>) -> Target<'t> {
    Target {
        at,
        api_version: look.template(at, "apiVersion"),
        kind: look.template(at, "kind"),
        namespace: look.template(at, "namespace"),
        name: look.template(at, "name"),
        uid: look.template(at, "uid"),
        selector: look.map(at, "selector"),
        context: context(look, at),
        preconditions: conditions(at, "preconditions"),
    }
}

fn patch<'t>(look: &mut Look, at: Cursor<'t>) -> Patch<'t> {
    const PATCHES: [&str; 3] = ["patchStrategicMerge", "patchesJson6902", "foreach"];
    let given: Vec<&'static str> = PATCHES
        .into_iter()
        .filter(|name| match entry(at, name).map(|patch| patch.value) {
            None => false,
            Some(Value::String(text)) => !text.is_empty(),
            Some(value) => *name == "patchStrategicMerge" || !is_empty(value),
        })
        .collect();
    let name = match given.as_slice() {
        [] => return Patch::Missing,
        [name] => *name,
        _ => return Patch::Several(given),
    };
    match (name, entry(at, name)) {
        ("patchStrategicMerge", Some(patch)) => Patch::Merge(patch),
        ("patchesJson6902", _) => look.template(at, name).map_or(Patch::Missing, Patch::Json),
        _ => {
            let loops = look.maps(at, name);
            Patch::Foreach(loops.into_iter().map(|at| mutate_loop(look, at)).collect())
        }
    }
}

fn mutate_loop<'t>(look: &mut Look, at: Cursor<'t>) -> MutateLoop<'t> {
    const ORDERS: &[(&str, Visit)] = &[("Ascending", Visit::Ascending), ("Descending", Visit::Descending)];
    MutateLoop {
        at,
        list: look.template(at, "list"),
        order: word(look, at, "order", ORDERS),
        context: context(look, at),
        preconditions: conditions(at, "preconditions"),
        patch: patch(look, at),
    }
}

fn generate<'t>(look: &mut Look, at: Cursor<'t>) -> Generate<'t> {
    Generate {
        at,
        generate_existing: look.flag(at, "generateExisting"),
        synchronize: flag_or(look, at, "synchronize", false),
        orphan_downstream_on_policy_delete: flag_or(look, at, "orphanDownstreamOnPolicyDelete", false),
        target: target(look, at),
        generation: generation(look, at),
    }
}

fn generation<'t>(look: &mut Look, at: Cursor<'t>) -> Generation<'t> {
    const SOURCES: [&str; 4] = ["data", "clone", "cloneList", "foreach"];
    let given: Vec<&'static str> = SOURCES
        .into_iter()
        .filter(|name| entry(at, name).is_some_and(|source| *name == "data" || !is_empty(source.value)))
        .collect();
    let name = match given.as_slice() {
        [] => return Generation::Missing,
        [name] => *name,
        _ => return Generation::Several(given),
    };
    let Some(found) = entry(at, name) else {
        return Generation::Missing;
    };
    match name {
        "data" => Generation::Data(found),
        "clone" => Generation::Clone(found),
        "cloneList" => Generation::CloneList(found),
        _ => {
            let loops = look.maps(at, name);
            Generation::Foreach(loops.into_iter().map(|at| generate_loop(look, at)).collect())
        }
    }
}

fn generate_loop<'t>(look: &mut Look, at: Cursor<'t>) -> GenerateLoop<'t> {
    GenerateLoop {
        at,
        list: look.template(at, "list"),
        context: context(look, at),
        preconditions: conditions(at, "preconditions"),
        target: target(look, at),
        generation: generation(look, at),
    }
}

fn image_verification<'t>(look: &mut Look, at: Cursor<'t>) -> ImageVerification<'t> {
    let mut image_references: Vec<_> = look.text(at, "image").into_iter().collect();
    image_references.extend(look.texts(at, "imageReferences"));
    let validate = look.map(at, "validate");
    ImageVerification {
        at,
        failure_action: action(look, at),
        image_references,
        skip_image_references: look.texts(at, "skipImageReferences"),
        attestors: look.maps(at, "attestors"),
        attestations: look.maps(at, "attestations"),
        mutate_digest: flag_or(look, at, "mutateDigest", true),
        verify_digest: flag_or(look, at, "verifyDigest", true),
        required: flag_or(look, at, "required", true),
        use_cache: flag_or(look, at, "useCache", true),
        deny: validate.and_then(|at| look.map(at, "deny")).map(deny),
    }
}
