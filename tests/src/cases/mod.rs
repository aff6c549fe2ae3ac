//! Folder cases: found, chosen by words, judged, and compared with what they expect.

mod comments;
mod expected;
mod folder;
mod judge;
mod twin;

pub use comments::{Said, differences};
pub use expected::{Expected, Row, bless, check};
pub use folder::{Case, find};
pub use judge::{Judged, judge};
pub use twin::{Twin, examine};
