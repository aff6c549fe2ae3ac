//! The twin of a ready-made policy, `admission.yaml`: a ValidatingAdmissionPolicy with its binding that
//! decides as `policy.yaml` does, or a MutatingAdmissionPolicy that changes what it changes. It is asked as an API server asks it, about objects as the server holds
//! them.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use sekisho_admission::vap::{self, Action, Environments, Policies, Server, dispatch};
use sekisho_cel::Release;
use sekisho_chain::Chain;
use sekisho_diagnostics::Sources;
use sekisho_document::yaml::{self, Limits};
use sekisho_document::{Map, Value};
use sekisho_evaluator::Nobody;
use sekisho_kubernetes::cel::TypeCheck;
use sekisho_kubernetes::{Answer, Facts, Gvk, Kinds, Profile, Question, Request, Schema, Version};
use sekisho_parser::Policy;

use super::judge::Judged;
use super::{Case, Row, judge};

/// What a ready-made policy has beside its classic form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Twin {
    /// A twin that a server takes without a word.
    Sound,
    /// None: why a ValidatingAdmissionPolicy can not say the same, from the README.
    Impossible(String),
    /// Everything that is wrong with the twin.
    Faulty(Vec<String>),
}

/// How the line of a README begins that says why there is no twin.
const IMPOSSIBLE: &str = "No ValidatingAdmissionPolicy: ";

static KINDS: LazyLock<Kinds> = LazyLock::new(|| Kinds::builtin(Version::KUBERNETES));
static SCHEMA: LazyLock<Arc<Schema>> = LazyLock::new(|| Arc::new(Schema::builtin(Version::KUBERNETES)));
static ENVIRONMENTS: LazyLock<Environments> = LazyLock::new(|| Environments::new(Release::STORED));
/// New expressions are held to what the minor version before that of the server knows.
static NEW_ENVIRONMENTS: LazyLock<Environments> =
    LazyLock::new(|| Environments::new(Release(Version::KUBERNETES.minor - 1)));

/// Looks at the twin in the folder of a ready-made policy as a server does that is given it.
#[must_use]
pub fn examine(folder: &Path) -> Twin {
    let file = folder.join("admission.yaml");
    if !file.is_file() {
        let readme = judge::read(&folder.join("README.md")).unwrap_or_default();
        return match readme.lines().find_map(|line| line.strip_prefix(IMPOSSIBLE)) {
            Some(reason) => Twin::Impossible(reason.to_owned()),
            None => Twin::Faulty(vec![format!(
                "there is no `admission.yaml`, and no line in the README begins `{IMPOSSIBLE}`"
            )]),
        };
    }
    let found = match is_mutating(&file) {
        Ok(true) => mutating(&file).map(|(_, faults)| faults),
        Ok(false) => faults(&file, &folder.join("policy.yaml")),
        Err(broken) => Err(broken),
    };
    match found {
        Ok(faults) if faults.is_empty() => Twin::Sound,
        Ok(faults) => Twin::Faulty(faults),
        Err(broken) => Twin::Faulty(vec![broken]),
    }
}

fn faults(file: &Path, classic: &Path) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let plans = load(file)?.plans;
    for document in judge::documents(file)? {
        let document = SCHEMA.default(&document, &Gvk::of(&document));
        let refused = match document.str_at(&["kind"]) {
            "ValidatingAdmissionPolicy" => vap::policy_faults(&document, &NEW_ENVIRONMENTS),
            _ => vap::binding_faults(&document),
        };
        faults.extend(refused.iter().map(|fault| format!("refused: {fault}")));
        let warnings = TypeCheck::of_policy(&document, &KINDS).warnings(&SCHEMA);
        faults.extend(
            warnings
                .iter()
                .map(|said| format!("{}: {}", said.field_ref, said.warning)),
        );
    }
    let [plan] = plans.as_slice() else {
        faults.push(format!("one policy is expected, {} are there", plans.len()));
        return Ok(faults);
    };
    let [binding] = plan.bindings.as_slice() else {
        faults.push(format!(
            "one binding is expected, {} are there",
            plan.bindings.len()
        ));
        return Ok(faults);
    };
    let action = match enforces(classic)? {
        true => Action::Deny,
        false => Action::Audit,
    };
    if binding.actions != [action] {
        faults.push(format!(
            "the classic form asks for the action {}",
            action.as_str()
        ));
    }
    Ok(faults)
}

/// Whether what the classic form finds is refused.
fn enforces(classic: &Path) -> Result<bool, String> {
    let documents = judge::documents(classic)?;
    let rules = documents
        .iter()
        .filter_map(|policy| policy.at(&["spec", "rules"])?.as_list())
        .flatten();
    let mut actions = rules.map(|rule| rule.str_at(&["validate", "failureAction"]));
    Ok(actions.any(|action| action == "Enforce"))
}

