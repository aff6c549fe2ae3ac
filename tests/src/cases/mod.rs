//! Folder cases: found, chosen by words, and what their inputs say about diagnostics.

mod comments;
mod folder;

pub use comments::{Said, differences, expected};
pub use folder::{Case, find};
