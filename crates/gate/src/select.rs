//! Whether a hook is asked about a request (admission reference §2.2–2.8).

use sekisho_admission::budget::Budget;
use sekisho_admission::conditions::{Matched, matched};
use sekisho_admission::constraints::{Habits, Match, MatchError, Surroundings};
use sekisho_admission::vap::Seen;
use sekisho_admission::world::{self, RequestWorld};
use sekisho_admission::{Activation, Given, conversion, exempt};
use sekisho_cel::Value as CelValue;
use sekisho_kubernetes::{Request, User};
use sekisho_parser::classic::FailurePolicy;

use crate::gate::Server;
use crate::hook::Hook;
use crate::outcome::Layer;
use crate::passage::{Refusal, refusal};

/// What selection says.
pub(crate) enum Selection {
    Away(Layer),
    /// It is asked, about the request in this version.
    Chosen(Box<Chosen>),
    /// Neither can be said; the failure policy lets the request go on.
    Undecided(String),
    Refused(Box<Refusal>),
}

/// A request in the version that a hook matched.
pub(crate) struct Chosen {
    pub(crate) matched: Match,
    pub(crate) request: Request,
}

pub(crate) fn select(hook: &Hook, request: &Request, server: Server<'_>) -> Selection {
    if exempt::from_webhooks(&request.resource) {
        return Selection::Away(Layer::Exempt);
    }
    if hook.constraints.rules.is_empty() {
        return Selection::Away(Layer::Rules);
    }
    let surroundings = Surroundings {
        kinds: server.kinds,
        facts: server.facts,
        habits: Habits::API_SERVER,
    };
    let matched = match hook.constraints.matches(request, surroundings) {
        Ok(Some(matched)) => matched,
        Ok(None) => return Selection::Away(layer(hook, request, surroundings)),
        Err(error) => return Selection::Refused(Box::new(refusal(&error))),
    };
    let request = conversion::convert(request, &matched);
    match conditions(hook, &request, &matched, server) {
        Matched::All => Selection::Chosen(Box::new(Chosen { matched, request })),
        Matched::Not(_) => Selection::Away(Layer::MatchConditions),
        Matched::Undecided(text) if hook.failure == FailurePolicy::Ignore => Selection::Undecided(text),
        Matched::Undecided(text) => Selection::Refused(Box::new(Refusal::forbidden(&request, &text))),
    }
}

/// Which layer kept the request away: the first that does in the order of a reader.
fn layer(hook: &Hook, request: &Request, surroundings: Surroundings<'_>) -> Layer {
    let only_rules = sekisho_admission::constraints::Constraints {
        namespaces: Ok(sekisho_kubernetes::Selector::everything()),
        objects: Ok(sekisho_kubernetes::Selector::everything()),
        ..hook.constraints.clone()
    };
    if matches!(only_rules.matches(request, surroundings), Ok(None)) {
        return Layer::Rules;
    }
    let without_objects = sekisho_admission::constraints::Constraints {
        objects: Ok(sekisho_kubernetes::Selector::everything()),
        ..hook.constraints.clone()
    };
    match without_objects.matches(request, surroundings) {
        Ok(None) => Layer::NamespaceSelector,
        Ok(Some(_)) | Err(MatchError::Selector(_)) => Layer::ObjectSelector,
        Err(_) => Layer::ObjectSelector,
    }
}

fn conditions(hook: &Hook, request: &Request, found: &Match, server: Server<'_>) -> Matched {
    if hook.conditions.is_empty() {
        return Matched::All;
    }
    let seen = Seen::of(request, found, server.schema, None);
    let nobody = User::default();
    let world = RequestWorld {
        user: request.user.as_ref().unwrap_or(&nobody),
        facts: server.facts,
    };
    let told = seen.condition_request.as_ref().unwrap_or(&seen.request);
    let given = Given::of([
        ("object", CelValue::of(&seen.object)),
        ("oldObject", CelValue::of(&seen.old_object)),
        ("namespaceObject", CelValue::Null),
    ])
    .with(world::authorizer(request))
    .telling(told);
    let activation = Activation::new(&given, &hook.variables, &world);
    matched(&hook.conditions, &hook.place, &activation, Budget::CONDITIONS)
}
