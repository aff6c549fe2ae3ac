//! How much an expression may cost.

/// Bounds of compilation and evaluation. A breach is a clear error, never a crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest expression, in code points.
    pub code_points: usize,
    /// How much one evaluation may cost, in the units of Kubernetes (reference §6).
    pub cost: u64,
    /// How many bytes of texts, lists and maps one evaluation may make: what has no price must not fill
    /// the memory either.
    pub room: u64,
    /// How many steps one evaluation may take, however little they cost.
    pub steps: u64,
}

impl Limits {
    /// Those of the API server, and where it has none, what fits any sensible policy and stops a hostile
    /// one soon.
    pub const STANDARD: Limits = Limits {
        code_points: 100_000,
        cost: 1_000_000,
        room: 64 << 20,
        steps: 5_000_000,
    };

    /// The same where the reference does not charge, as in generating and deleting policies: what an
    /// evaluation costs is how long it takes, so that there is a limit all the same, a generous one.
    pub const FREE: Limits = Limits {
        cost: 20_000_000,
        room: 256 << 20,
        ..Limits::STANDARD
    };
}
