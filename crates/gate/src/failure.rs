//! What becomes of a call that gives no valid answer (admission reference §1.9).

use std::fmt;

use sekisho_document::print::quote;
use sekisho_parser::classic::FailurePolicy;

use crate::hook::Hook;

/// Why a hook gave no valid answer. The failure policy of the hook decides about all of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallFailure {
    /// The connection, the HTTP status or the body: in the words of the server's client.
    Call(String),
    /// Nothing came in time.
    Late,
    /// The answer breaks the rules for answers.
    Invalid(String),
    /// The hook knows no version of the review that the server knows.
    NoVersion,
    /// The patch is no list of operations.
    Patch(String),
    PatchType(String),
}

/// A failed call with its hook: displayed as the client reads it.
#[derive(Debug, Clone, Copy)]
pub struct FailedCall<'f> {
    pub hook: &'f Hook,
    pub failure: &'f CallFailure,
}

impl FailedCall<'_> {
    /// Whether the request goes on without this hook.
    #[must_use]
    pub fn is_ignored(&self) -> bool {
        self.hook.failure == FailurePolicy::Ignore
    }
}

impl fmt::Display for FailedCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hook = self.hook;
        write!(f, "failed calling webhook {}: ", quote(&hook.name))?;
        match self.failure {
            CallFailure::Call(cause) => write!(f, "failed to call webhook: {cause}"),
            CallFailure::Late => {
                let cause = posted(hook, "context deadline exceeded");
                write!(f, "failed to call webhook: {cause}")
            }
            CallFailure::Invalid(why) => write!(f, "received invalid webhook response: {why}"),
            CallFailure::NoVersion => f.write_str(
                "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)",
            ),
            CallFailure::Patch(why) => write!(f, "received undecodable patch in webhook response: {why}"),
            CallFailure::PatchType(ty) => write!(f, "unsupported patch type {}", quote(ty)),
        }
    }
}

/// What the server's client says of a request that it could not send.
pub(crate) fn posted(hook: &Hook, cause: &str) -> String {
    let url = hook.client.url();
    let seconds = hook.timeout.as_secs();
    format!("Post \"{url}?timeout={seconds}s\": {cause}")
}
