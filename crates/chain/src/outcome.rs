//! What the chain says about one object.

use std::fmt;

use sekisho_document::Value;
use sekisho_evaluator::{Phase, Verdict};
use sekisho_kubernetes::Gvk;

/// The answers of all policies that have something to say.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// One for each policy and phase that has something to say, in the order in which they were asked.
    pub responses: Vec<Response>,
    /// The object after all mutations.
    pub object: Value,
    /// Why Kyverno's command line would end here.
    pub stopped: Option<String>,
}

/// What one policy says in one phase. Without a verdict, a policy with CEL looked at the object and does not
/// select it (CEL policies reference §7.12).
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// Position in [`crate::Chain::plans`].
    pub plan: usize,
    pub phase: Phase,
    pub verdicts: Vec<Verdict>,
}

/// Why Kyverno's command line ends at an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The values ask for an operation that is none.
    Operation(String),
    /// Its kind is none that is known, and a policy of Kubernetes has to be asked.
    UnknownKind { name: String, kind: Gvk },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Operation(text) => write!(
                f,
                "invalid request.operation value \"{text}\", must be one of CREATE, UPDATE, DELETE, CONNECT"
            ),
            Stop::UnknownKind { name, kind } => {
                let (kind, version) = (&kind.kind, kind.api_version());
                write!(
                    f,
                    "failed to apply policies on resource {name} (failed to map gvk to gvr {version}, Kind={kind}: no matches for kind \"{kind}\" in version \"{version}\")"
                )
            }
        }
    }
}

impl Outcome {
    /// An object about which nothing is said yet.
    pub(crate) fn of(object: Value) -> Outcome {
        Outcome {
            responses: Vec::new(),
            object,
            stopped: None,
        }
    }

    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.responses.iter().flat_map(|response| &response.verdicts)
    }
}
