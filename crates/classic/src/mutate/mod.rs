//! Mutation: patches of rules, merged or applied.

pub mod merge;
