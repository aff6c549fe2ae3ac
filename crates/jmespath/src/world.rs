//! What a query may ask about the world outside of its document.

use std::net::IpAddr;

use sekisho_diagnostics::Complaint;
use sekisho_document::Text;

use crate::Limits;

/// What an evaluation is given besides the document.
#[derive(Clone, Copy)]
pub struct Setting<'w> {
    pub world: &'w dyn World,
    pub limits: &'w Limits,
}

/// Answers to what a document can not tell. Each question is refused by default.
pub trait World {
    /// The moment of the evaluation, in the local zone.
    fn now(&self) -> Result<Moment, Complaint> {
        Err(refused("the time"))
    }

    /// A random text that matches a pattern, whose syntax the function has checked.
    fn random(&self, _pattern: &str) -> Result<Text, Complaint> {
        Err(refused("a random text"))
    }

    /// The addresses of a host name.
    fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Complaint> {
        Err(Complaint::new(
            "unanswered-question",
            format!("lookup {host}: no such host"),
        ))
    }
}

/// A moment and the zone it is told in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub seconds: i64,
    pub nanoseconds: u32,
    /// Seconds east of UTC.
    pub offset: i32,
}

/// The world that answers nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nowhere;

impl World for Nowhere {}

impl std::fmt::Debug for Setting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setting")
            .field("limits", self.limits)
            .finish_non_exhaustive()
    }
}

impl Setting<'static> {
    /// No world and the standard limits.
    pub const ALONE: Setting<'static> = Setting {
        world: &Nowhere,
        limits: &Limits::STANDARD,
    };
}

fn refused(what: &str) -> Complaint {
    Complaint::new("unanswered-question", format!("{what} is not known here"))
}
