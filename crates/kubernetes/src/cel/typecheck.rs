//! Warnings about expressions of a ValidatingAdmissionPolicy that do not fit the kinds they are for
//! (admission reference §3.11): never a verdict.

use std::collections::BTreeSet;
use std::sync::Arc;

use sekisho_cel::{CompileError, Environment, Program, Release, Type};
use sekisho_document::{Text, Value};

use super::{Place, VariableTypes, environment};
use crate::schema::DeclaredTypes;
use crate::{Gvk, Gvr, Kinds, Schema};

/// What of a policy is checked.
#[derive(Debug, Clone)]
pub struct TypeCheck<'p> {
    /// The kinds that the policy is for.
    pub kinds: Vec<Gvk>,
    pub param_kind: Option<Gvk>,
    /// Names and expressions, in order.
    pub variables: Vec<(&'p str, &'p str)>,
    /// Expressions with their places: `spec.validations[0].expression`.
    pub expressions: Vec<(Text, &'p str)>,
}

/// What is wrong with one expression, for all kinds it does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeWarning {
    pub field_ref: Text,
    /// As the server words it.
    pub warning: String,
    /// The same, apart.
    pub faults: Vec<(Gvk, CompileError)>,
}

/// How many kinds the server checks a policy for.
const MOST_KINDS: usize = 10;

impl<'p> TypeCheck<'p> {
    /// What of a policy document is checked: its validations and their message expressions.
    #[must_use]
    pub fn of_policy(policy: &'p Value, kinds: &Kinds) -> TypeCheck<'p> {
        let spec = policy.get("spec").unwrap_or(&Value::Null);
        let items = |key: &str| spec.get(key).and_then(Value::as_list).into_iter().flatten();
        let variables = items("variables").map(|it| (it.str_at(&["name"]), it.str_at(&["expression"])));
        let mut expressions = Vec::new();
        for (position, validation) in items("validations").enumerate() {
            for key in ["expression", "messageExpression"] {
                let text = validation.str_at(&[key]);
                if !text.is_empty() {
                    expressions.push((Text::from(format!("spec.validations[{position}].{key}")), text));
                }
            }
        }
        let rules = spec
            .at(&["matchConstraints", "resourceRules"])
            .unwrap_or(&Value::Null);
        let param_kind = spec.get("paramKind").filter(|kind| !kind.is_null());
        TypeCheck {
            kinds: kinds_of_rules(rules, kinds),
            param_kind: param_kind.map(Gvk::of),
            variables: variables.collect(),
            expressions,
        }
    }

    /// The warnings, in the order of the expressions.
    #[must_use]
    pub fn warnings(&self, schema: &Arc<Schema>) -> Vec<TypeWarning> {
        let mut kinds: Vec<&Gvk> = self.kinds.iter().collect();
        kinds.sort();
        let place = match self.param_kind {
            Some(_) => Place::Validation,
            None => Place::ValidationWithoutParameters,
        };
        let base = environment(place, Release::STORED);
        let known = kinds
            .iter()
            .filter_map(|kind| Some((*kind, self.environment(kind, schema, &base)?)));
        let known: Vec<(&Gvk, Environment)> = known.collect();
        let mut warnings = Vec::new();
        for (field_ref, text) in &self.expressions {
            let faults = known.iter().filter_map(|(kind, environment)| {
                let fault = Program::compile(text, environment).err()?;
                Some(((*kind).clone(), fault))
            });
            let faults: Vec<(Gvk, CompileError)> = faults.collect();
            if !faults.is_empty() {
                let texts = faults.iter().map(|(kind, fault)| {
                    let (group, version, kind) = (&kind.group, &kind.version, &kind.kind);
                    format!("{group}/{version}, Kind={kind}: {fault}\n")
                });
                warnings.push(TypeWarning {
                    field_ref: field_ref.clone(),
                    warning: texts.collect::<Vec<String>>().join("\n"),
                    faults,
                });
            }
        }
        warnings
    }

    /// What expressions may mention when the object is of a kind; nothing if its type is not known.
    fn environment(&self, kind: &Gvk, schema: &Arc<Schema>, base: &Environment) -> Option<Environment> {
        let mut types = DeclaredTypes::new(schema.clone());
        let object = types.declare(format!("{}#", kind.kind), schema.find_id(kind)?);
        let mut environment = base.clone();
        for name in ["object", "oldObject"] {
            environment.declare_variable(name, object.clone());
        }
        if let Some(param_kind) = &self.param_kind {
            let ty = match schema.find_id(param_kind) {
                Some(_) if param_kind == kind => object,
                Some(id) => types.declare(format!("{}##", param_kind.kind), id),
                None => Type::Dyn,
            };
            environment.declare_variable("params", ty);
        }
        environment.declare_types(Arc::new(types));
        let mut variables = VariableTypes::default();
        variables.declare(&mut environment);
        for (name, text) in &self.variables {
            let program = Program::compile(text, &environment).ok();
            variables.push(name, program.as_ref().map(Program::ty));
            variables.declare(&mut environment);
        }
        Some(environment)
    }
}

/// The kinds of rules whose groups and versions are all named; wildcards and subresources among the
/// resources are passed over.
fn kinds_of_rules(rules: &Value, kinds: &Kinds) -> Vec<Gvk> {
    let mut found = BTreeSet::new();
    for rule in rules.as_list().into_iter().flatten() {
        let texts = |key: &str| -> BTreeSet<&str> {
            let list = rule.get(key).and_then(Value::as_list);
            list.into_iter().flatten().filter_map(Value::as_str).collect()
        };
        let (groups, versions) = (texts("apiGroups"), texts("apiVersions"));
        if groups.contains("*") || versions.contains("*") {
            continue;
        }
        let mut resources = texts("resources");
        resources.retain(|resource| !resource.contains(['*', '/']));
        let mut of_rule = 0;
        for group in &groups {
            for (version, resource) in versions
                .iter()
                .flat_map(|it| resources.iter().map(move |other| (it, other)))
            {
                let row = kinds.find_resource(&Gvr::new(group, version, resource));
                let Some(row) = row.filter(|_| of_rule < MOST_KINDS) else {
                    continue;
                };
                of_rule += 1;
                found.insert(row.gvk());
            }
        }
        if found.len() >= MOST_KINDS {
            break;
        }
    }
    found.into_iter().take(MOST_KINDS).collect()
}

#[cfg(test)]
mod tests {
    use sekisho_document::json;

