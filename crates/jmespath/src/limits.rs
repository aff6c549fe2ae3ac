//! How much a query or a template may cost.

/// Bounds of compilation and evaluation. A breach is a clear error, never a crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest query text, in bytes.
    pub query_bytes: usize,
    /// How deep the tree of a query may be.
    pub query_depth: usize,
    /// How many steps one evaluation may take: each visited node and each element of a list is one.
    pub steps: u64,
    /// The longest text that one evaluation may make, in bytes.
    pub text_bytes: usize,
    /// How many values one result may hold, those inside of others counted too.
    pub result_values: u64,
    /// How often one string may be scanned for placeholders.
    pub passes: usize,
}

impl Limits {
    /// What fits any sensible policy and stops a hostile one within a second.
    pub const STANDARD: Limits = Limits {
        query_bytes: 1 << 20,
        query_depth: 256,
        steps: 20_000_000,
        text_bytes: 16 << 20,
        result_values: 4_000_000,
        passes: 100,
    };
}
