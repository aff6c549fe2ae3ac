//! Documents that are no resources, judged by the policies for such documents (CEL policies reference §7.5,
//! §7.11).

use sekisho_admission::kyverno::{self, Case};
use sekisho_document::Value;
use sekisho_evaluator::Phase;
use sekisho_kubernetes::{Facts, Request};
use sekisho_parser::admission::Mode;

use super::cel::answer;
use crate::chain::Chain;
use crate::outcome::{Outcome, Response};

impl Chain {
    /// Judges a document by the policies of its mode. Policies for resources judge no document.
    #[must_use]
    pub fn run_payload(&self, payload: &Value, mode: Mode, facts: &dyn Facts) -> Outcome {
        let mut outcome = Outcome {
            responses: Vec::new(),
            object: payload.clone(),
            stopped: None,
        };
        let request = Request::of_nothing();
        let case = Case {
            request: &request,
            given: &kyverno::given_json(payload),
            kinds: &self.kinds,
            facts,
        };
        let plans = self.validating().filter(|(_, plan)| plan.mode == mode);
        for (position, plan) in plans {
            match mode {
                Mode::Kubernetes => {}
                Mode::Json => answer(position, plan, &case, &mut outcome),
                Mode::Envoy | Mode::Http => outcome.responses.push(Response {
                    plan: position,
                    phase: Phase::Validate,
                    verdicts: kyverno::answer_request(plan, payload, facts)
                        .into_iter()
                        .collect(),
                }),
            }
        }
        outcome
    }
}
