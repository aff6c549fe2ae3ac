//! One request on its way through the gate.

use std::collections::BTreeMap;
use std::time::Duration;

use sekisho_admission::constraints::MatchError;
use sekisho_admission::status::{self, Status};
use sekisho_admission::warnings::Warnings;
use sekisho_document::{Map, Text, Value};
use sekisho_kubernetes::{Request, Requested, Schema};

use crate::audit::Audit;
use crate::endpoint::{Call, Reply};
use crate::failure::CallFailure;
use crate::gate::Server;
use crate::hook::{Hook, HookKind};
use crate::outcome::{Step, StepResult};
use crate::response::{self, Asked, Response};
use crate::select::Chosen;

/// How long the server works on a request at most.
pub(crate) const LIMIT: Duration = Duration::from_secs(34);

/// How often the server's client tries again what it is asked to.
const RETRIES: usize = 10;

/// A request is refused, in the words that its client reads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Refusal {
    pub(crate) status: Value,
    pub(crate) message: String,
}

/// Why a call ends the request or is left to the failure policy.
pub(crate) enum Trouble {
    Failure(CallFailure),
    /// The time of the whole request is over: no failure policy helps.
    Deadline,
    /// Nobody knows the answer.
    Unknown,
}

pub(crate) struct Passage<'g> {
    pub(crate) server: Server<'g>,
    pub(crate) request: Request,
    pub(crate) audit: Audit,
    pub(crate) warnings: Warnings,
    pub(crate) steps: Vec<Step>,
    pub(crate) unanswered: Vec<String>,
    pub(crate) elapsed: Duration,
    pub(crate) limit: Duration,
    calls: BTreeMap<(HookKind, Text), usize>,
}

impl<'g> Passage<'g> {
    pub(crate) fn new(server: Server<'g>, request: Request, timeout: Option<Duration>) -> Passage<'g> {
        Passage {
            server,
            request,
            audit: Audit::default(),
            warnings: Warnings::default(),
            steps: Vec::new(),
            unanswered: Vec::new(),
            elapsed: Duration::ZERO,
            limit: timeout.map_or(LIMIT, |timeout| timeout.min(LIMIT)),
            calls: BTreeMap::new(),
        }
    }

    pub(crate) fn step(&mut self, link: &Text, pass: u8, result: StepResult) {
        self.steps.push(Step {
            link: link.clone(),
            pass,
            result,
            after: self.request.object.clone(),
        });
    }

    /// Calls a hook as the server's client does: in time, and again where the answer asks for it. Says how
    /// long it took beside the answer.
    pub(crate) fn call(&mut self, hook: &Hook, chosen: &Chosen) -> (Result<Response, Trouble>, Duration) {
        let Some(version) = hook.review else {
            return (Err(Trouble::Failure(CallFailure::NoVersion)), Duration::ZERO);
        };
        let mut review = Map::new();
        review.insert("kind", Value::from("AdmissionReview"));
        review.insert("apiVersion", Value::from(version.api_version()));
        review.insert("request", told(&self.request, chosen, self.server.schema));
        let review = Value::Map(review);
        let left = self.limit.saturating_sub(self.elapsed);
        let allowed = hook.timeout.min(left);
        let is_last = left < hook.timeout;
        let late = || match is_last {
            true => Trouble::Deadline,
            false => Trouble::Failure(CallFailure::Late),
        };
        let mut spent = Duration::ZERO;
        for _ in 0..=RETRIES {
            let before = self.calls.entry((hook.kind, hook.key.clone())).or_default();
            let reply = self.server.endpoint.call(&Call {
                hook,
                review: &review,
                before: *before,
            });
            *before += 1;
            let (after, retry) = match &reply {
                Reply::Answer {
                    after,
                    retry_after,
                    status,
                    ..
                } => (*after, retry_after.filter(|_| *status == 429 || *status >= 500)),
                Reply::Broken { after, .. } => (*after, None),
                Reply::Nothing => (Duration::MAX, None),
                Reply::Unknown => return (Err(Trouble::Unknown), spent),
            };
            spent = spent.saturating_add(after);
            if spent >= allowed {
                return (Err(late()), allowed);
            }
            match retry {
                Some(seconds) => spent = spent.saturating_add(Duration::from_secs(seconds)),
                None => {
                    let asked = Asked {
                        hook,
                        uid: &self.request.uid,
                        version,
                    };
                    return (response::read(&reply, asked).map_err(Trouble::Failure), spent);
                }
            }
            if spent >= allowed {
                return (Err(late()), allowed);
            }
        }
        let cause = "the server has received too many requests and has asked us to try again later";
        (
            Err(Trouble::Failure(CallFailure::Call(cause.to_owned()))),
            spent.min(allowed),
        )
    }

    /// Notes what a valid answer says beside its verdict.
    pub(crate) fn note(&mut self, hook: &Hook, response: &Response) {
        self.audit.of_hook(&hook.name, &response.annotations);
        for warning in &response.warnings {
            self.warnings.add(warning.as_str());
        }
    }
}

/// The request as a hook is told of it: in the version it matched, with objects as the server writes them.
fn told(request: &Request, chosen: &Chosen, schema: &Schema) -> Value {
    let view = |object: &Value| schema.go_view(object, &sekisho_kubernetes::Gvk::of(object));
    let told = Request {
        kind: chosen.matched.kind.clone(),
        resource: chosen.matched.resource.clone(),
        requested: Some(Requested {
            kind: request.requested_kind().clone(),
            resource: request.requested_resource().clone(),
            subresource: request.requested_subresource().into(),
        }),
        object: chosen.request.object.as_ref().map(view),
        old_object: chosen.request.old_object.as_ref().map(view),
        ..request.clone()
    };
    told.to_value()
}

/// Why a hook could not be selected, to the client.
pub(crate) fn refusal(error: &MatchError) -> Refusal {
    match error {
        MatchError::NamespaceNotFound(name) => Refusal::of(&status::not_found("namespaces", name)),
        _ => {
            let text = error.to_string();
            let cause = text.strip_prefix("Internal error occurred: ").unwrap_or(&text);
            Refusal::internal(cause)
        }
    }
}

impl Refusal {
    pub(crate) fn of(status: &Status) -> Refusal {
        Refusal {
            status: status.to_value(),
            message: status.message.clone(),
        }
    }