/// Where the twin of a case decides otherwise than the rows of the classic form, a line each. Nothing for a
/// case without a twin.
pub(super) fn differences(case: &Case, judged: &Judged) -> Result<Vec<String>, String> {
    let Some(file) = case.twin() else {
        return Ok(Vec::new());
    };
    if is_mutating(&file)? {
        return changed_otherwise(case, &file, &judged.changed);
    }
    let rows = &judged.rows;
    let policies = load(&file)?;
    let server = Server {
        kinds: &KINDS,
        schema: &SCHEMA,
        facts: &Cluster,
    };
    let mut differences = Vec::new();
    for (object, request) in judge::requests(case, &KINDS)? {
        let outcome = dispatch(&policies.plans, &held(request), server);
        let resource = judge::resource_of(&object);
        let classic = Decided::by_rows(rows.iter().filter(|row| row.resource == resource));
        let decisions = outcome.said.iter().filter_map(|said| said.decision.as_ref());
        let mut twin = decisions.clone().map(Decided::from).max().unwrap_or_default();
        // What refuses without a decision: a namespace that is not there, a binding that can not be used.
        if outcome.denial.is_some() && twin < Decided::Fails {
            twin = Decided::Error;
        }
        if classic != twin {
            let message = decisions.into_iter().find(|decision| decision.is_failure());
            let message = message.map_or("", |decision| decision.message.as_str());
            differences.push(format!(
                "`admission.yaml` decides otherwise on {resource}\n  classic: {classic}\n  twin:    {twin} {message}"
            ));
        }
    }
    Ok(differences)
}

/// Whether a twin is a MutatingAdmissionPolicy.
fn is_mutating(file: &Path) -> Result<bool, String> {
    let documents = judge::documents(file)?;
    let mut kinds = documents.iter().map(|document| document.str_at(&["kind"]));
    Ok(kinds.any(|kind| kind == "MutatingAdmissionPolicy"))
}

/// The chain of a twin that changes objects, with everything that is said of it.
fn mutating(file: &Path) -> Result<(Chain, Vec<String>), String> {
    let mut sources = Sources::new();
    let source = sources.add("admission.yaml", &judge::read(file)?);
    let parsed = sekisho_parser::parse(&source, &Limits::DEFAULT);
    let policies: Vec<Policy> = parsed
        .output
        .iter()
        .filter_map(|document| document.policy().cloned())
        .collect();
    let chain = Chain::load(&policies, Profile::NEWEST);
    let said = parsed.diagnostics.iter().chain(&chain.diagnostics);
    let mut faults: Vec<String> = said.map(|diagnostic| diagnostic.message.clone()).collect();
    if chain.output.plans().len() != 1 || policies.len() != 2 {
        faults.push("one policy and one binding are expected".to_owned());
    }
    Ok((chain.output, faults))
}

/// Where a twin makes something else of the objects of a case than the classic form.
fn changed_otherwise(case: &Case, file: &Path, classic: &[Value]) -> Result<Vec<String>, String> {
    let (chain, _) = mutating(file)?;
    let mut changed = Vec::new();
    for (object, request) in judge::requests(case, &KINDS)? {
        let request = held(request);
        let outcome = chain.admit(&request, &Cluster, &mut Nobody);
        changed.extend(judge::after(&object, &request, &outcome));
    }
    let is_same = changed.len() == classic.len()
        && changed
            .iter()
            .zip(classic)
            .all(|(twin, classic)| sekisho_report::equal(twin, classic));
    let shown = |objects: &[Value]| objects.iter().map(yaml::write).collect::<Vec<_>>().join("---\n");
    Ok(match is_same {
        true => Vec::new(),
        false => vec![format!(
            "`admission.yaml` makes something else of the objects\nclassic:\n{}twin:\n{}",
            shown(classic),
            shown(&changed)
        )],
    })
}

/// What all of a policy says about one resource; the worst counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Decided {
    #[default]
    Silent,
    Passes,
    Fails,
    Error,
}

impl Decided {
    fn by_rows<'r>(rows: impl Iterator<Item = &'r Row>) -> Decided {
        let decided = rows.map(|row| match row.result.as_str() {
            "pass" => Decided::Passes,
            "fail" | "warn" => Decided::Fails,
            "error" => Decided::Error,
            _ => Decided::Silent,
        });
        decided.max().unwrap_or_default()
    }
}

impl From<&vap::Decision> for Decided {
    fn from(decision: &vap::Decision) -> Decided {
        match decision.verdict {
            vap::Verdict::Holds => Decided::Passes,
            vap::Verdict::Fails => Decided::Fails,
            vap::Verdict::Error | vap::Verdict::Ignored => Decided::Error,
        }
    }
}

impl fmt::Display for Decided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decided::Silent => "silent",
            Decided::Passes => "pass",
            Decided::Fails => "fail",
            Decided::Error => "error",
        })
    }
}

