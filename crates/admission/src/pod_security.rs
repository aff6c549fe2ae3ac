//! Pod Security Admission: what the labels of a namespace ask of the Pods in it (admission reference §5).

mod labels;
mod namespace;
mod significant;
#[cfg(test)]
mod tests;

use sekisho_document::{Text, Value};
use sekisho_kubernetes::pod_security::{
    self as standard, LevelVersion, Pod, Sources, Template, described, evaluate,
};
use sekisho_kubernetes::validation::aggregate;
use sekisho_kubernetes::{Answer, Facts, Question, Request, Verb, Version};

use crate::status::{self, Status};

pub use labels::{ENFORCE, ENFORCE_VERSION, Policy};

/// How the plug-in of a server is set up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Configuration {
    /// What holds where a namespace has no label.
    pub defaults: Policy,
    pub exemptions: Exemptions,
}

/// Who and what is never looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exemptions {
    pub usernames: Vec<Text>,
    pub namespaces: Vec<Text>,
    pub runtime_classes: Vec<Text>,
}

/// What the plug-in says of a request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    pub denial: Option<Status>,
    pub warnings: Vec<String>,
    /// In the order in which they are made.
    pub audit: Vec<(&'static str, String)>,
}

impl Outcome {
    fn exempt(why: &str) -> Outcome {
        Outcome {
            audit: vec![(EXEMPT, why.to_owned())],
            ..Outcome::default()
        }
    }
}

const EXEMPT: &str = "pod-security.kubernetes.io/exempt";
const ENFORCE_POLICY: &str = "pod-security.kubernetes.io/enforce-policy";
const AUDIT_VIOLATIONS: &str = "pod-security.kubernetes.io/audit-violations";
const ERROR: &str = "pod-security.kubernetes.io/error";

/// Subresources of Pods that change nothing that is looked at, sorted.
const IGNORED: &[&str] = &[
    "attach",
    "binding",
    "eviction",
    "exec",
    "log",
    "portforward",
    "proxy",
    "status",
];

/// Judges a request whose object has its defaults. The facts are asked for the namespace, and for the Pods in
/// one whose labels change.
#[must_use]
pub fn admit(
    configuration: &Configuration,
    server: Version,
    request: &Request,
    facts: &dyn Facts,
) -> Outcome {
    let judging = Judging {
        configuration,
        server,
        request,
        facts,
    };
    let Some(object) = request
        .object
        .as_ref()
        .filter(|_| matches!(request.operation, Verb::Create | Verb::Update))
    else {
        return Outcome::default();
    };
    let (group, resource) = (
        request.resource.group.as_str(),
        request.resource.resource.as_str(),
    );
    match (group, resource) {
        ("", "namespaces") if request.subresource.is_empty() => namespace::judge(&judging, object),
        ("", "pods") => judging.pod(object),
        _ if request.subresource.is_empty() => {
            let template = standard::template(group, &request.kind.kind, object);
            template.map_or_else(Outcome::default, |template| judging.controller(template))
        }
        _ => Outcome::default(),
    }
}

struct Judging<'a> {
    configuration: &'a Configuration,
    server: Version,
    request: &'a Request,
    facts: &'a dyn Facts,
}