    pub(crate) fn internal(cause: &str) -> Refusal {
        Refusal::of(&status::internal(cause))
    }

    pub(crate) fn forbidden(request: &Request, cause: &str) -> Refusal {
        Refusal::of(&status::forbidden(request, cause))
    }

    /// The time of the request is over: the filter around the server answers, in fewer words.
    pub(crate) fn deadline() -> Refusal {
        const MESSAGE: &str = "Timeout: request did not complete within the allotted timeout";
        let fields = [
            ("metadata", Value::Map(Map::new())),
            ("status", Value::from("Failure")),
            ("message", Value::from(MESSAGE)),
            ("reason", Value::from("Timeout")),
            ("details", Value::Map(Map::new())),
            ("code", Value::Int(504)),
        ];
        Refusal {
            status: Value::Map(fields.into_iter().collect()),
            message: MESSAGE.to_owned(),
        }
    }

    /// What a hook says when it does not allow a request (admission reference §1.11).
    pub(crate) fn denied(hook: &Hook, status: &Value) -> Refusal {
        let code = status.get("code").and_then(Value::as_i64).unwrap_or_default();
        let told = match status.str_at(&["message"]) {
            "" => status.str_at(&["reason"]),
            message => message,
        };
        let denied = format!("admission webhook \"{}\" denied the request", hook.name);
        let message = match told {
            "" => format!("{denied} without explanation"),
            told => format!("{denied}: {told}"),
        };
        let mut answer = status.as_map().cloned().unwrap_or_default();
        for key in ["kind", "apiVersion", "metadata", "status", "message", "code"] {
            answer.remove(key);
        }
        answer.insert("kind", Value::from("Status"));
        answer.insert("apiVersion", Value::from("v1"));
        answer.insert("metadata", Value::Map(Map::new()));
        let word = match status.str_at(&["status"]) {
            "" | "Success" => "Failure",
            word => word,
        };
        answer.insert("status", Value::from(word));
        answer.insert("message", Value::from(message.as_str()));
        answer.insert("code", Value::Int(if code < 400 { 400 } else { code }));
        Refusal {
            status: Value::Map(answer),
            message,
        }
    }
}
