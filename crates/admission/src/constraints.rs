//! Which requests a policy or a binding is about: `matchConstraints`, `matchResources` (admission reference
//! §2.2–2.6).

mod rule;

use std::fmt;

use sekisho_document::Value;
use sekisho_kubernetes::resource::{self, Labels};
use sekisho_kubernetes::{Answer, Facts, Gvk, Gvr, Kinds, Question, Request, Selector, SelectorError, Verb};

pub use rule::{Rule, RuleScope};

/// Selectors and rules, read once.
#[derive(Debug, Clone)]
pub struct Constraints {
    pub namespaces: Result<Selector, SelectorError>,
    pub objects: Result<Selector, SelectorError>,
    /// A request that one of these matches is left out.
    pub exclude: Vec<Rule>,
    /// None at all match everything.
    pub rules: Vec<Rule>,
    pub versions: MatchPolicy,
}

/// Whether a rule for one version of a resource is about the others too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchPolicy {
    Exact,
    Equivalent,
}

/// In what Kyverno's matcher differs from that of the API server (reference of CEL policies §7.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    pub names: NameTest,
    pub absent: AbsentObject,
    pub versions: Versions,
}

/// What `resourceNames` is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameTest {
    /// The name of the request.
    Name,
    /// The name; for an object without one, the beginning of its `generateName`.
    NameOrBeginning,
}

/// What an object selector makes of an object that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsentObject {
    /// It never matches.
    Missing,
    /// It is an object without labels.
    WithoutLabels,
}

/// Whether `matchPolicy` is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Versions {
    Followed,
    AlwaysExact,
}

impl Habits {
    pub const API_SERVER: Habits = Habits {
        names: NameTest::Name,
        absent: AbsentObject::Missing,
        versions: Versions::Followed,
    };
    /// Kyverno's command line with the kinds of Kubernetes, and its deleting policies.
    pub const KYVERNO_NATIVE: Habits = Habits {
        names: NameTest::NameOrBeginning,
        absent: AbsentObject::Missing,
        versions: Versions::AlwaysExact,
    };
    /// Kyverno's own CEL kinds.
    pub const KYVERNO: Habits = Habits {
        absent: AbsentObject::WithoutLabels,
        ..Habits::KYVERNO_NATIVE
    };
}

/// In which version a request was matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub kind: Gvk,
    pub resource: Gvr,
}

/// Why it can not be said whether a request matches. Only said when the rules match.
#[derive(Debug, Clone, PartialEq)]
pub enum MatchError {
    Selector(SelectorError),
    NamespaceNotFound(String),
    Failed(String),
    /// Nobody knows the namespace: the question in a user's words.
    Unanswered(String),
    UnknownKind(Gvr),
}

/// What a match is decided with.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    pub kinds: &'a Kinds,
    pub facts: &'a dyn Facts,
    pub habits: Habits,
}

impl Constraints {
    /// Reads `matchConstraints` or `matchResources`; null has neither selectors nor rules.
    #[must_use]
    pub fn read(value: &Value) -> Constraints {
        let part = |name: &str| value.get(name).unwrap_or(&Value::Null);
        let rules = |name: &str| {
            let list = part(name).as_list();
            list.into_iter().flatten().map(Rule::read).collect()
        };
        Constraints {
            namespaces: Selector::read(part("namespaceSelector")),
            objects: Selector::read(part("objectSelector")),
            exclude: rules("excludeResourceRules"),
            rules: rules("resourceRules"),
            versions: match value.str_at(&["matchPolicy"]) {
                "Exact" => MatchPolicy::Exact,
                _ => MatchPolicy::Equivalent,
            },
        }
    }

    /// Whether a request matches, and in which version.
    ///
    /// # Errors
    /// A selector can not be decided and everything else matches.
    pub fn matches(
        &self,
        request: &Request,
        surroundings: Surroundings<'_>,
    ) -> Result<Option<Match>, MatchError> {
        let namespace = self.matches_namespace(request, surroundings.facts);
        if namespace == Ok(false) {
            return Ok(None);
        }
        let object = self.matches_object(request, surroundings.habits.absent);
        if object == Ok(false) {
            return Ok(None);
        }
        if self.find(&self.exclude, request, surroundings)?.is_some() {
            return Ok(None);
        }
        let found = match self.rules.as_slice() {
            [] => Some(asked_for(request)),
            rules => self.find(rules, request, surroundings)?,
        };
        if found.is_some() {
            namespace?;
            object?;
        }
        Ok(found)
    }

