//! Webhooks as configurations name them (admission reference §2.1, §1.5).

use std::time::Duration;

use sekisho_admission::conditions::Condition;
use sekisho_admission::constraints::{Constraints, MatchPolicy, Rule};
use sekisho_admission::reinvocation::Reinvocation;
use sekisho_admission::{Expression, Place, Returns, Variables};
use sekisho_cel::{Environment, Release};
use sekisho_document::{Text, Value};
use sekisho_kubernetes::ReviewVersion;
use sekisho_kubernetes::{Selector, cel};
use sekisho_parser::classic::FailurePolicy;

/// What is asked: to change an object, or to judge it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HookKind {
    Mutating,
    Validating,
}

impl HookKind {
    /// The kind of the objects that configure such hooks.
    #[must_use]
    pub fn configuration(self) -> &'static str {
        match self {
            HookKind::Mutating => "MutatingWebhookConfiguration",
            HookKind::Validating => "ValidatingWebhookConfiguration",
        }
    }

    /// The word of a configuration's kind.
    #[must_use]
    pub fn of(kind: &str) -> Option<HookKind> {
        let all = [HookKind::Mutating, HookKind::Validating];
        all.into_iter().find(|hook| hook.configuration() == kind)
    }
}

/// One entry of `webhooks`, read once.
#[derive(Debug, Clone)]
pub struct Hook {
    pub kind: HookKind,
    /// Name of the configuration.
    pub configuration: Text,
    pub name: Text,
    /// Configuration, name, and which of several hooks of that name in the configuration: unique.
    pub key: Text,
    pub client: Client,
    pub constraints: Constraints,
    pub conditions: Vec<Condition>,
    pub failure: FailurePolicy,
    pub reinvocation: Reinvocation,
    pub side_effects: SideEffects,
    /// One to thirty seconds.
    pub timeout: Duration,
    /// The version of the review that is sent; none when the hook knows no version that the server knows.
    pub review: Option<ReviewVersion>,
    pub(crate) place: Place,
    pub(crate) variables: Variables,
}

/// Where a hook is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Client {
    Url(Text),
    Service {
        namespace: Text,
        name: Text,
        path: Text,
        port: u16,
    },
}

impl Client {
    /// The address as the texts of failed calls show it, without its query.
    #[must_use]
    pub fn url(&self) -> String {
        match self {
            Client::Url(url) => url.to_string(),
            Client::Service {
                namespace,
                name,
                path,
                port,
            } => format!("https://{name}.{namespace}.svc:{port}{path}"),
        }
    }
}

/// Whether a call does more than answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideEffects {
    None,
    NoneOnDryRun,
    /// `Some` and `Unknown`, which only old objects say.
    Some,
}

/// Reads the hooks of configurations in the order in which the server asks them: by the name of the
/// configuration, then as they are written.
#[must_use]
pub fn hooks<'v>(configurations: impl IntoIterator<Item = &'v Value>, kind: HookKind) -> Vec<Hook> {
    let environment = cel::environment(cel::Place::WebhookCondition, Release::STORED);
    let configurations = configurations.into_iter();
    let mut of_kind: Vec<&Value> = configurations
        .filter(|configuration| HookKind::of(configuration.str_at(&["kind"])) == Some(kind))
        .collect();
    of_kind.sort_by_key(|configuration| configuration.str_at(&["metadata", "name"]));
    let mut hooks: Vec<Hook> = Vec::new();
    for configuration in of_kind {
        let name = configuration.str_at(&["metadata", "name"]);
        let first = hooks.len();
        let entries = configuration.get("webhooks").and_then(Value::as_list);
        for entry in entries.into_iter().flatten() {
            let before = hooks.iter().skip(first);
            let number = before.filter(|hook| hook.name == entry.str_at(&["name"])).count();
            hooks.push(read(entry, kind, name, number, &environment));
        }
    }
    hooks
}

fn read(
    entry: &Value,
    kind: HookKind,
    configuration: &str,
    number: usize,
    environment: &Environment,
) -> Hook {
    let part = |name: &str| entry.get(name).unwrap_or(&Value::Null);
    let name = entry.str_at(&["name"]);
    let list = |name: &str| part(name).as_list().into_iter().flatten();
    let condition = |condition: &Value| Condition {
        name: Text::new(condition.str_at(&["name"])),
        expression: Expression::compile(condition.str_at(&["expression"]), &[Returns::Bool], environment),
    };
    let seconds = part("timeoutSeconds").as_i64().unwrap_or(10);
    Hook {
        kind,
        configuration: Text::new(configuration),
        name: Text::new(name),
        key: Text::new(format!("{configuration}/{name}/{number}")),
        client: client(part("clientConfig")),
        constraints: Constraints {
            namespaces: Selector::read(part("namespaceSelector")),
            objects: Selector::read(part("objectSelector")),
            exclude: Vec::new(),
            rules: list("rules").map(Rule::read).collect(),
            versions: match entry.str_at(&["matchPolicy"]) {
                "Exact" => MatchPolicy::Exact,
                _ => MatchPolicy::Equivalent,
            },
        },
        conditions: list("matchConditions").map(condition).collect(),
        failure: match entry.str_at(&["failurePolicy"]) {
            "Ignore" => FailurePolicy::Ignore,
            _ => FailurePolicy::Fail,
        },
        reinvocation: Reinvocation::of(entry.str_at(&["reinvocationPolicy"])),
        side_effects: match entry.str_at(&["sideEffects"]) {
            "None" => SideEffects::None,
            "NoneOnDryRun" => SideEffects::NoneOnDryRun,
            _ => SideEffects::Some,
        },
        timeout: Duration::from_secs(u64::try_from(seconds).unwrap_or(10).clamp(1, 30)),
        review: list("admissionReviewVersions").find_map(|version| match version.as_str() {
            Some("v1") => Some(ReviewVersion::V1),
            Some("v1beta1") => Some(ReviewVersion::V1Beta1),
            _ => None,
        }),
        place: Place::of(environment),
        variables: Variables::compile([], &mut environment.clone()),
    }
}

fn client(config: &Value) -> Client {
    match config.get("service") {
        Some(service) if config.get("url").is_none() => Client::Service {
            namespace: Text::new(service.str_at(&["namespace"])),
            name: Text::new(service.str_at(&["name"])),
            path: Text::new(service.str_at(&["path"])),
            port: service
                .get("port")
                .and_then(Value::as_i64)
                .and_then(|port| u16::try_from(port).ok())
                .unwrap_or(443),
        },
        _ => Client::Url(Text::new(config.str_at(&["url"]))),
    }
}
