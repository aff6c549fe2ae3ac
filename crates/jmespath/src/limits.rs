//! How much a query or a template may cost.

/// Bounds of compilation and evaluation. A breach is a clear error, never a crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest query text, in bytes.
    pub query_bytes: usize,
    /// How deep the tree of a query may be.
    pub query_depth: usize,
    /// How many steps one evaluation may take: each visited node, each element of a list and each 16
    /// bytes of copied text is one.
    pub steps: u64,
    /// The longest text that one evaluation may make, in bytes.
    pub text_bytes: usize,
    /// How long the JSON text of a result may be, in bytes.
    pub result_bytes: usize,
    /// How deep lists and maps with placeholders may lie in one another.
    pub document_depth: usize,
    /// How often a placeholder may become a list or map with placeholders that become such again.
    pub nesting: usize,
    /// How often one string may be scanned for placeholders.
    pub passes: usize,
}

impl Limits {
    /// What fits any sensible policy and stops a hostile one within a second.
    pub const STANDARD: Limits = Limits {
        query_bytes: 1 << 20,
        query_depth: 256,
        steps: 5_000_000,
        text_bytes: 16 << 20,
        result_bytes: 64 << 20,
        document_depth: 256,
        nesting: 20,
        passes: 100,
    };
}
