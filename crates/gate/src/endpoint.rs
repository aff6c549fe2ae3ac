//! Who answers when a hook is called.

use std::time::Duration;

use sekisho_document::{Text, Value};

use crate::hook::Hook;

/// One call of a hook.
#[derive(Debug, Clone, Copy)]
pub struct Call<'c> {
    pub hook: &'c Hook,
    /// The AdmissionReview that is sent.
    pub review: &'c Value,
    /// How often the hook was called before for this request.
    pub before: usize,
}

/// What comes back. Time is told, not spent: the gate has no clock.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// An HTTP answer.
    Answer {
        status: u16,
        content_type: Text,
        body: Text,
        /// Seconds of the header `Retry-After`.
        retry_after: Option<u64>,
        after: Duration,
    },
    /// The connection failed, in Go's words: `dial tcp 127.0.0.1:1: connect: connection
    /// refused`, `service "x" not found`.
    Broken { cause: Text, after: Duration },
    /// The connection stands and nothing comes.
    Nothing,
    /// Nobody knows what this hook answers.
    Unknown,
}

/// Answers the calls of hooks.
pub trait Endpoint: Sync {
    fn call(&self, call: &Call<'_>) -> Reply;
}

/// Nobody knows what any hook answers.
#[derive(Debug, Clone, Copy)]
pub struct Silent;

impl Endpoint for Silent {
    fn call(&self, _: &Call<'_>) -> Reply {
        Reply::Unknown
    }
}