    use super::*;
    use crate::Version;

    fn warnings(policy: &str) -> Vec<(String, String)> {
        let policy = json::read(policy.as_bytes(), json::Rules::KUBERNETES).unwrap();
        let kinds = Kinds::builtin(Version::KUBERNETES);
        let schema = Arc::new(Schema::builtin(Version::KUBERNETES));
        let check = TypeCheck::of_policy(&policy, &kinds);
        let pairs = check.warnings(&schema).into_iter();
        pairs.map(|it| (it.field_ref.to_string(), it.warning)).collect()
    }

    #[test]
    fn warnings_name_the_kinds_that_an_expression_does_not_fit() {
        let found = warnings(
            r#"{"spec": {
                "matchConstraints": {"resourceRules": [
                    {"apiGroups": ["apps"], "apiVersions": ["v1"], "resources": ["deployments", "daemonsets", "pods/exec", "*"]},
                    {"apiGroups": ["*"], "apiVersions": ["v1"], "resources": ["pods"]}]},
                "variables": [{"name": "r", "expression": "object.spec.replicas"}],
                "validations": [{"expression": "object.spec.replicas > 1"},
                    {"expression": "true", "messageExpression": "object.metadata.name + 1"},
                    {"expression": "variables.r == 'x'"}]}}"#,
        );
        let missing =
            "ERROR: <input>:1:12: undefined field 'replicas'\n | object.spec.replicas > 1\n | ...........^\n";
        let wrong = |kind: &str| {
            format!(
                "apps/v1, Kind={kind}: ERROR: <input>:1:22: found no matching overload for '_+_' applied to '(string, int)'\n | object.metadata.name + 1\n | .....................^\n"
            )
        };
        let mismatch = "apps/v1, Kind=Deployment: ERROR: <input>:1:13: found no matching overload for '_==_' applied to '(int, string)'\n | variables.r == 'x'\n | ............^\n";
        let expected = [
            (
                "spec.validations[0].expression",
                format!("apps/v1, Kind=DaemonSet: {missing}"),
            ),
            (
                "spec.validations[1].messageExpression",
                [wrong("DaemonSet"), wrong("Deployment")].join("\n"),
            ),
            ("spec.validations[2].expression", mismatch.to_owned()),
        ];
        let expected = expected.map(|(place, text)| (place.to_owned(), text));
        assert_eq!(found, expected);
    }

    #[test]
    fn parameters_have_the_type_of_their_kind() {
        let policy = |kind: &str| {
            format!(
                r#"{{"spec": {{"paramKind": {{"apiVersion": "v1", "kind": "{kind}"}},
                    "matchConstraints": {{"resourceRules": [
                        {{"apiGroups": [""], "apiVersions": ["v1"], "resources": ["pods"]}}]}},
                    "validations": [{{"expression": "params.data.x == 1"}}]}}}}"#
            )
        };
        assert_eq!(warnings(&policy("ConfigMap")).len(), 1);
        assert_eq!(warnings(&policy("Nope")), []);
    }
}