fn load(file: &Path) -> Result<Policies, String> {
    let text = judge::read(file)?;
    let mut sources = Sources::new();
    let source = sources.add("admission.yaml", &text);
    let parsed = sekisho_parser::parse(&source, &Limits::DEFAULT);
    if let Some(first) = parsed.diagnostics.first() {
        return Err(format!("`admission.yaml`: {}", first.message));
    }
    let (mut policies, mut bindings) = (Vec::new(), Vec::new());
    for document in &parsed.output {
        match document.policy() {
            Some(Policy::Admission(policy)) => policies.push(policy),
            Some(Policy::AdmissionBinding(binding)) => bindings.push(binding),
            _ => return Err("`admission.yaml` holds another kind".to_owned()),
        }
    }
    Ok(Policies::compile(&policies, &bindings, &ENVIRONMENTS))
}

/// The request with its objects as a server has them after decoding.
fn held(request: Request) -> Request {
    let decoded = |object: Option<Value>| object.map(|object| SCHEMA.default(&object, &Gvk::of(&object)));
    Request {
        object: decoded(request.object),
        old_object: decoded(request.old_object),
        ..request
    }
}

/// A cluster that has every namespace, and nothing else.
struct Cluster;

impl Facts for Cluster {
    fn ask(&self, question: &Question<'_>) -> Answer {
        let Question::Namespace { name } = question else {
            return Answer::Unknown;
        };
        let map = |entries: Vec<(&'static str, Value)>| Value::Map(entries.into_iter().collect::<Map>());
        let labels = map(vec![("kubernetes.io/metadata.name", Value::text(*name))]);
        let metadata = map(vec![("name", Value::text(*name)), ("labels", labels)]);
        Answer::Is(map(vec![
            ("apiVersion", Value::from("v1")),
            ("kind", Value::from("Namespace")),
            ("metadata", metadata),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const CLASSIC: &str = "spec: {rules: [{validate: {failureAction: Enforce}}]}\n";
    const POLICY: &str = "apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  validations:
  - expression: object.spec.replicas < 2
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few}
spec: {policyName: few, validationActions: [Deny]}
";

    /// The texts of the files of a policy's folder, examined.
    fn examined(name: &str, files: &[(&str, &str)]) -> Twin {
        let folder = std::env::temp_dir().join(format!("sekisho-twin-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        let twin = examine(&folder);
        fs::remove_dir_all(&folder).unwrap();
        twin
    }

    #[test]
    fn a_twin_is_sound_or_its_faults_are_named() {
        let with =
            |name: &str, text: &str| examined(name, &[("policy.yaml", CLASSIC), ("admission.yaml", text)]);
        assert_eq!(with("sound", POLICY), Twin::Sound);
        for (name, text, part) in [
            (
                "action",
                POLICY.replace("[Deny]", "[Audit]"),
                "asks for the action Deny",
            ),
            (
                "refused",
                POLICY.replace("< 2", "< "),
                "refused: spec.validations[0].expression",
            ),
            (
                "type",
                POLICY.replace("replicas <", "copies <"),
                "undefined field 'copies'",
            ),
            (
                "inert",
                POLICY.replace("policyName: few", "policyName: many"),
                "one binding",
            ),
        ] {
            let Twin::Faulty(faults) = with(name, &text) else {
                panic!("{name} has faults");
            };
            assert!(faults.iter().any(|fault| fault.contains(part)), "{faults:?}");
        }
    }

    #[test]
    fn without_a_twin_the_readme_says_why() {
        let reason = [(
            "README.md",
            "# One\n\nNo ValidatingAdmissionPolicy: it asks the world.\n",
        )];
        assert_eq!(
            examined("reason", &reason),
            Twin::Impossible("it asks the world.".to_owned())
        );
        assert!(matches!(
            examined("none", &[("README.md", "# One\n")]),
            Twin::Faulty(_)
        ));
    }

    #[test]
    fn a_twin_that_decides_otherwise_is_told() {
        let folder = std::env::temp_dir().join(format!("sekisho-twins-{}", std::process::id()));
        let case = Case {
            name: "policies/few/cases/one".to_owned(),
            folder: folder.join("cases/one"),
            policy: folder.join("policy.yaml"),
        };
        let object = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}, spec: {replicas: 3}}";
        fs::create_dir_all(&case.folder).unwrap();
        fs::write(case.folder.join("resource.yaml"), object).unwrap();
        fs::write(folder.join("admission.yaml"), POLICY).unwrap();
        let row = |result: &str| Row {
            policy: "few".to_owned(),
            rule: "few".to_owned(),
            resource: "Deployment/shop/web".to_owned(),
            result: result.to_owned(),
            message: None,
            field: None,
        };
        let judged = |rows: Vec<Row>| Judged {
            rows,
            ..Judged::default()
        };
        assert_eq!(differences(&case, &judged(vec![row("fail")])), Ok(Vec::new()));
        let told = differences(&case, &judged(vec![row("pass")])).unwrap();
        let silent = differences(&case, &judged(Vec::new())).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            told,
            [
                "`admission.yaml` decides otherwise on Deployment/shop/web\n  classic: pass\n  twin:    fail failed expression: object.spec.replicas < 2"
            ]
        );
        assert!(silent[0].contains("classic: silent"));
    }
}
