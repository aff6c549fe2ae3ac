//! The profile of a run: versions, whose order is followed, and every limit.

use crate::Version;

/// Chosen once, known to everything that compiles or evaluates, written into every report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    pub kubernetes: Version,
    pub kyverno: Version,
    pub order: Order,
    pub limits: Limits,
}

impl Profile {
    /// The newest servers, the API server's order, the default limits.
    pub const NEWEST: Profile = Profile {
        kubernetes: Version::KUBERNETES,
        kyverno: Version::KYVERNO,
        order: Order::ApiServer,
        limits: Limits::DEFAULT,
    };
}

/// Whose order of links, and whose view of objects, is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The API server's (admission reference): all mutations, then all validations.
    ApiServer,
    /// That of Kyverno's command line tool (engine reference §12, command line reference A1.5).
    KyvernoCli,
}

/// Every limit on time and space. A breach is a diagnostic or a verdict, never a crash. Limits that the
/// servers have too (the cost of CEL, the size of a warning) are theirs and stand beside what they limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Levels of lists and maps inside one another in a document.
    pub depth: u32,
    /// Bytes of one source: a file, standard input, a request.
    pub source_bytes: u32,
    /// Values one document may expand to through aliases and merges.
    pub document_values: u32,
    /// Levels of an expression, in either language.
    pub expression_depth: u32,
    /// Steps of evaluating one JMESPath query: a step is a node visited or an item produced.
    pub query_steps: u64,
    /// Steps of comparing one pattern or deciding one condition: a step is a comparison of two short texts.
    pub comparison_steps: u64,
    /// Placeholders replaced in one text that has to be scanned again after each.
    pub replacements: u32,
    /// Bytes of one text that is made by templates or functions.
    pub text_bytes: u32,
    /// Bytes of the program that one regular expression compiles to.
    pub regex_bytes: u32,
    /// Elements one `foreach` visits.
    pub elements: u32,
    /// Bytes of JSON text that the context entries of one rule have together, and one document whose
    /// placeholders were replaced. Values share their parts, so few bytes of memory may be very many here.
    pub context_bytes: u32,
    /// Levels of context entries that need one another.
    pub context_depth: u32,
    /// Steps of everything that the queries and loops of one policy do for one request.
    pub policy_steps: u64,
    /// Times a request is evaluated to collect the questions that need an answer.
    pub rounds: u32,
}

impl Limits {
    /// What is right for policies and objects of any cluster: generous, but far below what hurts.
    pub const DEFAULT: Limits = Limits {
        depth: 500,
        source_bytes: 256 << 20,
        document_values: 10_000_000,
        expression_depth: 250,
        query_steps: 50_000_000,
        comparison_steps: 20_000_000,
        replacements: 10_000,
        text_bytes: 16 << 20,
        regex_bytes: 10 << 20,
        elements: 100_000,
        context_bytes: 4 << 20,
        context_depth: 64,
        policy_steps: 20_000_000,
        rounds: 16,
    };
}
