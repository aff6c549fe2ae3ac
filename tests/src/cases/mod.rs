//! Folder cases: found, chosen by words, judged, and compared with what they expect.

mod comments;
mod expected;
mod folder;
mod judge;

pub use comments::{Said, differences};
pub use expected::{Expected, Row, bless, check};
pub use folder::{Case, find};
pub use judge::{Judged, judge};