impl Judging<'_> {
    fn pod(&self, pod: &Value) -> Outcome {
        if IGNORED.binary_search(&self.request.subresource.as_str()).is_ok() {
            return Outcome::default();
        }
        if let Some(exempt) = self.exempt_requester() {
            return exempt;
        }
        let Some(labels) = self.namespace_labels() else {
            let cause = format!("failed to lookup namespace \"{}\"", self.request.namespace);
            return Outcome {
                denial: Some(status::internal(&cause)),
                ..Outcome::default()
            };
        };
        let (policy, faults) = Policy::read(&labels, self.configuration.defaults);
        if faults.is_empty() && policy.is_fully_privileged() {
            return Outcome {
                audit: vec![(ENFORCE_POLICY, LevelVersion::PRIVILEGED.to_string())],
                ..Outcome::default()
            };
        }
        let old = self.request.old_object.as_ref();
        let old = old.filter(|_| self.request.operation == Verb::Update);
        if old.is_some_and(|old| !significant::update(pod, old)) {
            return Outcome::default();
        }
        let faults = faults.iter().map(ToString::to_string).collect();
        self.evaluate(policy, faults, Template::of(pod), Enforcement::Enforced)
    }

    /// What makes Pods is never refused.
    fn controller(&self, template: Template<'_>) -> Outcome {
        if let Some(exempt) = self.exempt_requester() {
            return exempt;
        }
        let Some(labels) = self.namespace_labels() else {
            let text = format!("failed to lookup namespace \"{}\"", self.request.namespace);
            return Outcome {
                audit: vec![(ERROR, text)],
                ..Outcome::default()
            };
        };
        let (policy, faults) = Policy::read(&labels, self.configuration.defaults);
        if faults.is_empty() && policy.warn.is_privileged() && policy.audit.is_privileged() {
            return Outcome::default();
        }
        let faults = faults.iter().map(ToString::to_string).collect();
        self.evaluate(policy, faults, template, Enforcement::Told)
    }

    fn evaluate(
        &self,
        policy: Policy,
        faults: Vec<String>,
        template: Template<'_>,
        enforcement: Enforcement,
    ) -> Outcome {
        let pod = Pod::new(template.metadata, template.spec, Sources::Defaulted);
        let classes = &self.configuration.exemptions.runtime_classes;
        if is_among(classes, pod.runtime_class()) {
            return Outcome::exempt("runtimeClass");
        }
        let mut outcome = Outcome::default();
        if !faults.is_empty() {
            let text = format!("Failed to parse policy: {}", aggregate(faults));
            outcome.audit.push((ERROR, text));
        }
        // Modes that ask the same are asked once.
        let mut known: Vec<(LevelVersion, String)> = Vec::new();
        let mut violations = |asked: LevelVersion| {
            let found = known.iter().find(|(other, _)| *other == asked);
            found.map(|(_, text)| text.clone()).unwrap_or_else(|| {
                let text = described(&evaluate(asked.level, asked.version, self.server, &pod));
                known.push((asked, text.clone()));
                text
            })
        };
        if enforcement == Enforcement::Enforced {
            outcome.audit.push((ENFORCE_POLICY, policy.enforce.to_string()));
            let text = violations(policy.enforce);
            if !text.is_empty() {
                let cause = format!("violates PodSecurity \"{}\": {text}", policy.enforce);
                outcome.denial = Some(status::forbidden(self.request, &cause));
            }
        }
        let text = violations(policy.audit);
        if !text.is_empty() {
            outcome
                .audit
                .push((AUDIT_VIOLATIONS, would_violate(policy.audit, &text)));
        }
        // Who is refused is not warned as well.
        if outcome.denial.is_none() {
            let text = violations(policy.warn);
            if !text.is_empty() {
                outcome.warnings.push(would_violate(policy.warn, &text));
            }
        }
        outcome
    }

    fn exempt_requester(&self) -> Option<Outcome> {
        let exemptions = &self.configuration.exemptions;
        if is_among(&exemptions.namespaces, &self.request.namespace) {
            return Some(Outcome::exempt("namespace"));
        }
        let user = self.request.user.as_ref().map_or("", |user| user.name.as_str());
        is_among(&exemptions.usernames, user).then(|| Outcome::exempt("user"))
    }

    /// Nothing when nobody knows the namespace.
    fn namespace_labels(&self) -> Option<Value> {
        let question = Question::Namespace {
            name: &self.request.namespace,
        };
        match self.facts.ask(&question) {
            Answer::Is(namespace) => Some(labels_of(&namespace)),
            Answer::Absent | Answer::Failed(_) | Answer::Unknown => None,
        }
    }
}

/// Whether a violation refuses the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Enforcement {
    Enforced,
    Told,
}

fn is_among(names: &[Text], name: &str) -> bool {
    !name.is_empty() && names.iter().any(|other| other == name)
}

fn would_violate(asked: LevelVersion, text: &str) -> String {
    format!("would violate PodSecurity \"{asked}\": {text}")
}

fn labels_of(object: &Value) -> Value {
    object.at(&["metadata", "labels"]).cloned().unwrap_or_default()
}