    fn matches_namespace(&self, request: &Request, facts: &dyn Facts) -> Result<bool, MatchError> {
        let is_namespaces = request.resource.resource == "namespaces";
        if request.namespace.is_empty() && !is_namespaces {
            return Ok(true);
        }
        let selector = self
            .namespaces
            .as_ref()
            .map_err(|error| MatchError::Selector(error.clone()))?;
        if selector.is_everything() {
            return Ok(true);
        }
        let is_written = matches!(request.operation, Verb::Create | Verb::Update);
        if is_namespaces && request.subresource.is_empty() && is_written {
            let object = request.object.as_ref().unwrap_or(&Value::Null);
            return Ok(selector.matches(resource::labels(object)));
        }
        let namespace = namespace(&request.namespace, facts)?;
        Ok(selector.matches(resource::labels(&namespace)))
    }

    fn matches_object(&self, request: &Request, absent: AbsentObject) -> Result<bool, MatchError> {
        let selector = self
            .objects
            .as_ref()
            .map_err(|error| MatchError::Selector(error.clone()))?;
        if selector.is_everything() {
            return Ok(true);
        }
        let matches = |object: Option<&Value>| match (object, absent) {
            // The options of a stream are no object with metadata.
            (Some(_), _) if request.operation == Verb::Connect => false,
            (Some(object), _) => selector.matches(resource::labels(object)),
            (None, AbsentObject::WithoutLabels) => selector.matches(Labels::of(None)),
            (None, AbsentObject::Missing) => false,
        };
        Ok(matches(request.object.as_ref()) || matches(request.old_object.as_ref()))
    }

    /// The version in which the first rule matches: that of the client, else the first equivalent one.
    fn find(
        &self,
        rules: &[Rule],
        request: &Request,
        surroundings: Surroundings<'_>,
    ) -> Result<Option<Match>, MatchError> {
        let names = surroundings.habits.names;
        let asked = asked_for(request);
        let exact = rules
            .iter()
            .any(|rule| rule.matches(request, &asked.resource) && rule.names_match(request, names));
        if exact {
            return Ok(Some(asked));
        }
        let is_exact =
            self.versions == MatchPolicy::Exact || surroundings.habits.versions == Versions::AlwaysExact;
        if is_exact {
            return Ok(None);
        }
        let others = equivalents(request, surroundings.kinds);
        for rule in rules {
            for (resource, kind) in &others {
                if !rule.matches(request, resource) || !rule.names_match(request, names) {
                    continue;
                }
                return match kind {
                    Some(kind) => Ok(Some(Match {
                        kind: kind.clone(),
                        resource: resource.clone(),
                    })),
                    None => Err(MatchError::UnknownKind(resource.clone())),
                };
            }
        }
        Ok(None)
    }
}

fn asked_for(request: &Request) -> Match {
    Match {
        kind: request.kind.clone(),
        resource: request.resource.clone(),
    }
}

/// The other versions of the resource that have the subresource too, with their kinds.
fn equivalents(request: &Request, kinds: &Kinds) -> Vec<(Gvr, Option<Gvk>)> {
    let rows = kinds.equivalents(&request.resource);
    let others = rows.filter(|row| row.gvr() != request.resource);
    let with_kind = others.filter_map(|row| match request.subresource.as_str() {
        "" => Some((row.gvr(), Some(row.gvk()))),
        name => row
            .subresource(name)
            .map(|part| (row.gvr(), Some(part.kind.clone()))),
    });
    with_kind.collect()
}

/// The stored Namespace.
///
/// # Errors
/// There is none, or nobody knows.
pub fn namespace(name: &str, facts: &dyn Facts) -> Result<Value, MatchError> {
    let question = Question::Namespace { name };
    match facts.ask(&question) {
        Answer::Is(namespace) => Ok(namespace),
        Answer::Absent => Err(MatchError::NamespaceNotFound(name.to_owned())),
        Answer::Failed(cause) => Err(MatchError::Failed(cause.to_string())),
        Answer::Unknown => Err(MatchError::Unanswered(question.to_string())),
    }
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Selector(error) => write!(f, "Internal error occurred: {error}"),
            MatchError::NamespaceNotFound(name) => write!(f, "namespaces \"{name}\" not found"),
            MatchError::Failed(cause) => write!(f, "Internal error occurred: {cause}"),
            MatchError::Unanswered(question) => write!(f, "nobody answers the {question}"),
            MatchError::UnknownKind(resource) => write!(
                f,
                "unable to convert to {}, Resource={}: unknown kind",
                resource.api_version(),
                resource.resource
            ),
        }
    }
}

impl std::error::Error for MatchError {}

impl fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Surroundings({:?})", self.habits)
    }
}

#[cfg(test)]
mod tests;
