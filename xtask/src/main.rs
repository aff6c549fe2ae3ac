//! Chores of the workspace: conformance, tables, docs, tidy.

fn main() {}
